import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { checkFloors, listImports } from './floors/check.ts';
import { EXCEPTIONS, MAY_SEE } from './floors/law.ts';

const src = join(import.meta.dirname, '..', 'src');

test('every room of src imports only what is below it, without cycles', () => {
  const files = globSync('**/*.ts', { cwd: src }).toSorted();
  assert.ok(files.length > 20, 'src was not found');
  const sources = new Map(files.map((file) => [file.replaceAll('\\', '/'), readFileSync(join(src, file), 'utf8')]));
  assert.deepEqual(checkFloors(sources), []);
});

test('the floors themselves have no cycle: each room sees only rooms that do not see it', () => {
  for (const [room, seen] of Object.entries(MAY_SEE)) {
    for (const other of seen) assert.ok(!MAY_SEE[other]?.includes(room), `${room} and ${other} see each other`);
  }
});

test('what is learned never reaches the judge', () => {
  assert.ok(!MAY_SEE['policy']?.includes('skills') && !MAY_SEE['skills']?.includes('policy'));
});

test('every exception has a reason', () => {
  for (const [violation, reason] of Object.entries(EXCEPTIONS)) assert.ok(reason.length > 20, violation);
});

const planted: readonly { name: string; files: Readonly<Record<string, string>>; expected: readonly string[] }[] = [
  {
    name: 'looking up',
    files: {
      'base/text.ts': "import { decide } from '../policy/decide.ts';",
      'policy/decide.ts': 'export const decide = 1;',
    },
    expected: ['base/text.ts imports policy/decide.ts: base may not see policy'],
  },
  {
    name: 'looking up for a type alone',
    files: {
      'policy/decide.ts': "import type { Move } from '../run/next-move.ts';",
      'run/next-move.ts': 'export type Move = 1;',
    },
    expected: ['policy/decide.ts imports run/next-move.ts: policy may not see run'],
  },
  {
    name: 'workers that see each other, over several lines and by re-export',
    files: {
      'tools/shell/run.ts': "import {\n  a,\n  b,\n} from '../../sandbox/host.ts';",
      'sandbox/host.ts': "export { c } from '../store/open-store.ts';",
      'store/open-store.ts': 'export const c = 1;',
    },
    expected: [
      'tools/shell/run.ts imports sandbox/host.ts: tools may not see sandbox',
      'sandbox/host.ts imports store/open-store.ts: sandbox may not see store',
    ],
  },
  {
    name: 'a cycle through a type and a dynamic import',
    files: {
      'run/a.ts': "import type { B } from './b.ts';",
      'run/b.ts': "export const load = () => import('./c.ts');",
      'run/c.ts': "import './a.ts';",
    },
    expected: ['import cycle: run/a.ts -> run/b.ts -> run/c.ts -> run/a.ts'],
  },
  {
    name: 'the environment, a process, the network and SQL in the wrong room',
    files: {
      'run/drive.ts': 'const home = process.env.HOME;',
      'tools/grep/run.ts': "import { spawn } from 'node:child_process';",
      'app/create-app.ts': "import { DatabaseSync } from 'node:sqlite';\nawait fetch('http://example.org');",
      'run/gather.ts': "import { readFileSync } from 'node:fs';",
    },
    expected: [
      'run/drive.ts uses process.env, which is for app/load-config.ts, main.ts',
      'tools/grep/run.ts imports node:child_process, which is for sandbox',
      'app/create-app.ts imports node:sqlite, which is for store',
      'app/create-app.ts uses fetch(), which is for models/, fetcher/',
      'run/gather.ts imports node:fs, which is for app, cli, documents, models, plugins, sandbox, store, testing, tools, http, main',
    ],
  },
  {
    name: 'a pure room that asks the machine',
    files: { 'policy/decide.ts': "import { hostname } from 'node:os';\nconst at = Date.now() + Math.random();" },
    expected: [
      'policy/decide.ts imports node:os, but policy is pure',
      'policy/decide.ts uses the clock',
      'policy/decide.ts uses chance',
    ],
  },
  {
    name: 'rooms, files and tests that are none of its business',
    files: {
      'helpers/one.ts': '',
      'run/a.ts': "import '../../bench/x.ts';\nimport './gone.ts';\nimport '../../src/base/b.test.ts';",
      'base/b.test.ts': "import '../policy/anything.ts';",
      'run/b.ts': "import '../base/b.test.ts';",
    },
    expected: [
      'helpers/one.ts stands in a room that the law does not know',
      'run/a.ts imports ../../bench/x.ts, which is outside src',
      'run/a.ts imports run/gone.ts, which does not exist',
      'run/a.ts imports ../../src/base/b.test.ts, which is outside src',
      'run/b.ts imports the test base/b.test.ts',
    ],
  },
  {
    name: 'nothing: comments, neighbours, rooms below',
    files: {
      'base/text.ts':
        "/**\n * import { x } from '../policy/decide.ts';\n */\n// process.env is read elsewhere\nexport const x = 1;",
      'policy/decide.ts':
        "import { x } from '../base/text.ts';\nimport { y } from './step.ts';\nimport { z } from 'zod/mini';",
      'policy/step.ts': "export const y = 'process.env';".replace('process.env', 'env'),
      'app/load-config.ts': 'export const env = process.env;',
    },
    expected: [],
  },
];

for (const { name, files, expected } of planted) {
  test(`the check reports ${name}`, () => assert.deepEqual(checkFloors(new Map(Object.entries(files))), expected));
}

test('imports are found in every form', () => {
  const text = [
    "import a from 'a';",
    "import type { B } from './b.ts';",
    "import * as c from '../c.ts'; // why",
    "export * from './d.ts';",
    "export type { E } from './e.ts';",
    "import 'f';",
    "const g = await import('./g.ts');",
    "type H = import('./h.ts').H;",
    "const not = 'from nowhere';",
    "export const i = from('j');",
  ].join('\n');
  assert.deepEqual(listImports(text).toSorted(), [
    '../c.ts',
    './b.ts',
    './d.ts',
    './e.ts',
    './g.ts',
    './h.ts',
    'a',
    'f',
  ]);
});
