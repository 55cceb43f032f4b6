import { userInfo } from 'node:os';

/** The person's home: `HOME` where it is an absolute path, else what the system's user list says. */
export function findUserHome(env: Readonly<Record<string, string | undefined>>): string {
  const given = env['HOME'] ?? '';
  return given.startsWith('/') ? given : userInfo().homedir;
}
