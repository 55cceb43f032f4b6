/** What is kept of a stream that may be endless: its head and its tail; the middle is counted and dropped. */
export interface KeptOutput {
  add(chunk: Uint8Array): void;
  read(): { readonly output: Uint8Array; readonly headBytes?: number; readonly droppedBytes: number };
}

const FIRST_BYTES = 64 * 1024;

/** Holds at most `maxBytes`, a quarter of them for the head: what went wrong mostly stands at the end. */
export function createKeptOutput(maxBytes: number): KeptOutput {
  const headMax = Math.floor(maxBytes / 4);
  const tailMax = maxBytes - headMax;
  let store = Buffer.allocUnsafe(Math.min(maxBytes, FIRST_BYTES));
  let total = 0;

  /** Bytes after the head go round in the rest of the store, each over the one that is `tailMax` older. */
  const positionOf = (at: number): number => (at < headMax ? at : headMax + ((at - headMax) % tailMax));

  const grow = (needed: number): void => {
    if (store.length >= Math.min(needed, maxBytes)) return;
    const larger = Buffer.allocUnsafe(Math.min(maxBytes, Math.max(needed, store.length * 2)));
    store.copy(larger, 0, 0, Math.min(total, store.length));
    store = larger;
  };

  return {
    add(chunk) {
      grow(total + chunk.length);
      if (maxBytes > 0) {
        for (let from = 0; from < chunk.length;) {
          const at = positionOf(total + from);
          const room = (at < headMax ? headMax : maxBytes) - at;
          store.set(chunk.subarray(from, from + room), at);
          from += room;
        }
      }
      total += chunk.length;
    },
    read() {
      if (total <= maxBytes) return { output: store.subarray(0, total), droppedBytes: 0 };
      const oldest = maxBytes === 0 ? 0 : positionOf(total);
      return {
        output: Buffer.concat([store.subarray(0, headMax), store.subarray(oldest), store.subarray(headMax, oldest)]),
        headBytes: headMax,
        droppedBytes: total - maxBytes,
      };
    },
  };
}
