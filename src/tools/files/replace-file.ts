import { randomBytes } from 'node:crypto';
import type { Stats } from 'node:fs';
import { constants } from 'node:fs';
import { access, type FileHandle, lstat, open, rename, rm } from 'node:fs/promises';
import { type Result, fail, ok } from '../../base/result.ts';
import { codeOf } from './disk-fault.ts';
import type { Target } from './gate.ts';

/**
 * The new content appears at once or not at all: written beside, flushed, renamed over. Mode is kept, owner where the
 * system lets us. A file that changed since the target was opened is left alone. Throws what the system refuses; the
 * old file is then as it was.
 */
export async function replaceFile(target: Target, content: Uint8Array): Promise<Result<void, string>> {
  if (target.existing !== null) await access(target.at(target.name), constants.W_OK);
  const draft = await writeDraft(target, content, target.existing);
  try {
    const fault = await findChange(target);
    if (fault !== null) {
      await rm(draft, { force: true });
      return fail(fault);
    }
    await rename(draft, target.at(target.name));
    return ok(undefined);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

/** The content under a name of its own beside the target, flushed, with mode and owner of `like`; gives back its path. */
export async function writeDraft(target: Target, content: Uint8Array, like: Stats | null): Promise<string> {
  const draft = target.at(`.bailiwick-${randomBytes(6).toString('hex')}.tmp`);
  const handle = await open(
    draft,
    constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW,
    like === null ? 0o666 : 0o600, // the old file's mode comes with its owner, never wider before
  );
  try {
    try {
      await handle.writeFile(content);
      if (like !== null) await takeOver(handle, like);
      await handle.sync();
    } finally {
      await handle.close();
    }
    return draft;
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

async function takeOver(handle: FileHandle, old: Stats): Promise<void> {
  const made = await handle.stat();
  if (made.uid !== old.uid || made.gid !== old.gid) {
    try {
      await handle.chown(old.uid, old.gid);
    } catch (error) {
      if (codeOf(error) !== 'EPERM') throw error; // only root gives files away
    }
  }
  // No set-user-id or set-group-id: nobody meant new content to run with another's rights.
  await handle.chmod(old.mode & 0o777);
}

/** Why the target is not as it was when it was opened; null when it is. */
export async function findChange({ existing, name, shown, at, isInPlace }: Target): Promise<string | null> {
  if (!(await isInPlace())) return `the folder of ${shown} was moved or removed meanwhile; nothing was written`;
  let now: Stats | null;
  try {
    now = await lstat(at(name));
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
    now = null;
  }
  const isSame = now?.ino === existing?.ino && now?.mtimeMs === existing?.mtimeMs && now?.size === existing?.size;
  return isSame ? null : `${shown} was changed by somebody else meanwhile; read it again`;
}
