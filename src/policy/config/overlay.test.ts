import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toSource } from '../../testing/policy-source.ts';
import { parsePolicyOverlay, standIn } from './overlay.ts';

const READ: readonly (readonly [unknown, unknown])[] = [
  [{}, { config: {}, mode: undefined, approved: [] }],
  [
    { 'security.command_allowlist': ['npm test'], 'mode': 'yolo', 'session.approved': ['make build'] },
    { config: { security: { command_allowlist: ['npm test'] } }, mode: 'yolo', approved: ['make build'] },
  ],
  [
    { 'security': { taint: 'off' }, 'security.confirm_policy': false, 'session': { approved: [] } },
    { config: { security: { taint: 'off', confirm_policy: false } }, mode: undefined, approved: [] },
  ],
  [
    { permissions: { 'write docs/a.md': 'ask' } },
    { config: { permissions: { 'write docs/a.md': 'ask' } }, mode: undefined, approved: [] },
  ],
];
for (const [value, expected] of READ) {
  test(`reads ${JSON.stringify(value)}`, () => {
    const overlay = parsePolicyOverlay(value, 'line 3');
    assert.ok(overlay.ok);
    const { source, mode, sessionApproved } = overlay.value;
    assert.deepEqual({ config: source.config, mode, approved: sessionApproved }, expected);
    assert.deepEqual([source.layer, source.file, source.trusted], ['session', 'line 3', true]);
  });
}

const REFUSED: readonly (readonly [unknown, string])[] = [
  [null, 'A policy must be a map of keys. (give configuration keys, flat or nested)'],
  [[], 'A policy must be a map of keys. (give configuration keys, flat or nested)'],
  [{ mode: 'Yolo' }, 'mode must be default, plan, yolo, not "Yolo". (leave it out for default)'],
  [{ 'session.approved': 'x' }, 'session.approved must be a list of texts. (nothing else stands in session)'],
  [{ 'session.approved': [1] }, 'session.approved must be a list of texts. (nothing else stands in session)'],
  [{ session: { approvd: [] } }, 'session.approved must be a list of texts. (nothing else stands in session)'],
  [{ session: [] }, 'session.approved must be a list of texts. (nothing else stands in session)'],
  [
    { session: { approved: [], other: 1 } },
    'session.approved must be a list of texts. (nothing else stands in session)',
  ],
  [
    { 'security.taint': 'ask', 'security': { taint: 'off' } },
    'security is given twice. (give it flat or nested, not both)',
  ],
  [{ 'security': 1, 'security.taint': 'ask' }, 'security.taint is given twice. (give it flat or nested, not both)'],
  [{ 'security.tain': 'ask' }, 'There is no key security.tain. (did you mean security.taint?)'],
];
for (const [value, expected] of REFUSED) {
  test(`refuses ${JSON.stringify(value)}`, () => {
    const overlay = parsePolicyOverlay(value, 'line 3');
    assert.deepEqual(
      overlay.ok ? [] : overlay.error.map(({ file, line, message, hint }) => [file, line, `${message} (${hint})`]),
      [['line 3', null, expected]],
    );
  });
}

test('stands in for what the user wrote, not for the system file or the project', () => {
  const sources = (['system', 'user', 'rules', 'project', 'session'] as const).map((layer) => toSource({}, layer));
  const overlay = { ...toSource({}, 'session'), file: 'row' };
  assert.deepEqual(
    standIn(sources, overlay).map(({ file }) => file),
    ['system.yml', 'project.yml', 'row'],
  );
});
