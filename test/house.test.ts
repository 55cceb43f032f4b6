import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import test from 'node:test';

/** House rules of AGENTS.md that the linter cannot see. */

const root = join(import.meta.dirname, '..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const codeFiles = globSync('{src,test,bench,scripts,qa}/**/*.ts', { cwd: root }).filter(
  (file) => !file.startsWith('test/cases/'),
);
const papers = globSync('{*.md,docs/**/*.md}', { cwd: root });

const BANNED_NAMES = /(^|[-/])(utils?|helpers?|common|misc|managers?|services?|stuff)([-./]|$)/;
const MOST_FILES_IN_A_FOLDER = 15;
/** Folders that may hold more, with the reason. */
const LARGE_FOLDERS: Readonly<Record<string, string>> = {
  'src/vocab': 'one file a concept, in one list that a newcomer reads top to bottom',
};

/** What is wrong with the names of these files. */
function checkNames(files: readonly string[]): readonly string[] {
  const wrong = files.filter(
    (file) => !/^([a-z0-9]+(-[a-z0-9]+)*\/)*[a-z0-9]+(-[a-z0-9]+)*(\.full)?(\.test)?\.ts$/.test(file),
  );
  const vague = files.filter((file) => BANNED_NAMES.test(file));
  return [...wrong.map((file) => `${file} is not kebab-case`), ...vague.map((file) => `${file} says nothing`)];
}

/** Folders with too many files; tests do not count. */
function checkFolders(files: readonly string[]): readonly string[] {
  const counts = Map.groupBy(
    files.filter((file) => !file.endsWith('.test.ts')),
    (file) => dirname(file),
  );
  return [...counts]
    .filter(([folder, held]) => !Object.hasOwn(LARGE_FOLDERS, folder) && held.length > MOST_FILES_IN_A_FOLDER)
    .map(([folder, held]) => `${folder} has ${held.length} files`);
}

/** Relative links that lead nowhere. */
function checkLinks(paper: string, text: string): readonly string[] {
  const targets = [...text.matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)(#[^)]*)?\)/g)].map((found) => found[1] ?? '');
  return targets
    .filter((target) => !existsSync(join(root, dirname(paper), target)))
    .map((target) => `${paper} links to ${target}`);
}

test('files have plain kebab-case names', () => {
  assert.ok(codeFiles.length > 20, 'no code was found');
  assert.deepEqual(checkNames(codeFiles), []);
  assert.deepEqual(
    checkNames(['src/run/nextMove.ts', 'src/run/utils.ts', 'src/tools/file-helper/read.ts', 'src/a/b.full.test.ts']),
    [
      'src/run/nextMove.ts is not kebab-case',
      'src/run/utils.ts says nothing',
      'src/tools/file-helper/read.ts says nothing',
    ],
  );
});

test('no folder of src has grown past fifteen files', () => {
  assert.deepEqual(checkFolders(codeFiles.filter((file) => file.startsWith('src/'))), []);
  const many = Array.from({ length: 16 }, (_, at) => `src/run/a${at}.ts`);
  assert.deepEqual(checkFolders([...many, 'src/run/a.test.ts']), ['src/run has 16 files']);
});

test('nothing is left for later', () => {
  const marks = /\b(TO[D]O|FIX[M]E|X[X]X)\b(?=:|\()/;
  assert.deepEqual(
    codeFiles.filter((file) => marks.test(read(file))),
    [],
  );
});

test('no test is switched off, and none runs alone', () => {
  const off = /\b(test|it|describe|suite)\.(skip|only|todo)\(|\b(skip|only|todo): true/;
  assert.deepEqual(
    codeFiles.filter((file) => file !== 'test/house.test.ts' && off.test(read(file))),
    [],
  );
});

test('links between the papers lead somewhere', () => {
  assert.ok(papers.includes('README.md'), 'no papers were found');
  assert.deepEqual(
    papers.flatMap((paper) => checkLinks(paper, read(paper))),
    [],
  );
  assert.deepEqual(checkLinks('docs/x.md', '[a](../README.md#top) [b](gone.md) [c](https://example.org)'), [
    'docs/x.md links to gone.md',
  ]);
});

test('dependencies are pinned exactly, and none of them is Node', () => {
  const about = JSON.parse(read('package.json')) as Readonly<Record<string, Readonly<Record<string, string>>>>;
  const { dependencies = {}, devDependencies = {} } = about;
  const loose = Object.entries({ ...dependencies, ...devDependencies }).filter(
    ([, at]) => !/^(\d+\.\d+\.\d+|file:.*)$/.test(at),
  );
  assert.deepEqual(loose, []);
  assert.deepEqual(
    Object.keys(dependencies).filter((name) => /^node(-|$)|runtime/.test(name)),
    [],
  );
});

test('what package.json exports is built', () => {
  const { exports } = JSON.parse(read('package.json')) as { readonly exports: Readonly<Record<string, string>> };
  const built = Object.values(exports).filter((file) => file.startsWith('./dist/'));
  const entries = read('scripts/build.ts');
  for (const file of built) assert.match(entries, new RegExp(`^  ${file.slice(7, -3)}: 'src/`, 'm'), file);
});

test('commands in the papers are scripts of package.json', () => {
  const { scripts } = JSON.parse(read('package.json')) as { readonly scripts: Readonly<Record<string, string>> };
  const named = papers.flatMap((paper) =>
    [...read(paper).matchAll(/\bnpm run ([a-z:]+)/g)].map((found) => found[1] ?? ''),
  );
  assert.deepEqual(
    [...new Set(named)].filter((name) => !Object.hasOwn(scripts, name)),
    [],
  );
});
