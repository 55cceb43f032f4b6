import { refuse } from '../define.ts';
import type { ToolResult } from '../../ports/tool.ts';

const WORDS: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist',
  ENOTDIR: 'cannot exist: a part of its path is a file, not a folder',
  EISDIR: 'is a folder',
  EACCES: 'may not be accessed with the rights this process has',
  EPERM: 'is protected by the system',
  EROFS: 'is on a read-only file system',
  ENOSPC: 'cannot be written: the disk is full',
  EDQUOT: 'cannot be written: the disk quota is used up',
  EFBIG: 'cannot be written: it would be too large for the file system or the limit of the process',
  ELOOP: 'cannot be reached: its path goes through a link that may not be followed',
  ENAMETOOLONG: 'has a name that is too long',
  EMFILE: 'cannot be opened: too many files are open',
  ENFILE: 'cannot be opened: too many files are open on this machine',
  EBUSY: 'is in use by the system',
  ETXTBSY: 'is a program that is running',
  EEXIST: 'exists already',
  EAGAIN: 'has nothing to read now, and reading would wait',
  EIO: 'cannot be read or written: the device reports an error',
  ESTALE: 'is no longer there on its network file system',
  ENODEV: 'is not available',
  ENXIO: 'is not available',
};

export const codeOf = (error: unknown): string | null =>
  error instanceof Error && 'code' in error && 'errno' in error && typeof error.code === 'string' ? error.code : null;

/** What the operating system refused, in words; null when it was not the operating system. */
export function sayDiskFault(error: unknown, shown: string): string | null {
  const code = codeOf(error);
  return code === null ? null : `${shown} ${WORDS[code] ?? 'could not be used'} (${code})`;
}

/** Turns a refusal of the operating system into a result; `after` says what became of the file. */
export async function withDiskFaults(
  shown: string | (() => string),
  act: () => Promise<ToolResult>,
  after: string = '',
): Promise<ToolResult> {
  try {
    return await act();
  } catch (error) {
    const words = sayDiskFault(error, typeof shown === 'string' ? shown : shown());
    if (words === null) throw error;
    return refuse(after === '' ? words : `${words}; ${after}`);
  }
}
