import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { createRedactor, type Secret } from './redact.ts';

const secrets: readonly Secret[] = [
  { name: 'API_KEY', value: 'sk-abcdef-123456' },
  { name: 'TOKEN', value: '123456-xyz' },
  { name: 'SHORT', value: 'abc' },
  { name: 'AGAIN', value: 'sk-abcdef-123456' },
  { name: 'PEM', value: '-----BEGIN KEY-----\nMIIEvQIBADANBgkqhkiG\nAgEAAoIBAQDq\n-----END KEY-----\n' },
];
const redactor = createRedactor(secrets);

describe('a known secret value', () => {
  const cases: readonly (readonly [string, string])[] = [
    ['nothing here', 'nothing here'],
    ['key=sk-abcdef-123456;', 'key=[secret API_KEY];'],
    ['sk-abcdef-123456sk-abcdef-123456', '[secret API_KEY][secret API_KEY]'],
    ['sk-abcdef-12345', 'sk-abcdef-12345'],
    ['abc', 'abc'],
    ['sk-abcdef-123456-xyz', '[secret API_KEY]'],
    ['12\tMIIEvQIBADANBgkqhkiG', '12\t[secret PEM]'],
    ['-----BEGIN KEY-----', '-----BEGIN KEY-----'],
  ];
  for (const [text, expected] of cases) {
    it(`is marked in ${text}`, () => {
      assert.equal(redactor.text(text), expected);
      assert.equal(Buffer.from(redactor.bytes(Buffer.from(text))).toString(), expected);
    });
  }

  it('is marked in every text of a value, and what holds none stays the very same value', () => {
    const value = { a: ['x', { 'sk-abcdef-123456': 'sk-abcdef-123456' }], n: 1, z: null };
    assert.deepEqual(redactor.value(value), { a: ['x', { '[secret API_KEY]': '[secret API_KEY]' }], n: 1, z: null });
    const plain = { a: ['x', { b: 'c' }], n: 1 };
    assert.equal(redactor.value(plain), plain);
  });

  it('leaves bytes that are no text alone', () => {
    const bytes = Buffer.from([0xff, 0x00, 0xc3]);
    assert.equal(redactor.bytes(bytes), bytes);
  });

  it('is told by its mark', () => {
    assert.equal(redactor.findMark({ a: ['see [secret API_KEY]'] }), 'API_KEY');
    assert.equal(redactor.findMark({ a: ['see [secret OTHER]', 3] }), null);
  });

  it('that is not known changes nothing', () => {
    const none = createRedactor([{ name: 'SHORT', value: 'abc' }]);
    assert.equal(none.text('abc'), 'abc');
    assert.equal(none.findMark('[secret SHORT]'), null);
    assert.equal(none.stream().push('x') + none.stream().end(), 'x');
    const bytes = Buffer.from('abc');
    assert.equal(none.bytes(bytes), bytes);
    assert.equal(none.byteStream().push(bytes), bytes);
    assert.equal(none.byteStream().end().length, 0);
    assert.equal(none.value(bytes), bytes);
  });
});

describe('a stream', () => {
  const piece = fc.constantFrom(
    'sk-abc',
    'def-123',
    '456',
    '-xyz',
    ' ',
    'sk-',
    'a',
    'ä',
    '123456-xyz',
    'sk-abcdef-123456',
  );

  it('shows what the whole text shows, however it is cut', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const stream = redactor.stream();
        const shown = pieces.map((one) => stream.push(one)).join('') + stream.end();
        assert.equal(shown, redactor.text(pieces.join('')));
      }),
    );
  });

  it('of bytes does too, cut inside of characters', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 20 }), fc.integer({ min: 1, max: 5 }), (pieces, size) => {
        const bytes = Buffer.from(pieces.join(''));
        const stream = redactor.byteStream();
        const shown: Uint8Array[] = [];
        for (let at = 0; at < bytes.length; at += size) shown.push(stream.push(bytes.subarray(at, at + size)));
        shown.push(stream.end());
        assert.equal(Buffer.concat(shown).toString(), redactor.text(pieces.join('')));
      }),
    );
  });

  it('holds back no more than the beginning of a value', () => {
    const stream = redactor.stream();
    assert.equal(stream.push('hello sk-ab'), 'hello ');
    assert.equal(stream.push('out'), 'sk-about');
  });

  it('does not hold back without end', () => {
    const stream = createRedactor([{ name: 'A', value: 'a'.repeat(9) }]).stream();
    let shown = '';
    for (let i = 0; i < 70; i++) shown += stream.push('a'.repeat(1000));
    assert.ok(shown.length > 0 && !shown.includes('a'.repeat(9)));
  });
});
