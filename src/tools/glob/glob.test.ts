import assert from 'node:assert/strict';
import { mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { needs } from '../../../test/outside.ts';
import { createHostSandbox } from '../../sandbox/host.ts';
import { buildTree } from '../../testing/folder-tree.ts';
import { createCall, createToolContext } from '../../testing/tool-context.ts';
import { globTool } from './glob.ts';

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'bailiwick-glob-')));
after(() => rmSync(folder, { recursive: true, force: true }));
buildTree(folder, {
  '.git/config': '',
  '.gitignore': 'dist/\n*.log\n!keep.log\n',
  '.ignore': 'src\n',
  'src/a.ts': '',
  'src/b.js': '',
  'src/.env': '',
  'src/new\nline': '',
  'dist/a.ts': '',
  'x.log': '',
  'keep.log': '',
  'sub/.gitignore': '/only\n',
  'sub/only/a.ts': '',
  'sub/deep/only/a.ts': '',
});
symlinkSync('src', join(folder, 'link'));
symlinkSync('src/a.ts', join(folder, 'link.ts'));

const ways = [
  ['ripgrep', createToolContext(folder, { sandbox: createHostSandbox() }), needs('rg')],
  ['our own walk', createToolContext(folder, { env: { PATH: '/nowhere' } }), {}],
] as const;

for (const [way, context, options] of ways) {
  const glob = (input: Record<string, unknown>) => globTool.run(createCall('glob', input, folder), context);

  describe(`glob by ${way}`, options, () => {
    const cases: readonly (readonly [string, Record<string, unknown>, string])[] = [
      ['any depth', { pattern: '*.ts' }, 'src/a.ts\nsub/deep/only/a.ts'],
      ['one folder', { pattern: 'src/*' }, 'src/.env\nsrc/a.ts\nsrc/b.js\nsrc/new\\nline'],
      ['a path', { pattern: '*.ts', path: 'sub' }, 'sub/deep/only/a.ts'],
      ['a path through a link', { pattern: '*.ts', path: 'link' }, 'link/a.ts'],
      ['a path that is ignored but named', { pattern: '*', path: 'dist' }, 'dist/a.ts'],
      ['what .gitignore keeps', { pattern: '*.log' }, 'keep.log'],
      ['nothing', { pattern: '*.rs' }, 'No file matches'],
      ['a limit', { pattern: '*.ts', limit: 1 }, 'src/a.ts\n[more than 1 files match; narrow the pattern or path]'],
      ['just the limit', { pattern: '*.ts', limit: 2 }, 'src/a.ts\nsub/deep/only/a.ts'],
    ];
    for (const [name, input, expected] of cases) {
      test(name, async () =>
        assert.deepEqual([(await glob(input)).text, (await glob(input)).isError], [expected, false]),
      );
    }

    const faults: readonly (readonly [Record<string, unknown>, RegExp])[] = [
      [{ pattern: '*', path: 'gone' }, /^gone does not exist$/],
      [{ pattern: '*', path: 'src/a.ts' }, /^src\/a\.ts is a file; path names the folder/],
      [{ pattern: '*', path: '/dev/null' }, /neither a file nor a folder/],
      [{ pattern: '/x/*' }, /must be relative/],
    ];
    for (const [input, expected] of faults) {
      test(`refuses ${JSON.stringify(input)}`, async () => {
        const result = await glob(input);
        assert.match(result.text, expected);
        assert.equal(result.isError, true);
      });
    }
  });
}
