import * as z from 'zod/mini';
import { Fault } from '../../base/fault.ts';
import type { ToolContext, ToolResult } from '../../ports/tool.ts';
import type { Call } from '../../vocab/call.ts';
import { defineTool, plainText, refuse } from '../define.ts';
import { runCommand } from '../shell/shell.ts';
import { splitWords } from './split-words.ts';

const TIMEOUT_SECONDS = 60;

/** Subcommands that read. With which flags they do is for the judge, who reads the call as a shell line. */
const READERS: ReadonlySet<string> = new Set(
  (
    'blame cat-file describe diff for-each-ref grep log ls-files ls-tree merge-base name-rev rev-list rev-parse ' +
    'shortlog show show-branch show-ref status var version whatchanged'
  ).split(' '),
);

/** Of those that can also change something, the words that must follow; an empty one: nothing need follow. */
const FORMS: Readonly<Record<string, readonly string[]>> = {
  branch: [
    '',
    '-a',
    '--all',
    '-r',
    '--remotes',
    '-v',
    '-vv',
    '-l',
    '--list',
    '--show-current',
    '--contains',
    '--merged',
  ],
  config: ['get', 'list', '--get', '--get-all', '--get-regexp', '-l', '--list'],
  reflog: ['', 'show'],
  remote: ['', '-v', 'get-url'],
  stash: ['list', 'show'],
  tag: ['', '-l', '--list', '-n', '--contains', '--points-at', '--merged'],
  worktree: ['list'],
};

const args = z.strictObject({
  command: plainText('such as log --oneline -5').check((checked) => {
    const words = splitWords(checked.value);
    const fault = words.ok ? findFault(words.value) : words.error;
    if (fault !== null) checked.issues.push({ code: 'custom', input: checked.value, message: `is refused: ${fault}` });
  }),
});

function findFault([verb = '', form = '']: readonly string[]): string | null {
  if (READERS.has(verb)) return null;
  const forms = Object.hasOwn(FORMS, verb) ? FORMS[verb] : undefined;
  if (forms === undefined)
    return `it begins with a subcommand that reads (log, diff, show, status, blame, ...), not ${JSON.stringify(verb)}; use shell for others`;
  if (forms.includes(form)) return null;
  const known = forms.filter((word) => word !== '').map((word) => `${verb} ${word}`);
  return `of ${verb} it runs ${known.join(', ')}; use shell for other forms`;
}

export const gitTool = defineTool({
  name: 'git',
  title: 'Ask git',
  description: 'Runs a git subcommand that reads.',
  args,
  subject: ({ command }) => command,
  effects: ({ command }) => [{ kind: 'exec', where: 'host', target: `git ${command}` }],
  run: ({ command }, context, call) => runGit(command, context, call),
});

async function runGit(command: string, context: ToolContext, call: Call): Promise<ToolResult> {
  const words = splitWords(command);
  const refusal = words.ok ? context.floor(`git ${command}`) : words.error;
  if (!words.ok || refusal !== null) return refuse(`refused: ${refusal}`);
  try {
    return await runCommand(['git', ...words.value], TIMEOUT_SECONDS, context, call);
  } catch (error) {
    if (error instanceof Fault) return refuse(`${error.message}; ${error.hint}`);
    throw error;
  }
}
