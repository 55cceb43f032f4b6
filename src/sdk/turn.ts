import type { RunEnd } from '../vocab/event.ts';
import type { Message } from '../vocab/message.ts';
import type { Mode, Origin } from '../vocab/principal.ts';

/** A turn that has ended, as it is stored: known secrets are masked. */
export interface EndedTurn {
  readonly session: string;
  readonly run: string;
  /** The folder the session works in; absolute. */
  readonly cwd: string;
  readonly mode: Mode;
  /** `<provider>:<name>` of the model that answered last. */
  readonly model: string;
  readonly end: RunEnd;
  /** The last word; empty when there is none. */
  readonly answer: string;
  /** The conversation with where each text came from, also of earlier turns; the newest last. */
  readonly messages: readonly Message[];
  /** How many calls the turn made, also those that did not run. */
  readonly calls: number;
  /** The untrusted origins of what the conversation holds; empty: only the owner had a word in it. */
  readonly taint: readonly Origin[];
}
