import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';

/** A folder with the launcher and a built program that prints what it was given. */
function createInstallation(t: TestContext): { folder: string; home: string } {
  const folder = mkdtempSync(join(tmpdir(), 'bailiwick-launcher-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const home = join(folder, 'home');
  for (const name of ['bin', 'dist', 'home']) mkdirSync(join(folder, name));
  copyFileSync(join(import.meta.dirname, '..', 'bin', 'bailiwick.js'), join(folder, 'bin', 'bailiwick.js'));
  writeFileSync(join(folder, 'package.json'), '{"type": "module"}');
  writeFileSync(join(folder, 'dist', 'main.cjs'), 'console.log(process.argv.slice(2).join());');
  return { folder, home };
}

function launch(folder: string, env: Readonly<Record<string, string>>, before: readonly string[] = []) {
  const result = spawnSync(process.execPath, [...before, join(folder, 'bin', 'bailiwick.js'), 'check', 'ls'], {
    env: { PATH: process.env['PATH'] ?? '', ...env },
    encoding: 'utf8',
    timeout: 30_000,
  });
  return { status: result.status, stdout: result.stdout, stderr: result.stderr };
}

const RAN = { status: 0, stdout: 'check,ls\n', stderr: '' };
const modeOf = (path: string): number => statSync(path).mode & 0o777;

test('the first start makes a home and a cache that only the person can enter', (t) => {
  const { folder, home } = createInstallation(t);
  assert.deepEqual(launch(folder, { HOME: home }), RAN);
  const made = join(home, '.bailiwick');
  assert.deepEqual([modeOf(made), modeOf(join(made, 'cache'))], [0o700, 0o700]);
  assert.ok(readdirSync(join(made, 'cache')).length > 0, 'nothing was kept');
});

test('the cache stands where the agent lives', (t) => {
  const { folder, home } = createInstallation(t);
  launch(folder, { HOME: home, BAILIWICK_HOME: join(folder, 'own') });
  assert.ok(existsSync(join(folder, 'own', 'cache')));
  mkdirSync(join(folder, 'xdg', 'bailiwick'), { recursive: true });
  launch(folder, { HOME: home, XDG_CONFIG_HOME: join(folder, 'xdg') });
  assert.ok(existsSync(join(folder, 'xdg', 'bailiwick', 'cache')));
  assert.ok(!existsSync(join(home, '.bailiwick')));
});

test('kept code that is damaged or of another build is not run', (t) => {
  const { folder, home } = createInstallation(t);
  const program = join(folder, 'dist', 'main.cjs');
  const kept = join(home, '.bailiwick', 'cache', 'code-check');
  const say = (word: string): string => {
    writeFileSync(program, `// build ${word}\nfunction say() { console.log('${word}'); }\nsay();`);
    return launch(folder, { HOME: home }).stdout;
  };
  assert.deepEqual([say('one'), say('two'), say('two')], ['one\n', 'two\n', 'two\n']);
  const whole = readFileSync(kept);
  const damaged = whole.map((byte, i) => (i > 200 && i < 400 ? byte ^ 0x5a : byte));
  for (const bytes of [damaged, whole.subarray(0, 300), whole.subarray(1), Buffer.alloc(0), Buffer.alloc(8)]) {
    writeFileSync(kept, bytes);
    assert.deepEqual([say('two'), readFileSync(kept).length > 400], ['two\n', true]);
  }
});

test('what is kept is used, and a command that is used wrongly keeps nothing', (t) => {
  const { folder, home } = createInstallation(t);
  const kept = join(home, '.bailiwick', 'cache', 'code-check');
  writeFileSync(join(folder, 'dist', 'main.cjs'), 'process.exitCode = 2;');
  assert.equal(launch(folder, { HOME: home }).status, 2);
  assert.ok(!existsSync(kept));
  writeFileSync(join(folder, 'dist', 'main.cjs'), '// build\nconsole.log(1);');
  for (let start = 1; start <= 2; start++) launch(folder, { HOME: home }); // read; then compiled as one and kept
  const { mtimeNs, ino } = statSync(kept, { bigint: true });
  launch(folder, { HOME: home });
  assert.deepEqual([statSync(kept, { bigint: true }).mtimeNs, statSync(kept, { bigint: true }).ino], [mtimeNs, ino]);
});

test('a cache that others could have written is not used', (t) => {
  const { folder, home } = createInstallation(t);
  const cache = join(home, '.bailiwick', 'cache');
  mkdirSync(cache, { recursive: true });
  chmodSync(cache, 0o777);
  assert.deepEqual(launch(folder, { HOME: home }), RAN);
  assert.deepEqual(readdirSync(cache), []);
});

test('a cache that is a link is not used', (t) => {
  const { folder, home } = createInstallation(t);
  const elsewhere = join(folder, 'elsewhere');
  mkdirSync(elsewhere, { mode: 0o700 });
  mkdirSync(join(home, '.bailiwick'), { mode: 0o700 });
  symlinkSync(elsewhere, join(home, '.bailiwick', 'cache'));
  assert.deepEqual(launch(folder, { HOME: home }), RAN);
  assert.deepEqual(readdirSync(elsewhere), []);
});

test('a home that cannot be made does not matter', (t) => {
  const { folder } = createInstallation(t);
  assert.deepEqual(launch(folder, { HOME: '/proc' }), RAN);
  assert.deepEqual(launch(folder, { HOME: '/nowhere/at/all' }), RAN);
  assert.deepEqual(launch(folder, { HOME: join(folder, 'package.json') }), RAN);
});

test('without a built program the sources run', (t) => {
  const { folder, home } = createInstallation(t);
  rmSync(join(folder, 'dist'), { recursive: true });
  mkdirSync(join(folder, 'src'));
  writeFileSync(
    join(folder, 'src', 'main.ts'),
    'const words: readonly string[] = process.argv.slice(2);\nconsole.log(words.join());',
  );
  assert.deepEqual(launch(folder, { HOME: home }), RAN);
});

test('an old Node is told what to do, and nothing is started', (t) => {
  const { folder, home } = createInstallation(t);
  for (const version of ['20.20.2', '22.22.0', '24.15.9']) {
    const old = `data:text/javascript,Object.defineProperty(process.versions,'node',{value:'${version}'})`;
    const { status, stdout, stderr } = launch(folder, { HOME: home }, ['--import', old]);
    assert.deepEqual([status, stdout], [2, '']);
    assert.match(
      stderr,
      new RegExp(
        `needs Node 24\\.16 or newer, and this is Node ${version.replaceAll('.', '\\.')}\\.\nIn a checkout, npm ci`,
      ),
    );
  }
  assert.ok(!existsSync(join(home, '.bailiwick')));
});
