import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Fault } from '../../base/fault.ts';
import { showOnOneLine } from '../../base/text.ts';
import { booleanFlag, stringFlag, type Command, type CommandContext, type ParsedArgs } from '../command.ts';
import { readOne } from '../input/read-positional.ts';
import { localPrincipal } from '../local-principal.ts';
import { withApp } from './with-app.ts';
import { toFault } from './with-door.ts';

/** `skills new`: a person's own, through the same door as every other. */
export const command: Command = {
  name: 'skills new',
  summary: 'Begin a skill of your own, ready to be filled in',
  usage: 'skills new [flags] NAME --description TEXT',
  examples: [
    'bailiwick skills new cut-release --description "How to release this project. Use when asked to publish."',
    'bailiwick skills new cut-release --description "How to release." --body steps.md',
  ],
  operands: 1,
  args: {
    description: {
      type: 'string',
      value: 'TEXT',
      help: 'what it is for and when it applies: all the model sees first',
    },
    body: { type: 'string', value: 'FILE', help: 'the instructions; without it there is a place for them' },
    json: { type: 'boolean', help: 'print one JSON object' },
  },
  run: (context, args, out) =>
    withApp(context, async ({ openDoor, skills }) => {
      const door = await openDoor();
      const name = readOne(args, 'skills new', 'NAME');
      const description = stringFlag(args, 'description');
      if (description === undefined)
        throw new Fault('usage', 'skills new needs --description.', { hint: 'say what it is for and when it applies' });
      const draft = { name, description, body: readBody(context, args, name) };
      const evidence = { session: null, run: null, model: null };
      const result = await door.create(draft, {
        source: 'tool',
        by: localPrincipal().id,
        isOwn: true,
        taint: [],
        evidence,
      });
      if (result.kind === 'refused') throw toFault(result, 'bailiwick skills list shows what is there');
      if (booleanFlag(args, 'json')) out.json(result);
      else if (result.kind === 'written')
        out.line(
          `wrote ${showOnOneLine(result.file)}; write the instructions there, ${skills.offBy === null ? 'it counts from the next turn on' : `and it counts while ${skills.offBy} is true`}`,
        );
      else {
        const { id, status, quarantineReason } = result.proposal;
        out.line(`${id} is ${status}${quarantineReason === null ? '' : `: ${showOnOneLine(quarantineReason)}`}`);
      }
      return result.kind === 'written' ? 0 : 3;
    }),
};

function readBody({ cwd }: CommandContext, args: ParsedArgs, name: string): string {
  const given = stringFlag(args, 'body');
  if (given === undefined) return `# ${toTitle(name)}\n\n1. Write here what is done, step by step.\n`;
  try {
    return readFileSync(resolve(cwd, given), 'utf8');
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new Fault('usage', `--body cannot be read: ${why}.`, {
      cause: error,
      hint: 'name a file with the instructions',
    });
  }
}

const toTitle = (name: string): string => name.slice(0, 1).toUpperCase() + name.slice(1).replaceAll('-', ' ');
