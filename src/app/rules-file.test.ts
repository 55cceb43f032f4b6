import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { Fault } from '../base/fault.ts';
import type { StandingRule } from '../policy/answers/standing.ts';
import { addRules, listRules, revokeRule, rulesFileOf } from './rules-file.ts';

const root = mkdtempSync(join(tmpdir(), 'bailiwick-rules-'));
after(() => rmSync(root, { recursive: true, force: true }));

let made = 0;
const freshHome = (): string => join(root, `home-${made++}`);

const ORIGIN = { answer: 'always_command', by: 'local:1', at: 0, approval: 'apr_1' } as const;
const BECAUSE = 'always_command by local:1 on 1970-01-01T00:00:00.000Z (apr_1)';
const allow = (pattern: string, danger: StandingRule['danger'] = []): StandingRule => ({
  pattern,
  action: 'allow',
  danger,
});

describe('rules.yml', () => {
  it('is made with what an answer wrote, readable by its owner alone', () => {
    const home = freshHome();
    addRules(home, [allow('shell make: all "x"'), allow('shell rm -rf build', ['recursive-delete'])], ORIGIN);
    assert.deepEqual(listRules(home), [
      { pattern: 'shell make: all "x"', line: 2, action: 'allow', danger: [], because: BECAUSE },
      { pattern: 'shell rm -rf build', line: 5, action: 'allow', danger: ['recursive-delete'], because: BECAUSE },
    ]);
    assert.equal(statSync(rulesFileOf(home)).mode & 0o777, 0o600);
  });

  it('keeps what people wrote, with their comments', () => {
    const home = freshHome();
    addRules(home, [allow('shell make')], ORIGIN);
    const text = '# mine\npermissions:\n  "shell ls *": deny # never\n';
    writeFileSync(rulesFileOf(home), text);
    addRules(home, [allow('shell make')], ORIGIN);
    const written = readFileSync(rulesFileOf(home), 'utf8');
    assert.ok(written.startsWith(text), written);
    assert.deepEqual(
      listRules(home).map(({ pattern, action, because }) => [pattern, action, because]),
      [
        ['shell ls *', 'deny', null],
        ['shell make', 'allow', BECAUSE],
      ],
    );
    assert.ok(revokeRule(home, 'shell make'));
    assert.equal(revokeRule(home, 'shell make'), false);
    assert.equal(readFileSync(rulesFileOf(home), 'utf8'), text);
  });

  it('replaces a rule of the same pattern', () => {
    const home = freshHome();
    addRules(home, [allow('shell make')], ORIGIN);
    addRules(home, [{ pattern: 'shell make', action: 'deny', danger: [] }], ORIGIN);
    assert.deepEqual(
      listRules(home).map(({ action }) => action),
      ['deny'],
    );
  });

  it('holds nothing when it is missing or empty', () => {
    const home = freshHome();
    assert.deepEqual([listRules(home), revokeRule(home, 'shell ls')], [[], false]);
  });

  it('is left alone when it is broken, or cannot be written', () => {
    const home = freshHome();
    addRules(home, [allow('shell make')], ORIGIN);
    for (const text of ['permissions: [', '- a\n', '"']) {
      writeFileSync(rulesFileOf(home), text);
      const isBroken = (error: unknown): boolean => error instanceof Fault && error.code === 'config-invalid';
      assert.throws(() => addRules(home, [allow('shell ls')], ORIGIN), isBroken, text);
      assert.equal(readFileSync(rulesFileOf(home), 'utf8'), text);
    }
    const isFailed = (error: unknown): boolean => error instanceof Fault && error.code === 'config-unreadable';
    assert.throws(() => addRules(rulesFileOf(home), [allow('shell ls')], ORIGIN), isFailed);
  });
});
