import type { ArgSpec, Command } from './command.ts';

/** What --help prints for one command. */
export function renderHelp(command: Command): string {
  const { summary, usage, args, examples } = command;
  const flags = [...Object.entries(args), ['help', HELP] as const].map(
    ([name, spec]) => [showFlag(name, spec), spec.help] as const,
  );
  return [
    summary + (/[.!?]$/.test(summary) ? '' : '.'),
    '',
    `Usage: bailiwick ${usage}`,
    '',
    'Flags:',
    ...toColumns(flags),
    '',
    'Examples:',
    ...examples.map((example) => `  ${example}`),
    '',
  ].join('\n');
}

const HELP: ArgSpec = { type: 'boolean', short: 'h', help: 'show this' };

const showFlag = (name: string, { short, value }: ArgSpec): string =>
  `${short === undefined ? '' : `-${short}, `}--${name}${value === undefined ? '' : ` ${value}`}`;

interface Listed {
  readonly name: string;
  readonly summary: string;
}

/** What `bailiwick workshop --help` prints: the commands that begin so. */
export const renderGroup = (words: string, commands: readonly Listed[]): string =>
  [
    `Usage: bailiwick ${words} <command> [flags] [arguments]`,
    '',
    'Commands:',
    ...toColumns(commands.map(({ name, summary }) => [name, summary] as const)),
    '',
    `\`bailiwick ${words} <command> --help\` tells about one command; \`bailiwick --help\` lists all.`,
    '',
  ].join('\n');

/** What `bailiwick --help` prints: every command with one line. */
export const renderOverview = (commands: readonly Listed[]): string =>
  [
    'Bailiwick: an agent whose every tool call passes one judge that can explain itself.',
    '',
    'Usage: bailiwick <command> [flags] [arguments]',
    '',
    'Commands:',
    ...toColumns(commands.map(({ name, summary }) => [name, summary] as const)),
    '',
    'Examples:',
    "  bailiwick check 'git status; rm -rf build'",
    '  bailiwick prompt "What does this project do?"',
    '',
    '`bailiwick <command> --help` tells about one command; `bailiwick --version` prints the version.',
    '',
  ].join('\n');

function toColumns(rows: readonly (readonly [string, string])[]): readonly string[] {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`);
}
