import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, test } from 'node:test';
import type { JudgePort } from '../../app/policy-reports.ts';
import { Fault } from '../../base/fault.ts';
import { matchesText } from '../../testing/policy-source.ts';
import type { Decision } from '../../vocab/decision.ts';
import type { Command, ParsedArgs } from '../command.ts';
import type { Out } from '../out.ts';
import { policyDiff } from './diff.ts';
import { policyLint } from './lint.ts';
import { policyShow } from './show.ts';
import { policyTest } from './test.ts';

let home = '';

const put = (name: string, text: string): void => writeFileSync(join(home, name), text);

/** Denies what a rule of the policy denies word for word, asks about everything else. */
const judge: JudgePort = {
  matches: matchesText,
  openJudge: async (_config, policy) => (question) => {
    const { command } = question.input;
    const denies = policy.rules.some((rule) => rule.action === 'deny' && rule.argument === command);
    const verdict = denies ? 'deny' : 'ask';
    const step = denies ? 'permission-deny' : 'confirm-policy';
    return { verdict, step, reason: 'a rule\nsays so' } as Decision; // reports read these three
  },
};

async function run(make: (judge: JudgePort) => Command, args: Partial<ParsedArgs> = {}) {
  const said = { code: 0, text: '' };
  const write = (text: string): void => void (said.text += text.replaceAll(home, '~'));
  const out: Out = {
    write,
    line: (text) => write(`${text}\n`),
    json: (value) => write(`${JSON.stringify(value)}\n`),
    log: () => assert.fail('nothing is logged'),
    logRaw: () => assert.fail('nothing is logged'),
    paint: (_color, text) => text,
    resultIsTerminal: false,
    logIsTerminal: false,
  };
  const signal = new AbortController().signal;
  const context = { cwd: home, env: { HOME: home }, stdin: process.stdin, signal };
  said.code = await make(judge).run(context, { values: {}, positionals: [], ...args }, out);
  return said;
}

const refusal = async (promise: Promise<unknown>): Promise<string> => {
  const error: unknown = await promise.then(() => null).catch((error: unknown) => error);
  assert.ok(error instanceof Fault, String(error));
  return `${error.code} ${error.message.replaceAll(home, '~')}`;
};

describe('policy commands', () => {
  beforeEach(() => {
    home = realpathSync(mkdtempSync(join(tmpdir(), 'bailiwick-policy-')));
    mkdirSync(join(home, '.bailiwick'));
  });
  afterEach(() => rmSync(home, { recursive: true }));

  describe('policy show', () => {
    test('prints settings, rules and danger classes with their origin', async () => {
      put(
        '.bailiwick/config.yml',
        'permissions:\n  "shell make *": allow\nsecurity:\n  require_confirmation_for_shell: true\n',
      );
      const { code, text } = await run(policyShow);
      assert.equal(code, 0);
      const lines = text.split('\n').map((line) => line.trim().replaceAll(/ {2,}/g, ' | '));
      assert.match(lines[0] ?? '', /^Policy [0-9a-f]{64}$/);
      for (const line of [
        'user: ~/.bailiwick/config.yml',
        'security.confirm_policy | confirm_all | ~/.bailiwick/config.yml:4',
        'approvals.mode | manual | (default)',
        'permissions.shell make * | allow | ~/.bailiwick/config.yml:2',
        'secret-read* | reads a place where secrets are kept',
        'recursive-delete | deletes a tree inside the workspace or the temporary folder',
        'security.require_confirmation_for_shell is the older name of security.confirm_policy.',
      ]) {
        assert.ok(lines.includes(line), `${line} is missing in\n${text}`);
      }
    });
    test('says when there is no rule, and prints JSON', async () => {
      assert.match((await run(policyShow)).text, /\n {2}\(none\)\n/);
      const { text } = await run(policyShow, { values: { json: true } });
      const shown: unknown = JSON.parse(text);
      assert.deepEqual(Object.keys(shown as object), [
        'digest',
        'files',
        'settings',
        'rules',
        'dangerClasses',
        'warnings',
      ]);
    });
    test('a broken file ends it with the place', async () => {
      put('.bailiwick/config.yml', 'a: 1\n');
      assert.equal(
        await refusal(run(policyShow)),
        'config-invalid The configuration is broken.\n~/.bailiwick/config.yml:1: There is no key a. (docs/reference/config.md lists every key)',
      );
    });
  });

  describe('policy lint', () => {
    test('is content with a good policy', async () => {
      assert.deepEqual(await run(policyLint), { code: 0, text: 'Nothing to say about this policy.\n' });
    });
    test('a hint is no failure, a warning is', async () => {
      put('.bailiwick/config.yml', 'permissions:\n  "grep *": ask\n');
      const hint = 'Rule "grep *" speaks of the tool grep only; no rule speaks of shell grep.';
      assert.deepEqual(await run(policyLint), {
        code: 0,
        text: `~/.bailiwick/config.yml:2: hint: ${hint} (add a rule "shell grep *" if both are meant) [other-tool]\n`,
      });
      put('.bailiwick/config.yml', 'security:\n  command_allowlist: [""]\n  require_confirmation_for_shell: true\n');
      const { code, text } = await run(policyLint, { values: { json: true } });
      assert.equal(code, 1);
      assert.deepEqual(
        (JSON.parse(text) as { code: string; line: number }[]).map(({ code, line }) => [code, line]),
        [
          ['no-effect', 3],
          ['empty-entry', 2],
        ],
      );
    });
  });

  describe('policy test', () => {
    test('reads policy-tests.yml of the home, tells what failed, and counts', async () => {
      put('.bailiwick/config.yml', 'permissions:\n  shell a b: deny\n');
      put(
        '.bailiwick/policy-tests.yml',
        'cases:\n  - {line: a b, expect: deny, step: permission-deny}\n  - {line: c, expect: allow, note: why}\n  - {tool: read, input: {path: x}, expect: ask, step: readonly}\n',
      );
      assert.deepEqual(await run(policyTest), {
        code: 1,
        text: [
          '~/.bailiwick/policy-tests.yml:3: c',
          '  expected allow, got ask by confirm-policy: a rule\\nsays so',
          '  note: why',
          '~/.bailiwick/policy-tests.yml:4: read {"path":"x"}',
          '  expected ask by readonly, got ask by confirm-policy: a rule\\nsays so',
          '1 of 3 cases as expected.',
          '',
        ].join('\n'),
      });
    });
    test('a named file, as JSON lines', async () => {
      put('c.yml', 'cases: [{line: x, expect: ask}]\n');
      const { code, text } = await run(policyTest, { positionals: ['c.yml'], values: { json: true } });
      assert.equal(code, 0);
      assert.deepEqual(JSON.parse(text), {
        case: {
          file: '~/c.yml',
          line: 1,
          question: { tool: 'shell', input: { command: 'x' }, mode: 'default' },
          expect: 'ask',
          step: null,
          note: null,
        },
        verdict: 'ask',
        step: 'confirm-policy',
        reason: 'a rule\nsays so',
        passed: true,
      });
    });
    test('no file, no case, or a broken file is a failure', async () => {
      assert.equal(await refusal(run(policyTest)), 'not-found There is no file ~/.bailiwick/policy-tests.yml.');
      put('c.yml', '');
      assert.match(await refusal(run(policyTest, { positionals: ['c.yml'] })), /~\/c\.yml:1: The file holds no case\./);
      put('c.yml', 'a: [');
      assert.match(await refusal(run(policyTest, { positionals: ['c.yml'] })), /~\/c\.yml:1: /);
      assert.match(await refusal(run(policyTest, { positionals: ['.bailiwick'] })), /This is no regular file/);
    });
  });

  describe('policy diff', () => {
    test('prints what changes, and which cases flip', async () => {
      put('a.yml', 'permissions:\n  shell x: deny\napprovals: {mode: auto}\n');
      put('b.yml', 'permissions:\n  shell y: deny\n');
      put('c.yml', 'cases:\n  - {line: x, expect: deny}\n  - {line: z, expect: ask}\n');
      const changes = '~ approvals.mode: auto -> manual\n- rule "shell x": deny\n+ rule "shell y": deny\n';
      const positionals = ['a.yml', 'b.yml'];
      assert.deepEqual(await run(policyDiff, { positionals }), { code: 0, text: changes });
      assert.deepEqual(await run(policyDiff, { positionals, values: { cases: 'c.yml' } }), {
        code: 0,
        text: `${changes}\n~/c.yml:2: x: deny -> ask\n1 case changes its verdict.\n`,
      });
      const { text } = await run(policyDiff, { positionals, values: { json: true } });
      assert.deepEqual(Object.keys(JSON.parse(text) as object), ['changes', 'flips']);
    });
    test('equal files, and no flips', async () => {
      put('a.yml', '');
      put('c.yml', 'cases: [{line: x, expect: deny}]\n');
      const same = await run(policyDiff, { positionals: ['a.yml', 'a.yml'], values: { cases: 'c.yml' } });
      assert.equal(same.text, 'Rules and settings are the same.\n\n0 cases change their verdict.\n');
    });
    test('needs two files that are there and sound', async () => {
      put('a.yml', 'a: 1\n');
      assert.match(await refusal(run(policyDiff, { positionals: ['a.yml'] })), /^usage /);
      assert.match(await refusal(run(policyDiff, { positionals: ['a', 'b', 'c'] })), /^usage /);
      assert.equal(
        await refusal(run(policyDiff, { positionals: ['b.yml', 'a.yml'] })),
        'not-found There is no file ~/b.yml.',
      );
      assert.match(await refusal(run(policyDiff, { positionals: ['a.yml', 'a.yml'] })), /^config-invalid /);
    });
  });
});
