import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { findGitlinks } from './git-index.ts';

const FILE = 0o100644;
const LINK = 0o160000;

interface Shape {
  readonly version?: number;
  readonly idBytes?: number;
  readonly extensions?: readonly (readonly [string, number])[];
}

/** Writes an index by its format: what git itself would write for these paths. */
function writeIndex(entries: readonly (readonly [path: string, mode: number])[], shape: Shape = {}): Uint8Array {
  const { version = 2, idBytes = 20, extensions = [] } = shape;
  const bytes: number[] = [...Buffer.from('DIRC'), ...word(version), ...word(entries.length)];
  let last = '';
  for (const [path, mode] of entries) {
    const from = bytes.length;
    bytes.push(...Array.from({ length: 24 }, (_, i) => i), ...word(mode), ...Array.from({ length: 12 }, () => 7));
    bytes.push(...Array.from({ length: idBytes }, () => 0xa0), 0, path.length);
    if (version === 4) {
      let same = 0;
      while (same < last.length && last[same] === path[same]) same++;
      bytes.push(last.length - same, ...Buffer.from(path.slice(same)), 0);
    } else {
      bytes.push(...Buffer.from(path), 0);
      while ((bytes.length - from) % 8 !== 0) bytes.push(0);
    }
    last = path;
  }
  for (const [name, length] of extensions) bytes.push(...Buffer.from(name), ...word(length), ...Array(length).fill(1));
  return Uint8Array.from([...bytes, ...Array(idBytes).fill(9)]);
}

const word = (value: number): number[] => [value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255];

describe('findGitlinks', () => {
  const entries = [
    ['a.txt', FILE],
    ['lib/a', LINK],
    ['lib/ab', LINK],
    ['z', FILE],
  ] as const;
  for (const version of [2, 3, 4]) {
    for (const idBytes of [20, 32]) {
      test(`version ${version} with names of ${idBytes} bytes`, () => {
        assert.deepEqual(findGitlinks(writeIndex(entries, { version, idBytes })), ['lib/a', 'lib/ab']);
        const one = writeIndex([['sub', LINK]], {
          version,
          idBytes,
          extensions: [
            ['TREE', 25],
            ['link', 3],
          ],
        });
        assert.deepEqual(findGitlinks(one), ['sub']);
      });
    }
  }

  test('an index without entries', () => assert.deepEqual(findGitlinks(writeIndex([])), []));

  test('what is no index is not read', () => {
    const good = writeIndex(entries);
    const wrong = [
      new Uint8Array(),
      Buffer.from('DIRC'),
      writeIndex(entries, { version: 5 }),
      good.subarray(0, -1),
      good.subarray(0, 70),
    ];
    assert.deepEqual(
      wrong.map(findGitlinks),
      wrong.map(() => null),
    );
  });
});
