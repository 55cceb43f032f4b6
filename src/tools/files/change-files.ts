import { randomBytes } from 'node:crypto';
import type { Stats } from 'node:fs';
import { constants } from 'node:fs';
import { access, link, open, rename, rm } from 'node:fs/promises';
import { type Result, fail, ok } from '../../base/result.ts';
import { readBounded } from './read-bounded.ts';
import { findBinaryKind, saySize } from './file-kind.ts';
import { codeOf } from './disk-fault.ts';
import type { Target } from './gate.ts';
import { findChange, writeDraft } from './replace-file.ts';

/** Larger files are no source text, and are held in memory several times. */
export const MAX_TEXT_BYTES = 16 * 1024 * 1024;

/** The bytes of an opened target that are text; else why they are not to be changed by a tool. */
export async function readTarget(target: Target): Promise<Result<Buffer, string>> {
  const { shown } = target;
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  await using handle = await open(target.at(target.name), flags);
  const isLarge = (await handle.stat()).size > MAX_TEXT_BYTES;
  const content = isLarge ? null : await readBounded(handle, MAX_TEXT_BYTES);
  if (content === null) return fail(`${shown} is larger than ${saySize(MAX_TEXT_BYTES)}; change it by shell`);
  const kind = findBinaryKind(content);
  return kind !== null || content.includes(0) ? fail(`${shown} is no text: ${kind ?? 'binary data'}`) : ok(content);
}

/** What becomes of one file. Targets belong to the caller, who closes them. */
export interface FileChange {
  readonly target: Target;
  /** Null: the file goes. */
  readonly after: Uint8Array | null;
  /** Whose mode a new file gets: that of the file it was moved from. */
  readonly like?: Stats | null;
}

/** A change that is prepared: its new content, or the name its old file goes to, lies beside it. */
interface Prepared extends FileChange {
  readonly draft: string;
  /** The old content by another name, while the others are changed; null when there was no file. */
  readonly backup: string | null;
}

/**
 * Changes all of these files or none. Every new content is written and flushed before the first file is exchanged; a
 * failure in between puts the earlier ones back. Only the end of the process in between can leave a part.
 * Throws what the system refuses; the old files are then as they were.
 */
export async function changeFiles(changes: readonly FileChange[]): Promise<Result<void, string>> {
  const prepared: Prepared[] = [];
  const done: Prepared[] = [];
  try {
    for (const change of changes) prepared.push(await prepare(change));
    for (const change of prepared) {
      const fault = await findChange(change.target);
      if (fault !== null) {
        await putBack(done);
        return fail(fault);
      }
      done.push(change);
      await exchange(change);
    }
    return ok(undefined);
  } catch (error) {
    await putBack(done);
    throw error;
  } finally {
    for (const change of prepared) await clear(change);
  }
}

const besides = (target: Target): string => target.at(`.bailiwick-${randomBytes(6).toString('hex')}.tmp`);

async function prepare(change: FileChange): Promise<Prepared> {
  const { target, after, like = null } = change;
  const { existing } = target;
  if (existing !== null) await access(target.at(target.name), constants.W_OK);
  const draft = after === null ? besides(target) : await writeDraft(target, after, existing ?? like);
  return { ...change, draft, backup: existing === null ? null : besides(target) };
}

async function exchange({ target, after, draft, backup }: Prepared): Promise<void> {
  const path = target.at(target.name);
  if (backup !== null) await (after === null ? rename : keepBeside)(path, backup);
  if (after !== null) await rename(draft, path);
}

/** Where the file system has no hard links, or lets nobody make them, the name is missing for a moment. */
async function keepBeside(path: string, backup: string): Promise<void> {
  try {
    await link(path, backup);
  } catch (error) {
    if (codeOf(error) === null) throw error;
    await rename(path, backup);
  }
}

/** Newest first. What is not there any more was not exchanged yet. */
async function putBack(done: readonly Prepared[]): Promise<void> {
  for (const { target, after, draft, backup } of done.toReversed()) {
    const path = target.at(target.name);
    if (backup !== null) await rename(backup, path).catch(ignoreMissing);
    else if (after !== null && !(await isThere(draft))) await rm(path, { force: true });
  }
}

async function isThere(path: string): Promise<boolean> {
  try {
    await access(path);
    return true;
  } catch (error) {
    ignoreMissing(error);
    return false;
  }
}

function ignoreMissing(error: unknown): void {
  if (codeOf(error) !== 'ENOENT') throw error;
}

async function clear({ draft, backup }: Prepared): Promise<void> {
  await rm(draft, { force: true });
  if (backup !== null) await rm(backup, { force: true });
}
