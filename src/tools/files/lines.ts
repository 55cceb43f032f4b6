import { isUtf8 } from 'node:buffer';
import type { FileHandle } from 'node:fs/promises';

/** One line of a file, at most `maxBytes` of it in memory. */
export interface FileLine {
  readonly bytes: Uint8Array;
  /** Bytes of the line beyond the limit. */
  readonly droppedBytes: number;
  readonly ending: '\n' | '\r\n' | '';
}

const CHUNK_BYTES = 64 * 1024;

/**
 * The lines of a file one after the other, in bounded memory however large it is or how long its lines are.
 * Stops with the signal's reason when aborted.
 */
export async function* linesOf(handle: FileHandle, maxBytes: number, signal: AbortSignal): AsyncGenerator<FileLine> {
  const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  let line = createLine(maxBytes);
  for (;;) {
    signal.throwIfAborted();
    const { bytesRead } = await handle.read(chunk, 0, CHUNK_BYTES, null);
    if (bytesRead === 0) break;
    const data = chunk.subarray(0, bytesRead);
    let from = 0;
    for (let at = data.indexOf(10); at !== -1; at = data.indexOf(10, from)) {
      line.add(data.subarray(from, at));
      yield line.end('\n');
      line = createLine(maxBytes);
      from = at + 1;
    }
    line.add(data.subarray(from));
  }
  if (line.length() > 0) yield line.end('');
}

function createLine(maxBytes: number) {
  const parts: Buffer[] = [];
  let kept = 0;
  let total = 0;
  let last = 0;
  return {
    length: () => total,
    add(data: Buffer): void {
      if (data.length === 0) return;
      // Copied, for the chunk is read into again.
      const part = Buffer.from(data.subarray(0, Math.max(0, maxBytes - kept)));
      if (part.length > 0) parts.push(part);
      kept += part.length;
      total += data.length;
      last = data[data.length - 1] ?? 0;
    },
    end(newline: '\n' | ''): FileLine {
      const withReturn = newline === '\n' && last === 13;
      const bytes = Buffer.concat(parts);
      const body = withReturn && kept === total ? bytes.subarray(0, -1) : bytes;
      const ending = withReturn ? '\r\n' : newline;
      return { bytes: body, droppedBytes: total - (withReturn ? 1 : 0) - body.length, ending };
    },
  };
}

/** The bytes as text, and whether every one of them was UTF-8; what is not becomes U+FFFD. A cut character is left out. */
export function decodeText(
  bytes: Uint8Array,
  cut: boolean = false,
): { readonly text: string; readonly clean: boolean } {
  const whole = cut ? bytes.subarray(0, endOfCharacters(bytes)) : bytes;
  return { text: Buffer.from(whole.buffer, whole.byteOffset, whole.length).toString('utf8'), clean: isUtf8(whole) };
}

/** Where the last complete character ends, for bytes cut off anywhere. */
export function endOfCharacters(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(4, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) break;
    if (byte < 0xc0) continue;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
    return length > back ? bytes.length - back : bytes.length;
  }
  return bytes.length;
}
