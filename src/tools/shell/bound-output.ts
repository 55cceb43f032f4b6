import { decodeText, endOfCharacters } from '../files/lines.ts';

export const MAX_BYTES = 50_000;
export const MAX_LINES = 2000;

/** The share of the limits that the head gets: what went wrong mostly stands at the end. */
const HEAD_SHARE = 0.25;

const NEWLINE = 10;

/** Output for the model: whole, or its head and its tail with the number of bytes left out in between. */
export interface BoundOutput {
  readonly head: string;
  /** Null when `head` is everything. */
  readonly tail: string | null;
  readonly leftOut: number;
}

/** `gap`: bytes that were dropped already, and where. */
export function boundOutput(bytes: Uint8Array, gap: { at: number; bytes: number } | null): BoundOutput {
  const output = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const lines = countLines(output);
  if (gap === null && output.length <= MAX_BYTES && lines <= MAX_LINES) {
    return { head: toText(output), tail: null, leftOut: 0 };
  }
  const before = gap === null ? output : output.subarray(0, gap.at);
  const behind = gap === null ? output : output.subarray(gap.at);
  const head = cutHead(before, MAX_BYTES * HEAD_SHARE, MAX_LINES * HEAD_SHARE);
  const tail = cutTail(gap === null ? behind.subarray(head.length) : behind, MAX_BYTES - head.length);
  const leftOut = output.length + (gap?.bytes ?? 0) - head.length - tail.length;
  return { head: toText(head), tail: toText(tail), leftOut };
}

/** NUL is no character that stores and models take. */
const toText = (bytes: Uint8Array): string => decodeText(bytes).text.replaceAll('\0', '\uFFFD');

function countLines(bytes: Buffer): number {
  let lines = 0;
  for (let at = bytes.indexOf(NEWLINE); at !== -1; at = bytes.indexOf(NEWLINE, at + 1)) lines += 1;
  return lines;
}

function cutHead(bytes: Buffer, maxBytes: number, maxLines: number): Buffer {
  let end = 0;
  for (let lines = 0; lines < maxLines; lines++) {
    const newline = bytes.indexOf(NEWLINE, end);
    if (newline === -1 || newline >= maxBytes) break;
    end = newline + 1;
  }
  if (end > 0) return bytes.subarray(0, end);
  const cut = bytes.subarray(0, maxBytes);
  return cut.subarray(0, endOfCharacters(cut));
}

function cutTail(bytes: Buffer, maxBytes: number): Buffer {
  const maxLines = MAX_LINES * (1 - HEAD_SHARE);
  const first = Math.max(0, bytes.length - maxBytes);
  let start = bytes.length;
  // A newline at the very end closes the last line, it does not open one.
  for (let lines = 0; lines < maxLines && start > first; lines++) {
    const newline = start < 2 ? -1 : bytes.lastIndexOf(NEWLINE, start - 2);
    if (newline < first) {
      if (first === 0) return bytes;
      break;
    }
    start = newline + 1;
  }
  if (start < bytes.length) return bytes.subarray(start);
  return bytes.subarray(startOfCharacter(bytes, first));
}

function startOfCharacter(bytes: Buffer, from: number): number {
  let at = from;
  while (at < bytes.length && at < from + 3 && ((bytes[at] ?? 0) & 0xc0) === 0x80) at += 1;
  return at;
}
