import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** One judged question of the case files; the fields are told in docs/reference/judgements.md. */
export interface Case {
  readonly id: string;
  readonly command?: string;
  readonly tool?: string;
  readonly input?: Readonly<Record<string, unknown>>;
  readonly expect: Expectation;
  readonly dangerClass?: string;
  readonly why?: string;
}

export type Expectation =
  | 'allow'
  | 'allow-readonly'
  | 'ask'
  | 'ask-dangerous'
  | 'deny'
  | 'deny-control'
  | 'deny-hardline';

export const CASE_FOLDER = join(import.meta.dirname, '..', 'cases');

/** The objects of a file of test/cases, one a line. */
export const readRows = (name: string): readonly unknown[] =>
  readFileSync(join(CASE_FOLDER, name), 'utf8')
    .trim()
    .split('\n')
    .map((line): unknown => JSON.parse(line));

/** Both files, in order. */
export const readCases = (): readonly Case[] =>
  ['commands.jsonl', 'commands-2.jsonl'].flatMap((name) => readRows(name) as readonly Case[]);

/** Lines that try to get past the judge; the first thing to add to when one succeeds. */
export const readAttacks = (): readonly Case[] => readRows('attacks.jsonl') as readonly Case[];

/** The question of a case as one line of text. */
export const showQuestion = ({ command, tool, input }: Case): string =>
  command === undefined ? `${tool ?? ''} ${JSON.stringify(input)}` : command;
