import { baseName, folderOf, isWithin, resolvePath } from '../../base/path.ts';
import { headOf } from '../../policy/command-view.ts';
import type { Disk } from '../../ports/disk.ts';
import type { SimpleCommand } from '../../vocab/shell-line.ts';
import type { Names } from './follow-path.ts';

/** A name that a line makes lead elsewhere. Removing the name itself takes a mount with what is behind it. */
export interface NewLink {
  readonly name: string;
  readonly target: string;
  readonly isMount: boolean;
}

const LINKS: ReadonlyMap<string, RegExp> = new Map([
  ['ln', /^/],
  ['link', /^/],
  ['cp', /^-[a-zA-Z]*[sl]|^--(?:symbolic-)?link$/],
]);
const BINDS = /^-[a-zA-Z]*[BRM]$|^--(?:r?bind|move)$|(?:^|[,o])r?bind(?:,|$)/;

/** The links and bind mounts that a command makes, as far as its words tell; `disk` sees those made before it. */
export function findNewLinks(command: SimpleCommand, disk: Disk, before: readonly NewLink[]): readonly NewLink[] {
  const head = headOf(command) ?? '';
  if (head === 'mount' || head === 'bindfs') return mountedBy(head, command);
  if (!LINKS.has(head) && (head !== 'mv' || before.length === 0)) return [];
  const { texts, operands, folder } = readWords(command, /^-[St]$/);
  const makes = LINKS.get(head);
  const moves = makes === undefined || !texts.some((text) => makes.test(text));
  const named = folder === undefined && operands.length > 1;
  const place = pathOf(folder ?? (named ? operands.at(-1) : '.'), command);
  if (place === null) return [];
  const isFolder = folder !== undefined || operands.length !== 2 || (!texts.some(isKept) && leadsToFolder(place, disk));
  const isSymbolic = !moves && texts.some((text) => /^-[a-zA-Z]*s|^--symbolic/.test(text));
  return (named ? operands.slice(0, -1) : operands).flatMap((text): readonly NewLink[] => {
    if (text === '') return [];
    const name = isFolder ? `${place === '/' ? '' : place}/${baseName(resolvePath('/', text))}` : place;
    // What a symbolic link holds is read from where it lies.
    const target = isSymbolic ? resolvePath(folderOf(name), text) : pathOf(text, command);
    if (target === null || target === name) return [];
    return !moves || before.some((link) => link.name === target) ? [{ name, target, isMount: false }] : [];
  });
}

const isKept = (text: string): boolean => /^-[a-zA-Z]*[nT]|^--no-(?:dereference|target-directory)$/.test(text);
const leadsToFolder = (path: string, disk: Disk): boolean => disk.kind(disk.realPath(path) ?? path) === 'folder';

const pathOf = (text: string | undefined, { cwd }: SimpleCommand): string | null =>
  text === undefined || text === '' || (cwd === null && !text.startsWith('/')) ? null : resolvePath(cwd ?? '/', text);

interface Words {
  readonly texts: readonly string[];
  readonly operands: readonly string[];
  /** The folder that `-t` names. */
  readonly folder: string | undefined;
}

function readWords({ words }: SimpleCommand, valued: RegExp): Words {
  const texts = words.slice(1).map(({ value }) => value ?? '');
  const [folder] = texts.flatMap((text, i) => {
    if (/^(?:-[a-zA-Z]*t|--target-directory)$/.test(texts[i - 1] ?? '')) return [text];
    return /^--target-directory=([^]+)$/.exec(text)?.[1] ?? [];
  });
  const operands = texts.filter((text, i) => !text.startsWith('-') && !valued.test(texts[i - 1] ?? ''));
  return { texts, operands: folder === undefined ? operands : operands.filter((text) => text !== folder), folder };
}

function mountedBy(head: string, command: SimpleCommand): readonly NewLink[] {
  const { texts, operands } = readWords(command, /^(?:-[otL]|--types|--options)$/);
  const [target = null, name = null] = operands.map((text) => pathOf(text, command));
  const binds = head === 'bindfs' || texts.some((text) => BINDS.test(text));
  return binds && target !== null && name !== null ? [{ name, target, isMount: true }] : [];
}

const MAX_HOPS = 40;

/** The disk as it is once the links are there. */
export function withLinks(names: Names, links: readonly NewLink[]): Names {
  if (links.length === 0) return names;
  const follow = (path: string): string => {
    let at = path;
    for (let i = 0; i < MAX_HOPS; i++) {
      const link = links.findLast(({ name }) => isWithin(at, name));
      if (link === undefined) return at;
      at = resolvePath('/', `${link.target}${at.slice(link.name.length)}`);
    }
    return at;
  };
  const mounts = links.flatMap(({ isMount, name }) => (isMount ? [name] : []));
  return { ...names, mounts, disk: { ...names.disk, realPath: (path) => names.disk.realPath(follow(path)) } };
}
