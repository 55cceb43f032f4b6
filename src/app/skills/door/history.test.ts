import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import {
  BAD_BODY,
  CLEAN,
  DRAFT,
  openGround,
  SECRET,
  TAINTED,
  type DoorGround,
} from '../../../../test/skills/door-ground.ts';
import { Fault } from '../../../base/fault.ts';

const MINE = '---\ndescription: By hand\n---\n# Mine\n';

const rows = async ({ door }: DoorGround, name = 'deploy') =>
  (await door.history(name)).map(({ number, action, by, note }) =>
    [number, action, by, note].filter(Boolean).join(' '),
  );

const isFault = (code: string, text: RegExp) => (error: unknown) =>
  error instanceof Fault && error.code === code && text.test(error.message);

const refusal = async (answer: ReturnType<DoorGround['door']['revert']>) => {
  const result = await answer;
  return result.kind === 'refused' ? `${result.code}: ${result.message}` : result.kind;
};

describe('the history of a skill', () => {
  it('sees what was changed by hand, removed and put back', async () => {
    await using ground = await openGround();
    await ground.door.create(DRAFT, CLEAN);
    ground.edit('deploy/SKILL.md', MINE);
    assert.deepEqual(await rows(ground), ['1 create agent', '2 edit owner']);
    ground.edit('deploy/references/a.md', 'More\n');
    await ground.door.notice(await ground.shelf.look());
    rmSync(join(ground.place, 'deploy'), { recursive: true });
    await ground.door.notice(await ground.shelf.look());
    ground.edit('deploy/SKILL.md', MINE);
    const all = ['1 create agent', '2 edit owner', '3 edit owner', '4 remove owner', '5 found owner'];
    assert.deepEqual(await rows(ground), all);
    assert.deepEqual(await rows(ground), all);
  });

  it('reads files once for each state of the disk', async () => {
    await using ground = await openGround();
    await ground.door.create(DRAFT, CLEAN);
    const [before] = await ground.store.skills.versions.listNewest(ground.place);
    await ground.door.notice(await ground.shelf.look());
    const [after] = await ground.store.skills.versions.listNewest(ground.place);
    assert.deepEqual([before?.stamp, after?.stamp], [null, (await ground.shelf.look()).skills[0]?.stamp]);
  });

  it('begins when a skill is touched for the first time', async () => {
    await using ground = await openGround();
    ground.edit('mine.md', '# Mine\n');
    await ground.door.notice(await ground.shelf.look());
    assert.deepEqual(await ground.store.skills.versions.listNewest(ground.place), []);
    assert.deepEqual(await rows(ground, 'MINE'), ['1 found owner']);
    ground.edit('mine.md', '# Mine\n\nMore.\n');
    assert.deepEqual(await rows(ground, 'mine'), ['1 found owner', '2 edit owner']);
  });

  it('goes on where an edit broke the skill, and where it was removed [T202]', async () => {
    await using ground = await openGround();
    await ground.door.create(DRAFT, CLEAN);
    ground.edit('deploy/SKILL.md', '');
    assert.deepEqual(
      (await ground.shelf.look()).broken.map(({ name }) => name),
      ['deploy'],
    );
    assert.deepEqual(await rows(ground), ['1 create agent', '2 edit owner']);
    assert.equal((await ground.door.revert('deploy', null, 'local:1')).kind, 'written');
    assert.equal((await ground.shelf.look()).skills[0]?.state, 'enabled');
    rmSync(join(ground.place, 'deploy'), { recursive: true });
    assert.equal((await ground.door.revert('deploy', null, 'local:1')).kind, 'written');
    assert.deepEqual(await rows(ground), [
      '1 create agent',
      '2 edit owner',
      '3 revert local:1 back to version 1',
      '4 remove owner',
      '5 revert local:1 back to version 3',
    ]);
  });

  it('does not keep anybody from looking who may not read or write a file', async () => {
    const uid = process.geteuid?.() ?? 1;
    if (uid === 0) process.seteuid?.(65_534);
    try {
      await using ground = await openGround();
      await ground.door.create(DRAFT, CLEAN);
      ground.edit('.draft-a/old/gone/SKILL.md', MINE);
      ground.edit('deploy/references/a.md', 'a\n');
      chmodSync(join(ground.place, 'deploy/references/a.md'), 0);
      chmodSync(ground.place, 0o500);
      await ground.door.notice(await ground.shelf.look());
      assert.deepEqual(await rows(ground), ['1 create agent']);
      chmodSync(ground.place, 0);
      await ground.door.notice(await ground.shelf.look());
      assert.deepEqual((await ground.store.skills.versions.listNewest(ground.place)).length, 1);
      chmodSync(ground.place, 0o700);
      assert.deepEqual(await rows(ground), ['1 create agent']);
    } finally {
      process.seteuid?.(uid);
    }
  });

  it('keeps no secrets', async () => {
    await using ground = await openGround();
    await ground.door.create(DRAFT, CLEAN);
    ground.edit('deploy/SKILL.md', `${MINE}${SECRET}\n`);
    const diff = await ground.door.diff('deploy', null, null);
    assert.match(diff, /^\+\[secret TEST\]$/m);
    assert.deepEqual(await rows(ground), ['1 create agent', '2 edit owner']);
  });

  it('is there for names that are', async () => {
    await using ground = await openGround();
    await ground.door.create(DRAFT, CLEAN);
    await assert.rejects(ground.door.history('deplay'), isFault('not-found', /no skill deplay. Did you mean deploy/));
    await assert.rejects(ground.door.diff('deploy', 1, 7), isFault('not-found', /no version 7; it has 1 to 1/));
  });
});

describe('the difference of versions', () => {
  it('is that of all files, the newest against the state before it', async () => {
    await using ground = await openGround();
    await ground.door.create(DRAFT, CLEAN);
    const first = await ground.door.diff('deploy', null, null);
    assert.match(first, /^--- \/dev\/null\n\+\+\+ b\/SKILL.md\n@@ -0,0 \+1,9 @@\n\+---\n\+name: "deploy"\n/);
    ground.edit('deploy/scripts/run.sh', 'echo\n');
    const diff = '--- /dev/null\n+++ b/scripts/run.sh\n@@ -0,0 +1,1 @@\n+echo\n';
    assert.equal(await ground.door.diff('deploy', null, null), diff);
    assert.equal(await ground.door.diff('deploy', 1, 2), diff);
    assert.equal(await ground.door.diff('deploy', 2, null), '');
    assert.match(await ground.door.diff('deploy', 2, 1), /^--- a\/scripts\/run.sh\n\+\+\+ \/dev\/null\n/);
  });
});

describe('reverting a skill', () => {
  it('goes back, and forth again [T156]', async () => {
    await using ground = await openGround();
    await ground.door.create(DRAFT, CLEAN);
    const made = ground.read('deploy/SKILL.md');
    ground.edit('deploy/SKILL.md', MINE);
    const result = await ground.door.revert('deploy', null, 'local:1');
    assert.ok(result.kind === 'written');
    assert.deepEqual([result.version.number, result.file], [3, join(ground.place, 'deploy/SKILL.md')]);
    assert.equal(ground.read('deploy/SKILL.md'), made);
    await ground.door.revert('deploy', null, 'local:1');
    assert.equal(ground.read('deploy/SKILL.md'), MINE);
    assert.deepEqual(await rows(ground), [
      '1 create agent',
      '2 edit owner',
      '3 revert local:1 back to version 1',
      '4 revert local:1 back to version 2',
    ]);
    assert.deepEqual(ground.list(), ['deploy']);
  });

  it('of several files keeps what no version holds, rights and all', async () => {
    await using ground = await openGround();
    ground.edit('deploy/SKILL.md', MINE);
    ground.edit('deploy/scripts/run.sh', 'echo 1\n');
    chmodSync(join(ground.place, 'deploy/scripts/run.sh'), 0o755);
    await ground.door.history('deploy');
    const image = Buffer.from([0x89, 0x50, 0, 0xff]);
    ground.edit('deploy/assets/image.png', image);
    ground.edit('deploy/.git/HEAD', 'ref\n');
    symlinkSync('/etc/hostname', join(ground.place, 'deploy/link'));
    ground.edit('deploy/SKILL.md', `${MINE}more\n`);
    ground.edit('deploy/scripts/run.sh', 'echo 2\n');
    ground.edit('deploy/references/new.md', 'new\n');
    assert.equal((await ground.door.revert('deploy', 1, 'local:1')).kind, 'written');
    assert.deepEqual(
      ['SKILL.md', 'scripts/run.sh', 'references/new.md', '.git/HEAD'].map((path) => ground.read(`deploy/${path}`)),
      [MINE, 'echo 1\n', null, 'ref\n'],
    );
    assert.deepEqual(readFileSync(join(ground.place, 'deploy/assets/image.png')), image);
    assert.equal(lstatSync(join(ground.place, 'deploy/link')).isSymbolicLink(), true);
    assert.equal(lstatSync(join(ground.place, 'deploy/scripts/run.sh')).mode & 0o777, 0o755);
    assert.deepEqual(ground.list(), ['deploy']);
  });

  it('keeps the modes of folders, removes those it made, and loses no entry that cannot be copied', async () => {
    await using ground = await openGround();
    ground.edit('deploy/SKILL.md', MINE);
    ground.edit('deploy/scripts/run.sh', 'echo 1\n');
    const folder = join(ground.place, 'deploy');
    await ground.door.history('deploy');
    ground.edit('deploy/references/deep/new.md', 'new\n');
    ground.edit('deploy/scripts/run.sh', 'echo 2\n');
    chmodSync(folder, 0o710);
    chmodSync(join(folder, 'scripts'), 0o700);
    execFileSync('mkfifo', [join(folder, 'pipe')]);
    const refused = await refusal(ground.door.revert('deploy', 1, 'local:1'));
    assert.match(refused, /^not-writable: .*\/deploy\/pipe is no file that can be copied; move it away first/);
    rmSync(join(folder, 'pipe'));
    assert.equal((await ground.door.revert('deploy', 1, 'local:1')).kind, 'written');
    const modes = [folder, join(folder, 'scripts')].map((path) => lstatSync(path).mode & 0o777);
    assert.deepEqual(
      [modes, readdirSync(folder)],
      [
        [0o710, 0o700],
        ['SKILL.md', 'scripts'],
      ],
    );
  });

  it('puts a main file back that was removed, beside what is there still', async () => {
    await using ground = await openGround();
    await ground.door.create(DRAFT, CLEAN);
    ground.edit('deploy/references/a.md', 'a\n');
    await ground.door.history('deploy');
    rmSync(join(ground.place, 'deploy/SKILL.md'));
    assert.equal((await ground.door.revert('deploy', 1, 'local:1')).kind, 'written');
    assert.deepEqual((await rows(ground)).slice(2), [
      '3 remove owner',
      '4 revert local:1 back to version 1',
      '5 edit owner',
    ]);
    assert.equal(ground.read('deploy/references/a.md'), 'a\n');
  });

  it('works some folders deep, and for a single file', async () => {
    await using ground = await openGround();
    ground.edit('group/deploy/SKILL.md', MINE);
    ground.edit('group/deploy/a.md', 'a\n');
    ground.edit('flat.md', '# Flat\n');
    await ground.door.history('deploy');
    await ground.door.history('flat');
    ground.edit('group/deploy/SKILL.md', `${MINE}more\n`);
    ground.edit('group/deploy/a.md', 'b\n');
    ground.edit('flat.md', '# Flat\n\nmore\n');
    for (const name of ['deploy', 'flat']) assert.equal((await ground.door.revert(name, 1, 'local:1')).kind, 'written');
    assert.deepEqual(
      ['group/deploy/SKILL.md', 'group/deploy/a.md', 'flat.md'].map((path) => ground.read(path)),
      [MINE, 'a\n', '# Flat\n'],
    );
    assert.deepEqual(ground.list(), ['flat.md', 'group']);
  });

  it('takes the proposal back that made what is gone now', async () => {
    await using ground = await openGround();
    ground.edit('deploy/SKILL.md', MINE);
    await ground.door.history('deploy');
    rmSync(join(ground.place, 'deploy'), { recursive: true });
    const made = await ground.door.create(DRAFT, TAINTED);
    assert.ok(made.kind === 'pending');
    await ground.door.apply(made.proposal.id, made.proposal.revision, 'local:1');
    await ground.door.revert('deploy', 1, 'local:1');
    assert.equal((await ground.door.find(made.proposal.id)).status, 'reverted');
    assert.equal(ground.read('deploy/SKILL.md'), MINE);
  });

  it('is refused where it cannot be done', async () => {
    await using ground = await openGround();
    ground.edit('deploy/SKILL.md', MINE);
    const revert = (number: number | null) => refusal(ground.door.revert('deploy', number, 'local:1'));
    assert.equal(await revert(null), 'no-version: the skill deploy was never otherwise than it is now');
    assert.equal(await revert(1), 'no-version: the skill deploy is as it was in version 1');
    ground.edit('deploy/SKILL.md', `---\ndescription: Bad\n---\n${BAD_BODY}`);
    await ground.door.history('deploy');
    assert.equal(await revert(1), 'written');
    assert.match(await revert(2), /^critical: version 2 holds what the scanner calls critical \([a-z-]+/);
    rmSync(join(ground.place, 'deploy'), { recursive: true });
    await ground.door.history('deploy');
    assert.equal(await revert(4), 'no-version: the skill deploy is gone already');
  });

  it('of one that the door made goes back to nothing, and from there to it again', async () => {
    await using ground = await openGround();
    const made = await ground.door.create(DRAFT, TAINTED);
    assert.ok(made.kind === 'pending');
    await ground.door.apply(made.proposal.id, made.proposal.revision, 'local:1');
    const text = ground.read('deploy/SKILL.md');
    ground.edit('deploy/picture.png', new Uint8Array([0, 1, 2]));
    const revert = (number: number | null) => refusal(ground.door.revert('deploy', number, 'local:1'));
    assert.match(await revert(null), /^not-writable: picture\.png of deploy is in no version/);
    rmSync(join(ground.place, 'deploy/picture.png'));
    assert.equal(await revert(null), 'written');
    assert.deepEqual([ground.list(), (await ground.door.find(made.proposal.id)).status], [[], 'reverted']);
    const status = async () => (await ground.door.find(made.proposal.id)).status;
    assert.equal(await revert(1), 'written');
    assert.deepEqual([ground.read('deploy/SKILL.md'), await status()], [text, 'applied']);
    assert.equal(await revert(2), 'written');
    assert.deepEqual([ground.list(), await status()], [[], 'reverted']);
    assert.equal(await revert(3), 'written');
    assert.equal(await status(), 'applied', 'by the revert that had brought it back');
  });

  it('does not follow links out of the folder [T036]', async () => {
    await using ground = await openGround();
    const outside = join(ground.top, 'outside');
    mkdirSync(join(outside, 'references'), { recursive: true });
    writeFileSync(join(outside, 'SKILL.md'), MINE);
    mkdirSync(ground.place, { recursive: true });
    symlinkSync(outside, join(ground.place, 'deploy'));
    await ground.door.history('deploy');
    writeFileSync(join(outside, 'SKILL.md'), `${MINE}more\n`);
    assert.equal(
      await refusal(ground.door.revert('deploy', 1, 'local:1')),
      `not-writable: ${ground.place}/deploy is a link; what it leads to is not written through it`,
    );
    assert.equal(readFileSync(join(outside, 'SKILL.md'), 'utf8'), `${MINE}more\n`);
  });

  it('does not write through a link inside of the skill', async () => {
    await using ground = await openGround();
    const outside = join(ground.top, 'outside');
    mkdirSync(outside);
    ground.edit('deploy/SKILL.md', MINE);
    ground.edit('deploy/references/a.md', 'a\n');
    await ground.door.history('deploy');
    rmSync(join(ground.place, 'deploy/references'), { recursive: true });
    symlinkSync(outside, join(ground.place, 'deploy/references'));
    const expected = /^not-writable: .*\/references is a link; /;
    assert.match(await refusal(ground.door.revert('deploy', 1, 'local:1')), expected);
    ground.edit('deploy/SKILL.md', `${MINE}more\n`);
    assert.match(await refusal(ground.door.revert('deploy', 1, 'local:1')), expected);
    assert.deepEqual(ground.list(), ['deploy']);
    assert.throws(() => readFileSync(join(outside, 'a.md')));
  });
});
