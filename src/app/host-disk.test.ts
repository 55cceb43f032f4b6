import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { hostDisk as disk } from './host-disk.ts';

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'bailiwick-disk-')));
after(() => rmSync(folder, { recursive: true, force: true }));

const at = (name: string): string => join(folder, name);
mkdirSync(at('sub'));
writeFileSync(at('sub/a.txt'), 'häh');
writeFileSync(at('run.sh'), '');
chmodSync(at('run.sh'), 0o755);
symlinkSync('sub', at('link'));
symlinkSync('nowhere/else', at('loose'));
symlinkSync('round', at('round'));
symlinkSync('/proc/self/cwd', at('here'));
symlinkSync('link/../sub/a.txt', at('up'));

describe('the disk', () => {
  const cases: readonly [string, unknown, unknown][] = [
    ['the real path of a link', disk.realPath(at('link/a.txt')), at('sub/a.txt')],
    ['the real path of what is missing', disk.realPath(at('link/new/b.txt')), at('sub/new/b.txt')],
    ['the real path behind ..', disk.realPath(at('sub/../sub/a.txt')), at('sub/a.txt')],
    ['the real path of a link with .. in it', disk.realPath(at('up')), at('sub/a.txt')],
    ['the real path of the root', disk.realPath('/'), '/'],
    ['the real path a loose link would make', disk.realPath(at('loose')), at('nowhere/else')],
    ['the real path of a link to itself', disk.realPath(at('round')), at('round')],
    ['names in a folder', disk.list(at('sub')), ['a.txt']],
    ['names in a file', disk.list(at('run.sh')), null],
    ['a file', disk.kind(at('link/a.txt')), 'file'],
    ['a folder', disk.kind(at('link')), 'folder'],
    ['a device', disk.kind('/dev/null'), 'other'],
    ['nothing', disk.kind(at('loose')), null],
    ['nothing below a file', disk.kind(at('run.sh/x')), null],
    ['text', disk.readText(at('sub/a.txt'), 4), 'häh'],
    ['text that is too long', disk.readText(at('sub/a.txt'), 3), null],
    ['text of a device', disk.readText('/dev/zero', 10), null],
    ['bytes', disk.readBytes(at('sub/a.txt'), 10)?.length, 4],
    ['bytes of a folder', disk.readBytes(at('sub'), 10_000), null],
    ['an executable', disk.isExecutable(at('run.sh')), true],
    ['a folder, which is none', disk.isExecutable(at('sub')), false],
    ['nothing to execute', disk.isExecutable(at('loose')), false],
  ];
  for (const [name, found, expected] of cases) it(`knows ${name}`, () => assert.deepEqual(found, expected));
});

describe('the files of processes', { skip: process.platform !== 'linux' }, () => {
  const own: readonly string[] = ['/proc/self/cwd/x', '/proc/self/root/etc', '/proc/thread-self/fd/3', '/proc/1/cwd/x'];
  for (const path of own) it(`leave open where ${path} leads`, () => assert.equal(disk.realPath(path), path));
  it('leave it open behind a link too', () => assert.equal(disk.realPath(at('here/x')), '/proc/self/cwd/x'));
  it('have real names otherwise', () => assert.equal(disk.realPath('/proc/version'), '/proc/version'));
});

describe('files without an honest size', { skip: process.platform !== 'linux' }, () => {
  it('are read up to the limit and no further', () => {
    assert.equal(disk.readBytes('/proc/self/pagemap', 1_000_000), null);
    assert.equal(disk.readText('/proc/version', 65_536)?.startsWith('Linux'), true);
  });
});
