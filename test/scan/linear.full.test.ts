import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { MESSAGE_RULES } from '../../src/guard/scan/message-rules.ts';
import { findHits } from '../../src/guard/scan/scan.ts';
import { SKILL_RULES } from '../../src/guard/scan/skill-rules.ts';

/** Texts made to take long: what they cost grows with their length, not with its square. */

const UNITS =
  'a|a.|a |ignore |ignore previous rules |curl |curl x \\|| "|\n|user: hi\nassistant: |<|QUJD|41 |assistant: send |not |a\u200b|\u202e|%41|a@|rm -r |![|"role"|### response: |忽略之前|/|rm --a |password zip |env |x:y,'.split(
    /(?<!\\)\|/,
  );
const LONG = 32_000;

/** Milliseconds of the processor. The kernel counts in steps of some milliseconds. */
function cost(work: () => unknown): number {
  const from = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(from);
  return (user + system) / 1000;
}

const STEP_MS = 20;
const TRIES = 4;

describe('a text made to take long', () => {
  for (const [name, rules] of [
    ['messages', MESSAGE_RULES],
    ['skills', SKILL_RULES],
  ] as const) {
    for (const unit of UNITS) {
      it(`${JSON.stringify(unit)} again and again, by the rules for ${name} [T129]`, () => {
        const text = unit.repeat(Math.ceil(LONG / unit.length));
        const part = text.slice(0, text.length / 8);
        const eightParts = (): void => {
          for (let i = 0; i < 8; i++) findHits(part, [...rules]);
        };
        eightParts(); // compiles what the rules need
        // As much text at once as in eight parts: with a square it would cost eight times as much.
        const tries = Array.from({ length: TRIES }, () => [cost(() => findHits(text, [...rules])), cost(eightParts)]);
        const isLinear = tries.some(([whole = 0, parts = 0]) => whole < parts * 3.5 + STEP_MS);
        assert.ok(isLinear, tries.map((pair) => pair.map((ms) => ms.toFixed(0)).join(' against ')).join(', '));
      });
    }
  }
});
