import { fstatSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { Fault } from '../base/fault.ts';

const NEWLINE = 10;
const MAX_LINE_BYTES = 16 * 1024 * 1024;

/**
 * The lines of a stream as they come, without their ends; null for one that is no UTF-8 text. A mark at the beginning
 * of the stream is passed over. Ends early when the signal is aborted. Throws a Fault when the stream cannot be read.
 */
export async function* readLines(input: Readable, signal: AbortSignal): AsyncGenerator<string | null> {
  let rest: Buffer[] = [];
  let size = 0;
  let isFirst = true;
  const toText = (bytes: Buffer): string | null => {
    const text = decode(bytes);
    const bare = isFirst ? (text?.replace(/^\uFEFF/, '') ?? null) : text;
    isFirst = false;
    return bare?.replace(/\r$/, '') ?? null;
  };
  for await (const chunk of readChunks(input, signal)) {
    let from = 0;
    for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, from)) {
      yield toText(Buffer.concat([...rest, chunk.subarray(from, at)]));
      [rest, size, from] = [[], 0, at + 1];
    }
    rest.push(chunk.subarray(from));
    size += chunk.length - from;
    if (size > MAX_LINE_BYTES)
      throw new Fault('usage', `A line of standard input is longer than ${MAX_LINE_BYTES} bytes.`);
  }
  if (size > 0) yield toText(Buffer.concat(rest));
}

/** The bytes of a stream; ends early when the signal is aborted. Throws a Fault when it cannot be read. */
export async function* readChunks(input: Readable, signal: AbortSignal): AsyncGenerator<Buffer> {
  const stop = (): void => void input.destroy(signal.reason instanceof Error ? signal.reason : undefined);
  if (signal.aborted) return;
  // Node reads a folder as an empty stream.
  if (input === process.stdin && fstatSync(0).isDirectory()) throw unreadable('EISDIR: it is a folder');
  signal.addEventListener('abort', stop, { once: true });
  try {
    for await (const chunk of input) yield Buffer.from(chunk);
  } catch (error) {
    if (signal.aborted) return;
    throw unreadable(error instanceof Error ? error.message : String(error));
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

const unreadable = (why: string): Fault =>
  new Fault('usage', `Standard input could not be read (${why}).`, { hint: 'give a file or a pipe' });

function decode(bytes: Buffer): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}
