import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BUILT_BIN } from '../built.ts';
import { readBlocks } from '../config/guide.ts';
import type { Ground } from '../journeys/start-prompt.ts';

/** How a line of a guide is carried out, where it is not typed as it stands there. */
export interface Way {
  /** Typed instead: another id, or an answer that only a terminal could ask for. */
  readonly given?: string;
  /** What it ends with; 0 unless said. */
  readonly exit?: number;
  /** What it prints, on either stream. */
  readonly prints?: RegExp;
  /** Somebody has to press keys: the journey that does, by its file and its name. */
  readonly journey?: readonly [file: string, name: string];
  /** It runs another program, or needs the network: why. */
  readonly elsewhere?: string;
}

export type Ways = Readonly<Record<string, Way>>;

export const readPage = (page: string): ReturnType<typeof readBlocks> =>
  readBlocks(page === 'README' ? '../README.md' : `guide/${page}.md`);

/** The lines of a page for a shell, each with the remark behind it. In the README `npx bailiwick` is the program of the checkout. */
export const readRemarked = (page: string): readonly (readonly [line: string, remark: string])[] =>
  readPage(page)
    .filter(({ language }) => language === 'sh')
    .flatMap(({ text }) => text.split('\n'))
    .map((line) => {
      const [remark = ''] = /(?:^|\s+)# .*$/.exec(line) ?? [];
      const typed = line.slice(0, line.length - remark.length);
      return [page === 'README' ? typed.replace('npx bailiwick', 'bailiwick') : typed, remark.trim()] as const;
    })
    .filter(([line]) => line !== '');

/** The same without remarks. */
export const readLines = (page: string): readonly string[] => readRemarked(page).map(([line]) => line);

/** The guides by their names, and the README, where they hold lines for a shell. */
export const GUIDES: readonly string[] = globSync('*.md', { cwd: join(import.meta.dirname, '../../docs/guide') })
  .map((file) => file.replace(/\.md$/, ''))
  .concat('README')
  .filter((page) => readLines(page).length > 0)
  .toSorted();

/** The lines of the blocks of text on a page that follow `begin`, the first line of one of them. */
export function readShown(page: string, begin: string): readonly string[] {
  const block = readPage(page).find(({ language, text }) => language === 'text' && text.startsWith(begin));
  if (block === undefined) throw new Error(`docs/guide/${page}.md shows nothing that begins with ${begin}`);
  return block.text.trimEnd().split('\n');
}

export interface Played {
  readonly line: string;
  readonly exit: number;
  readonly printed: string;
}

/** Types the lines into one bash, in the project; nothing of the person's own is there. */
export async function playLines(
  ground: Ground,
  lines: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<readonly Played[]> {
  const folder = join(ground.home, 'played');
  mkdirSync(join(folder, 'bin'), { recursive: true });
  const own = join(folder, 'bin', 'bailiwick');
  writeFileSync(own, `#!/bin/sh\nexec '${process.execPath}' '${BUILT_BIN}' "$@"\n`);
  chmodSync(own, 0o755);
  const script = lines.map(
    (line, i) => `{\n${line}\n} > "$PLAYED/${i}" 2>&1 < /dev/null; echo $? > "$PLAYED/${i}.exit"`,
  );
  const child = spawn('bash', ['--norc', '--noprofile', '-c', script.join('\n')], {
    cwd: ground.project,
    env: {
      PATH: `${join(folder, 'bin')}:${process.env['PATH'] ?? ''}`,
      HOME: ground.home,
      LANG: 'C.UTF-8',
      ...env,
      PLAYED: folder,
    },
    stdio: 'ignore',
  });
  await once(child, 'close');
  return lines.map((line, i) => ({
    line,
    exit: Number(readFileSync(join(folder, `${i}.exit`), 'utf8')),
    printed: readFileSync(join(folder, String(i)), 'utf8'),
  }));
}

/** What differs from one run to the next, replaced on both sides. */
export const normalizeShown = (text: string): string =>
  text
    .replace(/\u001b\[\d+m/g, '')
    .replace(/\b\d+ ms\b/g, '7 ms')
    .replace(/\b\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\b/g, '2026-01-01 00:00:00')
    .replace(/\blocal:\d+\b/g, 'local:0')
    .replace(/\/\S*bailiwick-journey-[^/\s]+\/home\b/g, '/home/u')
    .replace(/\/home\/u\/(my-)?project\b|\/\S*bailiwick-journey-[^/\s]+\/project\b/g, '/p');
