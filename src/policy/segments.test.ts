import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createCompiled, createLineFacts, createShellCall } from '../testing/judge-line.ts';
import { findAsking } from './answers/standing.ts';
import { decide } from './decide.ts';

const judge = (line: string) => {
  const facts = createLineFacts(line);
  return { facts, decision: decide(createShellCall(line), facts, createCompiled({})) };
};

describe('a command that may run in several folders', () => {
  const cases: readonly (readonly [string, readonly string[]])[] = [
    ['cd x || cd y; make', ['cd x: ask', 'cd y: ask', 'make: ask']],
    ['make; make', ['make: ask', 'make: ask']],
    ['if a; then cd x; fi; make test | tee y', ['a: ask', 'cd x: ask', 'make test: ask', 'tee y: ask']],
    ['cd x || cd y; { make; ls; } > z', ['cd x: ask', 'cd y: ask', '{ make; ls; } > z: ask', 'make: ask', 'ls: ask']],
    ['cd x || cd y; sudo id', ['cd x: ask', 'cd y: ask', 'sudo id: ask', 'id: ask']],
    ['if a; then cd /; fi; rm -rf etc', ['a: ask', 'cd /: ask', 'rm -rf etc: deny']],
  ];
  for (const [line, expected] of cases) {
    test(`is one segment, with the strictest verdict: ${line}`, () =>
      assert.deepEqual(
        judge(line).decision.segments.map(({ text, verdict }) => `${text}: ${verdict}`),
        expected,
      ));
  }

  test('has the class it has in any of them', () => {
    const { segments, trace } = judge('if a; then cd ~/.ssh; fi; cat config').decision;
    assert.equal(segments.at(-1)?.class, 'secret-read');
    assert.deepEqual(
      trace.flatMap(({ segments: about }) => about ?? []).filter((at) => at >= segments.length),
      [],
    );
  });

  test('asks in each of them', () => {
    const { decision, facts } = judge('cd x || cd y; make');
    assert.deepEqual(findAsking(decision, facts), [0, 1, 2, 3]);
  });
});
