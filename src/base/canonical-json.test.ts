import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { toCanonicalJson } from './canonical-json.ts';
import { digestOf, digestText } from './digest.ts';

const cases: readonly [value: unknown, text: string][] = [
  [null, 'null'],
  [undefined, 'null'],
  ['a"b\n', '"a\\"b\\n"'],
  [1.5, '1.5'],
  [Number.NaN, 'null'],
  [[], '[]'],
  [[undefined, 1], '[null,1]'],
  [{}, '{}'],
  [{ b: 1, a: { d: [2], c: true } }, '{"a":{"c":true,"d":[2]},"b":1}'],
  [{ kept: null, left: undefined }, '{"kept":null}'],
  [{ 'ä': 1, 'z': 2, 'Z': 3, '10': 4, '9': 5 }, '{"10":4,"9":5,"Z":3,"z":2,"ä":1}'],
];

test('canonical JSON of each shape', () => {
  for (const [value, text] of cases) assert.equal(toCanonicalJson(value), text);
});

test('canonical JSON is JSON and says the same', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 3 }), (value) => {
      assert.deepEqual(JSON.parse(toCanonicalJson(value)), JSON.parse(JSON.stringify(value)));
    }),
  );
});

test('the order in which keys were set does not show', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 }), { noNullPrototype: true }), (record) => {
      const turned = Object.fromEntries(Object.entries(record).toReversed());
      assert.equal(toCanonicalJson(turned), toCanonicalJson(record));
      assert.equal(digestOf(turned), digestOf(record));
    }),
  );
});

test('a digest is SHA-256 of the UTF-8 text in lower-case hex', () => {
  const ofEmpty = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
  assert.equal(digestText(''), ofEmpty);
  assert.equal(digestText(new Uint8Array()), ofEmpty);
  assert.equal(digestOf('ä'), digestText('"ä"'));
});
