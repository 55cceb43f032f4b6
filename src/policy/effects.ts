import { isWithin } from '../base/path.ts';
import type { Effect } from '../vocab/call.ts';
import type { SimpleCommand, Word } from '../vocab/shell-line.ts';
import { headOf, subcommandOf, nameOf } from './command-view.ts';
import type { Judged } from './judged.ts';
import { whyNoRead } from './readonly/prove.ts';
import { realPathsOf } from './paths.ts';
import { findWrites } from './writes.ts';
import { fits } from '../shell/words/word-text.ts';

/** Programs whose purpose is to send or fetch over the network; a name that is looked up can carry data out as well. */
const SENDERS = new Set(
  (
    'curl wget wget2 http https xh nc ncat netcat socat ssh scp sftp rsync ftp lftp telnet mail sendmail mutt aws gsutil ' +
    'gcloud az rclone s3cmd gh glab hub twine kubectl helm docker podman heroku fly flyctl vercel netlify dig nslookup ' +
    'host whois ping lynx links w3m aria2c yt-dlp'
  ).split(' '),
);
const GIT_SENDS = new Set(['push', 'send-email', 'request-pull', 'send-pack']);
const GIT_FETCHES = new Set(['fetch', 'pull', 'clone', 'ls-remote', 'submodule']);
const PUBLISHES = /^(npm|pnpm|yarn|cargo|gem|poetry|uv)$/;

/** What package managers print of their registries: text of strangers. Installing is a build command and is not meant. */
const SHOWS_REGISTRY = new Map(
  Object.entries({
    npm: /^(view|info|show|v|search|audit)$/,
    pnpm: /^(view|info|show|search|audit)$/,
    yarn: /^(info|search|audit)$/,
    cargo: /^(search|info)$/,
    gem: /^(search|specification)$/,
    pip: /^(download|index|search)$/,
    pip3: /^(download|index|search)$/,
    brew: /^(info|search)$/,
  }),
);

/** What a call does to the world: the tool's own word, for a shell line read off its commands (CONTRACTS, Effect). */
export function effectsOf(judged: Judged): readonly Effect[] {
  const { line, facts } = judged;
  if (line === null) return facts.tool.effects;
  return line.commands.flatMap((command) => effectsOfCommand(command, judged));
}

/** Whether an effect carries something out of the turn: over the network, to people, to where others read it (GUARD 4). */
export const reachesOut = ({ kind, where }: Effect): boolean =>
  kind === 'net-out' || kind === 'message' || (kind === 'write' && where !== 'workspace');

export function effectsOfCommand(command: SimpleCommand, { facts, policy, dangers }: Judged): readonly Effect[] {
  const target = nameOf(command);
  const effects: Effect[] = findWrites(command).flatMap(({ place }) =>
    realPathsOf(place, facts).map((path) => ({
      kind: 'write' as const,
      where: isWithin(path, facts.workspace) ? ('workspace' as const) : ('outside' as const),
      target: path,
    })),
  );
  const payload = dangers.some((danger) => danger.command === command.index && danger.class === 'interpreter-payload');
  const net = payload ? 'net-out' : networkOf(command);
  if (net !== null) effects.push({ kind: net, target });
  if (effects.length > 0) return effects;
  return [{ kind: whyNoRead(command, facts, policy) === null ? 'read' : 'exec', target }];
}

/** bash opens a connection for a redirect to or from such a name. */
const isSocket = (word: Word | null): boolean => fits(word, /^\/dev\/(tcp|udp)\//);

/** Whether a program's purpose is the network, and whether it can send there; null: it is not. */
export function networkOf(command: SimpleCommand): 'net-in' | 'net-out' | null {
  if (command.redirects.some(({ target }) => isSocket(target))) return 'net-out';
  const head = headOf(command);
  if (head === null) return null;
  const verb = subcommandOf(command).verb ?? '';
  if (head === 'git') return GIT_SENDS.has(verb) ? 'net-out' : GIT_FETCHES.has(verb) ? 'net-in' : null;
  if (SENDERS.has(head) || (PUBLISHES.test(head) && /^(publish|push)$/.test(verb))) return 'net-out';
  return SHOWS_REGISTRY.get(head)?.test(verb) === true ? 'net-in' : null;
}
