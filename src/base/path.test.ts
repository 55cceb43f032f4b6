import assert from 'node:assert/strict';
import { posix } from 'node:path';
import test from 'node:test';
import fc from 'fast-check';
import { baseName, folderOf, isWithin, resolvePath } from './path.ts';

const part = fc.constantFrom('a', 'b c', '.', '..', '...', '', '.git', '-', '~');
const path = fc
  .tuple(fc.constantFrom('', '/', '//'), fc.array(part, { maxLength: 6 }))
  .map(([start, parts]) => start + parts.join('/'));
const absolute = path.map((text) => `/${text}`);

test('resolving a path', () => {
  const cases: readonly [base: string, path: string, expected: string][] = [
    ['/home/ada', 'notes.txt', '/home/ada/notes.txt'],
    ['/home/ada', './a//b/', '/home/ada/a/b'],
    ['/home/ada', '..', '/home'],
    ['/home/ada', '../../../../etc', '/etc'],
    ['/home/ada', '/etc/../root/.', '/root'],
    ['/home/ada', '', '/home/ada'],
    ['/', '..', '/'],
    ['/a', '~', '/a/~'],
  ];
  for (const [base, given, expected] of cases) assert.equal(resolvePath(base, given), expected);
});

test('resolving agrees with node on every made-up path', () => {
  fc.assert(
    fc.property(absolute, path, (base, given) => assert.equal(resolvePath(base, given), posix.resolve(base, given))),
  );
});

test('what is within a folder', () => {
  const cases: readonly [path: string, folder: string, expected: boolean][] = [
    ['/project', '/project', true],
    ['/project/a', '/project', true],
    ['/projects', '/project', false],
    ['/', '/project', false],
    ['/anything', '/', true],
    ['/', '/', true],
  ];
  for (const [given, folder, expected] of cases)
    assert.equal(isWithin(given, folder), expected, `${given} in ${folder}`);
});

test('folder and name put together are the path again', () => {
  fc.assert(
    fc.property(absolute, (given) => {
      const normal = resolvePath('/', given);
      assert.equal(resolvePath(folderOf(normal), baseName(normal)), normal);
      assert.ok(isWithin(normal, folderOf(normal)));
    }),
  );
});

test('the folder of the root and of what lies in it is the root', () => {
  assert.deepEqual(
    [folderOf('/'), folderOf('/etc'), folderOf('/etc/passwd'), baseName('/etc/passwd'), baseName('/')],
    ['/', '/', '/etc', 'passwd', ''],
  );
});
