import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { toWorkshopGuidance } from './guidance.ts';
import { parseWorkshopSettings } from './settings.ts';

const DEFAULTS = {
  ...{ enabled: true, autoCapture: true, approvalPolicy: 'pending', reviewMode: 'hybrid' },
  ...{ reviewInterval: 15, reviewMinToolCalls: 8, reviewTimeoutMs: 45_000, maxPending: 50, maxSkillBytes: 40_000 },
};

it('what is left out has its default', () => {
  for (const value of [undefined, null, {}])
    assert.deepEqual(parseWorkshopSettings(value), { ok: true, value: DEFAULTS });
  const given = { autoCapture: false, reviewMode: 'off', maxPending: 200 };
  assert.deepEqual(parseWorkshopSettings(given), { ok: true, value: { ...DEFAULTS, ...given } });
});

describe('a wrong value is a fault that says what fits [T193]', () => {
  const cases: readonly (readonly [string, unknown, RegExp, RegExp])[] = [
    ['reviewMode', 'of', /must be off, heuristic, llm or hybrid, not "of"/, /did you mean off/],
    ['approvalPolicy', 'Auto', /must be pending or auto, not "Auto"/, /did you mean auto/],
    ['approvalPolicy', true, /must be pending or auto, not true/, /default/],
    ['enabled', 'false', /must be true or false, not "false"/, /default/],
    ['autoCapture', 1, /must be true or false, not 1/, /default/],
    ['autoCapture', null, /must be true or false, not null/, /default/],
    ['autocapture', true, /no key "autocapture"/, /did you mean autoCapture/],
    ['reviewIntervall', 5, /no key/, /did you mean reviewInterval/],
    ['colour', 5, /no key/, /the keys are enabled/],
    ['reviewInterval', '15', /a whole number from 1 to 200, not "15"/, /default/],
    ['reviewInterval', 1.5, /from 1 to 200, not 1.5/, /default/],
  ];
  for (const [key, value, message, hint] of cases) {
    it(`${key}: ${JSON.stringify(value)}`, () => {
      const parsed = parseWorkshopSettings({ [key]: value });
      assert.ok(!parsed.ok);
      assert.deepEqual(
        parsed.error.map((fault) => fault.key),
        [key],
      );
      assert.match(parsed.error[0]?.message ?? '', message);
      assert.match(parsed.error[0]?.hint ?? '', hint);
    });
  }

  const ranges: readonly (readonly [string, number, number])[] = [
    ['reviewInterval', 1, 200],
    ['reviewMinToolCalls', 1, 500],
    ['reviewTimeoutMs', 5_000, 180_000],
    ['maxPending', 1, 200],
    ['maxSkillBytes', 1_024, 200_000],
  ];
  for (const [key, least, most] of ranges) {
    it(`${key} from ${least} to ${most}`, () => {
      for (const value of [least, most]) assert.ok(parseWorkshopSettings({ [key]: value }).ok);
      for (const value of [least - 1, most + 1]) {
        const parsed = parseWorkshopSettings({ [key]: value });
        const message = `${key} must be a whole number from ${least} to ${most}, not ${value}.`;
        assert.deepEqual(parsed, { ok: false, error: [{ key, message, hint: 'leave it out for the default' }] });
      }
    });
  }

  it('all of them are told, and something else than a map is one', () => {
    const many = parseWorkshopSettings({ reviewMode: 'on', maxPending: 0, x: 1 });
    assert.deepEqual(
      many.ok ? null : new Set(many.error.map(({ key }) => key)),
      new Set(['maxPending', 'reviewMode', 'x']),
    );
    const none = parseWorkshopSettings([]);
    assert.deepEqual(none.ok ? [] : none.error.map(({ key }) => key), [null]);
  });
});

it('the guidance is short and says how suggestions end', () => {
  const texts = [toWorkshopGuidance('pending'), toWorkshopGuidance('auto')];
  for (const text of texts) assert.ok(Buffer.byteLength(text) / 4 <= 160, String(Buffer.byteLength(text) / 4));
  assert.match(texts[0] ?? '', /queued for review.*explicitly approved/);
  assert.match(texts[1] ?? '', /written at once.*apply: false/);
  assert.notEqual(texts[0], texts[1]);
});
