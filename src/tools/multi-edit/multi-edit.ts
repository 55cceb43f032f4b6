import * as z from 'zod/mini';
import type { Place, ToolContext, ToolResult } from '../../ports/tool.ts';
import { defineTool, flag, plainText, refuse } from '../define.ts';
import { replaceText } from '../edit/replace-text.ts';
import { changeFiles, readTarget } from '../files/change-files.ts';
import { withDiskFaults } from '../files/disk-fault.ts';
import { type Target, openTarget } from '../files/gate.ts';
import { sayMissing } from '../files/open-file.ts';
import { showPath, toAbsolute, toEffect } from '../files/place.ts';

const MAX_EDITS = 200;

const text = () => z.string().check(z.refine((value) => value.isWellFormed(), 'must not hold half a surrogate pair'));

const edit = z.strictObject({
  path: z.optional(plainText('another file')),
  old_string: plainText('exact text'),
  new_string: text(),
  replace_all: flag('replace every occurrence'),
});

const args = z.strictObject({
  path: plainText('file'),
  edits: z.array(edit).check(z.minLength(1), z.maxLength(MAX_EDITS)),
});
type Args = z.infer<typeof args>;

export const multiEditTool = defineTool({
  name: 'multi_edit',
  title: 'Edit in several places',
  description: 'Several edits in order, as by edit: all are made, or none.',
  args,
  subject: ({ path }) => path,
  effects: (input, place) =>
    [...groupByFile(input, place).keys()].map((absolute) => toEffect('write', absolute, place)),
  run: multiEdit,
});

type Edits = Args['edits'];

/** The edits of each file by its absolute path, in the order in which the files are named. */
function groupByFile({ path, edits }: Args, place: Place): ReadonlyMap<string, Edits> {
  const groups = new Map<string, Edits>();
  for (const one of edits) {
    const absolute = toAbsolute(one.path ?? path, place);
    groups.set(absolute, [...(groups.get(absolute) ?? []), one]);
  }
  return groups;
}

/** One file with all that is to be replaced in it. */
interface Edited {
  readonly target: Target;
  readonly content: Uint8Array;
  readonly diffs: readonly string[];
}

async function multiEdit(input: Args, context: ToolContext): Promise<ToolResult> {
  await using targets = new AsyncDisposableStack();
  const edited: Edited[] = [];
  let shown = '';
  const act = async (): Promise<ToolResult> => {
    for (const [absolute, edits] of groupByFile(input, context)) {
      shown = showPath(absolute, context);
      const target = await openTarget(absolute, context, { makeFolders: false });
      if (!target.ok) return refuse(target.error);
      targets.defer(() => target.value.close());
      if (target.value.existing === null) return refuse(await sayMissing(absolute, shown));
      if (edited.some((other) => other.target.real === target.value.real))
        return refuse(`${shown} and another path of this call are the same file; name it once`);
      const result = await replaceAll(target.value, edits, input.edits);
      if (typeof result === 'string') return refuse(`${result}; nothing was changed`);
      edited.push(result);
    }
    const written = await changeFiles(edited.map(({ target, content }) => ({ target, after: content })));
    return written.ok ? toResult(edited, input.edits.length) : refuse(`${written.error}; nothing was changed`);
  };
  return await withDiskFaults(() => shown, act, 'nothing was changed');
}

/** Each edit sees what the earlier ones left. A text says which edit did not fit, and why. */
async function replaceAll(target: Target, edits: Edits, all: Edits): Promise<Edited | string> {
  const content = await readTarget(target);
  if (!content.ok) return content.error;
  let now: Uint8Array = content.value;
  const diffs: string[] = [];
  for (const one of edits) {
    const name = `edit ${all.indexOf(one) + 1} of ${all.length}, in ${target.shown}`;
    if (one.old_string === one.new_string) return `${name}: old_string and new_string are the same`;
    const replaced = replaceText(now, toWish(one));
    if (!replaced.ok) return `${name}: ${replaced.error}`;
    now = replaced.value.content;
    diffs.push(replaced.value.diff);
  }
  return { target, content: now, diffs };
}

const toWish = ({ old_string, new_string, replace_all }: Edits[number]): Parameters<typeof replaceText>[1] => ({
  old: old_string,
  new: new_string,
  all: replace_all ?? false,
});

function toResult(edited: readonly Edited[], count: number): ToolResult {
  const files = edited.map(({ target, diffs }) => ({ path: target.real, diff: diffs.join('\n') }));
  const names = edited.map(({ target }) => target.shown).join(', ');
  return { isError: false, text: `Made ${count} ${count === 1 ? 'edit' : 'edits'} in ${names}`, detail: { files } };
}
