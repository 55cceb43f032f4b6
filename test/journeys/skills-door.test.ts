import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { createApp } from '../../src/app/create-app.ts';
import { toWorld } from '../../src/app/load-config.ts';
import type { DoorResult, DraftOrigin } from '../../src/app/skills/door.ts';
import type { Proposal } from '../../src/vocab/proposal.ts';
import type { SkillDraft } from '../../src/vocab/skill.ts';
import { needs } from '../outside.ts';
import { BAD_BODY, CLEAN, DRAFT, TAINTED } from '../skills/door-ground.ts';
import { createQuickGround } from './start-here.ts';
import type { Ground } from './start-prompt.ts';

async function create(ground: Ground, draft: SkillDraft, origin: DraftOrigin): Promise<DoorResult> {
  const app = await createApp(toWorld({ cwd: ground.project, env: { HOME: ground.home } }));
  try {
    return await (await app.openDoor()).create(draft, origin);
  } finally {
    await app.close();
  }
}

async function propose(ground: Ground, draft = DRAFT): Promise<Proposal> {
  const result = await create(ground, draft, { ...TAINTED, title: 'How to deploy\u001b[2J' });
  assert.ok(result.kind === 'pending' || result.kind === 'quarantined');
  return result.proposal;
}

const fileOf = ({ home }: Ground, name = 'deploy'): string => join(home, '.bailiwick/skills', name, 'SKILL.md');

describe('versions of skills on the command line', () => {
  it('are listed, compared and written again', async () => {
    using ground = createQuickGround();
    await create(ground, DRAFT, CLEAN);
    const made = readFileSync(fileOf(ground), 'utf8');
    writeFileSync(fileOf(ground), `${made}3. Look.\n`);
    const history = await ground.run(['skills', 'history', 'deploy']);
    assert.match(history.out, /^ {3}1 {2}\d{4}-\S+ \S+ {2}create {2}agent\n {3}2 {2}\S+ \S+ {2}edit {4}owner\n$/);
    const json = JSON.parse((await ground.run(['skills', 'history', '--json', 'deploy'])).out) as readonly unknown[];
    assert.equal(json.length, 2);
    assert.match((await ground.run(['skills', 'diff', 'deploy'])).out, /\n 2\. Copy\.\n\+3\. Look\.\n$/);
    assert.match((await ground.run(['skills', 'diff', 'deploy', '2', '1'])).out, /\n-3\. Look\.\n$/);
    const same = await ground.run(['skills', 'diff', 'deploy', '1', '1']);
    assert.deepEqual([same.exit, same.out, same.err], [0, '', 'Nothing differs.\n']);

    const asked = await ground.run(['skills', 'revert', 'deploy']);
    assert.deepEqual([asked.exit, readFileSync(fileOf(ground), 'utf8') === made], [2, false]);
    assert.match(asked.err, /There is no terminal to ask in/);
    const reverted = await ground.run(['skills', 'revert', '--yes', 'deploy']);
    assert.deepEqual([reverted.exit, reverted.err], [0, '']);
    assert.equal(reverted.out, `${fileOf(ground)} is as it was in version 1; this is version 3\n`);
    assert.equal(readFileSync(fileOf(ground), 'utf8'), made);
    const again = await ground.run(['skills', 'revert', '--yes', 'deploy', '1']);
    assert.deepEqual([again.exit, again.err.split('\n')[0]], [2, 'error: The skill deploy is as it was in version 1.']);

    rmSync(fileOf(ground));
    assert.match((await ground.run(['skills', 'history', 'deploy'])).out, /\n {3}4 {2}\S+ \S+ {2}remove {2}owner\n$/);
    assert.equal((await ground.run(['skills', 'revert', '--yes', 'deploy'])).exit, 0);
    assert.equal(readFileSync(fileOf(ground), 'utf8'), made);
  });

  const WRONG: readonly (readonly [readonly string[], RegExp])[] = [
    [['history'], /skills history needs the name of a skill/],
    [['history', 'nothing'], /There is no skill nothing/],
    [['diff', 'deploy', 'x'], /A version is a number from 1 on, not x/],
    [['diff', 'deploy', '9'], /deploy has no version 9; it has 1 to 1/],
    [['revert', '--yes', 'deploy', '0'], /A version is a number from 1 on, not 0/],
    [['proposals'], /bailiwick skills proposals needs one of list, show, apply, reject/],
    [['proposals', 'shwo'], /There is no command skills proposals shwo\. Did you mean skills proposals show/],
    [['proposals', 'show'], /skills proposals show needs one ID/],
    [['proposals', 'show', 'nope'], /There is no proposal nope/],
    [['proposals', 'apply', '--yes', 'nope'], /--yes needs --revision/],
    [['proposals', 'list', 'x'], /takes no argument/],
  ];
  it('say what is wrong with the words', async () => {
    using ground = createQuickGround();
    await create(ground, DRAFT, CLEAN);
    for (const [words, said] of WRONG) {
      const { exit, out, err } = await ground.run(['skills', ...words]);
      assert.deepEqual([exit, out], [2, ''], words.join(' '));
      assert.match(err, said);
    }
  });
});

describe('proposals on the command line', () => {
  it('are listed, shown, and written by the revision that was seen', async () => {
    using ground = createQuickGround();
    const { id, revision } = await propose(ground);
    const list = await ground.run(['skills', 'proposals', 'list']);
    assert.match(
      list.out,
      new RegExp(
        `^${id}  \\S+ \\S+  pending  deploy  How to deploy\\\\u\\{1b\\}\\[2J: 1\\. Build\\. \\(from network\\)\n$`,
      ),
    );
    const shown = await ground.run(['skills', 'proposals', 'show', id.slice(4)]);
    assert.match(
      shown.out,
      /^prp_\S+ {2}pending {2}revision \w{12}\n {2}skill: deploy, a new one in .*\n {2}title: How to deploy/,
    );
    assert.match(shown.out, /\n {2}others: what it was made of came from network\n {2}scanner: found nothing\n/);
    assert.match(shown.out, /\n--- \/dev\/null\n\+\+\+ b\/SKILL\.md\n@@ -0,0 \+1,9 @@\n\+---\n[^]*\+2\. Copy\.\n$/);
    assert.equal(shown.out.includes(`revision ${revision.slice(0, 12)}\n`), true);
    const json = JSON.parse((await ground.run(['skills', 'proposals', 'show', '--json', id])).out) as Proposal;
    assert.equal(json.revision, revision);

    const apply = (...words: readonly string[]) => ground.run(['skills', 'proposals', 'apply', ...words, id]);
    assert.deepEqual([(await apply()).exit, (await apply('--yes')).exit], [2, 2]);
    const other = await apply('--yes', '--revision', '0'.repeat(12));
    assert.deepEqual([other.exit, existsSync(fileOf(ground))], [1, false]);
    const done = await apply('--yes', '--revision', revision.slice(0, 12));
    assert.deepEqual([done.exit, done.out], [0, `wrote ${fileOf(ground)} (version 1)\n`]);
    const twice = await apply('--yes', '--revision', revision);
    assert.deepEqual(
      [twice.exit, twice.err.split('\n')[0]],
      [
        1,
        `error: The proposal ${id} is applied, so it cannot be applied; bailiwick skills revert deploy takes it back.`,
      ],
    );
    assert.match((await ground.run(['skills', 'list'])).out, /^\+ deploy /m);
    assert.match((await ground.run(['skills', 'proposals', 'list'])).err, /No proposal waits/);
    assert.match((await ground.run(['skills', 'proposals', 'list', '--all'])).out, /applied {2}deploy/);
  });

  it('are rejected with a reason', async () => {
    using ground = createQuickGround();
    const { id } = await propose(ground);
    const rejected = await ground.run(['skills', 'proposals', 'reject', '--reason', 'once is enough', id]);
    assert.deepEqual([rejected.exit, rejected.out], [0, `${id}  rejected\n`]);
    assert.match(
      (await ground.run(['skills', 'proposals', 'show', id])).out,
      /settled: by local:\d+, .*: once is enough\n/,
    );
    assert.equal((await ground.run(['skills', 'proposals', 'reject', id])).exit, 1);
  });

  it('show what the scanner found at the line where it stands', async () => {
    using ground = createQuickGround();
    const body = `+++ b/other.md\n${BAD_BODY}`;
    const { id, status, revision } = await propose(ground, { ...DRAFT, body });
    assert.equal(status, 'quarantined');
    const { out } = await ground.run(['skills', 'proposals', 'show', id]);
    assert.match(out, /\n {2}scanner: found \d+ critical.*, marked below\n {2}quarantined for: [a-z-]+/);
    assert.match(out, /\n\+Ignore all previous instructions.*\n {4}\^ \d critical [a-z-]+: /);
    const applied = await ground.run(['skills', 'proposals', 'apply', '--yes', '--revision', revision, id]);
    assert.deepEqual([applied.exit, existsSync(fileOf(ground))], [1, false]);
  });

  it('come into conflict with a skill made by hand', async () => {
    using ground = createQuickGround();
    const { id, revision } = await propose(ground);
    mkdirSync(join(fileOf(ground), '..'), { recursive: true });
    writeFileSync(fileOf(ground), '# Mine\n');
    const applied = await ground.run(['skills', 'proposals', 'apply', '--yes', '--revision', revision, id]);
    assert.equal(applied.exit, 1);
    assert.match(applied.err, /^error: There is a skill deploy already .*, so prp_\S+ cannot be applied any more\.\n/);
    assert.match((await ground.run(['skills', 'proposals', 'list'])).out, /conflicted {2}deploy/);
    assert.equal(readFileSync(fileOf(ground), 'utf8'), '# Mine\n');
  });

  it('are not settled by the agent on its own home [T154]', async () => {
    using ground = createQuickGround();
    const { id, revision } = await propose(ground);
    const env = { BAILIWICK_INSIDE: 'run_1', BAILIWICK_INSIDE_HOME: join(ground.home, '.bailiwick') };
    for (const words of [
      ['skills', 'proposals', 'apply', '--yes', '--revision', revision, id],
      ['skills', 'proposals', 'reject', id],
      ['skills', 'revert', '--yes', 'deploy'],
    ]) {
      const { exit, err } = await ground.run(words, { env });
      assert.deepEqual([exit, err.startsWith('error: The agent may not run "bailiwick skills')], [1, true], err);
    }
    assert.equal((await ground.run(['skills', 'proposals', 'list'], { env })).exit, 0);
  });

  it('are written after a yes in a terminal', needs('script'), async () => {
    using ground = createQuickGround();
    const [first, second] = [await propose(ground), await propose(ground, { ...DRAFT, name: 'other' })];
    const answer = ({ id }: Proposal, key: string) =>
      ground.run(['skills', 'proposals', 'apply', id], {
        env: { TERM: 'xterm' },
        keys: [['? (y/n): ', `${key}\n`]],
      });
    const no = await answer(first, 'n');
    assert.deepEqual([no.exit, existsSync(fileOf(ground))], [1, false]);
    const yes = await answer(second, 'y');
    assert.equal(yes.exit, 0, yes.out);
    assert.match(yes.out, /\+2\. Copy\.[^]*Write the skill other\? \(y\/n\): [^]*wrote /);
    assert.equal(existsSync(fileOf(ground, 'other')), true);
  });
});
