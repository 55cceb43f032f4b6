import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, describe, it } from 'node:test';
import { PAGES, ROOT } from './built-in-pages.ts';

/** Commands that stand in sentences and tables of the built-in skills, beside those in blocks. */
const NAMED = /`((?:node|npm|npx|tsc|grep|git) [^`]+)`/g;

interface Way {
  /** Typed instead: with a name in the place of one, or so that it ends. */
  readonly given?: string;
  readonly exit?: number;
}

/** How each is run, in a small project under git; one that is not here fails the test. */
const WAYS: Readonly<Record<string, Way>> = {
  'tsc --noEmit': {},
  'tsc -b': {},
  'npx tsc --noEmit': {},
  'npx tsc --noEmit --traceResolution': {},
  'npx tsc --noEmit --explainFiles': {},
  'node --watch hello.ts': { given: 'timeout 3 node --watch hello.ts', exit: 124 },
  'node --run NAME': { given: 'node --run check' },
  'node --inspect': { given: 'node --inspect=127.0.0.1:0 hello.ts' },
  'node --disable-proto=delete': { given: 'node --disable-proto=delete hello.ts' },
  'npm run check': {},
  'npm test': {},
  'npm ls NAME': { given: 'npm ls' },
  'npm dedupe': {},
  'npm ci': {},
  // They ask the registry for its keys and notices: here only that npm has them.
  'npm audit --omit=dev': { given: 'npm audit --omit=dev --help' },
  'npm audit signatures': { given: 'npm audit signatures --help' },
  "grep -rnE ': any|as any|<any>'": { given: "grep -rnE ': any|as any|<any>' src" },
  'git mv x.js x.ts': {},
  'git diff --stat': {},
};

const root = mkdtempSync(join(tmpdir(), 'bailiwick-inline-'));
after(() => rmSync(root, { recursive: true, force: true }));
let made = 0;

function createProject(): string {
  const folder = join(root, String(made++));
  mkdirSync(join(folder, 'src'), { recursive: true });
  const files: Readonly<Record<string, string>> = {
    'package.json': '{"name": "p", "version": "1.0.0", "type": "module", "scripts": {"check": "true", "test": "true"}}',
    'package-lock.json':
      '{"name": "p", "version": "1.0.0", "lockfileVersion": 3, "packages": {"": {"name": "p", "version": "1.0.0"}}}',
    'tsconfig.json': '{"compilerOptions": {"strict": true, "noEmit": true, "types": []}, "include": ["src"]}',
    'hello.ts': 'export const hello: string = "hello";\n',
    'x.js': 'export const x = 1;\n',
    'src/a.ts': 'export const a = (given: unknown): any => given;\n',
  };
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  return folder;
}

async function run(command: string): Promise<{ readonly exit: number | null; readonly said: string }> {
  const folder = createProject();
  // npm keeps a folder of packages for itself.
  const link = command.startsWith('npm ') ? null : join(folder, 'node_modules');
  if (link !== null) symlinkSync(join(ROOT, 'node_modules'), link);
  const child = spawn('bash', ['-c', `git init -q . && git add x.js && ${command}`], {
    cwd: folder,
    env: {
      PATH: `${join(ROOT, 'node_modules/.bin')}:${process.env['PATH'] ?? ''}`,
      HOME: folder,
      npm_config_offline: 'true',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 60_000,
  });
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { exit: child.exitCode, said: `${out}${err}` };
}

describe('the commands that stand in sentences of the built-in skills', { concurrency: 2 }, () => {
  const named = new Set(PAGES.flatMap((page) => [...page.text.matchAll(NAMED)].map(([, line = '']) => line)));

  it('are those that are run here', () => assert.deepEqual([...named].toSorted(), Object.keys(WAYS).toSorted()));

  for (const [line, { given = line, exit = 0 }] of Object.entries(WAYS)) {
    it(given, async () => {
      const ended = await run(given);
      assert.equal(ended.exit, exit, ended.said);
    });
  }
});
