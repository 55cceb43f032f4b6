import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, test } from 'node:test';
import { STEPS, type Decision } from '../src/vocab/decision.ts';
import { BUILT_BIN } from './built.ts';
import { createGround, type Ended } from './journeys/start-prompt.ts';
import { CASE_FOLDER, readRows, type Case } from './policy/case-files.ts';

/** `check` and `policy explain` as a person and as a program meet them: the real command in an empty home. */

const check = async (words: readonly string[], config = ''): Promise<Ended> => {
  using ground = createGround(config);
  return await ground.run(['check', ...words]);
};

const EXIT = { allow: 0, deny: 3, ask: 4 } as const;

// The throw-away home lies in the temporary folder, so that what is deleted there counts as inside.
describe('check', () => {
  const rows: readonly (readonly [line: string, verdict: keyof typeof EXIT, step: string, says?: RegExp])[] = [
    [
      'git status; rm -rf ~/projects',
      'ask',
      'confirm-policy',
      /command {2}2 of 2: rm -rf ~\/projects {2}\[recursive-delete\]/,
    ],
    ['X=rm; $X -rf /*', 'deny', 'hardline'],
    ['rm -rf "$\\\n{HOME}"', 'deny', 'hardline'],
    ['grep -rn TODO lib | head -20', 'allow', 'readonly'],
    ['man mkfs', 'ask', 'confirm-policy'],
    ['bailiwick trust .', 'deny', 'control'],
    ['', 'ask', 'confirm-policy'],
  ];
  for (const [line, verdict, step, says = /./] of rows) {
    test(`${JSON.stringify(line)} exits ${EXIT[verdict]}, by step ${step}`, async () => {
      const { exit, out, err } = await check([line]);
      assert.deepEqual(
        { exit, err, first: out.split('\n')[0]?.replace(/ \(.*/, '') },
        { exit: EXIT[verdict], err: '', first: `${verdict}  by step ${step}` },
      );
      assert.match(out, says);
    });
  }

  test('names the rule with its file and line', async () => {
    const { exit, out } = await check(
      ['make test'],
      'permissions:\n  "shell make *":\n    action: deny\n    because: use just\n',
    );
    assert.equal(exit, 3);
    assert.match(
      out,
      /^deny {2}by step permission-deny \(deny-rule\)\nreason {3}use just\nrule {5}"shell make \*" \(user, .*config\.yml:2\)\n/,
    );
  });

  test('--json prints one decision, with the answer of every step', async () => {
    const { exit, out } = await check(['--json', 'ls; rm -rf build']);
    const decision = JSON.parse(out) as Decision;
    assert.equal(exit, 4);
    assert.equal(out.trimEnd().split('\n').length, 1);
    assert.deepEqual(
      [decision.verdict, decision.step, decision.class, decision.segments.map(({ verdict }) => verdict)],
      ['ask', 'confirm-policy', 'recursive-delete', ['allow', 'ask']],
    );
    assert.deepEqual(
      decision.trace.map(({ step }) => step),
      STEPS,
    );
  });

  test('--tool asks about another tool, with its own word on the arguments', async () => {
    const outside = await check(['--tool', 'write', '--input', '{"path": "/etc/hosts", "content": ""}']);
    assert.deepEqual([outside.exit, /by step workspace/.test(outside.out)], [3, true]);
    const wrong = await check(['--tool', 'write', '--input', '{"path": "a"}']);
    assert.deepEqual([wrong.exit, /by step wellformed \(bad-arguments\)/.test(wrong.out)], [3, true]);
    const unknown = await check(['--tool', 'nosuch', '--input', '{}']);
    assert.deepEqual([unknown.exit, /there is no tool "nosuch"/.test(unknown.out)], [3, true]);
  });

  test('--mode judges as in that mode', async () => {
    assert.equal((await check(['--mode', 'yolo', 'make'])).exit, 0);
    assert.equal((await check(['--mode', 'plan', 'make'])).exit, 3);
  });

  test('wrong use exits 2 and says what is meant', async () => {
    const rows: readonly (readonly [words: readonly string[], says: RegExp])[] = [
      [[], /takes one shell line/],
      [['--mode', 'fast', 'ls'], /no mode fast/],
      [['--tool', 'read'], /needs --input/],
      [['--tool', 'read', '--input', '{'], /not JSON/],
      [['--tool', 'read', '--input', '{}', 'ls'], /not both/],
      [['--jsonl', 'ls'], /takes no other/],
    ];
    for (const [words, says] of rows) {
      const { exit, out, err } = await check(words);
      assert.deepEqual([exit, out, says.test(err)], [2, '', true], `${words.join(' ')}: ${err}`);
    }
  });

  test('a broken configuration refuses with file, line and hint', async () => {
    const { exit, out, err } = await check(['ls'], 'security:\n  comand_allowlist: []\n');
    assert.deepEqual([exit, out], [2, '']);
    assert.match(err, /config\.yml:2.*comand_allowlist/s);
    assert.match(err, /command_allowlist/);
  });
});

describe('check --jsonl', () => {
  test('meets every expectation of the case files, in order', async () => {
    for (const name of ['commands.jsonl', 'commands-2.jsonl']) {
      using ground = createGround();
      const { exit, out, err } = await ground.run(['check', '--jsonl'], {
        input: readFileSync(join(CASE_FOLDER, name)),
      });
      assert.deepEqual([exit, err], [0, '']);
      const answers = out
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as Decision & { readonly id: string });
      const rows = readRows(name) as readonly Case[];
      assert.deepEqual(
        answers.map(({ id }) => id),
        rows.map(({ id }) => id),
      );
      const wrong = rows.filter(({ expect }, i) => !expect.startsWith(answers[i]?.verdict ?? '?'));
      assert.deepEqual(
        wrong.map(({ id }) => id),
        [],
      );
    }
  });

  test('a bad line gets an error object, and the rest goes on', async () => {
    using ground = createGround();
    const input = [
      '{"id": "a", "command": "ls"}',
      'no json',
      '',
      '{"command": "ls", "tool": "read"}',
      '{"tool": "read"}',
      '[1]',
      '{"id": 7, "command": "ls", "cwd": "here"}',
      '{"id": 8, "command": "ls", "policy": {"approvals.mode": "fast"}}',
      '{"command": "make", "policy": {"permissions": {"shell make": "allow"}, "mode": "default"}}',
      '{"command": "make", "polcy": {"permissions": {"shell make": "deny"}}}',
      '{"command": "ls", "CWD": "/"}',
      '{"command": "ls", "dangerClass": null, "source": "", "comment": "", "lines": [], "of": 1, "verdict": "deny"}',
    ].join('\n');
    const { exit, out, err } = await ground.run(['check', '--jsonl'], { input });
    const answers = out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    assert.deepEqual([exit, err], [2, '']);
    assert.deepEqual(
      answers.map(({ id, verdict, error }) => [id, verdict ?? (error as { line: number }).line]),
      [
        ['a', 'allow'],
        [2, 2],
        [4, 4],
        [5, 5],
        [6, 6],
        [7, 7],
        [8, 8],
        [9, 'allow'],
        [10, 10],
        [11, 11],
        [12, 'allow'],
      ],
    );
    const messages = answers.flatMap(({ error }) =>
      error === undefined ? [] : [(error as { message: string }).message],
    );
    for (const [i, says] of [
      /^not JSON/,
      /not both/,
      /"input" must be an object/,
      /needs "command"|a row is a JSON object/,
      /"cwd" must be an absolute path/,
      /approvals\.mode/,
      /^there is no key "polcy"; did you mean "policy"\?$/,
      /^there is no key "CWD"; did you mean "cwd"\?$/,
    ].entries())
      assert.match(messages[i] ?? '', says);
  });

  test('answers each line as it comes', async () => {
    using ground = createGround();
    const child = spawn(process.execPath, [BUILT_BIN, 'check', '--jsonl'], {
      cwd: ground.project,
      env: { HOME: ground.home, PATH: process.env['PATH'] },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    for (const command of ['ls', 'rm -rf /', 'make']) {
      child.stdin.write(`${JSON.stringify({ id: command, command })}\n`);
      const { value } = (await answers.next()) as { value: string };
      assert.equal((JSON.parse(value) as { id: string }).id, command);
    }
    child.stdin.end();
    await once(child, 'close');
    assert.equal(child.exitCode, 0);
  });
});

describe('policy explain', () => {
  test('shows every command and every step, and marks the one that decided', async () => {
    using ground = createGround();
    const { exit, out, err } = await ground.run(['policy', 'explain', 'git status; rm -rf ~/projects']);
    assert.deepEqual([exit, err], [0, '']);
    const lines = out.trimEnd().split('\n');
    assert.match(lines[0] ?? '', /^ask by step confirm-policy \(confirm-all\): it deletes a tree/);
    assert.ok(lines.includes('class  recursive-delete'));
    assert.ok(lines.some((line) => /^ {2}1 {2}allow {2}readonly .*git status$/.test(line)));
    assert.ok(lines.some((line) => /^ {2}2 {2}ask .*recursive-delete {2}rm -rf ~\/projects$/.test(line)));
    assert.deepEqual(
      lines.slice(-STEPS.length).map((line) => line.slice(5).split(/\s/)[0]),
      STEPS,
    );
    assert.deepEqual(lines.filter((line) => line.startsWith('  >')).length, 1);
  });

  test('--json is the decision that check gives', async () => {
    using ground = createGround();
    const [explained, checked] = [
      await ground.run(['policy', 'explain', '--json', 'make']),
      await ground.run(['check', '--json', 'make']),
    ];
    assert.deepEqual([explained.exit, explained.out], [0, checked.out]);
  });
});
