import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import type { CommandContext } from '../../command.ts';
import { readKey, STOP } from './read-key.ts';

const PAUSE = 400;

/** The key that is taken of these pieces, with so many ms behind each, and how often another one came. */
async function press(...pieces: readonly (readonly [keys: string, ms: number])[]): Promise<readonly unknown[]> {
  const stdin = Object.assign(new PassThrough(), { setRawMode: () => stdin, isTTY: true });
  const context = { stdin, signal: new AbortController().signal } as unknown as CommandContext;
  let others = 0;
  const { promise: asked, resolve: prompt } = Promise.withResolvers<void>();
  const key = readKey(context, { keys: 'aersq', prompt, onOther: () => others++ });
  await asked;
  for (const [keys, ms] of pieces) {
    stdin.write(keys);
    await wait(ms);
  }
  stdin.end();
  return [await key, others];
}

it('one character is one key; what comes as several, also in pieces, is none', async () => {
  assert.deepEqual(await press(['A', 10]), ['a', 0]);
  assert.deepEqual(await press(['x', 10], ['q', 10]), ['q', 1]);
  assert.deepEqual(await press(['\u001b[A', 10], ['r', 10]), ['r', 1]);
  assert.deepEqual(await press(['\u001b[', 60], ['A', 10], ['e', 10]), ['e', 2]);
  assert.deepEqual(await press(['\u001b', 20], ['[', 20], ['A', 10], ['e', 10]), ['e', 3]);
  assert.deepEqual(await press(['\u001b', PAUSE], ['e', 10]), ['e', 1]);
  assert.deepEqual(await press(['pasted', 10]), [null, 1]);
  assert.deepEqual(await press([`ab${STOP}`, 10]), [STOP, 0]);
});
