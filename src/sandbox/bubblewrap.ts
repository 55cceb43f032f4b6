import type { Mount } from './mounts.ts';

/** Where bubblewrap is looked for: a search path could lead into the workspace. */
export const PROGRAMS = ['/usr/bin/bwrap', '/bin/bwrap', '/usr/local/bin/bwrap', '/run/current-system/sw/bin/bwrap'];

/**
 * What root keeps: to work on files of other users, as it could before. All else (mounting, devices, the network's
 * settings, other processes' memory) goes. A user who is not root has none of them anyway.
 */
const KEPT_OF_ROOT = ['CHOWN', 'DAC_OVERRIDE', 'FOWNER', 'FSETID', 'SETUID', 'SETGID', 'KILL', 'NET_BIND_SERVICE'];

export interface Cage {
  readonly mounts: readonly Mount[];
  readonly network: boolean;
  readonly cwd: string;
  readonly isRoot: boolean;
}

/**
 * The arguments of bubblewrap in front of the command: the whole file system read-only, then what differs, outer
 * folders first; processes, devices and, where it is off, the network of its own. It ends with the process that starts
 * it, and everything in it ends with its first process.
 */
export function toArguments({ mounts, network, cwd, isRoot }: Cage): readonly string[] {
  const hidden = mounts.filter(({ kind }) => kind === 'hide-folder');
  return [
    ...['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc'],
    ...mounts.flatMap(toMountArguments),
    // What is written into a folder that is not there would be lost without a word.
    ...hidden.flatMap(({ path }) => ['--remount-ro', path]),
    ...['--unshare-pid', '--die-with-parent'],
    ...(network ? [] : ['--unshare-net']),
    // Root needs no right but its name to write what steers the kernel.
    ...(isRoot ? ['--ro-bind', '/proc/sys', '/proc/sys'] : []),
    ...(isRoot ? ['--cap-drop', 'ALL', ...KEPT_OF_ROOT.flatMap((name) => ['--cap-add', `CAP_${name}`])] : []),
    ...['--chdir', cwd, '--'],
  ];
}

function toMountArguments({ path, kind }: Mount): readonly string[] {
  switch (kind) {
    case 'write':
      return ['--bind-try', path, path];
    case 'read':
      return ['--ro-bind-try', path, path];
    case 'hide-folder':
      return ['--tmpfs', path];
    case 'hide-file':
      // No device opens on a mount without devices: reading it is refused, and not answered with nothing.
      return ['--ro-bind', '/dev/null', path];
  }
}
