/**
 * The danger classes in the order in which they name a line; a starred one (never remembered) goes first.
 * Ids are stable: rules, grants and audits hold them.
 */
export const DANGER_CLASSES = {
  'recursive-delete-outside': { starred: true, title: 'deletes a tree outside the workspace' },
  'pipe-to-shell': { starred: true, title: 'runs downloaded or decoded text' },
  'interpreter-payload': { starred: true, title: 'hands code to an interpreter' },
  'git-exec-config': { starred: true, title: 'makes git run a program by configuration' },
  'secret-read': { starred: true, title: 'reads a place where secrets are kept' },
  'skill-write': { starred: true, title: 'changes a skill' },
  'agent-config-write': { starred: true, title: 'changes what steers an agent' },
  'privilege': { starred: true, title: 'runs with the rights of another user' },
  'recursive-delete': { starred: false, title: 'deletes a tree inside the workspace or the temporary folder' },
  'find-delete': { starred: false, title: 'deletes what a search finds' },
  'open-permissions': { starred: false, title: 'lets everybody write' },
  'recursive-chown': { starred: false, title: 'changes the owner of a tree' },
  'git-force-push': { starred: false, title: 'overwrites or deletes a branch on the remote' },
  'git-discard': { starred: false, title: 'throws away uncommitted work' },
  'git-history': { starred: false, title: 'deletes or rewrites commits' },
  'system-file-write': { starred: false, title: 'writes a system or start-up file' },
  'service-stop': { starred: false, title: 'stops or disables a service' },
  'mass-kill': { starred: false, title: 'kills processes by pattern' },
  'raw-disk': { starred: false, title: 'touches a disk below its file system' },
  'sql-destroy': { starred: false, title: 'drops or empties database tables' },
  'infra-destroy': { starred: false, title: 'destroys infrastructure' },
  'publish': { starred: false, title: 'publishes a package' },
  'upload': { starred: false, title: 'sends a file elsewhere' },
} as const;

export type DangerClass = keyof typeof DANGER_CLASSES;

export const DANGER_ORDER = Object.keys(DANGER_CLASSES) as readonly DangerClass[];

export const isDangerClass = (text: string): text is DangerClass => Object.hasOwn(DANGER_CLASSES, text);
