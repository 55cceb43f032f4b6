import { isDevice } from '../names.ts';

/** Where the files of a skill beside its SKILL.md may stand. */
export const SUPPORT_FOLDERS = ['references', 'templates', 'scripts', 'assets'] as const;

const MAX_PATH = 200;

/** Why a file of a skill may not have this path within its folder; null when it may. */
export function findPathFault(path: string): string | null {
  const shown = JSON.stringify(path.slice(0, MAX_PATH));
  if (path === '' || path.length > MAX_PATH) return `a path has 1 to ${MAX_PATH} characters`;
  if (/[\p{C}\\]/u.test(path)) return `${shown} holds a backslash or a character that cannot be seen`;
  if (path.startsWith('/') || path.startsWith('~') || /^[a-z]:/i.test(path)) return `${shown} leads out of the skill`;
  const parts = path.split('/');
  if (parts.includes('..')) return `${shown} leads out of the skill`;
  if (parts.some((part) => part === '' || part.startsWith('.'))) return `${shown} has an empty or a hidden part`;
  if (parts.some((part) => /[. ]$/.test(part) || isDevice(part)))
    return `${shown} has a part that not every system can keep`;
  const [top = ''] = parts;
  if (parts.length > 1 && SUPPORT_FOLDERS.some((folder) => folder === top)) return null;
  return `files of a skill lie in ${SUPPORT_FOLDERS.map((folder) => `${folder}/`).join(' ')}, and ${shown} does not`;
}
