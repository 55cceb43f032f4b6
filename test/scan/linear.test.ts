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

/** The least of some tries, in milliseconds of the processor. */
function cost(work: () => unknown): number {
  const tries = Array.from({ length: 2 }, () => {
    const from = process.threadCpuUsage();
    work();
    const { user, system } = process.threadCpuUsage(from);
    return (user + system) / 1000;
  });
  return Math.min(...tries);
}

describe('a text made to take long', () => {
  for (const [name, rules] of [
    ['messages', MESSAGE_RULES],
    ['skills', SKILL_RULES],
  ] as const) {
    for (const unit of UNITS) {
      it(`${JSON.stringify(unit)} again and again, by the rules for ${name}`, () => {
        const text = unit.repeat(Math.ceil(LONG / unit.length));
        const whole = cost(() => findHits(text, [...rules]));
        const part = cost(() => findHits(text.slice(0, text.length / 8), [...rules]));
        // eight times the text: a square would be 64 times the cost
        assert.ok(
          whole < Math.max(part, 4) * 28,
          `${part.toFixed(1)} ms for an eighth, ${whole.toFixed(1)} ms for all`,
        );
      });
    }
  }
});
