import { showOnOneLine } from '../../base/text.ts';
import type { NotifyWay } from '../../vocab/notify.ts';

/** A turn that took less than this was watched to its end. */
const WATCHED_MS = 10_000;

/** Several within this time are one. */
const COALESCE_MS = 1_000;

interface NotifierParts {
  readonly way: NotifyWay;
  /** Sends a sequence to the terminal. */
  readonly signal: (sequence: string) => void;
  /** Runs the person's own command with the text; null without one. */
  readonly run: ((text: string) => void) | null;
  readonly now: () => number;
}

export interface Notifier {
  /** A question waits. */
  asked(text: string): void;
  /** A turn ended that began so long ago. */
  ended(text: string, tookMs: number): void;
}

export function createNotifier({ way, signal, run, now }: NotifierParts): Notifier {
  let toldAt = Number.NEGATIVE_INFINITY;
  const tell = (text: string): void => {
    const at = now();
    if (at - toldAt < COALESCE_MS) return;
    toldAt = at;
    if (way === 'bell' || way === 'both') signal('\u0007');
    if (way === 'osc9' || way === 'both') signal(`\u001b]9;${showOnOneLine(text).slice(0, 200)}\u0007`);
    run?.(text);
  };
  return {
    asked: tell,
    ended: (text, tookMs) => {
      if (tookMs >= WATCHED_MS) tell(text);
    },
  };
}
