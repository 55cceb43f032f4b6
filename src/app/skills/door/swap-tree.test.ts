import assert from 'node:assert/strict';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, it } from 'node:test';
import { mendDrafts, stageChange, stageNew } from './swap-tree.ts';

function createPlace() {
  const top = mkdtempSync(join(tmpdir(), 'bailiwick-swap-'));
  const place = join(top, 'skills');
  mkdirSync(place);
  const write = (path: string, text = 'x'): void => {
    mkdirSync(dirname(join(place, path)), { recursive: true });
    writeFileSync(join(place, path), text);
  };
  const read = (path: string): string | null =>
    existsSync(join(place, path)) ? readFileSync(join(place, path), 'utf8') : null;
  return { top, place, write, read, [Symbol.dispose]: () => rmSync(top, { recursive: true }) };
}

const HOUR_MS = 3_600_000;
const FILES = [{ path: 'SKILL.md', text: 'new' }];

describe('what a process left that died', () => {
  it('between the two names is completed', () => {
    using ground = createPlace();
    ground.write('.draft-a/old/demo/SKILL.md', 'old');
    ground.write('.draft-a/new/demo/SKILL.md', 'new');
    ground.write('.draft-b/old/group%2Fdeep/SKILL.md', 'old');
    mkdirSync(join(ground.place, 'group'));
    mendDrafts(ground.place, 0);
    assert.deepEqual([ground.read('demo/SKILL.md'), ground.read('group/deep/SKILL.md')], ['new', 'old']);
    mendDrafts(ground.place, Date.now() + 2 * HOUR_MS);
    assert.deepEqual(readdirSync(ground.place).toSorted(), ['demo', 'group']);
  });

  it('behind the swap takes nothing back, also when the skill is removed later', () => {
    using ground = createPlace();
    ground.write('.draft-a/old/demo/SKILL.md', 'old');
    ground.write('demo/SKILL.md', 'new');
    mendDrafts(ground.place, 0);
    rmSync(join(ground.place, 'demo'), { recursive: true });
    mendDrafts(ground.place, 0);
    assert.equal(ground.read('demo/SKILL.md'), null);
  });

  it('leaves the preparation of another process alone', () => {
    using ground = createPlace();
    const staged = stageNew(ground.place, 'demo', FILES);
    mendDrafts(ground.place, Date.now());
    staged.commit();
    staged.drop();
    assert.deepEqual([ground.read('demo/SKILL.md'), readdirSync(ground.place)], ['new', ['demo']]);
  });

  it('is nothing that leads out of the folder, or through a link', () => {
    using ground = createPlace();
    const outside = join(ground.top, 'outside');
    mkdirSync(outside);
    symlinkSync(outside, join(ground.place, 'link'));
    mkdirSync(join(ground.top, 'evil/old/demo'), { recursive: true });
    symlinkSync(join(ground.top, 'evil'), join(ground.place, '.draft-l'));
    for (const slot of [
      '..%2Frules.yml',
      '%2Ftmp%2Frules.yml',
      'a%2F..%2F..%2Frules',
      'link%2Fdemo',
      '%2e%2e',
      '%zz',
      '%2E',
    ]) {
      ground.write(`.draft-x/old/${slot}/SKILL.md`);
    }
    ground.write('.draft-x/old/file', 'no folder');
    mendDrafts(ground.place, 0);
    assert.deepEqual(readdirSync(ground.top).toSorted(), ['evil', 'outside', 'skills']);
    assert.deepEqual(readdirSync(outside), []);
    assert.deepEqual(readdirSync(ground.place).toSorted(), ['.draft-l', '.draft-x', 'link']);
  });
});

describe('a swap that the store could not keep', () => {
  it('is taken back', () => {
    using ground = createPlace();
    ground.write('demo/SKILL.md', 'old');
    ground.write('flat.md', 'old');
    const folder = join(ground.place, 'demo');
    const spot = { file: join(folder, 'SKILL.md'), folder };
    const flat = { file: join(ground.place, 'flat.md'), folder: null };
    const one = { path: 'SKILL.md', text: 'new', isNew: false };
    const two = { path: 'references/a.md', text: 'more', isNew: true };
    const swaps = [
      stageNew(ground.place, 'other', FILES),
      stageChange(ground.place, spot, [one]),
      stageChange(ground.place, spot, [one, two]),
      stageChange(ground.place, spot, [two]),
      stageChange(ground.place, spot, [{ ...one, text: null }]),
      stageChange(ground.place, flat, [one]),
      stageChange(ground.place, spot, []),
    ];
    for (const { commit, undo, drop } of swaps) {
      commit();
      undo();
      drop();
      assert.deepEqual([ground.read('demo/SKILL.md'), ground.read('flat.md')], ['old', 'old']);
      assert.deepEqual([ground.read('demo/references/a.md'), ground.read('other/SKILL.md')], [null, null]);
    }
    assert.deepEqual(readdirSync(ground.place).toSorted(), ['demo', 'flat.md']);
  });
});
