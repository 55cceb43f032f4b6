import { readFileSync } from 'node:fs';

/** A fenced block of a page: its language, the name of the file it stands for ('' for none), its text and line. */
export interface Block {
  readonly language: string;
  readonly name: string;
  readonly text: string;
  readonly line: number;
}

/** The fenced blocks of a page under `docs/`, in order. */
export const readBlocks = (page: string): readonly Block[] =>
  listBlocks(readFileSync(new URL(`../../docs/${page}`, import.meta.url), 'utf8'));

/** The fenced blocks of a Markdown text, in order. */
export function listBlocks(text: string): readonly Block[] {
  return [...text.matchAll(/^```(\w+) ?(.*)\n([^]*?)^```$/gm)].map((match) => ({
    language: match[1] ?? '',
    name: match[2] ?? '',
    text: match[3] ?? '',
    line: text.slice(0, match.index).split('\n').length,
  }));
}
