import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { App } from '../../app/create-app.ts';
import { holdsMarks, type SkillDoor } from '../../app/skills/door.ts';
import { Fault } from '../../base/fault.ts';
import type { Proposal, ProposalChange } from '../../vocab/proposal.ts';
import { booleanFlag, stringFlag, type Command, type CommandContext } from '../command.ts';
import { readOne } from '../input/read-positional.ts';
import { localPrincipal } from '../local-principal.ts';
import type { Out } from '../out.ts';
import { withApp } from '../skills/with-app.ts';
import { tellResult } from './answer.ts';

const MAIN = 'SKILL.md';

/** `workshop revise`: another text in place of the one that was proposed, scanned and looked at anew. */
export const command: Command = {
  name: 'workshop revise',
  summary: 'Put another SKILL.md in place of what was proposed; it is scanned and waits anew',
  usage: 'workshop revise [flags] ID',
  examples: ['bailiwick workshop revise 01kc4m', 'bailiwick workshop revise 01kc4m --file SKILL.md'],
  operands: 1,
  args: {
    file: {
      type: 'string',
      value: 'FILE',
      help: 'the whole text; without it $VISUAL or $EDITOR opens what was proposed',
    },
    reason: { type: 'string', value: 'TEXT', help: 'why, for those who look at it later' },
    json: { type: 'boolean', help: 'print one JSON object' },
  },
  run: (context, args, out) =>
    withApp(context, async (app) => {
      const door = await app.openDoor();
      const proposal = await door.find(readOne(args, 'workshop revise', 'ID'));
      const file = stringFlag(args, 'file');
      const opened = { app, door, context, out };
      const text = file === undefined ? await editText(proposal, opened) : readText(file, context);
      if (typeof text !== 'string') {
        out.log(text.why);
        return 1;
      }
      if (holdsMarks(text))
        throw new Fault('usage', 'Marks of the conflict are still in it; nothing was changed.', {
          hint: 'join the two texts between the marks, and take the marks out',
        });
      const note = stringFlag(args, 'reason') ?? 'revised by hand';
      const result = await door.revise(proposal.id, {
        change: toRewrite(proposal, text),
        by: localPrincipal().id,
        note,
      });
      return tellResult(result, booleanFlag(args, 'json'), out);
    }),
};

/** The text as a person wants it; the files that came with the proposal stay with it. */
export function toRewrite({ change: { files } }: Proposal, text: string): ProposalChange {
  return { kind: 'rewrite', text, ...(files === undefined ? {} : { files }) };
}

interface Editing {
  readonly app: Pick<App, 'people'>;
  readonly door: SkillDoor;
  readonly context: CommandContext;
  readonly out: Out;
}

/** The text; or why there is none: nothing was changed, the editor failed, or marks of a conflict were left. */
export async function editText(
  { id }: Proposal,
  { app, door, context, out }: Editing,
): Promise<string | { readonly why: string }> {
  if (!context.stdin.isTTY || !out.logIsTerminal)
    throw new Fault('usage', 'There is no terminal to edit in.', {
      hint: `bailiwick workshop revise ${id} --file FILE`,
    });
  const before = await door.editable(id);
  const after = await app.people.edit(before, MAIN);
  if (after === null)
    return { why: 'The editor ($VISUAL, $EDITOR, else vi) ended with an error; nothing was changed.' };
  if (after === before) return { why: 'Nothing was changed.' };
  return holdsMarks(after) ? { why: 'Marks of the conflict are still in it; nothing was changed.' } : after;
}

const MAX_BYTES = 1_000_000;

function readText(file: string, { cwd }: CommandContext): string {
  const refuse = (why: string, cause?: unknown): Fault =>
    new Fault('usage', `--file cannot be read: ${why}.`, { cause, hint: 'name the file with the whole new text' });
  try {
    const path = resolve(cwd, file);
    const stat = statSync(path, { throwIfNoEntry: false });
    if (stat === undefined) throw refuse(`there is no ${file}`);
    if (!stat.isFile()) throw refuse(`${file} is no regular file`);
    if (stat.size > MAX_BYTES) throw refuse(`${file} has ${stat.size} bytes, and no skill is as long`);
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(readFileSync(path));
  } catch (error) {
    if (error instanceof Fault) throw error;
    const why =
      error instanceof TypeError
        ? `${file} is no text in UTF-8`
        : String(error instanceof Error ? error.message : error);
    throw refuse(why, error);
  }
}
