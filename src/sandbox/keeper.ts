import { spawn } from 'node:child_process';
import { MARK_NAME } from './family.ts';

/**
 * Reads `+ <group>` and `- <group>` until this process ends, however it ends; then it ends every process that is in one
 * of these groups or sessions, or carries the mark. Plain sh, so that it costs little and needs nothing.
 */
const SCRIPT = `
mark=$1 groups=' '
while read -r op group; do
  case $op in
    +) groups="$groups$group " ;;
    -) groups="\${groups%% $group *} \${groups#* $group }" ;;
  esac
done
round=0
while [ "$round" -lt 40 ]; do
  found=
  for stat in /proc/[0-9]*/stat; do
    { read -r line < "$stat"; } 2> /dev/null || continue
    set -- \${line##*) }
    case $1 in Z | X) continue ;; esac
    case $groups in
      *" $3 "* | *" $4 "*) pid=\${stat#/proc/} found=1; kill -KILL "\${pid%/stat}" ;;
    esac
  done
  for environ in $(grep -lsF "$mark" /proc/[0-9]*/environ); do
    pid=\${environ#/proc/} found=1
    kill -KILL "\${pid%/environ}"
  done
  if [ ! -d /proc/self ]; then for group in $groups; do kill -KILL "-$group"; done; fi
  [ -n "$found" ] || exit 0
  round=$((round + 1))
  sleep 0.05
done
`;

/** Watches over all commands of this process, so that none of them outlives it. */
interface Keeper {
  watch(group: number): void;
  forget(group: number): void;
}

let keeper: Keeper | null = null;

/** The keeper of this process, started with its first command. `token` begins every mark of this process. */
export function getKeeper(token: string): Keeper {
  keeper ??= openKeeper(token);
  return keeper;
}

function openKeeper(token: string): Keeper {
  // A session of its own: what ends the agent (Ctrl-C, its group) does not end its keeper.
  const child = spawn('/bin/sh', ['-c', SCRIPT, 'bailiwick-keeper', `${MARK_NAME}=${token}.`], {
    detached: true,
    cwd: '/',
    env: { PATH: '/usr/bin:/bin' },
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  child.unref();
  const { stdin } = child;
  if ('unref' in stdin && typeof stdin.unref === 'function') stdin.unref();
  const tell = (op: string, group: number): void => void stdin.write(`${op} ${group}\n`);
  const own: Keeper = { watch: (group) => tell('+', group), forget: (group) => tell('-', group) };
  const lose = (): void => {
    if (keeper === own) keeper = null;
  };
  // Without a keeper commands still run and are still ended by the agent itself.
  child.once('error', lose);
  child.once('exit', lose);
  stdin.on('error', lose);
  return own;
}
