import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Word } from '../../vocab/shell-line.ts';
import { literalWord, toFields, unknownWord, type Fragment } from './fields.ts';

const SOURCE = { text: 'source', features: ['variable'], runs: [3] } as const;
const IFS = ' \t\n';

const quoted = (text: string | null): Fragment => ({ text, split: false, active: false });
const bare = (text: string | null): Fragment => ({ text, split: true, active: true });
const glob = (text: string): Fragment => ({ text, split: false, active: true });

type Shown = readonly [value: string | null, pattern: string | null, many: boolean, prefix: string];
const show = ({ value, pattern, many, prefix }: Word): Shown => [value, pattern, many, prefix];
const known = (value: string, pattern: string | null = null): Shown => [value, pattern, false, value];

const CASES: readonly (readonly [
  name: string,
  fragments: readonly Fragment[],
  ifs: string | null,
  fields: readonly Shown[],
])[] = [
  ['nothing', [], IFS, []],
  ['an empty quote', [quoted('')], IFS, [known('')]],
  ['an empty expansion', [bare('')], IFS, []],
  ['only blanks', [bare(' \t\n ')], IFS, []],
  ['parts that touch', [quoted('a'), bare('b'), quoted('c')], IFS, [known('abc')]],
  ['a split', [bare(' a  b\tc\n')], IFS, [known('a'), known('b'), known('c')]],
  ['a split between quotes', [quoted('x'), bare('a b'), quoted('y')], IFS, [known('xa'), known('by')]],
  ['a blank edge', [quoted('x'), bare(' a '), quoted('y')], IFS, [known('x'), known('a'), known('y')]],
  ['blanks that are quoted', [quoted(' a b ')], IFS, [known(' a b ')]],
  ['a glob', [glob('*'), quoted('.c')], IFS, [known('*.c', '*.c')]],
  ['a glob with quoted signs', [quoted('a*[?]\\'), glob('?')], IFS, [known('a*[?]\\?', 'a\\*\\[\\?\\]\\\\?')]],
  ['a bracket', [glob('[ab]')], IFS, [known('[ab]', '[ab]')]],
  ['an active text without a sign', [glob('ab]')], IFS, [known('ab]')]],
  ['a glob in an expansion', [bare('a *')], IFS, [known('a'), known('*', '*')]],
  ['a quoted unknown', [quoted('a'), quoted(null), quoted('b')], IFS, [[null, null, false, 'a']]],
  ['a bare unknown', [quoted('a'), bare(null), glob('*')], IFS, [[null, null, true, 'a']]],
  ['an unknown behind a split', [bare('a b'), bare(null)], IFS, [known('a'), [null, null, true, 'b']]],
  ['another IFS', [bare('a,b')], ',', [known('a'), known('b')]],
  ['marks make empty words, but not at the end', [bare(',a,,b,')], ',', [known(''), known('a'), known(''), known('b')]],
  ['blanks around a mark are part of it', [bare(' a , b ')], ' ,', [known('a'), known('b')]],
  ['an empty IFS splits nothing', [bare('a b')], '', [known('a b')]],
  ['an unknown IFS', [bare('ab')], null, [[null, null, true, '']]],
  ['an unknown IFS and nothing to split', [bare('')], null, []],
  ['another IFS and quotes', [quoted('a,b')], ',', [known('a,b')]],
];

describe('fields', () => {
  for (const [name, fragments, ifs, fields] of CASES) {
    test(name, () => assert.deepEqual(toFields(fragments, SOURCE, ifs).map(show), fields));
  }

  test('keep where they came from', () => {
    const [word] = toFields([quoted('a')], SOURCE, IFS);
    assert.deepEqual(word, { ...literalWord('a'), ...SOURCE });
  });

  test('made up: known and unknown', () => {
    assert.deepEqual(literalWord('a'), {
      text: 'a',
      value: 'a',
      pattern: null,
      many: false,
      prefix: 'a',
      features: [],
      runs: [],
    });
    assert.deepEqual(unknownWord(true), {
      text: '',
      value: null,
      pattern: null,
      many: true,
      prefix: '',
      features: [],
      runs: [],
    });
    assert.equal(unknownWord(false).many, false);
  });
});
