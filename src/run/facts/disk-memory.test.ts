import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createMemoryDisk } from '../../testing/memory-disk.ts';
import type { Disk } from '../../ports/disk.ts';
import { withMemory } from './disk-memory.ts';

interface Counted {
  readonly disk: Disk;
  readonly asked: string[];
}

function createCounted(): Counted {
  const asked: string[] = [];
  const host = createMemoryDisk({ '/a/b/c': 'text', '/a/l': { link: '/a/b' } });
  const realPath = (path: string): string | null => {
    asked.push(path);
    return host.realPath(path);
  };
  return { disk: withMemory({ ...host, realPath }), asked };
}

describe('a disk with a memory', () => {
  it('is asked once for each path', () => {
    const { disk, asked } = createCounted();
    for (let i = 0; i < 3; i++) assert.equal(disk.realPath('/a/l/c'), '/a/b/c');
    assert.deepEqual(asked, ['/a/l/c']);
  });
  it('knows where the folders of a path lie that leads through no link', () => {
    const { disk, asked } = createCounted();
    assert.deepEqual(
      ['/a/b/c', '/a/b', '/a', '/', '/a/b/x', '/a/l'].map((path) => disk.realPath(path)),
      ['/a/b/c', '/a/b', '/a', '/', '/a/b/x', '/a/b'],
    );
    assert.deepEqual(asked, ['/a/b/c', '/a/b/x', '/a/l']);
  });
  it('is not asked below what is missing', () => {
    const { disk, asked } = createCounted();
    assert.equal(disk.realPath('/a/l/x/y/z'), '/a/b/x/y/z');
    assert.deepEqual(asked, ['/', '/a', '/a/l', '/a/b/x']);
  });
  it('is asked once for a link that leads to its own folder, however often it is written', () => {
    const asked: string[] = [];
    const host = createMemoryDisk({ '/a/self': { link: '/a' }, '/a/b': 'text' });
    const realPath = (path: string): string | null => {
      asked.push(path);
      return host.realPath(path);
    };
    const disk = withMemory({ ...host, realPath });
    assert.equal(disk.realPath(`/a${'/self'.repeat(1000)}/b`), '/a/b');
    assert.deepEqual(asked, [`/a${'/self'.repeat(1000)}/b`]);
    assert.equal(disk.realPath(`/a${'/self'.repeat(1000)}/x/y`), '/a/x/y');
    assert.deepEqual(asked.slice(1), ['/', '/a', '/a/self', '/a/x']);
  });
  it('goes on below a folder that does not tell where it leads', () => {
    const host = createMemoryDisk({ '/a/b': 'text' });
    const realPath = (path: string): string | null => (path === '/a' ? null : host.realPath(path));
    assert.equal(withMemory({ ...host, realPath }).realPath('/a/b'), '/a/b');
  });
  it('is asked about paths that are not in order as they are', () => {
    const { disk, asked } = createCounted();
    assert.equal(disk.realPath('/a/b/../l'), '/a/b');
    assert.deepEqual(asked, ['/a/b/../l']);
  });
  it('lists a folder once', () => {
    const { disk } = createCounted();
    assert.equal(disk.list('/a'), disk.list('/a'));
    assert.equal(disk.list('/nowhere'), null);
  });
});
