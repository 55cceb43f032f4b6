import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { parseArguments } from './parse-arguments.ts';

describe('parseArguments', () => {
  it('gives back every object that was written as JSON', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 20 })), (value) => {
        const text = JSON.stringify(value);
        assert.deepEqual(parseArguments(text), { input: JSON.parse(text), fault: null });
      }),
    );
  });

  it('gives either arguments or a fault for any text, on one line', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const { input, fault } = parseArguments(text);
        assert.equal(input === null, fault !== null);
        assert.ok(!(fault ?? '').includes('\n'));
      }),
    );
  });

  it('refuses arguments that nothing else could go through', () => {
    const nested = (levels: number): string => `{"a":${'['.repeat(levels)}${']'.repeat(levels)}}`;
    assert.equal(parseArguments(nested(63)).fault, null);
    for (const levels of [64, 3000, 20_000])
      assert.equal(parseArguments(nested(levels)).fault, 'The arguments are nested more than 64 levels deep.');
  });

  it('shortens what it shows', () => {
    const { fault } = parseArguments(JSON.stringify('x'.repeat(5000)));
    assert.ok((fault ?? '').length < 250);
  });
});
