import type { JobOutput } from '../ports/jobs.ts';

/** The last output of a job, and how much of it was given out. */
export interface HeldOutput {
  add(chunk: Uint8Array): void;
  /** What came since it was last taken, as far as it is still held. */
  take(): JobOutput;
  tail(maxBytes: number): JobOutput;
  hasNew(): boolean;
}

const MAX_PIECES = 1000;

/** Holds the last `maxBytes`; older output is dropped, taken or not. */
export function createHeldOutput(maxBytes: number): HeldOutput {
  let chunks: Uint8Array[] = [];
  let held = 0;
  let total = 0;
  let taken = 0;
  const last = (bytes: number): Uint8Array => {
    const whole = Buffer.concat(chunks);
    return whole.subarray(whole.length - Math.min(bytes, whole.length));
  };
  return {
    add(chunk) {
      chunks.push(chunk.length > maxBytes ? chunk.slice(chunk.length - maxBytes) : chunk);
      held += Math.min(chunk.length, maxBytes);
      total += chunk.length;
      // Only now and then, so that no byte is moved often; small pieces cost more than their bytes.
      if (held <= 2 * maxBytes && chunks.length <= MAX_PIECES) return;
      chunks = [Buffer.from(last(maxBytes))];
      held = Math.min(held, maxBytes);
    },
    take() {
      const fresh = total - taken;
      taken = total;
      const bytes = last(Math.min(fresh, maxBytes));
      return { bytes, droppedBytes: fresh - bytes.length };
    },
    tail(bytes) {
      const shown = last(Math.min(bytes, maxBytes));
      return { bytes: shown, droppedBytes: total - shown.length };
    },
    hasNew: () => total > taken,
  };
}
