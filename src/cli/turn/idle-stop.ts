import type { Progress } from '../../app/create-app.ts';

interface IdleStop {
  /** Aborted, like a deadline, when nothing was noticed for the time; null: there is no such limit. */
  readonly signal: AbortSignal | null;
  notice(progress: Progress): void;
  stop(): void;
}

/** Watches that something happens: a word, a result, an event. The time of a question to a person does not count. */
export function createIdleStop(limitMs: number | null): IdleStop {
  if (limitMs === null) return { signal: null, notice: () => undefined, stop: () => undefined };
  const controller = new AbortController();
  const expire = (): void => controller.abort(new DOMException('nothing came', 'TimeoutError'));
  let timer = setTimeout(expire, limitMs);
  return {
    signal: controller.signal,
    notice(progress) {
      clearTimeout(timer);
      const waits = progress.kind === 'event' && progress.event.kind === 'approval-required';
      if (!waits) timer = setTimeout(expire, limitMs);
    },
    stop: () => clearTimeout(timer),
  };
}

/** Aborted with the first of them. */
export const joinSignals = (...signals: readonly (AbortSignal | null)[]): AbortSignal =>
  AbortSignal.any(signals.filter((signal) => signal !== null));
