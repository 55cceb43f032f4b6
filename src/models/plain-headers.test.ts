import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { PlainHeaders } from './plain-headers.ts';

const name = fc.constantFrom('a', 'B', 'b', 'Content-Type', 'content-type', 'user-agent', 'x-api-key');
const value = fc.constantFrom('', 'one', ' two ', '3', 'a, b');
const pair = fc.tuple(name, value);

type Change = readonly ['append' | 'set', string, string] | readonly ['delete', string];
const change: fc.Arbitrary<Change> = fc.oneof(
  fc.tuple(fc.constantFrom('append' as const, 'set' as const), name, value),
  fc.tuple(fc.constant('delete' as const), name),
);

function apply(headers: Headers, changes: readonly Change[]): Headers {
  for (const [what, name, value = ''] of changes) {
    if (what === 'delete') headers.delete(name);
    else headers[what](name, value);
  }
  return headers;
}

/** Everything there is to see of headers. */
function see(headers: Headers): unknown {
  const each: unknown[] = [];
  headers.forEach((value, name) => each.push([name, value]));
  const asked = ['A', 'b', 'CONTENT-TYPE', 'none'].map((name) => [headers.get(name), headers.has(name)]);
  return [[...headers], [...headers.entries()], [...headers.keys()], [...headers.values()], each, asked];
}

describe('headers without fetch', () => {
  it('are as those of fetch', () => {
    fc.assert(
      fc.property(fc.array(pair), fc.array(change), (given, changes) => {
        assert.deepEqual(see(apply(new PlainHeaders(given), changes)), see(apply(new Headers(given), changes)));
      }),
    );
  });

  it('take records and other headers', () => {
    const record = { 'B': '2', 'a': '1', 'Set-Cookie': 'c=1' };
    assert.deepEqual(see(new PlainHeaders(record)), see(new Headers(record)));
    assert.deepEqual(see(new PlainHeaders(new PlainHeaders(record))), see(new Headers(record)));
    assert.deepEqual(see(new PlainHeaders()), see(new Headers()));
    assert.deepEqual(new PlainHeaders(record).getSetCookie(), ['c=1']);
    assert.deepEqual(new PlainHeaders().getSetCookie(), []);
  });
});
