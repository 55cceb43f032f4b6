/**
 * The few looks at the disk that facts need. Synchronous: a look is microseconds, and a line is judged between two keys.
 * Nothing here throws: what cannot be read is null.
 */
export interface Disk {
  /** Real path after symlinks; of a missing path the real path of its nearest existing parent plus the rest. */
  realPath(path: string): string | null;
  /** Names in a folder, without `.` and `..`; null when it is none or cannot be read. */
  list(folder: string): readonly string[] | null;
  kind(path: string): 'file' | 'folder' | 'other' | null;
  /** UTF-8 text of at most `maxBytes`; null when missing, unreadable, larger or no regular file. */
  readText(path: string, maxBytes: number): string | null;
  /** The bytes of a regular file of at most `maxBytes` (git's index); null as for `readText`. */
  readBytes(path: string, maxBytes: number): Uint8Array | null;
  /** True for a regular file that may be executed. */
  isExecutable(path: string): boolean;
}
