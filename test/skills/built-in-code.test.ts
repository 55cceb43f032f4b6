import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { findFailure, PAGES, ROOT, toFile, toFolder, writePages } from './built-in-pages.ts';

/** Every block of TypeScript in the built-in skills, by its file in the folder that `writePages` makes. */
const blocks = PAGES.flatMap((page) =>
  page.blocks
    .filter(({ language }) => language === 'ts')
    .map((block) => ({
      file: `${toFolder(page)}/${toFile(block) ?? ''}`,
      place: `${page.path}:${block.line}`,
      failure: findFailure(block),
    })),
);

it('the code in the built-in skills type-checks by our own settings, and what is shown to fail does', () => {
  using written = writePages(PAGES);
  assert.ok(blocks.length > 50, 'no code was found');
  const settings = { extends: join(ROOT, 'tsconfig.json'), include: blocks.map(({ file }) => file) };
  writeFileSync(join(written.folder, 'tsconfig.json'), JSON.stringify(settings));
  const tsc = join(ROOT, 'node_modules', '.bin', 'tsc');
  const { stdout } = spawnSync(tsc, ['-p', '.', '--pretty', 'false'], { cwd: written.folder, encoding: 'utf8' });
  const found = [...stdout.matchAll(/^(\S+\.ts)\(\d+,\d+\): error TS(\d+): .*$/gm)];
  const codes = Map.groupBy(found, ([, file = '']) => file);
  assert.ok(found.length > 0, stdout);
  const wrong = blocks.flatMap(({ file, place, failure }) => {
    const errors = codes.get(file) ?? [];
    if (failure === null) return errors.map(([line]) => `${place}: ${line}`);
    const shown = [...new Set(errors.map(([, , code]) => code))];
    return shown.length === 1 && shown[0] === failure ? [] : [`${place}: TS${failure} expected, got ${shown.join()}`];
  });
  assert.deepEqual(wrong, []);
});

/** Imports each file that is listed beside it, and says which one throws. */
const IMPORT_ALL = `
import files from './files.json' with { type: 'json' };
const failed = [];
for (const file of files) {
  await import('./' + file).catch((error) => failed.push([file, error]));
}
if (failed.length > 0) {
  console.error(failed);
  process.exitCode = 1;
}
`;

it('the code in the built-in skills runs in Node as it is', () => {
  using written = writePages(PAGES);
  writeFileSync(join(written.folder, 'import-all.mjs'), IMPORT_ALL);
  const files = blocks.filter(({ failure }) => failure === null).map(({ file }) => file);
  writeFileSync(join(written.folder, 'files.json'), JSON.stringify(files));
  const { status, stdout, stderr } = spawnSync(process.execPath, ['import-all.mjs'], {
    cwd: written.folder,
    env: { PATH: process.env['PATH'], HOME: written.folder },
    encoding: 'utf8',
    timeout: 20_000,
  });
  assert.equal(status, 0, stdout + stderr);
});
