import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { SITUATIONS, type Situation } from './situations/list.ts';

/** Writes docs/reference/workshop-situations.md. `node scripts/situations-docs.ts`; a test holds the page to it. */

export const PAGE_FILE = new URL('../docs/reference/workshop-situations.md', import.meta.url);

const ROOT = fileURLToPath(new URL('..', import.meta.url));

export interface Titled {
  /** From the top of the repository. */
  readonly file: string;
  readonly title: string;
  readonly ids: readonly string[];
}

const ID = /\[(T\d{3})\]/g;
/** A title of a test, or of a row in a table of cases; in a template what is put in stands as it is written. */
const TITLE = /(['"`])((?:\\.|(?!\1).)*\[T\d{3}\](?:\\.|(?!\1).)*)\1/g;

/** Every title that names a situation, by file and place. */
export const listTitles = (): readonly Titled[] =>
  globSync('{src,test}/**/*.test.ts', { cwd: ROOT })
    .toSorted()
    .flatMap((file) => {
      const text = readFileSync(`${ROOT}/${file}`, 'utf8');
      return [...text.matchAll(TITLE)].map(({ 2: title = '', index }) => ({
        ...{ file, title: `${findSuite(text, index)}${title.replaceAll(ID, '').trim()}` },
        ids: [...title.matchAll(ID)].map(([, id = '']) => id),
      }));
    });

/** A title is the end of a sentence that its suite begins; one in a table stands for itself. */
function findSuite(text: string, at: number): string {
  if (!/\b(?:it|test)\($/.test(text.slice(0, at).trimEnd())) return '';
  const suite = [...text.slice(0, at).matchAll(/\bdescribe\((['"`])((?:\\.|(?!\1).)+)\1/g)].at(-1)?.[2];
  return suite === undefined ? '' : `${suite} `;
}

const HEAD = `# Situations of the skill workshop

What a [skill workshop](../guide/workshop.md) gets into, and the tests that say what happens then: each has the id in its
title, in brackets. Where there is no test, or where the answer is another one than you may expect, the table says why.
Made by \`node scripts/situations-docs.ts\` from the titles; a test holds the page to them.
`;

export function renderPage(titles = listTitles()): string {
  const groups = SITUATIONS.map(([group, rows]) =>
    [
      `## ${group}`,
      '',
      '| id | situation | answered by |',
      '|---|---|---|',
      ...rows.map((row) => toRow(row, titles)),
    ].join('\n'),
  );
  return `${[HEAD, ...groups].join('\n')}\n`.replaceAll(/\n(?=## )/g, '\n\n').replaceAll(/\n{3,}/g, '\n\n');
}

function toRow({ id, what, why }: Situation, titles: readonly Titled[]): string {
  const own = titles.filter(({ ids }) => ids.includes(id));
  const files = [...new Set(own.map(({ file }) => file))].map((file) => {
    const said = [...new Set(own.filter((one) => one.file === file).map(({ title }) => quote(title)))];
    return `${said.join('; ')} ([${file.split('/').at(-1)}](../../${file}))`;
  });
  const answers = [...(why === null ? [] : [`*${why}*`]), ...files];
  return `| ${id} | ${what} | ${answers.join('<br>')} |`;
}

const quote = (title: string): string => title.replaceAll('|', '\\|').replaceAll('<', '&lt;').replaceAll('`', "'");

if (import.meta.main) writeFileSync(PAGE_FILE, renderPage());
