import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { TreeFile } from '../vocab/proposal.ts';
import { findChanges, sortFiles, toTreeDigest } from './tree.ts';

const file = (path: string, text: string): TreeFile => ({ path, text });
const anyTree = fc.uniqueArray(fc.record({ path: fc.string(), text: fc.string() }), { selector: ({ path }) => path });

describe('a tree of files', () => {
  it('has one digest whatever order the files come in', () => {
    fc.assert(fc.property(anyTree, (tree) => assert.equal(toTreeDigest(tree), toTreeDigest(tree.toReversed()))));
  });

  it('has another digest as soon as a path or a text differs', () => {
    const trees = [
      [],
      [file('a', 'b')],
      [file('b', 'a')],
      [file('ab', '')],
      [file('', 'ab')],
      [file('a', ''), file('b', '')],
      [file('a', 'b'), file('c', '')],
    ];
    assert.equal(new Set(trees.map(toTreeDigest)).size, trees.length);
  });

  it('sorts by code units', () => {
    assert.deepEqual(
      sortFiles(['b', 'a/b', 'B', 'ä', 'a'].map((path) => file(path, ''))).map(({ path }) => path),
      ['B', 'a', 'a/b', 'b', 'ä'],
    );
  });

  it('names what changed, and nothing else', () => {
    assert.deepEqual(
      findChanges([file('a', '1'), file('b', '2'), file('c', '3')], [file('b', '2'), file('c', '4'), file('d', '')]),
      [
        { path: 'a', text: null, isNew: false },
        { path: 'c', text: '4', isNew: false },
        { path: 'd', text: '', isNew: true },
      ],
    );
    fc.assert(
      fc.property(anyTree, anyTree, (before, after) => {
        const tree = new Map(before.map(({ path, text }) => [path, text]));
        for (const { path, text } of findChanges(before, after)) {
          if (text === null) tree.delete(path);
          else tree.set(path, text);
        }
        assert.equal(toTreeDigest([...tree].map(([path, text]) => ({ path, text }))), toTreeDigest(after));
      }),
    );
  });
});
