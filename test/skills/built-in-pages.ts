import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { listBlocks, type Block } from '../config/guide.ts';

export const ROOT = join(import.meta.dirname, '../..');

/** The skills that the package brings, by the names of their folders. */
export const SKILLS: readonly string[] = globSync('skills/*', { cwd: ROOT })
  .map((path) => path.slice('skills/'.length))
  .toSorted();

/** A Markdown file of a skill: its path in the repository, its text, and what stands in fences in it. */
export interface SkillPage {
  readonly path: string;
  readonly text: string;
  readonly blocks: readonly Block[];
}

export const readPages = (skill: string): readonly SkillPage[] =>
  globSync(`skills/${skill}/**/*.md`, { cwd: ROOT })
    .toSorted()
    .map((path) => {
      const text = readFileSync(join(ROOT, path), 'utf8');
      return { path, text, blocks: listBlocks(text) };
    });

export const PAGES: readonly SkillPage[] = SKILLS.flatMap(readPages);

/** `ts fails 2322`: a block that shows what the compiler refuses, and with which error. */
export const findFailure = ({ language, name }: Block): string | null =>
  language === 'ts' ? (/^fails (\d+)$/.exec(name)?.[1] ?? null) : null;

const isFile = ({ name }: Block): boolean => /^[\w./-]+\.\w+$/.test(name);

/** Where a block is written in the folder of its page; null for what is no file. */
export function toFile(block: Block): string | null {
  if (isFile(block)) return block.name;
  if (block.language !== 'ts') return null;
  return findFailure(block) === null ? `block-${block.line}.ts` : `refused-${block.line}.ts`;
}

/** A throw-away folder that holds the files of pages. */
export interface Written extends Disposable {
  readonly folder: string;
}

/** Writes the files of each page into a folder of its own, named by `toFolder`, with our packages beside them. */
export function writePages(pages: readonly SkillPage[]): Written {
  const folder = mkdtempSync(join(tmpdir(), 'bailiwick-skills-'));
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  for (const page of pages) {
    const own = join(folder, toFolder(page));
    mkdirSync(own);
    symlinkSync(join(ROOT, 'node_modules'), join(own, 'node_modules'));
    writeFileSync(join(own, 'package.json'), '{ "name": "page", "version": "1.0.0", "type": "module" }\n');
    for (const block of page.blocks) {
      const file = toFile(block);
      if (file === null) continue;
      mkdirSync(dirname(join(own, file)), { recursive: true });
      writeFileSync(join(own, file), block.text);
    }
  }
  return { folder, [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }) };
}

export const toFolder = ({ path }: SkillPage): string => path.replaceAll('/', '-').replace(/\.md$/, '');
