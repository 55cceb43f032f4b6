import type { Question } from '../app/judge.ts';
import { Fault } from '../base/fault.ts';
import { MODES } from '../vocab/principal.ts';
import { stringFlag, type ParsedArgs } from './command.ts';

/** The question that the words and flags of `check` and `policy explain` put. Throws a Fault `usage`. */
export function readQuestion(args: ParsedArgs, verb: string): Question {
  const tool = stringFlag(args, 'tool');
  const input = stringFlag(args, 'input');
  const mode = readMode(stringFlag(args, 'mode'));
  const [line, ...more] = args.positionals;
  if (tool === undefined && input !== undefined) throw new Fault('usage', '--input goes with --tool.');
  if (tool !== undefined) {
    if (line !== undefined) throw new Fault('usage', 'Give a shell line or --tool, not both.');
    return { tool, input: readInput(input), ...mode };
  }
  if (line === undefined || more.length > 0) {
    throw new Fault('usage', `${verb} takes one shell line, in quotes.`, {
      hint: `bailiwick ${verb} 'git status; ls'`,
    });
  }
  return { tool: 'shell', input: { command: line }, ...mode };
}

function readMode(given: string | undefined): { readonly mode?: (typeof MODES)[number] } {
  if (given === undefined) return {};
  const mode = MODES.find((known) => known === given);
  if (mode === undefined) throw new Fault('usage', `There is no mode ${given}; the modes are ${MODES.join(', ')}.`);
  return { mode };
}

function readInput(text: string | undefined): Readonly<Record<string, unknown>> {
  if (text === undefined)
    throw new Fault('usage', '--tool needs --input with its arguments as JSON.', {
      hint: `--input '{"path": "README.md"}'`,
    });
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new Fault('usage', `--input is not JSON: ${error instanceof Error ? error.message : 'unreadable'}`, {
      cause: error,
    });
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Fault('usage', '--input must be a JSON object.');
  return { ...value };
}
