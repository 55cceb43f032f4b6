import { lstat } from 'node:fs/promises';
import * as z from 'zod/mini';
import type { ToolContext, ToolResult } from '../../ports/tool.ts';
import { defineTool, plainText, refuse } from '../define.ts';
import { type FileChange, changeFiles, readTarget } from '../files/change-files.ts';
import { codeOf, withDiskFaults } from '../files/disk-fault.ts';
import { type Target, openTarget } from '../files/gate.ts';
import { sayMissing } from '../files/open-file.ts';
import { showPath, toAbsolute, toEffect } from '../files/place.ts';
import { applyHunks } from './apply-hunks.ts';
import { parsePatch } from './parse-patch.ts';
import { type FilePatch, pathsOf } from './patch.ts';

const args = z.strictObject({
  patch: plainText('unified diff, or *** Begin Patch form').check((checked) => {
    const parsed = parsePatch(checked.value);
    if (!parsed.ok)
      checked.issues.push({ code: 'custom', input: checked.value, message: `is not understood: ${parsed.error}` });
  }),
});
type Args = z.infer<typeof args>;

export const applyPatchTool = defineTool({
  name: 'apply_patch',
  title: 'Apply a patch',
  description: 'Adds, updates, moves and deletes files by a patch: all of it, or nothing.',
  args,
  subject: ({ patch }) => patch,
  effects: (input, place) =>
    [
      ...new Set(
        filesOf(input)
          .flatMap(pathsOf)
          .map((path) => toAbsolute(path, place)),
      ),
    ].map((path) => toEffect('write', path, place)),
  run: applyPatch,
});

function filesOf({ patch }: Args): readonly FilePatch[] {
  const parsed = parsePatch(patch);
  return parsed.ok ? parsed.value : [];
}

/** A refusal on the way; leaves the tool as a result. */
class Refusal extends Error {}

interface Work {
  readonly context: ToolContext;
  readonly targets: Target[];
  readonly changes: FileChange[];
  readonly said: string[];
  /** The file in hand, for what the disk refuses. */
  shown: string;
}

async function applyPatch(input: Args, context: ToolContext): Promise<ToolResult> {
  const work: Work = { context, targets: [], changes: [], said: [], shown: '' };
  const act = async (): Promise<ToolResult> => {
    try {
      await prepareAll(filesOf(input), work);
      const written = await changeFiles(work.changes);
      if (!written.ok) return refuse(`${written.error}; nothing was changed`);
      const files = work.changes.map(({ target, after }) => ({ path: target.real, bytes: after?.length ?? null }));
      return { isError: false, text: work.said.join('\n'), detail: { files } };
    } catch (error) {
      if (error instanceof Refusal) return refuse(`${error.message}\nNothing was changed.`);
      throw error;
    } finally {
      for (const target of work.targets) await target.close();
    }
  };
  return withDiskFaults(() => work.shown, act, 'nothing was changed');
}

/** A file that is to be made, new or under a new name. */
interface Made {
  readonly path: string;
  readonly content: Uint8Array;
  /** Where it was before; its mode goes with it. */
  readonly from: Target | null;
}

/** What is there is read and changed in memory first: folders for new files are made when everything else fits. */
async function prepareAll(files: readonly FilePatch[], work: Work): Promise<void> {
  const faults: string[] = [];
  const made: Made[] = [];
  for (const file of files) {
    try {
      const one = await prepare(file, work);
      if (one !== null) made.push(one);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      faults.push(error.message);
    }
  }
  for (const { path } of made) if (await isTaken(path, work)) faults.push(`${show(path, work)} exists already`);
  if (faults.length > 0) throw new Refusal(faults.join('\n'));
  for (const { path, content, from } of made) {
    const target = await openAt(path, work, true);
    work.changes.push({ target, after: content, like: from?.existing ?? null });
    work.said.push(from === null ? `Added ${target.shown}` : `Moved ${from.shown} to ${target.shown}`);
  }
}

/** Null for a file that stays where it is, or goes. */
async function prepare(file: FilePatch, work: Work): Promise<Made | null> {
  if (file.kind === 'add') return { path: file.path, content: contentOf(file), from: null };
  const { target, after } = await change(file, work);
  const moveTo = file.kind === 'update' ? file.moveTo : null;
  return moveTo === null || after === null ? null : { path: moveTo, content: after, from: target };
}

const contentOf = (file: FilePatch): Uint8Array => {
  const applied = applyHunks(new Uint8Array(), file.hunks);
  if (applied.ok) return applied.value;
  throw new Refusal(`${file.path} is to be added, but the patch keeps or removes lines of it`);
};

const show = (path: string, { context }: Work): string => showPath(toAbsolute(path, context), context);

/** The file as it is to be; for one that goes away or elsewhere the old name is given up. */
async function change(
  file: FilePatch,
  work: Work,
): Promise<{ readonly target: Target; readonly after: Uint8Array | null }> {
  const target = await openAt(file.path, work, false);
  if (target.existing === null) throw new Refusal(await sayMissing(toAbsolute(file.path, work.context), target.shown));
  const after = await contentAfter(target, file);
  const goes = file.kind === 'delete' || (file.kind === 'update' && file.moveTo !== null);
  work.changes.push({ target, after: goes ? null : after });
  if (file.kind === 'delete') work.said.push(`Deleted ${target.shown}`);
  else if (!goes) work.said.push(`Updated ${target.shown}`);
  return { target, after };
}

/** Null: nothing is known of the content, and it goes. */
async function contentAfter(target: Target, file: FilePatch): Promise<Uint8Array | null> {
  if (file.kind === 'delete' && file.hunks.length === 0) return null;
  const content = await readTarget(target);
  if (!content.ok) throw new Refusal(content.error);
  const applied = applyHunks(content.value, file.hunks);
  if (!applied.ok) throw new Refusal(applied.error.map((fault) => `${target.shown}, ${fault}`).join('\n'));
  if (file.kind === 'delete' && applied.value.length > 0)
    throw new Refusal(`${target.shown} is to be deleted, but it holds more than the patch removes`);
  return applied.value;
}

async function isTaken(path: string, work: Work): Promise<boolean> {
  try {
    await lstat(toAbsolute(path, work.context));
    return true;
  } catch (error) {
    const code = codeOf(error);
    if (code !== 'ENOENT' && code !== 'ENOTDIR') throw error;
    return false;
  }
}

async function openAt(path: string, work: Work, makeFolders: boolean): Promise<Target> {
  work.shown = show(path, work);
  const opened = await openTarget(path, work.context, { makeFolders });
  if (!opened.ok) throw new Refusal(opened.error);
  work.targets.push(opened.value);
  const same = work.changes.some(({ target }) => target.real === opened.value.real);
  if (same) throw new Refusal(`${work.shown} and another path of the patch are the same file`);
  if (makeFolders && opened.value.existing !== null) throw new Refusal(`${work.shown} exists already`);
  return opened.value;
}
