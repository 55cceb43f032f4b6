import { isWithin, baseName } from '../base/path.ts';
import { headOf, subcommandOf } from '../policy/command-view.ts';
import { findDangers } from '../policy/danger/find-dangers.ts';
import { realPathsOf } from '../policy/paths.ts';
import { HOME_PLACES } from '../policy/secret-places.ts';
import { findWrites } from '../policy/writes.ts';
import type { WriteKind } from '../policy/writers/writer.ts';
import type { Call } from '../vocab/call.ts';
import type { Decision } from '../vocab/decision.ts';
import type { Facts } from '../vocab/facts.ts';
import type { Door, GitPart, Opening, Openings } from '../vocab/sandbox.ts';
import type { SimpleCommand } from '../vocab/shell-line.ts';

const NOTHING: Openings = { paths: [], doors: [] };

const ACCESS: Readonly<Record<WriteKind, Opening['access']>> = {
  content: 'write',
  meta: 'write',
  remove: 'remove',
  link: 'create', // what a link leads to is not changed by it
};

/** They make a name and change no file. */
const LINKS: ReadonlySet<string | null> = new Set(['ln', 'link']);

/**
 * What an allowed call needs of a sandbox beyond what every command gets: the paths it is known to change, the secret
 * places it names, those of the programs it runs, the keys of what talks over ssh or signs, and the sockets of programs
 * that start others. What the decision did not let through opens nothing.
 */
export function findOpenings(call: Call, facts: Facts, { verdict }: Pick<Decision, 'verdict'>): Openings {
  const { line } = facts;
  if (line === null || verdict !== 'allow') return NOTHING;
  const dangers = findDangers(call, facts);
  const secrets = dangers
    .flatMap((danger) => (danger.class === 'secret-read' ? danger.paths : []))
    .map((path): Opening => ({ path, access: 'read' }));
  const signs = line.commands.some((command) => signsWithGit(command, facts.gitSigning));
  const bySsh = facts.gitSigning.includes('gpg.format=ssh');
  const connects = line.commands.some(talksOverSsh) || (signs && bySsh);
  const withGpg = signs && !bySsh;
  // The variable is set for the call only where the line, which was judged without it, does not look at it.
  const ssh: readonly Door[] = connects && !line.reads.includes('SSH_AUTH_SOCK') ? ['ssh'] : [];
  const heads = line.commands.map((command) => headOf(command) ?? '');
  const asked = (['containers', 'services'] as const).filter((door) => heads.some((head) => CLIENTS[door].has(head)));
  const paths: readonly Opening[] = [
    ...secrets,
    ...(connects ? [{ path: `${facts.home}/.ssh`, access: 'read' as const }] : []),
    ...(withGpg ? [{ path: `${facts.home}/.gnupg`, access: 'write' as const }] : []),
    ...line.commands.flatMap((command) => ownPlacesOf(command, facts)),
    ...line.commands.flatMap((command) => writesOf(command, facts)),
  ];
  const doors = new Set<Door>([...ssh, ...(withGpg ? (['gpg'] as const) : []), ...asked]);
  const git = (['hooks', 'config'] as const).filter((part) => line.commands.some(CHANGES_GIT[part]));
  const becomes = dangers.find((danger) => danger.class === 'privilege')?.words[0];
  return {
    paths: withoutDoubles(paths),
    doors: [...doors],
    ...(git.length === 0 ? {} : { git }),
    ...(becomes === undefined ? {} : { becomes }),
  };
}

const writesOf = (command: SimpleCommand, facts: Facts): readonly Opening[] =>
  findWrites(command).flatMap(({ place, kind }) =>
    realPathsOf(place, facts)
      .filter((path) => !place.isPattern || path !== place.path)
      .map((path) => ({ path, access: LINKS.has(headOf(command)) ? 'create' : ACCESS[kind] })),
  );

const withoutDoubles = (openings: readonly Opening[]): readonly Opening[] => [
  ...new Map(openings.map((opening) => [`${opening.access} ${opening.path}`, opening])).values(),
];

/** Clients of programs that do their work outside. */
const CLIENTS: Readonly<Record<'containers' | 'services', ReadonlySet<string>>> = {
  containers: new Set(['docker', 'docker-compose', 'podman', 'nerdctl', 'buildah']),
  services: new Set(['systemctl', 'systemd-run', 'loginctl', 'busctl']),
};

const GIT_CONNECTS = new Set(['push', 'fetch', 'pull', 'clone', 'ls-remote']);
const GIT_LOGS_IN = new Set([...GIT_CONNECTS, 'credential', 'submodule', 'remote', 'lfs', 'archive']);
const SSH_PROGRAMS = new Set(['ssh', 'scp', 'sftp']);

/** Places in the person's home that belong to the program a command starts. */
function ownPlacesOf(command: SimpleCommand, facts: Facts): readonly Opening[] {
  const name = programOf(command, facts);
  if (name === 'git' && !GIT_LOGS_IN.has(subcommandOf(command).verb ?? '')) return [];
  return HOME_PLACES.flatMap(({ path, programs }) =>
    programs.includes(name) ? [{ path: `${facts.home}/${path}`, access: 'read' as const }] : [],
  );
}

/** The name by which a program is started; one that the workspace brings under the name of another is not that. */
function programOf({ words }: SimpleCommand, { workspace, workspaceHeads }: Facts): string {
  const value = words[0]?.value ?? '';
  if (workspaceHeads.includes(value)) return '';
  return value.startsWith('/') && !isWithin(value, workspace) ? baseName(value) : value;
}

/** Programs that work with git's configuration, and verbs of package managers after which a project sets up its hooks. */
const GIT_PROGRAMS = new Set(['git', 'gh', 'hub', 'glab', 'jj', 'tig', 'lazygit', 'husky']);
const INSTALLS: Readonly<Record<string, RegExp>> = {
  npm: /^(i|in|install|ci|clean-install|add|it|install-test|update|up|rebuild)$/,
  pnpm: /^(i|install|add|update|up|rebuild)$/,
  yarn: /^(|install|add|up|upgrade)$/,
  bun: /^(i|install|add|update)$/,
  npx: /^husky$/,
};
/** Programs that put hooks where git looks for them. */
const HOOK_PROGRAMS: Readonly<Record<string, RegExp>> = {
  'git': /^(init|lfs|secrets)$/,
  'pre-commit': /^(install|uninstall|init-templatedir)$/,
  'lefthook': /^(install|uninstall)$/,
  'overcommit': /^/,
  'simple-git-hooks': /^/,
  'husky': /^/,
  'npx': /^(husky|lefthook|simple-git-hooks)$/,
};

const CHANGES_GIT: Readonly<Record<GitPart, (command: SimpleCommand) => boolean>> = {
  hooks: (command) => matchesVerb(HOOK_PROGRAMS, command),
  config: (command) => GIT_PROGRAMS.has(headOf(command) ?? '') || matchesVerb(INSTALLS, command),
};

function matchesVerb(table: Readonly<Record<string, RegExp>>, command: SimpleCommand): boolean {
  const head = headOf(command) ?? '';
  return Object.hasOwn(table, head) && table[head]?.test(subcommandOf(command).verb ?? '') === true;
}

/** Whether git really goes over ssh stands in its configuration; it may. */
function talksOverSsh(command: SimpleCommand): boolean {
  const head = headOf(command);
  return head === 'git' ? GIT_CONNECTS.has(subcommandOf(command).verb ?? '') : SSH_PROGRAMS.has(head ?? '');
}

/** Subcommands that sign what they make when the configuration says so, by its keys. */
const SIGNED_BY: Readonly<Record<string, RegExp>> = {
  'commit.gpgsign': /^(commit|merge|rebase|cherry-pick|revert|am|pull)$/,
  'tag.gpgsign': /^tag$/,
  'tag.forcesignannotated': /^tag$/,
  'push.gpgsign': /^push$/,
};

/** By a flag of the line, or by git's configuration where the line does not say otherwise. */
function signsWithGit(command: SimpleCommand, signing: readonly string[]): boolean {
  if (headOf(command) !== 'git') return false;
  const { verb, rest } = subcommandOf(command);
  const has = (flag: RegExp): boolean => rest.some(({ value }) => value !== null && flag.test(value));
  const byFlag = verb === 'tag' ? /^(-[a-z]*[su]|--sign$|--local-user)/ : /^(-[a-zA-Z]*S|--gpg-sign)/;
  if (/^(tag|commit|merge|rebase|cherry-pick|revert|am|pull|commit-tree)$/.test(verb ?? '') && has(byFlag)) return true;
  if (has(/^--no-(gpg-)?sign(ed)?$/) || (verb === 'tag' && !has(/^[^-]/))) return false;
  return signing.some((key) => SIGNED_BY[key]?.test(verb ?? '') === true);
}
