import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { readBounded } from './read-bounded.ts';

const folder = mkdtempSync(join(tmpdir(), 'bailiwick-bounded-'));
after(() => rmSync(folder, { recursive: true, force: true }));
const file = join(folder, 'a');
writeFileSync(file, 'x'.repeat(100_000));

async function read(path: string, maxBytes: number): Promise<number | null> {
  await using handle = await open(path);
  return (await readBounded(handle, maxBytes))?.length ?? null;
}

test('reads a file whole up to the limit, and not one that is longer', async () => {
  assert.deepEqual([await read(file, 100_000), await read(file, 99_999), await read(file, 1)], [100_000, null, null]);
});

test('stops at the limit of a file that has no end', async () => {
  assert.equal(await read('/dev/zero', 1_000_000), null);
});
