import type { App } from '../../../app/create-app.ts';
import type { Mode } from '../../../vocab/principal.ts';

/** A message, and what its turn alone asks; null: as every other turn. */
export interface Sent {
  readonly text: string;
  readonly modelOnce: string | null;
}

export interface ChatStatus {
  /** Null before the first message. */
  readonly session: string | null;
  readonly mode: Mode;
  /** Null: the configured one. */
  readonly model: string | null;
  readonly isBusy: boolean;
  readonly queued: readonly Sent[];
  /** What the conversation takes of the model's window, as counted last; null before the first reply. */
  readonly contextTokens: number | null;
  readonly windowTokens: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** The skill that the person made active. */
  readonly skill: string | null;
  /** The session is open in another chat as well. */
  readonly isShared: boolean;
}

interface Beginning {
  readonly app: App;
  readonly mode: Mode;
  readonly model: string | null;
}

/** Before anything was said. */
export const toStatus = ({ app, mode, model }: Beginning): ChatStatus => ({
  session: null,
  mode,
  model,
  isBusy: false,
  queued: [],
  contextTokens: null,
  windowTokens: app.config.windowTokens,
  inputTokens: 0,
  outputTokens: 0,
  skill: null,
  isShared: false,
});
