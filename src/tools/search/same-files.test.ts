import assert from 'node:assert/strict';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import fc from 'fast-check';
import { needs } from '../../../test/outside.ts';
import { createHostSandbox } from '../../sandbox/host.ts';
import { buildTree } from '../../testing/folder-tree.ts';
import { createCall, createToolContext } from '../../testing/tool-context.ts';
import { globTool } from '../glob/glob.ts';

const top = realpathSync(mkdtempSync(join(tmpdir(), 'bailiwick-same-')));
after(() => rmSync(top, { recursive: true, force: true }));

const NAME = fc.constantFrom('a', 'b', 'ab', '.h', 'a.ts', 'b c', '[a]', '#a', '!b', 'A');
const PATH = fc.array(NAME, { minLength: 1, maxLength: 4 }).map((names) => `${names.join('/')}/f`);
/** Without [!a]: in ripgrep 13 it also matches a slash, against gitignore(5). */
const PIECE = fc.constantFrom('a', 'b', '*', '**', '?', '[ab]', '/', '.h', '.ts', '\\#', '\\!', '\\ ', ' ', 'f', 'A');
const LINE = fc
  .tuple(
    fc.constantFrom('', '!', '/'),
    fc.array(PIECE, { minLength: 1, maxLength: 5 }),
    fc.constantFrom('', '/', '/**', ' '),
  )
  .map(([start, pieces, end]) => start + pieces.join('') + end)
  // Of a line without a name, or with an empty one, every program makes something else.
  .filter((line) => /[^!/ \\]/.test(line) && !line.includes('//'));
const IGNORE = fc.array(LINE, { maxLength: 4 }).map((lines) => lines.join('\n'));
const PLACE = fc.constantFrom('', 'a/', 'a/b/', 'b/');
const TREE = fc.record({
  paths: fc.array(PATH, { minLength: 1, maxLength: 12 }),
  ignores: fc.array(fc.tuple(PLACE, IGNORE), { maxLength: 3 }),
  repositories: fc.array(PLACE, { maxLength: 2 }),
  root: fc.constantFrom('.', '.', 'a', 'a/b'),
});

const RUNS = 60;

describe('our own walk and ripgrep', needs('rg'), () => {
  test('list the same files whatever .gitignore files say', async () => {
    let number = 0;
    const property = fc.asyncProperty(TREE, async ({ paths, ignores, repositories, root }) => {
      const folder = join(top, String(number++));
      buildTree(folder, { '.git/x': '', 'a/b/f': '' });
      for (const path of paths) buildTree(folder, { [path]: '' });
      for (const [place, text] of ignores) buildTree(folder, { [`${place}.gitignore`]: text });
      for (const place of repositories) buildTree(folder, { [`${place}.git/x`]: '' });
      const call = createCall('glob', { pattern: '**', path: root, limit: 2000 }, folder);
      const sandbox = createHostSandbox();
      const byRipgrep = await globTool.run(call, createToolContext(folder, { sandbox }));
      const byWalk = await globTool.run(call, createToolContext(folder, { env: { PATH: '/nowhere' } }));
      rmSync(folder, { recursive: true });
      assert.equal(byWalk.text, byRipgrep.text);
    });
    await fc.assert(property, { numRuns: RUNS });
  });
});
