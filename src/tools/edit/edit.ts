import * as z from 'zod/mini';
import type { ToolContext, ToolResult } from '../../ports/tool.ts';
import { defineTool, flag, plainText, refuse } from '../define.ts';
import { readTarget } from '../files/change-files.ts';
import { withDiskFaults } from '../files/disk-fault.ts';
import { type Target, openTarget } from '../files/gate.ts';
import { sayMissing } from '../files/open-file.ts';
import { showPath, toAbsolute, toEffect } from '../files/place.ts';
import { replaceFile } from '../files/replace-file.ts';
import { replaceText } from './replace-text.ts';

const text = (description: string) =>
  z.string().check(
    z.refine((value) => value.isWellFormed(), 'must not hold half a surrogate pair'),
    z.describe(description),
  );

const args = z.strictObject({
  path: plainText('file'),
  old_string: text('exact text, without line numbers'),
  new_string: text('what stands there instead'),
  replace_all: flag('replace every occurrence'),
});
type Args = z.infer<typeof args>;

export const editTool = defineTool({
  name: 'edit',
  title: 'Edit a file',
  description: 'Replaces text in a file. old_string must be there exactly once unless replace_all.',
  args,
  subject: ({ path }) => path,
  effects: ({ path }, place) => [toEffect('write', path, place)],
  run: edit,
});

async function edit(input: Args, context: ToolContext): Promise<ToolResult> {
  if (input.old_string === '') return refuse('old_string is empty; use write to create or replace a file');
  if (input.old_string === input.new_string) return refuse('old_string and new_string are the same');
  const absolute = toAbsolute(input.path, context);
  const shown = showPath(absolute, context);
  const act = async (): Promise<ToolResult> => {
    const target = await openTarget(input.path, context, { makeFolders: false });
    if (!target.ok) return refuse(target.error);
    try {
      if (target.value.existing === null) return refuse(await sayMissing(absolute, shown));
      return await change(target.value, input);
    } finally {
      await target.value.close();
    }
  };
  return withDiskFaults(shown, act, 'the file is as it was');
}

async function change(target: Target, input: Args): Promise<ToolResult> {
  const { shown } = target;
  const content = await readTarget(target);
  if (!content.ok) return refuse(content.error);
  const wish = { old: input.old_string, new: input.new_string, all: input.replace_all ?? false };
  const replaced = replaceText(content.value, wish);
  if (!replaced.ok) return refuse(`${shown}: ${replaced.error}`);
  const written = await replaceFile(target, replaced.value.content);
  if (!written.ok) return refuse(written.error);
  const { lines, diff } = replaced.value;
  const places = lines.length === 1 ? `line ${lines[0]}` : `${lines.length} places, from line ${lines[0]}`;
  const detail = { path: target.real, replacements: lines.length, diff, bytes: replaced.value.content.length };
  return { isError: false, text: `Edited ${shown} at ${places}`, detail };
}
