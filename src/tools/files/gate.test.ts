import assert from 'node:assert/strict';
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { createHostSandbox } from '../../sandbox/host.ts';
import { createToolContext } from '../../testing/tool-context.ts';
import { type GateWay, openTarget } from './gate.ts';
import { replaceFile } from './replace-file.ts';

const top = realpathSync(mkdtempSync(join(tmpdir(), 'bailiwick-gate-')));
after(() => rmSync(top, { recursive: true, force: true }));

/** A workspace with a folder and secrets beside it, new for every case. */
const build = (): { work: string; outside: string } => {
  const base = mkdtempSync(join(top, 'case-'));
  const work = join(base, 'work');
  const outside = join(base, 'outside');
  for (const folder of [work, join(work, 'src'), outside, join(base, 'workshop')]) mkdirSync(folder);
  writeFileSync(join(outside, 'kept'), 'kept');
  writeFileSync(join(work, 'src/a'), 'a');
  symlinkSync(outside, join(work, 'out'));
  symlinkSync('src', join(work, 'in'));
  symlinkSync(join(outside, 'kept'), join(work, 'link'));
  symlinkSync('src/a', join(work, 'alias'));
  symlinkSync(join(outside, 'missing'), join(work, 'dangling'));
  symlinkSync('loop', join(work, 'loop'));
  symlinkSync('../../outside', join(work, 'src/up'));
  return { work, outside };
};

const write = async (path: string, work: string, way: GateWay, strict = true): Promise<string> => {
  const place = createToolContext(work, { strict });
  try {
    const target = await openTarget(path, place, { makeFolders: true, way });
    if (!target.ok) return target.error.replaceAll(work, 'WORK');
    try {
      const written = await replaceFile(target.value, Buffer.from('new'));
      return written.ok ? `wrote ${target.value.real.replace(work, 'WORK')}` : written.error;
    } finally {
      await target.value.close();
    }
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : String(error);
  }
};

const CASES: readonly (readonly [string, RegExp])[] = [
  ['new', /^wrote WORK\/new$/],
  ['src/a', /^wrote WORK\/src\/a$/],
  ['./src/../b', /^wrote WORK\/b$/],
  ['deep/er/new', /^wrote WORK\/deep\/er\/new$/],
  ['in/new', /^wrote WORK\/src\/new$/],
  ['alias', /^wrote WORK\/src\/a$/],
  ['in/../b', /^wrote WORK\/b$/],
  ['../outside/new', /layer workspace/],
  ['..', /layer workspace/],
  ['../workshop/new', /layer workspace/],
  ['/etc/bailiwick-test', /layer workspace/],
  ['~/../../outside/new', /layer workspace/],
  ['out/new', /layer workspace/],
  ['out/made/new', /layer workspace/],
  ['src/up/new', /layer workspace/],
  ['src/up/kept', /layer workspace/],
  ['link', /layer workspace/],
  ['out', /layer workspace/],
  ['dangling', /target does not exist/],
  ['dangling/new', /target does not exist/],
  ['loop', /^ELOOP$/],
  ['loop/new', /^ELOOP$/],
  ['.', /is a folder/],
  ['src', /is a folder/],
  ['in', /is a folder/],
  ['src/a/new', /^ENOTDIR$/],
  ['x'.repeat(300), /^ENAMETOOLONG$/],
];

for (const way of process.platform === 'linux' ? (['walk', 'compare'] as const) : (['compare'] as const)) {
  describe(`the gate for writing, by ${way}`, () => {
    for (const [path, expected] of CASES) {
      test(`${path.slice(0, 40)} gives ${expected.source}`, async () => {
        const { work, outside } = build();
        assert.match(await write(path, work, way), expected);
        assert.deepEqual(readdirSync(outside), ['kept']);
        assert.equal(readFileSync(join(outside, 'kept'), 'utf8'), 'kept');
      });
    }

    test('outside is open when the workspace is not strict, but for links to nowhere', async () => {
      const { work, outside } = build();
      assert.match(await write('../outside/new', work, way, false), /^wrote .*outside\/new$/);
      assert.match(await write('link', work, way, false), /^wrote .*outside\/kept$/);
      assert.match(await write('dangling', work, way, false), /target does not exist/);
      assert.match(await write('../outside/made/new', work, way, false), /the folder of .* does not exist/);
      assert.deepEqual(readdirSync(outside), ['kept', 'new']);
    });

    test('a workspace that is reached through a link is a workspace', async () => {
      const { work } = build();
      symlinkSync(work, `${work}-link`);
      assert.match(await write('src/b', `${work}-link`, way), /work\/src\/b$/);
      assert.match(await write('out/b', `${work}-link`, way), /layer workspace/);
    });

    test('no pipe, socket or device is written', async () => {
      const { work } = build();
      const argv = ['mkfifo', join(work, 'pipe')] as const;
      const signal = new AbortController().signal;
      const env = { PATH: '/usr/bin:/bin' };
      await createHostSandbox().run({ argv, cwd: work, env, timeoutMs: 5000, maxBytes: 100, signal });
      assert.match(await write('pipe', work, way), /a device, a pipe or a socket/);
      assert.match(await write('/dev/null', work, way, false), /a device, a pipe or a socket/);
    });

    test('a folder that is exchanged after the check is not written through', async () => {
      const { work, outside } = build();
      const target = await openTarget('src/new', createToolContext(work), { makeFolders: true, way });
      assert.ok(target.ok);
      renameSync(join(work, 'src'), join(work, 'moved'));
      symlinkSync(outside, join(work, 'src'));
      // Without descriptors the exchange is seen, or the draft is made outside and removed again.
      const written = await replaceFile(target.value, Buffer.from('new'));
      await target.value.close();
      assert.match(written.ok ? 'written' : written.error, /moved or removed meanwhile/);
      assert.deepEqual(readdirSync(outside), ['kept']);
      assert.deepEqual(readdirSync(join(work, 'moved')), ['a', 'up']);
    });
  });
}

test('a folder that flips between a folder and a link to the outside never lets a write out', async (t) => {
  if (process.platform !== 'linux') return t.diagnostic('only Linux can walk without a gap');
  const { work, outside } = build();
  mkdirSync(join(work, 'flip'));
  // Another process, so that the exchange falls between any two of our calls.
  const stop = new AbortController();
  const command = `while :; do mv flip aside; ln -s ${outside} flip; rm flip; mv aside flip; done`;
  const argv = ['bash', '-c', command] as const;
  const env = { PATH: '/usr/bin:/bin' };
  const flipping = createHostSandbox().run({
    argv,
    cwd: work,
    env,
    timeoutMs: 20_000,
    maxBytes: 100,
    signal: stop.signal,
  });
  const answers = new Set<string>();
  const until = performance.now() + 1500;
  for (let n = 0; performance.now() < until; n++)
    answers.add((await write(`flip/new${n}`, work, 'walk')).replace(/\d+/g, ''));
  stop.abort();
  await flipping;
  assert.deepEqual(readdirSync(outside), ['kept'], [...answers].join(' | '));
});
