import assert from 'node:assert/strict';
import { chmodSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { needs } from '../../../test/outside.ts';
import type { ToolContext } from '../../ports/tool.ts';
import { createHostSandbox } from '../../sandbox/host.ts';
import { buildTree } from '../../testing/folder-tree.ts';
import { createCall, createToolContext } from '../../testing/tool-context.ts';
import { grepTool } from './grep.ts';

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'bailiwick-grep-')));
after(() => rmSync(folder, { recursive: true, force: true }));
buildTree(folder, {
  '.git/config': 'needle',
  '.gitignore': 'dist/\n',
  'dist/a.ts': 'needle',
  'src/a.ts': 'one\nneedle here\nthree needle\n',
  'src/b.js': 'Needle\r\nneedle end\r\n',
  'src/.env': 'KEY=needle',
  'src/-dash': '-needle',
  'src/bom': '\uFEFFneedle first\n',
  'src/latin': Buffer.from('needle caf\xe9\n', 'latin1'),
  'src/utf16': Buffer.from('\uFEFFneedle wide\n', 'utf16le'),
  'src/long': `needle ${'x'.repeat(5000)}\n`,
  'src/binary': Buffer.from('needle\0needle'),
  'src/late': Buffer.concat([
    Buffer.from('needle early\n'),
    Buffer.alloc(70_000, 'a\n'),
    Buffer.from('\0\nneedle late\n'),
  ]),
  'src/new\nline': 'needle in it',
  'secret/key': 'needle',
  'café.txt': 'größe needle 🙂\n',
});
symlinkSync('src', join(folder, 'link'));
const isSecret = (path: string): boolean => path.endsWith('/.env') || path === join(folder, 'secret');

const contexts = {
  ripgrep: createToolContext(folder, { sandbox: createHostSandbox(), isSecret }),
  own: createToolContext(folder, { env: { PATH: '/nowhere' }, isSecret }),
};
const grep = (input: Record<string, unknown>, context: ToolContext) =>
  grepTool.run(createCall('grep', input, folder), context);

const LONG = `needle ${'x'.repeat(293)}...`;
const CASES: readonly (readonly [string, Record<string, unknown>, string])[] = [
  ['a file', { pattern: 'needle', path: 'src/a.ts' }, 'src/a.ts\n2: needle here\n3: three needle'],
  [
    'a folder',
    { pattern: 'needle', path: 'src' },
    [
      'src/-dash\n1: -needle',
      'src/a.ts\n2: needle here\n3: three needle',
      'src/b.js\n2: needle end',
      'src/bom\n1: needle first',
      'src/late\n1: needle early',
      'src/latin\n1: needle caf\uFFFD',
      `src/long\n1: ${LONG}`,
      'src/new\\nline\n1: needle in it',
      'src/utf16\n1: needle wide',
    ].join('\n\n'),
  ],
  [
    'some names',
    { pattern: 'needle', include: '*.{ts,js}' },
    'src/a.ts\n2: needle here\n3: three needle\n\nsrc/b.js\n2: needle end',
  ],
  ['names in a folder', { pattern: 'needle', include: 'src/*.ts' }, 'src/a.ts\n2: needle here\n3: three needle'],
  ['the top', { pattern: '🙂', include: '*.txt' }, 'café.txt\n1: größe needle 🙂'],
  ['either case', { pattern: 'NEEDLE', ignore_case: true, path: 'src/b.js' }, 'src/b.js\n1: Needle\n2: needle end'],
  ['either case beyond ASCII', { pattern: 'GRÖSSE|GRÖßE', ignore_case: true }, 'café.txt\n1: größe needle 🙂'],
  ['ends of CRLF lines', { pattern: 'end$', path: 'src/b.js' }, 'src/b.js\n2: needle end'],
  ['the start behind a byte order mark', { pattern: '^needle first$' }, 'src/bom\n1: needle first'],
  ['a pattern with a dash', { pattern: '-needle' }, 'src/-dash\n1: -needle'],
  ['through a link that is named', { pattern: 'here', path: 'link' }, 'link/a.ts\n2: needle here'],
  ['an ignored folder that is named', { pattern: 'needle', path: 'dist' }, 'dist/a.ts\n1: needle'],
  ['no secret folder, also when named', { pattern: 'needle', path: 'secret' }, 'No line matches'],
  ['a secret file that is named', { pattern: 'KEY', path: 'src/.env' }, 'src/.env\n1: KEY=needle'],
  ['nothing', { pattern: 'haystack' }, 'No line matches'],
  [
    'a limit',
    { pattern: 'needle', path: 'src/a.ts', limit: 1 },
    'src/a.ts\n2: needle here\n\n[there are more matches; narrow pattern, path or include]',
  ],
];

for (const way of ['ripgrep', 'own'] as const) {
  describe(`grep by ${way === 'own' ? 'our own search' : way}`, way === 'own' ? {} : needs('rg'), () => {
    for (const [name, input, expected] of CASES) {
      test(`finds ${name}`, async () => {
        const result = await grep(input, contexts[way]);
        assert.deepEqual([result.text, result.isError], [expected, false]);
      });
    }

    test('says what is wrong with a pattern', async () => {
      for (const pattern of ['(', '[a', '(?<n>a']) {
        const result = await grep({ pattern, path: 'src/a.ts' }, contexts[way]);
        assert.match(result.text, /^the pattern is no valid regular expression: /, pattern);
        assert.equal(result.isError, true);
      }
      assert.match((await grep({ pattern: 'a\nb' }, contexts[way])).text, /must not hold a newline/);
      assert.match((await grep({ pattern: 'a', include: '[' }, contexts[way])).text, /\[ without its \]/);
      assert.match((await grep({ pattern: 'a', path: 'gone' }, contexts[way])).text, /^gone does not exist$/);
    });

    test('is not held up by a pattern that makes others hang', async () => {
      writeFileSync(join(folder, 'src/hang'), `${'a'.repeat(100_000)}!\n`);
      const started = performance.now();
      const result = await grep({ pattern: '^(a+)+$', path: 'src/hang' }, contexts[way]);
      rmSync(join(folder, 'src/hang'));
      assert.equal(result.text, 'No line matches');
      assert.ok(performance.now() - started < 5000);
    });

    test('stays within 50 kB', async () => {
      writeFileSync(join(folder, 'many'), `${'x'.repeat(200)}\n`.repeat(2000));
      const { text } = await grep({ pattern: 'x', path: 'many', limit: 1000 }, contexts[way]);
      rmSync(join(folder, 'many'));
      assert.ok(text.length > 40_000 && text.length < 60_000, `${text.length}`);
      assert.match(text, /\[there are more matches; narrow pattern, path or include\]$/);
    });
  });
}

test('a ripgrep inside the workspace is not started', async () => {
  writeFileSync(join(folder, 'rg'), '#!/bin/sh\necho ran > ran\n');
  chmodSync(join(folder, 'rg'), 0o755);
  const context = createToolContext(folder, { env: { PATH: `${folder}:${join(folder, 'link')}` }, isSecret });
  const result = await grep({ pattern: 'here' }, context);
  rmSync(join(folder, 'rg'));
  assert.equal(result.text, 'src/a.ts\n2: needle here');
});
