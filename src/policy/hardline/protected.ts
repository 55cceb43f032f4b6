import { folderOf, baseName } from '../../base/path.ts';
import type { Facts } from '../../vocab/facts.ts';
import type { Word } from '../../vocab/shell-line.ts';
import { isAnything, patternGives, placeOf, placeOfText, realPathsOf, removedPathsOf, type Place } from '../paths.ts';

/** POLICY 4; the last five are those of macOS, protected everywhere. */
export const PROTECTED_FOLDERS: readonly string[] = (
  '/ /bin /boot /dev /etc /home /lib /opt /proc /root /run /sbin /srv /sys /usr /var ' +
  '/System /Library /Applications /Users /private'
).split(' ');

/** Also `/lib64` and its kin, and whatever lies directly below the folders of homes. */
const isSystemFolder = (path: string): boolean => PROTECTED_FOLDERS.includes(path) || /^\/lib[^/]*$/.test(path);

const isHome = (path: string, facts: Facts): boolean =>
  path === facts.home || path === facts.agentHome || facts.homes.includes(path) || /^\/(home|Users)\/[^/]+$/.test(path);

/** A folder of the system or a person's home, itself. */
export const isProtectedFolder = (path: string, facts: Facts): boolean => isSystemFolder(path) || isHome(path, facts);

/** True when deleting this tree cannot be taken back: a protected folder, a home, or all that lies directly in one. */
export function isProtectedTarget(word: Word, command: { readonly cwd: string | null }, facts: Facts): boolean {
  const place = placeOf(word, command) ?? placeOfPrefix(word, command);
  if (place === null) return false;
  return removedPathsOf(place, facts).some((path) =>
    place.isPattern && /[*?[]/.test(path) ? givesProtected(path, facts) : isProtectedFolder(path, facts),
  );
}

/** What a program prints is not known, but a glob that it was given is. `"/etc/$X"` is not known, `/etc/*"$X"` neither; but a known folder in front of a glob is. */
function placeOfPrefix(word: Word, command: { readonly cwd: string | null }): Place | null {
  // `/proc/$$/root/etc`: the root of whichever process is the root of this one.
  const below = word.value === null ? /^"?\/proc\/[^/]+\/root((?:\/[^"$`*]*)?)"?$/.exec(word.text)?.[1] : undefined;
  if (below !== undefined) return placeOfText(`/${below}`, command);
  if (word.value === null && word.pattern !== null) return placeOfText(word.pattern, command);
  return word.value === null && word.prefix.endsWith('/*') ? placeOfText(word.prefix, command) : null;
}

function givesProtected(pattern: string, facts: Facts): boolean {
  const folders = [...PROTECTED_FOLDERS.slice(1), facts.home, facts.agentHome, ...facts.homes];
  if (folders.some((folder) => patternGives(pattern, folder))) return true;
  if (/^\/(home|Users)\/[^/]+$/.test(pattern)) return true;
  const content = baseName(pattern);
  const parent = folderOf(pattern);
  if (parent === '/') return isAnything(content);
  if (!/[*?[]/.test(content)) return false;
  const parentGives = (folder: string): boolean => patternGives(parent, folder);
  if (PROTECTED_FOLDERS.slice(1).some(parentGives) || /^\/lib[^/]*$/.test(parent)) return true;
  // In a home a glob with a name in it (`~/old-*`) is a choice; one of wildcards only is everything.
  const homes = [facts.home, facts.agentHome, ...facts.homes];
  return isAnything(content) && (homes.some(parentGives) || /^\/(home|Users)\/[^/]+$/.test(parent));
}

/** True for the root of the file system itself, or everything directly in it. */
export function isRootTarget(word: Word, command: { readonly cwd: string | null }, facts: Facts): boolean {
  const place = placeOf(word, command) ?? placeOfPrefix(word, command);
  if (place === null) return false;
  return realPathsOf(place, facts).some(
    (path) => path === '/' || (place.isPattern && folderOf(path) === '/' && isAnything(baseName(path))),
  );
}
