import { createInterface } from 'node:readline';
import { dropTypedAhead } from '../../turn/ask-terminal.ts';
import type { CommandContext } from '../../command.ts';

/** Ctrl-C. */
export const STOP = '\u0003';
const CTRL_D = '\u0004';

/** A slow line may bring an arrow in two pieces. */
const SEQUENCE_MS = 300;

/**
 * The next key that is one of these, without Enter, or {@link STOP}; null: the person wants to leave, or the input has ended.
 * `onOther` is told of keys that are none of them.
 */
export async function readKey(
  { stdin, signal }: CommandContext,
  { keys, prompt, onOther }: { readonly keys: string; readonly prompt: () => void; readonly onOther: () => void },
): Promise<string | null> {
  // What was typed before the question stood there does not count.
  await dropTypedAhead({ input: stdin });
  if (signal.aborted) return null;
  const { promise, resolve } = Promise.withResolvers<string | null>();
  let escapedAt = Number.NEGATIVE_INFINITY;
  const take = (chunk: Uint8Array | string): void => {
    // One character is one key; an arrow, F2 or pasted text comes as several, and none of them is an answer.
    const key = String(chunk);
    const isTail = performance.now() - escapedAt < SEQUENCE_MS;
    const isBegun = /^\u001b(?:\[[\d;]*|O)?$/.test(key) || (isTail && /^[[O\d;]+$/.test(key));
    escapedAt = isBegun ? performance.now() : Number.NEGATIVE_INFINITY;
    if (key.includes(STOP)) resolve(STOP);
    else if (key === CTRL_D) resolve(null);
    else if (key.length === 1 && !isTail && keys.includes(key.toLowerCase())) resolve(key.toLowerCase());
    else onOther();
  };
  const leave = (): void => resolve(null);
  stdin.setRawMode(true);
  stdin.on('data', take).once('end', leave);
  signal.addEventListener('abort', leave, { once: true });
  stdin.resume();
  prompt();
  try {
    return await promise;
  } finally {
    stdin.off('data', take).off('end', leave);
    signal.removeEventListener('abort', leave);
    stdin.setRawMode(false);
    stdin.pause();
  }
}

/** One line of words; null: the input has ended, or the person stopped. */
export async function readWords({ stdin, signal }: CommandContext): Promise<string | null> {
  const lines = createInterface({ input: stdin, terminal: false, signal });
  const typed = lines[Symbol.asyncIterator]();
  try {
    const { value, done } = await typed.next();
    return signal.aborted || done === true ? null : value.trim();
  } finally {
    lines.close();
  }
}
