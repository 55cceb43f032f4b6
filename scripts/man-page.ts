import { readFileSync, writeFileSync } from 'node:fs';
import type { Command } from '../src/cli/command.ts';
import { COMMANDS } from '../src/cli/main-table.ts';

/**
 * Writes `man/bailiwick.1` out of what every command says with --help, and of the exit codes in the reference.
 * `node scripts/man-page.ts`; a test holds the page to what this makes.
 */

export const MAN_FILE = new URL('../man/bailiwick.1', import.meta.url);

const REFERENCE = new URL('../docs/reference/cli.md', import.meta.url);

/** Text for roff: a backslash, a dash and a dot or quote at the start of a line mean something to it. */
const escape = (text: string): string =>
  text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll(/^([.'])/gm, '\\&$1')
    .replaceAll('`', '');

export async function renderManPage(): Promise<string> {
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
    readonly version: string;
  };
  const commands = await Promise.all(COMMANDS.map((entry) => entry.load()));
  return [
    `.TH BAILIWICK 1 "" "bailiwick ${version}" "User Commands"`,
    '.SH NAME',
    'bailiwick \\- an agent whose every tool call passes one judge that can explain itself',
    '.SH SYNOPSIS',
    '.B bailiwick',
    '.I command',
    '[\\fIflags\\fR] [\\fIarguments\\fR]',
    '.SH DESCRIPTION',
    'A model reads, edits and runs commands for you. Every call is judged before it runs: it is allowed, asked about or',
    'denied, and the answer names the step, the rule and the line of the file that gave it. Begin with',
    '.BR "bailiwick setup" .',
    '.SH COMMANDS',
    ...commands.flatMap(renderCommand),
    '.SH EXIT STATUS',
    ...exitCodes().flatMap(([code, meaning]) => ['.TP', `.B ${code}`, escape(meaning)]),
    '.SH FILES',
    ...FILES.flatMap(([path, says]) => ['.TP', `.I ${escape(path)}`, escape(says)]),
    '.SH ENVIRONMENT',
    ...VARIABLES.flatMap(([name, says]) => ['.TP', `.B ${name}`, escape(says)]),
    '',
  ].join('\n');
}

function renderCommand({ usage, summary, args, examples }: Command): readonly string[] {
  const flags = Object.entries(args).flatMap(([name, { short, value, help }]) => {
    const spelled = [...(short === undefined ? [] : [`\\-${short}`]), `\\-\\-${escape(name)}`].join(', ');
    return ['.TP', `\\fB${spelled}\\fR${value === undefined ? '' : ` \\fI${escape(value)}\\fR`}`, escape(help)];
  });
  return [
    `.SS "bailiwick ${escape(usage).replaceAll('"', '\\(dq')}"`,
    `${escape(summary)}.`,
    ...flags,
    '.PP',
    'Examples:',
    '.nf',
    '.RS',
    ...examples.map(escape),
    '.RE',
    '.fi',
  ];
}

/** The rows of the table in the reference. */
const exitCodes = (): readonly (readonly [string, string])[] =>
  [...readFileSync(REFERENCE, 'utf8').matchAll(/^\| (\d+) \| (.+) \|$/gm)].map(
    ([, code = '', meaning = '']) => [code, meaning] as const,
  );

const FILES: readonly (readonly [string, string])[] = [
  ['~/.bailiwick/config.yml', 'your settings; bailiwick config path prints where it is'],
  ['~/.bailiwick/rules.yml', 'rules that answers wrote'],
  ['~/.bailiwick/credentials.json', 'keys of providers, readable by you alone'],
  ['~/.bailiwick/state.db', 'sessions, decisions and approvals'],
  ['.bailiwick/config.yml', 'what a project adds'],
  ['/etc/bailiwick/config.yml', 'what an administrator settles'],
];

const VARIABLES: readonly (readonly [string, string])[] = [
  ['BAILIWICK_HOME', 'the folder of the agent, instead of ~/.bailiwick'],
  ['ANTHROPIC_API_KEY, OPENAI_API_KEY, GEMINI_API_KEY', 'keys of the built-in providers, where no other is set'],
  ['NO_COLOR', 'no colors, where it is not empty'],
];

if (import.meta.main) writeFileSync(MAN_FILE, await renderManPage());
