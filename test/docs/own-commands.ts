import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { COMMANDS } from '../../src/cli/main-table.ts';
import { findCommand, findGroup, parseWords } from '../../src/cli/run-command.ts';
import { ownArguments } from '../../src/policy/control/own-verbs.ts';
import { readLine } from '../../src/testing/show-line.ts';

const ROOT = join(import.meta.dirname, '../..');

/** The papers that tell how Bailiwick is used, by their path in the repository. */
export const PAPERS: ReadonlyMap<string, string> = new Map(
  globSync('{README,SECURITY,THREAT_MODEL}.md', { cwd: ROOT })
    .concat(globSync('docs/{guide,reference}/*.md', { cwd: ROOT }))
    .map((file) => [file, readFileSync(join(ROOT, file), 'utf8')]),
);

/** What bash makes of a piece of shell text where it starts our own program: the words behind it. */
export function listOwnCommands(text: string): readonly (readonly string[])[] {
  const { commands } = readLine(text, { cwd: '/w/bailiwick' });
  return commands.flatMap((command) => {
    const args = ownArguments(command, commands);
    return args === null ? [] : [args.map((arg) => arg ?? 'unknown')];
  });
}

/** Why the command line would refuse these words; null where it takes them. */
export async function findRefusal(words: readonly string[]): Promise<string | null> {
  const [first = ''] = words;
  if (['--help', '-h', '--version', '-V', 'help'].includes(first)) return null;
  if (words.length === 1 && findGroup(first, COMMANDS).length > 0) return null; // a group is named as a whole
  try {
    const { entry, rest } = findCommand(words, COMMANDS);
    parseWords(await entry.load(), rest);
    return null;
  } catch (error) {
    return `${words.join(' ')}: ${error instanceof Error ? error.message : String(error)}`;
  }
}
