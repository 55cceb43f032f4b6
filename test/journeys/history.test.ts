import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it } from 'node:test';
import { createQuickGround } from './start-here.ts';
import { createGround, type Ground, type RunOptions } from './start-prompt.ts';

const SCRIPTED = { env: { BAILIWICK_ALLOW_FAKE: '1' } };

const SCENARIO = `- say: I look around.
  calls:
    - {tool: shell, input: {command: "npm test"}}
    - {tool: shell, input: {command: "ls"}}
    - {tool: shell, input: {command: "rm -rf /"}}
- say: The migration is done, key sk-test-0123456789 and \\u{1b}.
`;

const modelOf = ({ project }: Ground): string => `scripted:${join(project, 'scenario.yml')}`;

/** A project with one turn in its store: a call unanswered, one run, one denied. */
async function createPlayed(): Promise<Ground & { readonly session: string }> {
  const ground = createQuickGround();
  ground.write('scenario.yml', SCENARIO);
  const played = ['--model', modelOf(ground), 'do the migration'];
  const { result } = await ground.prompt(played, SCRIPTED);
  return { ...ground, session: result.session };
}

const parse = (text: string): Record<string, unknown> => JSON.parse(text) as Record<string, unknown>;

describe('sessions', () => {
  it('are listed, shown, found, exported, forked and deleted', async () => {
    using ground = await createPlayed();
    const { session, run, project } = ground;
    const list = await run(['sessions', 'list']);
    assert.match(
      list.out,
      new RegExp(`^${session}  \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d    1 turn  do the migration\n$`),
    );
    const shown = await run(['sessions', 'show', session.slice(0, 24)]);
    assert.match(shown.out, /call shell {2}rm -rf \/\n {2}deny by hardline: .*\n {2}denied, 0 ms\n/);
    assert.match(shown.out, /call shell {2}npm test\n.*\n {2}asked: nobody could be asked {2}apr_/);
    const json = parse((await run(['sessions', 'show', 'last', '--json'])).out);
    assert.deepEqual(Object.keys(json), ['session', 'entries', 'approvals']);
    const found = await run(['sessions', 'search', 'the migr*']);
    assert.match(found.out, new RegExp(`^${session} .*  you     do the migration\n$`, 'm'));

    const secret = { env: { MY_API_KEY: 'sk-test-0123456789' } };
    const markdown = await run(['sessions', 'export', 'last'], secret);
    assert.match(markdown.out, /^# Session ses_.*The migration is done, key \[secret MY_API_KEY\] and /s);
    const path = join(project, 'out.json');
    const written = await run(['sessions', 'export', '--format', 'json', '--out', 'out.json', 'last'], secret);
    assert.deepEqual([written.exit, written.out, statSync(path).mode & 0o777], [0, '', 0o600]);
    const text = readFileSync(path, 'utf8');
    assert.deepEqual([parse(text)['format'], text.includes('sk-test')], ['bailiwick-session', false]);
    const again = await run(['sessions', 'export', '--out', 'out.json', 'last']);
    assert.deepEqual([again.exit, again.err.includes('is there already')], [2, true]);

    const fork = (await run(['sessions', 'fork', 'last', '--at', '2'])).out.trim();
    assert.match(fork, /^ses_/);
    assert.match((await run(['sessions', 'list'])).out, new RegExp(`^${fork} .*\\[fork of ${session}\\]`));
    assert.equal((await run(['sessions', 'fork', 'last', '--at', '999'])).exit, 2);

    assert.equal((await run(['sessions', 'delete', session])).exit, 2, 'nobody can be asked');
    assert.deepEqual(await run(['sessions', 'delete', '--yes', session]), {
      exit: 0,
      out: `deleted ${session} (1 turn)\n`,
      err: '',
    });
    assert.equal((await run(['sessions', 'show', session])).exit, 2);
    assert.match((await run(['sessions', 'list', '--all'])).out, new RegExp(`^${fork} `));
  });

  it('take their kept results along when they are deleted, and stay while they are at work', async () => {
    using ground = await createPlayed();
    const home = join(ground.home, '.bailiwick');
    const { run } = parse((await ground.run(['audit', '--json', '--limit', '1'])).out) as { run: string };
    mkdirSync(join(home, 'results', run), { recursive: true });
    writeFileSync(join(home, 'results', run, 'x.txt'), 'kept');
    mkdirSync(join(home, 'locks'), { recursive: true });
    const holder = new DatabaseSync(join(home, 'locks', `${run}.db`));
    holder.exec('BEGIN IMMEDIATE');
    const refused = await ground.run(['sessions', 'delete', '--yes', '--json', 'last']);
    assert.deepEqual([refused.exit, refused.out.includes('"code":"session-busy"')], [1, true]);
    holder.close();
    assert.equal((await ground.run(['sessions', 'delete', '--yes', 'last'])).exit, 0);
    assert.deepEqual([existsSync(join(home, 'results', run)), existsSync(join(home, 'results'))], [false, true]);
  });

  it('are asked about in a terminal, and only a yes deletes', async () => {
    using ground = await createPlayed();
    const ask = (key: string, extra: RunOptions = {}) =>
      ground.run(['sessions', 'delete', 'last'], { keys: [['(y/n): ', `${key}\n`]], ...extra });
    const kept = await ask('n');
    assert.deepEqual([kept.exit, kept.out.includes('Nothing was deleted.')], [1, true]);
    const gone = await ask('y');
    assert.deepEqual([gone.exit, /deleted ses_/.test(gone.out)], [0, true]);
  });

  it('of a home without a store are none, and none is made', async () => {
    using ground = createQuickGround();
    const cases: readonly (readonly [words: readonly string[], exit: number, out: string])[] = [
      [['sessions', 'list', '--json'], 0, '[]\n'],
      [['sessions', 'search', 'x', '--json'], 0, '[]\n'],
      [['sessions', 'show', 'last'], 2, ''],
      [['sessions', 'export', 'last'], 2, ''],
      [['sessions', 'fork', 'last'], 2, ''],
      [['sessions', 'delete', '--yes', 'last'], 2, ''],
      [['sessions', 'search', '--', '->'], 2, ''],
      [['audit', '--json'], 0, ''],
      [['policy', 'suggest', '--json'], 0, '[]\n'],
      [['trust', 'list', '--json'], 0, '[]\n'],
    ];
    for (const [words, exit, out] of cases) {
      const ended = await ground.run(words);
      assert.deepEqual([ended.exit, ended.out], [exit, out], words.join(' '));
      if (exit !== 0) assert.match(ended.err, /^error: .*\n {2}hint: .*\n$/, words.join(' '));
    }
    assert.equal(existsSync(join(ground.home, '.bailiwick')), false);
  });

  it('of a damaged store say so, with every verb', async () => {
    using ground = createQuickGround('model: openai:x\n');
    writeFileSync(join(ground.home, '.bailiwick', 'state.db'), 'this is no database. '.repeat(100));
    ground.write('new.yml', '');
    for (const words of [
      'sessions list',
      'sessions search x',
      'sessions show last',
      'audit',
      'policy suggest',
      'policy replay --with new.yml',
    ]) {
      const ended = await ground.run([...words.split(' '), '--json']);
      assert.deepEqual([ended.exit, ended.out.includes('"code":"store-failed"')], [1, true], words);
    }
  });
});

describe('decisions', () => {
  it('are audited with filters, the newest last', async () => {
    using ground = await createPlayed();
    const rows = async (...words: readonly string[]) => {
      const { out } = await ground.run(['audit', '--json', ...words]);
      return out
        .split('\n')
        .filter(Boolean)
        .map(parse)
        .map(({ verdict, step, class: danger }) => `${String(verdict)} ${String(step)} ${String(danger)}`);
    };
    const [ask, allow, deny] = [
      'ask confirm-policy null',
      'allow readonly null',
      'deny hardline recursive-delete-outside',
    ];
    assert.deepEqual(await rows(), [ask, allow, deny]);
    assert.deepEqual(await rows('--verdict', 'deny'), [deny]);
    assert.deepEqual(await rows('--step', 'readonly', '--session', 'last', '--tool', 'shell'), [allow]);
    assert.deepEqual(await rows('--class', 'recursive-delete-outside', '--since', '1h'), [deny]);
    assert.deepEqual(await rows('--until', '1h'), []);
    assert.deepEqual(await rows('--tool', 'read'), []);
    assert.deepEqual(await rows('--limit', '2'), [allow, deny]);
    const text = await ground.run(['audit', '--limit', '1']);
    assert.match(
      text.out,
      /^\S+ \S+ {2}deny {3}hardline {9}shell {2}rm -rf \/ {2}\[recursive-delete-outside\] {2}ses_/,
    );
    assert.match(text.err, /There are older ones; --limit 2 shows more\./);
    assert.equal((await ground.run(['audit', '--step', 'hardlin'])).exit, 2);
  });

  it('are judged again under another policy', async () => {
    using ground = await createPlayed();
    ground.write('new.yml', 'permissions:\n  "shell npm test *": allow\n  "shell ls *": deny\n');
    ground.write('same.yml', '');
    const { out, exit } = await ground.run(['policy', 'replay', '--with', 'new.yml']);
    assert.equal(exit, 0);
    assert.match(
      out,
      /ask -> allow {2}npm test\n {2}was by confirm-policy: .*\n {2}now by permission-rule: "shell npm test \*" \(.*new\.yml:2\)/,
    );
    assert.match(out, /allow -> deny {2}ls\n/);
    assert.match(out, /\n3 stored decisions judged again; 2 would flip: 1 ask -> allow, 1 allow -> deny\.\n$/);
    assert.equal((await ground.run(['policy', 'replay', '--with', 'new.yml', '--fail-on-flip'])).exit, 1);
    const same = await ground.run(['policy', 'replay', '--with', 'same.yml', '--fail-on-flip', '--json']);
    assert.deepEqual([same.exit, parse(same.out)], [0, { decisions: 3, counts: {}, flips: [] }]);
    const none = await ground.run(['policy', 'replay', '--with', 'same.yml', '--until', '1h']);
    assert.equal(none.out, '0 stored decisions judged again; none flips.\n');
    assert.equal((await ground.run(['policy', 'replay'])).exit, 2);
    assert.equal((await ground.run(['policy', 'replay', '--with', 'none.yml'])).exit, 2);
  });

  it('of people become suggestions, which hold once they are pasted', async () => {
    using ground = createQuickGround();
    ground.write('package.json', '{"scripts": {"build": "true", "test": "true"}}');
    const build = (i: number) => `- calls: [{tool: shell, input: {command: "npm run build -- --n=${i}"}}]\n`;
    ground.write('scenario.yml', `${[1, 2, 3].map(build).join('')}- say: done\n`);
    const keys = [1, 2, 3].map(() => ['): ', 'once\n'] as const);
    const played = await ground.run(['prompt', '--model', modelOf(ground), 'build'], { ...SCRIPTED, keys });
    assert.equal(played.exit, 0, played.out);
    const { out, exit } = await ground.run(['policy', 'suggest']);
    assert.equal(exit, 0);
    assert.match(
      out,
      /^permissions:\n {2}# approved 3 times by local:\d+, .* never denied\n {2}# {3}1x npm run build -- --n=1\n/,
    );
    assert.match(out, /\n {2}"shell npm run build \*": allow\n$/);
    assert.equal((await ground.run(['policy', 'suggest', '--min', '4', '--json'])).out, '[]\n');
    const audit = await ground.run(['audit', '--verdict', 'ask']);
    assert.match(audit.out, /-> once by local:\d+/);
    ground.write('../home/.bailiwick/config.yml', out);
    assert.equal((await ground.run(['check', 'npm run build'])).exit, 0);
    assert.equal((await ground.run(['policy', 'suggest', '--json'])).out, '[]\n');
  });
});

describe('a fork', () => {
  it('reads its kept results when the session it comes from is deleted', async () => {
    using ground = createQuickGround('permissions: {"shell seq *": allow}\n');
    ground.write('scenario.yml', '- calls: [{tool: shell, input: {command: "seq 1 40000"}}]\n- say: done\n');
    const { result } = await ground.prompt(['--model', modelOf(ground), 'count'], SCRIPTED);
    const { run } = ground;
    const keptBy = async (session: string): Promise<string> => {
      const { out } = await run(['sessions', 'show', '--json', session]);
      const [, path = ''] = /(\/[^ "\\]*\/results\/[^ "\\]*\.txt)/.exec(out) ?? [];
      return path;
    };
    const old = await keptBy(result.session);
    const text = readFileSync(old, 'utf8');
    const fork = (await run(['sessions', 'fork', 'last'])).out.trim();
    assert.equal((await run(['sessions', 'delete', '--yes', result.session])).exit, 0);
    const own = await keptBy(fork);
    assert.deepEqual([existsSync(old), readFileSync(own, 'utf8') === text], [false, true]);
    assert.equal((await run(['sessions', 'delete', '--yes', fork])).exit, 0);
    assert.equal(existsSync(own), false);
  });
});

describe('trust', () => {
  it('of folders that are trusted at the same moment is kept for each', async () => {
    using ground = createGround();
    const names = Array.from({ length: 6 }, (_, i) => `p${i}`);
    for (const name of names) ground.write(`${name}/.git/HEAD`, 'ref: refs/heads/main\n');
    const ended = await Promise.all(names.map((name) => ground.run(['trust', '--yes', name])));
    assert.deepEqual(
      ended.map(({ exit }) => exit),
      names.map(() => 0),
      ended.map(({ err }) => err).join(''),
    );
    const { out } = await ground.run(['trust', 'list', '--json']);
    const listed = (JSON.parse(out) as readonly { path: string }[]).map(({ path }) => basename(path));
    assert.deepEqual(listed.toSorted(), names);
  });

  it('lets the rules and the instructions of a project count, until something changes', async () => {
    using ground = createQuickGround();
    const { project, run } = ground;
    ground.write('.bailiwick/config.yml', 'permissions: {"shell make *": allow}\n');
    ground.write('AGENTS.md', 'Use tabs.\n');
    ground.write('sub/AGENTS.md', 'Use blanks.\n');
    ground.write('scenario.yml', '- say: done\n');
    const git = (...words: readonly string[]) =>
      assert.equal(
        spawnSync('git', words, { cwd: project, env: { PATH: process.env['PATH'], HOME: ground.home } }).status,
        0,
      );
    git('init', '-q');
    git('add', '-A');
    const words = ['--cwd', 'sub', '--model', modelOf(ground), 'hi'];
    const before = await ground.prompt(words, SCRIPTED);
    assert.deepEqual(before.result.instructions, []);
    assert.match(before.err, /^not read: \S+\/AGENTS\.md \(bailiwick trust/m);
    assert.equal((await run(['check', 'make all'])).exit, 4);

    const refused = await run(['trust']);
    assert.deepEqual([refused.exit, /There is no terminal/.test(refused.err)], [2, true]);
    assert.match(
      refused.out,
      /Files that are bound:\n {2}[0-9a-f]{12} {2}\S+config\.yml\nRules that would allow something:\n {2}"shell make \*": allow/,
    );
    const declined = await run(['trust'], { keys: [['(y/n): ', 'no\n']] });
    assert.deepEqual([declined.exit, declined.out.includes('Nothing was trusted.')], [1, true]);
    assert.equal((await run(['trust'], { keys: [['(y/n): ', 'y\n']] })).exit, 0);

    const after = await ground.prompt(words, SCRIPTED);
    assert.deepEqual(
      after.result.instructions.map((path) => path.split('/project/')[1]),
      ['AGENTS.md', 'sub/AGENTS.md'],
    );
    assert.match(after.err, /^instructions: \S+\/project\/AGENTS\.md\ninstructions: \S+\/sub\/AGENTS\.md$/m);
    assert.equal((await run(['check', 'make all'])).exit, 0);
    assert.match((await run(['trust', 'list'])).out, /project {2}\S+ \S+ by local:\d+ {2}trusted\n$/);

    ground.write('.bailiwick/commands/x.md', 'new');
    const changed = await run(['check', 'make all']);
    assert.deepEqual([changed.exit, /commands\/x\.md: .* was trusted/.test(changed.err)], [4, true]);
    assert.deepEqual((await ground.prompt(words, SCRIPTED)).result.instructions, []);
    assert.match((await run(['trust', 'list'])).out, /changed, so not trusted any more: \S+x\.md\n$/);
    const again = await run(['trust', '--yes', '--json']);
    assert.deepEqual([again.exit, parse(again.out)['trusted']], [0, true]);
    assert.equal((await run(['check', 'make all'])).exit, 0);

    assert.match((await run(['trust', 'revoke', '.'])).out, /^no longer trusted: \S+project\n$/);
    assert.equal((await run(['trust', 'revoke', '.'])).exit, 2);
    assert.equal((await run(['check', 'make all'])).exit, 4);
  });

  it('is nothing for the agent itself', async () => {
    using ground = createQuickGround('model: openai:x\n');
    const inside = { env: { BAILIWICK_INSIDE: 'run_1', BAILIWICK_INSIDE_HOME: join(ground.home, '.bailiwick') } };
    for (const words of [
      ['trust', '--yes'],
      ['trust', 'revoke', '.'],
      ['sessions', 'delete', '--yes', 'last'],
      ['sessions', 'fork', 'last'],
      ['sessions', 'export', '--out', 'x', 'last'],
    ]) {
      const { exit, err } = await ground.run(words, inside);
      assert.deepEqual([exit, /The agent may not run/.test(err)], [1, true], words.join(' '));
    }
    assert.equal((await ground.run(['trust', 'list'], inside)).exit, 0);
    assert.equal((await ground.run(['sessions', 'list'], inside)).exit, 0);
    assert.match((await ground.run(['trust', '--help'])).out, /^Trust a project/);
  });
});

it('tools are listed with what switches one off', async () => {
  using ground = createQuickGround('model: openai:x\ntools:\n  write: false\n');
  const { out } = await ground.run(['tools']);
  assert.match(out, /^write +medium {2}write {3}off by \S+config\.yml:3 {2}Write a file$/m);
  assert.match(out, /^shell +high {4}exec {4}on {3}Run a command$/m);
  const [read] = JSON.parse((await ground.run(['tools', '--json'])).out) as unknown[];
  assert.deepEqual(read, {
    ...{ name: 'read', title: 'Read a file', risk: 'low', effects: ['read'] },
    ...{ plugin: null, on: true, off: null },
  });
});
