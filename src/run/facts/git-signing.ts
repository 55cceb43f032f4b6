import { folderOf, resolvePath } from '../../base/path.ts';
import { isFalse, parseGitConfig, type GitConfigEntry } from '../../policy/readonly/git-config.ts';
import type { Disk } from '../../ports/disk.ts';

const MAX_CONFIG_BYTES = 1_048_576;
/** Git's own limit of nested includes. */
const MAX_INCLUDES = 10;

const SWITCHES: ReadonlySet<string> = new Set([
  'commit.gpgsign',
  'tag.gpgsign',
  'tag.forcesignannotated',
  'push.gpgsign',
]);

/** Where git of the person finds its configuration, besides that of the repository. */
export interface GitHome {
  readonly home: string;
  /** `XDG_CONFIG_HOME` of the command; absent: `~/.config`. */
  readonly configHome: string | undefined;
}

/**
 * What git's configuration of `folder` switches on about signing, in the form of `Facts.gitSigning`. The repository's own
 * word counts before the person's and the system's; among those one that says yes is enough, and a condition counts as met.
 */
export function findGitSigning(folder: string, disk: Disk, { home, configHome }: GitHome): readonly string[] {
  const read = (files: readonly string[]): readonly GitConfigEntry[] =>
    files.flatMap((file) => readEntries(file, { disk, home, depth: 0 }));
  const own = toSettings(read(repositoryFiles(folder, disk)), false);
  const common = toSettings(
    read(['/etc/gitconfig', `${configHome ?? `${home}/.config`}/git/config`, `${home}/.gitconfig`]),
    true,
  );
  const settings = new Map([...common, ...own]);
  return [...settings].flatMap(([key, value]) =>
    key === 'gpg.format' ? [`${key}=${value}`] : value === 'false' ? [] : [key],
  );
}

/** `keepsYes`: a later no does not count, as it may stand under a condition that is not met. */
function toSettings(entries: readonly GitConfigEntry[], keepsYes: boolean): ReadonlyMap<string, string> {
  const settings = new Map<string, string>();
  for (const { key, value } of entries) {
    if (key === 'gpg.format' && value !== null) settings.set(key, value.toLowerCase());
    if (!SWITCHES.has(key)) continue;
    const isOn = !isFalse(value) || (keepsYes && settings.get(key) === 'true');
    settings.set(key, isOn ? 'true' : 'false');
  }
  return settings;
}

/** The configuration files of the repository around a folder, that of a linked worktree last. */
function repositoryFiles(folder: string, disk: Disk): readonly string[] {
  for (let at = disk.realPath(folder) ?? resolvePath('/', folder); ; at = folderOf(at)) {
    const git = resolvePath(at, '.git');
    const kind = disk.kind(git);
    if (kind === 'folder') return [`${git}/config`, `${git}/config.worktree`];
    const target = kind === 'file' ? /^gitdir: ([^\r\n]+)/.exec(disk.readText(git, 65_536) ?? '')?.[1] : undefined;
    if (target !== undefined) {
      const own = resolvePath(at, target);
      const common = disk.readText(`${own}/commondir`, 65_536)?.trim() ?? '.';
      return [`${resolvePath(own, common)}/config`, `${own}/config.worktree`];
    }
    if (at === '/') return [];
  }
}

interface Reading {
  readonly disk: Disk;
  readonly home: string;
  readonly depth: number;
}

function readEntries(file: string, { disk, home, depth }: Reading): readonly GitConfigEntry[] {
  const text = depth > MAX_INCLUDES ? null : disk.readText(file, MAX_CONFIG_BYTES);
  if (text === null) return [];
  return parseGitConfig(text).entries.flatMap((entry) => {
    const { key, value } = entry;
    if (!/^include(if\..*)?\.path$/s.test(key) || value === null) return [entry];
    const path = value.startsWith('~/') ? resolvePath(home, value.slice(2)) : resolvePath(folderOf(file), value);
    return readEntries(path, { disk, home, depth: depth + 1 });
  });
}
