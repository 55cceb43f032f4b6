import type { SimpleCommand } from '../../vocab/shell-line.ts';
import { argsOf, hasWord, headOf, subcommandOf } from '../command-view.ts';
import { NONE, type DangerCheck, type Found } from './found.ts';

const one = (found: Found): readonly Found[] => [found];

export const findServiceStop: DangerCheck = (command) => {
  const head = headOf(command);
  if (head === null) return NONE;
  const { verb, rest } = subcommandOf(command);
  const stops = /^(stop|restart|disable|mask|kill|try-restart|condrestart|down|remove|unload|bootout)$/;
  const managers =
    /^(systemctl|rc-service|service|supervisorctl|initctl|launchctl|sv|invoke-rc\.d|update-rc\.d|brew|snap)$/;
  const script = /(^|\/)init\.d\/[^/]+$/.test(command.words[0]?.value ?? '');
  if (!managers.test(head) && !script) return NONE;
  if (head === 'brew' && verb !== 'services') return NONE;
  const words = [verb, ...rest.slice(0, 2).map(({ value }) => value)];
  const word = words.find((text) => stops.test(text ?? ''));
  return word === undefined || word === null
    ? NONE
    : one({ class: 'service-stop', because: `${head} ${word} takes a service away`, words: [head, word] });
};

export const findMassKill: DangerCheck = (command) => {
  const head = headOf(command);
  if (head !== 'pkill' && head !== 'killall' && head !== 'skill') return NONE;
  const args = argsOf(command);
  const kills = args.some(
    (arg, i) =>
      /^-(9|KILL|SIGKILL)$/i.test(arg ?? '') ||
      /^--signal=(9|(SIG)?KILL)$/i.test(arg ?? '') ||
      (/^(-s|--signal)$/.test(args[i - 1] ?? '') && /^(9|(SIG)?KILL)$/i.test(arg ?? '')),
  );
  const wide = args.some((arg) =>
    (head === 'killall' ? /^(-[a-zA-Z]*[ru]|--regexp|--user)$/ : /^(-u|-U|--uid|--euid)$/).test(arg ?? ''),
  );
  return kills || wide
    ? one({ class: 'mass-kill', because: `${head} ends every process that fits`, words: [head] })
    : NONE;
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
  'psql mysql mariadb sqlite sqlite3 duckdb sqlcmd mycli pgcli litecli clickhouse-client clickhouse cqlsh sqlplus isql mongosh mongo bq snowsql trino presto usql'.split(
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
  if (head === 'redis-cli' && argsOf(command).some((arg) => /^flush(all|db)$/i.test(arg ?? ''))) return found([head]);
  if (!SQL_CLIENTS.has(head)) return NONE;
  const given = command.stdin.kind === 'text' || command.stdin.kind === 'pipe' ? command.stdin.text : null;
  const texts = [...argsOf(command), given].filter((text) => text !== null);
  return texts.some((text) => destroysSql(text)) ? found([head]) : NONE;
};

const destroysSql = (text: string): boolean =>
  [...text.matchAll(new RegExp(DESTROYS, 'gi'))].some(([hit]) => !/^delete/i.test(hit) || !/\bwhere\b/i.test(hit));

/** Program, the subcommand words that destroy, in the order they are written. */
const INFRA: readonly (readonly [RegExp, RegExp])[] = [
  [/^(terraform|tofu|terragrunt)$/, /^(destroy|.*\bapply\b.*\s-destroy\b|state rm|workspace delete)/],
  [/^kubectl$/, /^(delete|drain)\b/],
  [/^(oc|k3s)$/, /^(kubectl )?delete\b/],
  [/^helm$/, /^(uninstall|delete|del|un)\b/],
  [/^pulumi$/, /^(destroy|down|stack rm)\b/],
  [/^vagrant$/, /^destroy\b/],
  [
    /^(docker|podman)$/,
    /^((system|volume|image|container|network|builder) prune|volume (rm|remove)|rm\b.*-[a-z]*f|rmi?\b.*-[a-z]*f|compose\b.*\bdown\b.*(-v|--volumes)|swarm leave|stack rm)/,
  ],
  [/^docker-compose$/, /\bdown\b.*(-v|--volumes)/],
  [/^aws$/, /\b((delete|terminate|remove|purge|deregister)-[\w-]+|s3 rb|s3 rm\b.*--recursive|s3 sync\b.*--delete)/],
  [/^(gcloud|gsutil)$/, /\bdelete\b|\brm\b.*-r|\brb\b/],
  [/^az$/, /\b(delete|purge)\b/],
  [/^(cdk|sst|copilot)$/, /^(destroy|remove|delete|app delete)\b/],
  [/^(serverless|sls)$/, /^remove\b/],
  [
    /^(doctl|eksctl|linode-cli|hcloud|scw|ibmcloud|oci|exo|civo|kops|k3d|kind|minikube)$/,
    /\b(delete|destroy|rm|terminate)\b/,
  ],
  [/^(heroku)$/, /^(apps:destroy|apps:delete|pg:reset|destroy)\b/],
  [/^(fly|flyctl|railway|vercel|netlify|wrangler|nomad|cf)$/, /\b(destroy|delete|remove|rm|down|sites:delete)\b/],
  [/^virsh$/, /^(destroy|undefine|vol-delete|pool-delete)\b/],
  [/^(zfs|zpool)$/, /^destroy\b/],
  [/^(lvremove|vgremove|pvremove)$/, /^/],
  [/^(iptables|ip6tables|nft)$/, /^(.*\s)?(-F|--flush|-X|flush)\b/],
];

const PUBLISH: readonly (readonly [RegExp, RegExp])[] = [
  [
    /^(npm|pnpm|yarn|bun|lerna|cargo|poetry|uv|hatch|flit|pdm|rush|nx|changeset|vsce|ovsx|clojars|jsr|deno)$/,
    /^(npm )?(publish|release publish)\b/,
  ],
  [/^npm$/, /^(unpublish|deprecate|dist-tag (add|rm)|owner (add|rm)|access)\b/],
  [/^gem$/, /^(push|yank)\b/],
  [/^cargo$/, /^(yank)\b/],
  [/^(twine)$/, /^upload\b/],
  [/^(python|python3)$/, /^-m (twine upload|flit publish)\b/],
  [/^(mvn|mvnw)$/, /\b(deploy|release:perform)\b/],
  [/^(gradle|gradlew|sbt)$/, /\b(publish\w*|uploadArchives)\b/],
  [/^(docker|podman|buildah|crane|nerdctl)$/, /^((image |manifest )?push\b|(buildx )?build\b.*--push)/],
  [/^skopeo$/, /^copy\b/],
  [/^helm$/, /^push\b/],
  [/^gh$/, /^(release (create|upload|edit|delete)|gist create)\b/],
  [/^(dotnet)$/, /^nuget push\b/],
  [/^(nuget|choco)$/, /^push\b/],
  [/^pod$/, /^trunk push\b/],
  [/^(mix)$/, /^hex\.publish\b/],
  [/^(conda|anaconda)$/, /^upload\b/],
  [/^(dart|flutter)$/, /^pub publish\b/],
  [/^(semantic-release|np|goreleaser)$/, /^(?!.*--dry-run)/],
];

function byTable(table: readonly (readonly [RegExp, RegExp])[], command: SimpleCommand): boolean {
  const head = headOf(command);
  if (head === null) return false;
  const { verb, rest } = subcommandOf(command);
  const text = [verb, ...rest.map(({ value }) => value)].map((word) => word ?? '?').join(' ');
  return table.some(
    ([program, words]) => program.test(head) && words.test(verb === null ? argsOf(command).join(' ') : text),
  );
}

const ownWords = (command: SimpleCommand): readonly string[] => [
  headOf(command) ?? '',
  subcommandOf(command).verb ?? '',
];

export const findInfraDestroy: DangerCheck = (command) =>
  byTable(INFRA, command)
    ? one({ class: 'infra-destroy', because: 'it destroys infrastructure', words: ownWords(command) })
    : NONE;

export const findPublish: DangerCheck = (command) =>
  byTable(PUBLISH, command)
    ? one({ class: 'publish', because: 'it makes something public', words: ownWords(command) })
    : NONE;

const REMOTE = /^(?!\/|\.{1,2}\/)(?:[\w.-]+@)?\[?[\w.-]+\]?:(?!\\)|^(rsync|sftp|scp|s3|gs|az|b2|gdrive):\/\//;

export const findUpload: DangerCheck = (command) => {
  const head = headOf(command);
  const args = argsOf(command);
  return head !== null && sendsFile(head, args, command)
    ? one({ class: 'upload', because: `${head} sends a file elsewhere`, words: [head] })
    : NONE;
};

function sendsFile(head: string, args: readonly (string | null)[], command: SimpleCommand): boolean {
  const last = args.at(-1) ?? '';
  switch (head) {
    case 'curl':
      return args.some((arg, i) => sendsByCurl(arg ?? '', args[i - 1] ?? ''));
    case 'wget':
      return args.some((arg) => /^--(post|body)-file\b/.test(arg ?? ''));
    case 'scp':
    case 'rsync':
      return REMOTE.test(last);
    case 'sftp':
    case 'ftp':
    case 'lftp':
    case 'ncftpput':
    case 'tftp':
      return true;
    case 'nc':
    case 'ncat':
    case 'netcat':
    case 'socat':
      return command.stdin.kind !== 'inherit';
    case 'ssh':
      return command.stdin.kind === 'pipe' || command.stdin.kind === 'file';
    case 'http':
    case 'https':
    case 'xh':
      return (
        command.stdin.kind !== 'inherit' ||
        args.some((arg) => /[=:]?@\S/.test(arg ?? '') && !/^\w+:\/\//.test(arg ?? ''))
      );
    case 'aws':
      return (
        args.includes('s3') &&
        args.some((arg) => /^(cp|mv|sync)$/.test(arg ?? '')) &&
        args
          .filter((arg) => arg?.startsWith('-') !== true)
          .at(-1)
          ?.startsWith('s3:') === true
      );
    case 'gsutil':
    case 'rclone':
    case 's3cmd':
    case 'mc':
      return args.some((arg) => /^(cp|mv|rsync|copy|sync|move|put|copyto)$/.test(arg ?? '')) && /^[\w-]+:/.test(last);
    default:
      return (
        /^(transfer|croc|wormhole|magic-wormhole|ffsend)$/.test(head) &&
        args.some((arg) => /^(send|upload)$/.test(arg ?? ''))
      );
  }
}

function sendsByCurl(arg: string, before: string): boolean {
  if (/^(-[a-zA-Z#]*T|--upload-file)/.test(arg)) return true;
  const value = /^(?:-[a-zA-Z#]*[dF]|--data(?:-binary|-ascii|-urlencode|-raw)?=|--json=|--form=)(.+)$/.exec(arg)?.[1];
  const behind = /^(-[a-zA-Z#]*[dF]|--data|--data-binary|--data-ascii|--data-urlencode|--json|--form)$/.test(before)
    ? arg
    : undefined;
  const given = behind ?? (/^-[dF]$/.test(arg) ? undefined : value);
  return given !== undefined && /^(@|[^=@]*=[@<]|[^=@]*@)/.test(given);
}
