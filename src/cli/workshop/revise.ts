import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { App } from '../../app/create-app.ts';
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
      const text = file === undefined ? await editText(proposal, app, { context, out }) : readText(file, context);
      if (text === null) {
        out.log('Nothing was changed.');
        return 1;
      }
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

/** Null: nothing was changed, or the editor ended with an error. */
export async function editText(
  { files, id }: Proposal,
  { people }: Pick<App, 'people'>,
  { context, out }: { readonly context: CommandContext; readonly out: Out },
): Promise<string | null> {
  if (!context.stdin.isTTY || !out.logIsTerminal)
    throw new Fault('usage', 'There is no terminal to edit in.', {
      hint: `bailiwick workshop revise ${id} --file FILE`,
    });
  const before = files.find(({ path }) => path === MAIN)?.text ?? '';
  const after = await people.edit(before, MAIN);
  return after === null || after === before ? null : after;
}

const MAX_BYTES = 1_000_000;

function readText(file: string, { cwd }: CommandContext): string {
  const refuse = (why: string, cause?: unknown): Fault =>
    new Fault('usage', `--file cannot be read: ${why}.`, { cause, hint: 'name the file with the whole new text' });
  try {
    const path = resolve(cwd, file);
    const stat = statSync(path);
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
