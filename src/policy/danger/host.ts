import { toShellText } from '../../shell/words/printed.ts';
import type { SimpleCommand } from '../../vocab/shell-line.ts';
import { argsOf, hasWord, headOf, outersOf, subcommandOf, upstreamOf } from '../command-view.ts';
import { NONE, type DangerCheck, type Found } from './found.ts';
import { fits } from '../../shell/words/word-text.ts';

const one = (found: Found): readonly Found[] => [found];

/** The arguments; `?` for one that is not known. */
const textsOf = (command: SimpleCommand): readonly string[] => argsOf(command).map((arg) => arg ?? '?');

export const findServiceStop: DangerCheck = (command) => {
  const head = headOf(command);
  if (head === null) return NONE;
  const stops = /^(stop|restart|disable|mask|kill|try-restart|condrestart|down|remove|unload|bootout)$/;
  const managers =
    /^(systemctl|rc-service|service|supervisorctl|initctl|launchctl|sv|invoke-rc\.d|update-rc\.d|brew|snap|pm2)$/;
  const script = /(^|\/)init\.d\/[^/]+$/.test(String(command.words[0]?.value));
  if (!managers.test(head) && !script) return NONE;
  const { verb, rest } = subcommandOf(command);
  if (head === 'brew' && verb !== 'services') return NONE;
  if (head === 'pm2' && verb === 'delete')
    return one({ class: 'service-stop', because: 'pm2 delete takes a service away', words: [head, verb] });
  const words = [verb, ...rest.slice(0, 2).map(({ value }) => value)];
  const word = words.find((text) => text !== null && stops.test(text)) ?? null;
  return word === null
    ? NONE
    : one({ class: 'service-stop', because: `${head} ${word} takes a service away`, words: [head, word] });
};

const LISTS_PROCESSES: ReadonlySet<string | null> = new Set(['pgrep', 'pidof']);

/** `kill -9 $(pgrep x)`, `pgrep x | xargs kill -9`. */
function killsListed(command: SimpleCommand, all: readonly SimpleCommand[]): boolean {
  const listed = all.filter(({ index }) => command.words.some(({ runs }) => runs.includes(index)));
  const piped = outersOf(command, all).flatMap((outer) => upstreamOf(outer, all));
  return [...listed, ...piped].some((each) => LISTS_PROCESSES.has(headOf(each)));
}

export const findMassKill: DangerCheck = (command, _facts, all) => {
  const named = headOf(command);
  const head = named === 'kill' && killsListed(command, all) ? 'kill' : named === 'kill' ? null : named;
  if (head === null || !/^(kill|pkill|killall|skill)$/.test(head)) return NONE;
  const wide = head === 'killall' ? /^(-[a-zA-Z]*[ru]|--regexp|--user)$/ : /^(-u|-U|--uid|--euid)$/;
  const args = textsOf(command);
  const found = args.filter(
    (arg, i) =>
      wide.test(arg) ||
      /^-(9|(SIG)?KILL)$|^--sig\w*=(9|(SIG)?KILL)$/i.test(arg) ||
      (/^(9|(SIG)?KILL)$/i.test(arg) && /^(-s|--sig\w*)$/.test(args[i - 1] ?? '')),
  );
  return found.length === 0
    ? NONE
    : one({ class: 'mass-kill', because: `${head} ends every process that fits`, words: [head, ...found] });
};

const PRIVILEGED = new Set([
  'sudo',
  'sudoedit',
  'doas',
  'pkexec',
  'su',
  'runuser',
  'gosu',
  'su-exec',
  'setuidgid',
  'runas',
  'please',
  'nsenter',
  'setpriv',
]);

export const findPrivilege: DangerCheck = (command) => {
  const head = headOf(command);
  return head !== null && PRIVILEGED.has(head)
    ? one({ class: 'privilege', because: `${head} runs it with the rights of another user`, words: [head] })
    : NONE;
};

const SQL_CLIENTS = new Set(
  'psql mysql mariadb sqlite sqlite3 duckdb sqlcmd mycli pgcli litecli clickhouse-client clickhouse cqlsh sqlplus isql mongosh mongo bq cockroach snowsql trino presto usql'.split(
    ' ',
  ),
);
const DESTROYS =
  /\bdrop\s+(table|database|schema|view|materialized\s+view|index|user|role|sequence|keyspace|collection)\b|\btruncate\s+(table\s+)?["\w`]|\bdelete\s+from\s+[^;]*?(;|$)|\.drop(Database|Collection)?\s*\(|\.deleteMany\s*\(\s*(\{\s*\})?\s*\)/i;

export const findSqlDestroy: DangerCheck = (command) => {
  const head = headOf(command);
  if (head === null) return NONE;
  const found = (words: readonly string[]): readonly Found[] =>
    one({ class: 'sql-destroy', because: 'it drops or empties what a database holds', words });
  if (/^(dropdb|dropuser)$/.test(head)) return found([head]);
  if (head === 'mysqladmin' && hasWord(command, 'drop')) return found([head, 'drop']);
  const flush = head === 'redis-cli' ? textsOf(command).find((arg) => /^flush(all|db)$/i.test(arg)) : undefined;
  if (flush !== undefined) return found([head, flush]);
  const input = inputOf(command);
  if (head === 'redis-cli' && input !== null && /^\s*flush(?:all|db)\b/im.test(input)) return found([]);
  if (!SQL_CLIENTS.has(head)) return NONE;
  const statements = textsOf(command).map(withoutFlag).filter(destroysSql);
  if (statements.length > 0) return found([head, ...statements.flatMap((statement) => statement.split(/\s+/))]);
  // What comes by the input is named by no rule.
  return input !== null && destroysSql(toShellText(input)) ? found([]) : NONE;
};

const inputOf = ({ stdin }: SimpleCommand): string | null =>
  stdin.kind === 'text' || stdin.kind === 'pipe' ? stdin.text : null;

/** `--command=drop table x`, `-cdrop table x`: a statement glued to its flag. */
const withoutFlag = (text: string): string => text.replace(/^--[\w-]+=|^-[a-zA-Z](?=(?:drop|truncate|delete)\b)/i, '');

const destroysSql = (text: string): boolean =>
  [...text.replace(/\/\*[^]*?\*\/|--[^\n]*/g, ' ').matchAll(new RegExp(DESTROYS, 'gi'))].some(
    ([hit]) => !/^delete/i.test(hit) || !/\bwhere\b(?!\s*(?:1\s*=\s*1|true|1)\s*(?:;|$))/i.test(hit),
  );

type ByProgram = ReadonlyMap<string, readonly RegExp[]>;

/** Rows of program names and what destroys among the words behind them, by the program's name. */
function byProgram(rows: readonly (readonly [string, RegExp])[]): ByProgram {
  const single = rows.flatMap(([programs, words]) => programs.split(' ').map((program) => ({ program, words })));
  return new Map(
    [...Map.groupBy(single, ({ program }) => program)].map(([program, own]) => [
      program,
      own.map(({ words }) => words),
    ]),
  );
}

/** Program, the subcommand words that destroy, in the order they are written. */
const INFRA = byProgram([
  ['terraform tofu terragrunt', /^(destroy|run-all destroy|.*\bapply\b.*\s--?destroy\b|state rm|workspace delete)/],
  ['kubectl', /^(delete|drain)\b/],
  ['oc k3s', /^(kubectl )?delete\b/],
  ['helm', /^(uninstall|delete|del|un)\b/],
  ['pulumi', /^(destroy|down|stack rm)\b/],
  ['vagrant', /^destroy\b/],
  [
    'docker podman',
    /^(system reset|(system|volume|image|container|network|builder) prune|volume (rm|remove)|rm\b.*-[a-z]*f|rmi?\b.*-[a-z]*f|compose\b.*\bdown\b.*(-v|--volumes)|swarm leave|stack rm)/,
  ],
  ['docker-compose', /\bdown\b.*(-v|--volumes)/],
  ['aws', /\b((delete|terminate|remove|purge|deregister)-[\w-]+|s3 rb|s3 rm\b.*--recursive|s3 sync\b.*--delete)/],
  ['gcloud gsutil', /\bdelete\b|\brm\b.*-r|\brb\b/],
  ['az', /\b(delete|purge)\b/],
  ['cdk sst copilot', /^(destroy|remove|delete|app delete)\b/],
  ['serverless sls', /^remove\b/],
  [
    'doctl eksctl linode-cli hcloud scw ibmcloud oci exo civo kops k3d kind minikube',
    /\b(delete|destroy|rm|terminate)\b/,
  ],
  ['heroku', /^(apps:destroy|apps:delete|pg:reset|destroy)\b/],
  ['fly flyctl railway vercel netlify wrangler nomad cf', /\b(destroy|delete|remove|rm|down|sites:delete)\b/],
  ['virsh', /^(destroy|undefine|vol-delete|pool-delete)\b/],
  ['gh glab', /^((repo|project) delete\b|api\b.*(-X ?|--method[ =])DELETE\b)/],
  ['etcdctl', /^del\b.*--(prefix|from-key)\b/],
  ['http https xh', /^DELETE\b/],
  ['zfs zpool', /^destroy\b/],
  ['lvremove vgremove pvremove', /^/],
  ['iptables ip6tables nft', /^(.*\s)?(-F|--flush|-X|flush)\b/],
]);

const PUBLISH = byProgram([
  [
    'npm pnpm yarn bun lerna cargo poetry uv hatch flit pdm rush nx changeset vsce ovsx clojars jsr deno',
    /^(\+\S+ )?(npm )?(publish|release publish)\b/,
  ],
  ['npm', /^(unpublish|deprecate|dist-tag (add|rm)|owner (add|rm)|access)\b/],
  // gem takes every beginning of a verb that fits no other.
  ['gem', /^(pu|pus|push|ya?|yan|yank)\b/],
  ['cargo', /^(yank)\b/],
  ['twine', /^upload\b/],
  ['python python3', /^(-m )?(twine upload|flit publish)\b/],
  ['mvn mvnw', /\b(deploy|release:perform)\b/],
  ['gradle gradlew sbt', /\b(publish\w*|uploadArchives)\b/],
  ['docker podman buildah crane nerdctl', /^((image |manifest )?push\b|(buildx )?build\b.*--push)/],
  ['skopeo', /^copy\b/],
  ['helm', /^push\b/],
  ['gh', /^(release (create|upload|edit|delete)|gist create)\b/],
  ['dotnet', /^nuget push\b/],
  ['nuget choco', /^push\b/],
  ['pod', /^trunk push\b/],
  ['mix', /^hex\.publish\b/],
  ['conda anaconda', /^upload\b/],
  ['dart flutter', /^pub publish\b/],
  ['semantic-release np', /^/],
  ['goreleaser', /^release\b(?!.*--snapshot)/],
]);

/** The program and the words that a table finds in it; null when it finds none. */
function findByTable(table: ByProgram, command: SimpleCommand): readonly string[] | null {
  const head = headOf(command);
  const patterns = head === null ? undefined : table.get(head);
  if (head === null || patterns === undefined) return null;
  const { verb, rest } = subcommandOf(command);
  const texts = verb === null ? textsOf(command) : [verb, ...rest.map(({ value }) => value ?? '?')];
  for (const pattern of patterns) {
    const hit = pattern.exec(texts.join(' '));
    if (hit !== null) return [head, ...hit[0].split(' ').filter((word) => word !== '')];
  }
  return null;
}

export const findInfraDestroy: DangerCheck = (command) => {
  const words = findByTable(INFRA, command);
  return words === null ? NONE : one({ class: 'infra-destroy', because: 'it destroys infrastructure', words });
};

export const findPublish: DangerCheck = (command) => {
  const words = findByTable(PUBLISH, command);
  return words === null || hasWord(command, '--dry-run', '--help', '-h')
    ? NONE
    : one({ class: 'publish', because: 'it makes something public', words });
};

const REMOTE = /^(?!\/|\.{1,2}\/)(?:[\w.-]+@)?\[?[\w.-]+\]?:(?!\\)|^(rsync|sftp|scp|s3|gs|az|b2|gdrive):\/\//;

/** The words by which it sends, `input` when it sends what it is given on standard input; null when it sends nothing. */
type Sends = (args: readonly string[], command: SimpleCommand) => readonly string[] | 'input' | null;

const always: Sends = () => [];
const byInput: Sends = (_, { stdin, redirects }) =>
  stdin.kind === 'inherit' || redirects.some(({ op, target }) => op === '<' && target?.value === '/dev/null')
    ? null
    : 'input';
const byLast =
  (place: RegExp, verb = /(?:)/): Sends =>
  (args) => {
    const [last] = args.filter((arg) => arg === '-' || !arg.startsWith('-')).slice(-1);
    const by = args.find((arg) => verb.test(arg));
    return last !== undefined && by !== undefined && place.test(last) ? [by, last] : null;
  };
const byWord =
  (word: RegExp): Sends =>
  (args) => {
    const found = args.filter((arg) => word.test(arg));
    return found.length === 0 ? null : found;
  };

const byHttpie: Sends = (args, command) => byWord(/^(?!\w+:\/\/).*@\S/)(args, command) ?? byInput(args, command);

const byCurl: Sends = (args) => {
  const found = args.filter((arg, i) => sendsByCurl(arg, args[i - 1] ?? ''));
  return found.length === 0 ? null : found;
};

function sendsByCurl(arg: string, before: string): boolean {
  if (/^(-[a-zA-Z#]*T|--upload)/.test(arg)) return true;
  const glued = /^(-[a-zA-Z#]*[dF]|--data(?:-binary|-ascii|-urlencode)?=|--json=|--form=)(.+)$/.exec(arg);
  const flag = /^(-[a-zA-Z#]*[dF]|--data|--data-binary|--data-ascii|--data-urlencode|--json|--form)$/.test(before)
    ? before
    : glued?.[1];
  const value = flag === before ? arg : glued?.[2];
  if (flag === undefined || value === undefined) return false;
  // `-F name=@file`, `--data-urlencode name@file`; the others read a file only where the value begins with @.
  if (/F$|^--form/.test(flag)) return /^[^=]*=[@<]/.test(value);
  return flag.startsWith('--data-urlencode') ? /^[^=@]*@/.test(value) : value.startsWith('@');
}

const COPIES = /^(cp|mv|rsync|copy|sync|move|put|copyto)$/;
const SENDERS: ReadonlyMap<string, Sends> = new Map<string, Sends>([
  ['curl', byCurl],
  ['wget', byWord(/^--(post|body)-file\b/)],
  ...['scp', 'rsync'].map((head) => [head, byLast(REMOTE)] as const),
  ...['sftp', 'ftp', 'lftp', 'ncftpput', 'tftp'].map((head) => [head, always] as const),
  ...['nc', 'ncat', 'netcat', 'socat', 'telnet'].map((head) => [head, byInput] as const),
  ['openssl', (args, command) => (args.includes('s_client') ? byInput(args, command) : null)],
  ['ssh', (args, command) => (command.stdin.kind === 'text' ? null : byInput(args, command))],
  ...['http', 'https', 'xh'].map((head) => [head, byHttpie] as const),
  ['aws', byLast(/^s3:/, /^(cp|mv|sync)$/)],
  ...['gsutil', 'rclone', 's3cmd', 'mc'].map((head) => [head, byLast(/^[\w-]+:/, COPIES)] as const),
  ...['transfer', 'croc', 'wormhole', 'magic-wormhole', 'ffsend'].map(
    (head) => [head, byWord(/^(send|upload)$/)] as const,
  ),
]);

export const findUpload: DangerCheck = (command) => {
  const head = headOf(command);
  const sends = head === null ? undefined : SENDERS.get(head);
  const by = sends?.(textsOf(command), command) ?? null;
  const socket = command.redirects.find(({ target, writes }) => writes && fits(target, /^\/dev\/(tcp|udp)\//));
  if (socket !== undefined) return one({ class: 'upload', because: 'it sends its output over the network', words: [] });
  if (by === null) return NONE;
  return one({
    class: 'upload',
    because: `${head} sends a file elsewhere`,
    words: by === 'input' ? [] : [String(head), ...by],
  });
};
