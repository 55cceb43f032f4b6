import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, it } from 'node:test';
import type { DoorGround } from '../../../../test/skills/door-ground.ts';
import {
  accept,
  APPEND,
  codeOf,
  CREATE,
  filesOf,
  openWorkshopGround,
  proposalOf,
  SKILL,
  suggest,
} from '../../../../test/skills/workshop-ground.ts';
import { toRevision } from '../../../skills/lifecycle.ts';
import { stageChange } from './swap-tree.ts';

/** Root may write everything, so it becomes somebody else for a while. */
const NOBODY = 65_534;

const PATHS: readonly (readonly [string, readonly string[]])[] = [
  ['that leads out of the skill [T030]', ['references/../../x', 'references/../SKILL.md', '..']],
  ['with backslashes [T031]', ['references\\..\\..\\x', 'references\\a.md', '\\\\server\\share\\x']],
  ['that is absolute [T032]', ['/etc/passwd', 'C:/x', 'c:x', '//server/share/x', '~/x', '~root/x']],
  [
    'with a character that is not seen [T033]',
    [
      'references/a\u0000.md',
      'references/a\r.md',
      'references/a\n.md',
      'references/a\u202e.md',
      'references/\u200b.md',
    ],
  ],
  ['with a hidden part [T034]', ['references/.git/config', 'references/.env', '.git/hooks/x', 'scripts/.x.sh']],
  [
    'that not every system can keep [T035]',
    [
      'references/a.',
      'references/a ',
      'references/aux',
      'references/NUL.md',
      'references/com1.txt/a',
      'references/LPT9',
    ],
  ],
  ['of another folder than those for files', ['a.md', 'SKILL.md', 'other/a.md', 'References/a.md', 'references', '']],
];

describe('a support file has no path', () => {
  for (const [name, paths] of PATHS) {
    it(name, async () => {
      await using ground = await openWorkshopGround();
      ground.edit('gif/SKILL.md', SKILL);
      for (const path of paths)
        assert.equal(codeOf(await suggest(ground, filesOf(path))), 'path-refused', JSON.stringify(path));
      assert.deepEqual(readdirSync(join(ground.place, 'gif')), ['SKILL.md']);
    });
  }
});

/** A change of a skill, proposed before somebody prepares the ground and accepted behind it. */
async function acceptAfter(ground: DoorGround, path: string, prepare: (target: string) => unknown): Promise<string> {
  ground.edit('gif/SKILL.md', SKILL);
  const proposal = proposalOf(await suggest(ground, filesOf(path)));
  const target = join(ground.place, 'gif', path);
  mkdirSync(dirname(target), { recursive: true });
  prepare(target);
  return codeOf(await accept(ground, proposal));
}

const outsideOf = (ground: DoorGround, text = 'outside\n'): string => {
  const path = join(ground.top, 'outside.txt');
  writeFileSync(path, text);
  return path;
};

describe('what is replaced is what was seen:', () => {
  it('not a link that stands where the file would [T038]', async () => {
    await using ground = await openWorkshopGround();
    const outside = outsideOf(ground);
    assert.equal(
      await acceptAfter(ground, 'references/a.md', (target) => symlinkSync(outside, target)),
      'not-writable',
    );
    assert.equal(readFileSync(outside, 'utf8'), 'outside\n');
  });

  it('not a file that no version holds, as an image', async () => {
    await using ground = await openWorkshopGround();
    const image = Buffer.from([0x89, 0x50, 0, 0xff]);
    assert.equal(await acceptAfter(ground, 'assets/a.png', (target) => writeFileSync(target, image)), 'conflicted');
    assert.deepEqual(readFileSync(join(ground.place, 'gif/assets/a.png')), image);
  });

  it('not a folder, nor a pipe', async () => {
    for (const make of [
      (target: string) => mkdirSync(target),
      (target: string) => assert.equal(spawnSync('mkfifo', [target]).status, 0),
    ]) {
      await using ground = await openWorkshopGround();
      assert.equal(await acceptAfter(ground, 'references/a.md', make), 'not-writable');
    }
  });

  it('by a file of its own, so that what was linked hard to it stays [T039]', async () => {
    await using ground = await openWorkshopGround();
    ground.edit('gif/SKILL.md', SKILL);
    const outside = outsideOf(ground, 'old\n');
    mkdirSync(join(ground.place, 'gif/references'));
    linkSync(outside, join(ground.place, 'gif/references/a.md'));
    const outsideMain = join(ground.top, 'main.md');
    linkSync(join(ground.place, 'gif/SKILL.md'), outsideMain);
    for (const change of [filesOf('references/a.md', 'new\n'), APPEND])
      assert.equal((await accept(ground, proposalOf(await suggest(ground, change)))).kind, 'written');
    assert.deepEqual([readFileSync(outside, 'utf8'), readFileSync(outsideMain, 'utf8')], ['old\n', SKILL]);
    assert.equal(ground.read('gif/references/a.md'), 'new\n');
  });

  it('not one that nobody may write [T042]', async () => {
    const uid = process.geteuid?.() ?? 1;
    if (uid === 0) process.seteuid?.(NOBODY);
    try {
      await using ground = await openWorkshopGround();
      ground.edit('gif/SKILL.md', SKILL);
      ground.edit('gif/references/a.md', 'a\n');
      chmodSync(join(ground.place, 'gif/SKILL.md'), 0o444);
      const files = [{ path: 'references/a.md', text: 'b\n' }];
      for (const change of [APPEND, { ...APPEND, files }]) {
        const proposal = proposalOf(await suggest(ground, change));
        assert.equal(codeOf(await accept(ground, proposal)), 'not-writable');
        assert.deepEqual([ground.read('gif/SKILL.md'), ground.read('gif/references/a.md')], [SKILL, 'a\n']);
        assert.equal((await ground.door.reject(proposal.id, 'local:1', null)).status, 'rejected');
      }
    } finally {
      process.seteuid?.(uid);
    }
  });
});

describe('nothing is written through a link:', () => {
  it('not to a skill that is one [T036]', async () => {
    await using ground = await openWorkshopGround();
    const outside = join(ground.top, 'outside');
    mkdirSync(outside);
    writeFileSync(join(outside, 'SKILL.md'), SKILL);
    mkdirSync(ground.place, { recursive: true });
    symlinkSync(outside, join(ground.place, 'gif'));
    for (const change of [APPEND, CREATE, filesOf('references/a.md')]) {
      const result = await suggest(ground, change);
      if (result.kind === 'pending') await accept(ground, result.proposal);
    }
    assert.deepEqual(readdirSync(outside), ['SKILL.md']);
    assert.equal(readFileSync(join(outside, 'SKILL.md'), 'utf8'), SKILL);
  });

  it('not to a folder of skills that leads out of the project [T037]', async () => {
    await using ground = await openWorkshopGround();
    const outside = join(ground.top, 'outside');
    mkdirSync(outside);
    const proposal = proposalOf(await suggest(ground, CREATE));
    symlinkSync(outside, ground.place);
    assert.equal(codeOf(await accept(ground, proposal)), 'not-writable');
    assert.deepEqual(readdirSync(outside), []);
  });

  const SWAPPED: readonly (readonly [string, string, string])[] = [
    ['the skill', '.', 'SKILL.md'],
    ['a folder of it', 'references', 'references/a.md'],
  ];
  for (const [name, folder, path] of SWAPPED) {
    it(`not when ${name} becomes a link behind the last look [T040]`, async () => {
      await using ground = await openWorkshopGround();
      ground.edit('gif/SKILL.md', SKILL);
      ground.edit('gif/references/a.md', 'old\n');
      const outside = join(ground.top, 'outside');
      mkdirSync(outside);
      const spot = { file: join(ground.place, 'gif/SKILL.md'), folder: join(ground.place, 'gif') };
      const { commit, undo, drop } = stageChange(ground.place, spot, [{ path, text: 'new\n', isNew: false }]);
      const swapped = join(ground.place, 'gif', folder);
      renameSync(swapped, join(ground.top, 'aside'));
      symlinkSync(outside, swapped.replace(/\/\.$/, ''));
      try {
        commit();
        undo();
      } catch (error) {
        assert.match(String(error), /is a link/);
      }
      drop();
      assert.deepEqual(readdirSync(outside), []);
    });
  }
});

describe('what stands where a skill would', () => {
  const ENTRIES: readonly (readonly [string, (path: string) => void])[] = [
    ['a folder', (path) => mkdirSync(path)],
    ['a pipe', (path) => assert.equal(spawnSync('mkfifo', [path]).status, 0)],
    ['a link to a device', (path) => symlinkSync('/dev/zero', path)],
  ];
  for (const [name, make] of ENTRIES) {
    it(`and has ${name} for a main file is refused at once [T041]`, async () => {
      await using ground = await openWorkshopGround();
      mkdirSync(join(ground.place, 'gif'), { recursive: true });
      make(join(ground.place, 'gif/SKILL.md'));
      const before = lstatSync(join(ground.place, 'gif/SKILL.md')).ino;
      for (const change of [CREATE, APPEND]) assert.equal(codeOf(await suggest(ground, change)), 'exists');
      assert.equal(lstatSync(join(ground.place, 'gif/SKILL.md')).ino, before);
    });
  }
});

describe('a script', () => {
  it('is shown whole, and is no program when it is written [T046]', async () => {
    await using ground = await openWorkshopGround();
    const text = '#!/bin/sh\necho x\n';
    const files = [{ path: 'scripts/x.sh', text }];
    const proposal = proposalOf(await suggest(ground, { ...CREATE, files }));
    assert.deepEqual(proposal.files.at(-1), { path: 'scripts/x.sh', text });
    await accept(ground, proposal);
    assert.equal(lstatSync(join(ground.place, 'gif/scripts/x.sh')).mode & 0o111, 0);
  });
});

describe('a project that is gone', () => {
  it('is not made again by what was proposed in it [T018]', async () => {
    await using ground = await openWorkshopGround();
    const proposal = proposalOf(await suggest(ground, CREATE));
    const workspace = join(ground.top, 'gone');
    const moved = { ...proposal, workspace, place: join(workspace, 'skills') };
    const left = { ...moved, revision: toRevision(moved) };
    await ground.store.skills.proposals.replace(proposal, left);
    await assert.rejects(accept(ground, left), { message: /is of another project/ });
    assert.deepEqual(readdirSync(ground.top).toSorted(), ['home', 'project']);
  });
});
