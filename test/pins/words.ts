import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readLine, showWord } from '../../src/testing/show-line.ts';
import type { Redirect, SimpleCommand, Stdin, Word } from '../../src/vocab/shell-line.ts';
import { writeBook, type Book } from './book.ts';

/**
 * What the reader makes of every line of `word-lines.txt`: words, redirects, folders, and what it does not know. There `#`
 * begins a comment, `⏎` stands for a line break and `⇥` for a tab.
 * `node test/pins/words.ts` writes it anew.
 */
export const WORD_BOOK: Book = {
  file: join(import.meta.dirname, 'words.txt'),
  command: 'node test/pins/words.ts',
  rows: () =>
    readFileSync(join(import.meta.dirname, 'word-lines.txt'), 'utf8')
      .split('\n')
      .filter((line) => line.trim() !== '' && !line.startsWith('# '))
      .map((question) => ({
        question,
        answer: () => renderLine(question.replaceAll('⏎', '\n').replaceAll('⇥', '\t')),
      })),
};

function renderLine(source: string): readonly string[] {
  const read = readLine(source);
  return [
    ...(read.kind === 'unparsable' ? [`refused: ${read.reason}`] : []),
    ...(read.kind === 'line' && read.beyondPlain !== null ? [`beyond: ${read.beyondPlain}`] : []),
    ...read.functions.map(
      ({ name, multiplies, called }) => `function ${name}${multiplies ? ' multiplies' : ''}${called ? ' called' : ''}`,
    ),
    ...(read.reads.length === 0 ? [] : [`reads ${read.reads.join(' ')}`]),
    ...read.commands.map(renderCommand),
  ];
}

function renderCommand({ index, text, assignments, words, redirects, ...rest }: SimpleCommand): string {
  const { cwd, stdin, outer, place } = rest;
  const set = assignments.map(({ name, value }) => `${name}=${value ?? '<?>'}`);
  const written = words.map((word) => word.text).join(' ') === text ? '' : ` <- ${text}`;
  const around = [
    ...(outer === null ? [] : [`from #${outer}`]),
    ...(cwd === '/w' ? [] : [`in ${cwd ?? '<?>'}`]),
    ...renderStdin(stdin),
    ...(place.after === null ? [] : [place.after]),
    ...(['background', 'nested', 'function'] as const).filter((name) => place[name]),
  ];
  const shown = [...set, ...words.map(renderWord), ...redirects.map(renderRedirect)].join('|');
  return `#${index} ${shown}${around.length === 0 ? '' : ` (${around.join(', ')})`}${written}`;
}

function renderWord(word: Word): string {
  const { value, pattern, features, runs } = word;
  const marks = [
    ...features,
    ...(pattern === null ? [] : [`gives ${pattern}`]),
    ...(runs.length === 0 ? [] : [`by ${runs.map((index) => `#${index}`).join(' ')}`]),
  ];
  const shown = value === null ? `<${showWord(word)}>` : value;
  return `${shown}${marks.length === 0 ? '' : `{${marks.join(', ')}}`}`;
}

function renderRedirect({ op, fd, target, copies, writes, runs = [] }: Redirect): string {
  const marks = [...(copies ? ['copies'] : []), ...(writes ? ['writes'] : []), ...runs.map((index) => `by #${index}`)];
  return `${fd ?? ''}${op}${target === null ? '' : renderWord(target)}${marks.length === 0 ? '' : `{${marks.join(', ')}}`}`;
}

function renderStdin(stdin: Stdin): readonly string[] {
  if (stdin.kind === 'inherit') return [];
  if (stdin.kind === 'file') return ['reads a file'];
  const from = stdin.kind === 'pipe' ? stdin.from : (stdin.runs ?? []);
  const text = stdin.text === null ? '<?>' : JSON.stringify(stdin.text);
  return [`${stdin.kind} ${text}${from.length === 0 ? '' : ` of ${from.map((index) => `#${index}`).join(' ')}`}`];
}

if (import.meta.main) writeBook(WORD_BOOK);
