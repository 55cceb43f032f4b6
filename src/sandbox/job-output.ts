import type { JobOutput } from '../ports/jobs.ts';

/** The last output of a job, and how much of it was given out. */
export interface HeldOutput {
  add(chunk: Uint8Array): void;
  /** What came since it was last taken, as far as it is still held. */
  take(): JobOutput;
  tail(maxBytes: number): JobOutput;
  hasNew(): boolean;
}

const FIRST_BYTES = 16 * 1024;

/** Holds the last `maxBytes`; older output is dropped, taken or not. */
export function createHeldOutput(maxBytes: number): HeldOutput {
  let ring = Buffer.allocUnsafe(Math.min(FIRST_BYTES, maxBytes));
  let total = 0;
  let taken = 0;
  /** The byte number `n` stands at `n % ring.length`; it grows only while it was never full. */
  const grow = (needed: number): void => {
    if (needed <= ring.length || ring.length === maxBytes) return;
    const larger = Buffer.allocUnsafe(Math.min(maxBytes, Math.max(needed, 2 * ring.length)));
    ring.copy(larger, 0, 0, total);
    ring = larger;
  };
  const last = (count: number): Uint8Array => {
    const bytes = Math.min(count, total, ring.length);
    const [from, to] = [(total - bytes) % ring.length, total % ring.length];
    return bytes > 0 && from >= to
      ? Buffer.concat([ring.subarray(from), ring.subarray(0, to)])
      : Buffer.from(ring.subarray(from, from + bytes));
  };
  return {
    add(chunk) {
      grow(total + chunk.length);
      const kept = chunk.subarray(Math.max(0, chunk.length - ring.length));
      total += chunk.length - kept.length;
      const at = total % ring.length;
      const first = kept.subarray(0, ring.length - at);
      ring.set(first, at);
      ring.set(kept.subarray(first.length), 0);
      total += kept.length;
    },
    take() {
      const fresh = total - taken;
      taken = total;
      const bytes = last(fresh);
      return { bytes, droppedBytes: fresh - bytes.length };
    },
    tail(count) {
      const bytes = last(count);
      return { bytes, droppedBytes: total - bytes.length };
    },
    hasNew: () => total > taken,
  };
}
