/**
 * Reads a system call trace (`strace -f`) and says what in it is more than reading. Attempts count, whether or not they
 * succeeded.
 */
export const TRACED =
  'open,openat,openat2,creat,mkdir,mkdirat,mknod,mknodat,rmdir,unlink,unlinkat,rename,renameat,renameat2,link,linkat,' +
  'symlink,symlinkat,truncate,ftruncate,fallocate,chmod,fchmod,fchmodat,?fchmodat2,chown,fchown,lchown,fchownat,utime,utimes,' +
  'futimesat,utimensat,setxattr,lsetxattr,fsetxattr,removexattr,lremovexattr,fremovexattr,socket,connect,bind,execve,' +
  'execveat,mount,umount2,pivot_root,chroot,settimeofday,clock_settime,adjtimex,clock_adjtime,sethostname,setdomainname,' +
  'reboot,swapon,ptrace';

const OPENING = new Set(['open', 'openat', 'openat2']);

/** Files that may be opened for writing: they keep nothing. */
const WRITABLE = new Set(['/dev/null', '/dev/tty']);

/** Where the C library asks for names of users and groups. */
const NAME_SERVICE =
  /^(?:\/var)?\/run\/(?:nscd\/socket|systemd\/userdb\/|dbus\/system_bus_socket)|^\/var\/lib\/sss\/pipes\//;

/** Null when the call only reads. `heads`: names of programs that may be started. */
export function findViolation(call: string, heads: ReadonlySet<string>): string | null {
  const match = /^\d+\s+(\w+)\((.*)$/.exec(call);
  const [, name = '', rest = ''] = match ?? [];
  if (match === null) return null;
  const [path = ''] = /"((?:[^"\\]|\\.)*)"/.exec(rest)?.slice(1) ?? [];
  if (OPENING.has(name))
    return /O_(?:WRONLY|RDWR|CREAT|TRUNC|APPEND|TMPFILE)/.test(rest) && !WRITABLE.has(path) ? call : null;
  if (name === 'execve' || name === 'execveat') return heads.has(path.slice(path.lastIndexOf('/') + 1)) ? null : call;
  if (name === 'socket') return /^AF_UNIX\b/.test(rest) ? null : call;
  if (name === 'connect') return NAME_SERVICE.test(path) ? null : call;
  return call;
}

/** The calls of each line, in order; a call with `marker` in it begins one. What stands in front of the first is dropped. */
export function splitByLine(trace: string, marker: string): readonly (readonly string[])[] {
  const lines: string[][] = [];
  for (const call of trace.split('\n')) {
    if (call.includes(marker)) lines.push([]);
    else lines.at(-1)?.push(call);
  }
  return lines;
}
