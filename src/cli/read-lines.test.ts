import assert from 'node:assert/strict';
import { PassThrough, Readable } from 'node:stream';
import { describe, it } from 'node:test';
import { Fault } from '../base/fault.ts';
import { readLines } from './read-lines.ts';

async function collect(lines: AsyncIterable<string | null>): Promise<readonly (string | null)[]> {
  const all: (string | null)[] = [];
  for await (const line of lines) all.push(line);
  return all;
}

const NEVER = new AbortController().signal;

async function linesOf(chunks: readonly (string | Uint8Array)[]): Promise<readonly (string | null)[]> {
  return collect(readLines(Readable.from(chunks.map((chunk) => Buffer.from(chunk))), NEVER));
}

describe('lines of standard input', () => {
  const rows: readonly (readonly [readonly (string | Uint8Array)[], readonly (string | null)[]])[] = [
    [[], []],
    [['a\nb'], ['a', 'b']],
    [['a\n\nb\n'], ['a', '', 'b']],
    [['one\r\ntwo\r\n'], ['one', 'two']],
    [
      ['ab', 'c\nd', 'e\n'],
      ['abc', 'de'],
    ],
    [['\uFEFFa\n\uFEFFb\n'], ['a', '\uFEFFb']],
    [[Uint8Array.of(0xc3), Uint8Array.of(0xa9, 10)], ['\u00e9']],
    [[Uint8Array.of(97, 0xe9, 10, 98, 10)], [null, 'b']],
  ];
  for (const [chunks, expected] of rows) {
    it(JSON.stringify(expected), async () => assert.deepEqual(await linesOf(chunks), expected));
  }

  it('end with the signal', async () => {
    const stop = new AbortController();
    const input = new PassThrough();
    const lines = collect(readLines(input, stop.signal));
    input.write('a\n');
    stop.abort();
    assert.ok((await lines).length <= 1);
    assert.deepEqual(await collect(readLines(new PassThrough(), stop.signal)), []);
  });

  it('that cannot be read are a fault', async () => {
    const input = new PassThrough();
    input.destroy(new Error('EISDIR'));
    await assert.rejects(
      collect(readLines(input, NEVER)),
      (error) => error instanceof Fault && /could not be read \(EISDIR\)/.test(error.message),
    );
  });

  it('longer than any question are a fault', async () => {
    await assert.rejects(linesOf([Buffer.alloc(9_000_000, 'a'), Buffer.alloc(9_000_000, 'a')]), Fault);
  });
});
