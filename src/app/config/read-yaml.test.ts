import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { toPathKey } from '../../policy/config/source.ts';
import { readYaml } from './read-yaml.ts';

const read = (text: string) => {
  const data = readYaml(text, 'f.yml');
  return data.ok ? data.value.root : data.error.map(({ line, message }) => `${line}: ${message}`);
};

/** A text and what it reads as; a list of texts is what it is refused with. */
const TEXTS: readonly (readonly [string, unknown])[] = [
  ['', {}],
  ['# only a comment\n', {}],
  ['---\n', {}],
  ['\uFEFFa: 1\n', { a: 1 }],
  ['a: 1\r\nb:\r\n  - x\r\n', { a: 1, b: ['x'] }],
  [
    'a: yes\nb: true\nc: null\nd: 0x10\ne: 2030-01-01\nf: "x"\n',
    { a: 'yes', b: true, c: null, d: 16, e: '2030-01-01', f: 'x' },
  ],
  ['1: a\ntrue: b\n', { '1': 'a', 'true': 'b' }],
  ['a: &x [1]\nb: *x\n', { a: [1], b: [1] }],
  ['- 1\n', [1]],
  ['just text', 'just text'],
  ['a: 1\nb: 2\na: 3\n', ['3: The key a stands twice; put what belongs to it into one place.']],
  ['a: [1\n', ['2: Flow sequence in block collection must be sufficiently indented and end with a ].']],
  ['a: !!js/function x\n', ['1: Unresolved tag: tag:yaml.org,2002:js/function.']],
  ['a: 1\n---\nb: 2\n', ['2: Only one document may stand in the file.']],
  ['"shell *": deny\n? [a]\n: 1\n', ['2: A key must be a text on one line.']],
  ['a: 1\n? \n: 1\n', ['2: A key must be a text on one line.']],
];
for (const [text, expected] of TEXTS) {
  test(JSON.stringify(text), () => assert.deepEqual(read(text), expected));
}

test('a merge key is a key like any other and merges nothing', () => {
  assert.deepEqual(read('a: &x\n  b: 1\nc:\n  <<: *x\n'), { a: { b: 1 }, c: { '<<': { b: 1 } } });
});

describe('bounds', () => {
  test('anchors that blow up', () => {
    const rows = Array.from({ length: 9 }, (_, i) => `a${i + 1}: &a${i + 1} [${Array(9).fill(`*a${i}`).join(', ')}]`);
    assert.deepEqual(read(['a0: &a0 [x]', ...rows].join('\n')), [
      '1: The file holds too many values, or its anchors repeat too much.',
    ]);
  });
  test('an anchor that is named again and again', () => {
    const text = (times: number): string => `a: &a x\nb:\n${'  - *a\n'.repeat(times)}`;
    assert.ok(!Array.isArray(read(text(100))));
    for (const times of [101, 200_000])
      assert.deepEqual(read(text(times)), ['103: The file names its anchors more than 100 times.']);
  });
  test('an anchor inside itself', () => {
    assert.deepEqual(read('a: &a\n  b: *a\n'), ['2: The text is nested too deeply.']);
  });
  test('nesting', () => {
    assert.deepEqual(read(`a: ${'['.repeat(40)}${']'.repeat(40)}`), ['1: The text is nested too deeply.']);
    assert.deepEqual(read('['.repeat(100_000)), ['1: The text is nested too deeply.']);
  });
});

test('keeps the line of every key and entry', () => {
  const data = readYaml('a:\n  b: 1\n  c:\n    - x\n    -\n      d: 2\n', 'f.yml');
  assert.ok(data.ok);
  assert.deepEqual(
    [['a'], ['a', 'b'], ['a', 'c'], ['a', 'c', 0], ['a', 'c', 1], ['a', 'c', 1, 'd']].map((path) =>
      data.value.lines.get(toPathKey(path)),
    ),
    [1, 2, 3, 4, 6, 6],
  );
});
