import assert from 'node:assert/strict';
import { renameSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import { createScene, skillText } from '../../../test/skills/shelf-scene.ts';
import { listFiles, readBundled } from './read-bundle.ts';

describe('the files of a skill', () => {
  test('are listed without what does not belong to it', async () => {
    const { look } = await createScene({
      '.bailiwick/skills/a/SKILL.md': skillText('a'),
      '.bailiwick/skills/a/references/b.md': '',
      '.bailiwick/skills/a/.git/config': '',
      '.bailiwick/skills/a/node_modules/x.js': '',
      '.bailiwick/skills/a/scripts/.DS_Store': '',
      '.bailiwick/skills/a/scripts/run.sh': '',
    });
    const [skill] = (await look()).skills;
    assert.ok(skill);
    assert.deepEqual(listFiles(skill), ['references/b.md', 'scripts/run.sh']);
  });

  test('are read inside its folder and nowhere else', async () => {
    const scene = await createScene({
      '.bailiwick/skills/a/SKILL.md': skillText('a'),
      '.bailiwick/skills/a/references/b.md': 'inside',
      '.bailiwick/skills/a/.git/config': 'secret',
      '.bailiwick/skills/ab/x.md': 'secret',
      'secret.txt': 'secret',
    });
    const folder = join(scene.home, '.bailiwick/skills/a');
    symlinkSync(join(scene.home, 'secret.txt'), join(folder, 'out.md'));
    symlinkSync(scene.home, join(folder, 'home'));
    symlinkSync('references/b.md', join(folder, 'in.md'));
    symlinkSync('.git', join(folder, 'git'));
    const cases: readonly (readonly [string, string | null])[] = [
      ['references/b.md', 'inside'],
      ['./references//b.md', 'inside'],
      ['in.md', 'inside'],
      ['out.md', null],
      ['home/secret.txt', null],
      ['../a/references/b.md', null],
      ['references/../references/b.md', null],
      ['../ab/x.md', null],
      [join(folder, 'references/b.md'), null],
      ['/etc/hostname', null],
      ['.git/config', null],
      ['.GIT/config', null],
      ['git/config', null],
      ['references', null],
      ['', null],
      ['.', null],
      ['..', null],
      ['references/b.md\0', null],
      ['missing.md', null],
    ];
    for (const [path, expected] of cases) assert.equal(readBundled({ folder }, path), expected, path);
    assert.equal(readBundled({ folder: null }, 'references/b.md'), null);
  });

  test('never lead out, whatever the path', async () => {
    const scene = await createScene({
      '.bailiwick/skills/a/SKILL.md': 'inside',
      '.bailiwick/skills/a/b/c.md': 'inside',
      '.bailiwick/x.md': 'outside',
      'x.md': 'outside',
    });
    const folder = join(scene.home, '.bailiwick/skills/a');
    symlinkSync('../../..', join(folder, 'b/up'));
    const part = fc.constantFrom(
      '..',
      '.',
      '',
      'b',
      'up',
      'a',
      'c.md',
      'x.md',
      'SKILL.md',
      '%2e%2e',
      '..\\',
      '~',
      '.bailiwick',
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
        const text = readBundled({ folder }, parts.join('/'));
        assert.ok(text === null || text === 'inside', parts.join('/'));
      }),
    );
  });

  test('a folder that becomes a link while it is read gives nothing from outside', async () => {
    const scene = await createScene({
      '.bailiwick/skills/a/SKILL.md': skillText('a'),
      '.bailiwick/skills/a/sub/f.md': 'inside',
      'out/f.md': 'outside',
    });
    const folder = join(scene.home, '.bailiwick/skills/a');
    symlinkSync(join(scene.home, 'out'), join(folder, 'evil'));
    for (let i = 0; i < 200; i++) {
      renameSync(join(folder, i % 2 === 0 ? 'sub' : 'kept'), join(folder, i % 2 === 0 ? 'kept' : 'sub'));
      const text = readBundled({ folder }, i % 3 === 0 ? 'evil/f.md' : 'sub/f.md');
      assert.ok(text === null || text === 'inside');
    }
  });
});

test('no bytes in a SKILL.md throw', async () => {
  const scene = await createScene({});
  const folder = '.bailiwick/skills/any/SKILL.md';
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(fc.uint8Array({ maxLength: 300 }), fc.string({ unit: 'grapheme', maxLength: 200 })),
      async (bytes) => {
        scene.write(folder, bytes);
        const { skills, broken } = await scene.look();
        assert.equal(skills.length + broken.length, 1);
      },
    ),
    { numRuns: 60 },
  );
});
