import { WRAPPERS } from '../../shell/tables/wrappers.ts';
import type { Facts } from '../../vocab/facts.ts';
import type { SimpleCommand } from '../../vocab/shell-line.ts';
import { argsOf, headOf, optionsOf, someFits, subcommandOf, usesFlag } from '../command-view.ts';
import type { Hardline } from './hardline.ts';
import { behindEach, fits } from '../../shell/words/word-text.ts';

type Found = Pick<Hardline, 'code' | 'reason'> | null;

/** A signal to every process: pid -1, or the programs that do nothing else. */
export function findKillAll(command: SimpleCommand): Found {
  const head = headOf(command);
  const found = { code: 'kill-all', reason: 'it sends a signal to every process there is' } as const;
  if (head === 'killall5') return found;
  if (head !== 'kill') return null;
  return someFits(pidsOf(argsOf(command)), /^\s*-0*1\s*$/) ? found : null;
}

/** The process ids kill is given: one signal in front is taken off; `kill -1` alone counts as the id. */
function pidsOf(args: readonly (string | null)[]): readonly (string | null)[] {
  const [first = null] = args;
  if (someFits(args, /^-[lL]|^--(list|table|help|version)/)) return [];
  if (first === '--') return args.slice(1);
  if (first !== null && /^(-s|-n|--signal|-q|--queue)$/.test(first)) return withoutMarker(args.slice(2));
  if (first !== null && first.startsWith('-') && args.length > 1) return withoutMarker(args.slice(1));
  return args;
}

const withoutMarker = (args: readonly (string | null)[]): readonly (string | null)[] =>
  args[0] === '--' ? args.slice(1) : args;

/** Signals to the first process by which systemd reboots, powers off or halts: its own, and that of Ctrl-Alt-Del. */
const ENDS_BY_SIGNAL = /^-?(?:SIG)?(?:RTMIN\+(?:[3-7]|1[3-7])|INT|2|3[789]|4[01789]|5[01])$/i;

function signalsFirst(args: readonly (string | null)[]): boolean {
  const [first = null, second = null] = args;
  const glued = first === null ? undefined : /^(?:-s|-n|--signal=)(.+)$/.exec(first)?.[1];
  const isNamed = first === '-s' || first === '-n' || first === '--signal';
  const signal = isNamed ? second : (glued ?? (first?.startsWith('-') === true ? first : null));
  return signal !== null && ENDS_BY_SIGNAL.test(signal) && someFits(pidsOf(args), /^0*1$/);
}

const POWER = new Set(['shutdown', 'reboot', 'halt', 'poweroff']);
const POWER_VERBS: ReadonlySet<string | null> = new Set(['poweroff', 'reboot', 'halt', 'kexec', 'soft-reboot']);
const POWER_TARGET =
  /^((systemd-)?(poweroff|reboot|halt|kexec|soft-reboot)|runlevel[06]|ctrl-alt-del)(\.(target|service))?$/;

/** The end of the machine's day, also by the ways around. */
export function findShutdown(command: SimpleCommand): Found {
  const head = headOf(command);
  return head !== null && shutsDown(head, command)
    ? { code: 'shut-down', reason: `${head} stops or restarts the machine` }
    : null;
}

function shutsDown(head: string, command: SimpleCommand): boolean {
  const args = argsOf(command);
  if (POWER.has(head)) return !someFits(args, /^(-c|--help|-k|--show|--version|-w|--wtmp-only)$/);
  if (head === 'init' || head === 'telinit') return args.some((arg) => arg === '0' || arg === '6');
  if (head === 'kill') return signalsFirst(args);
  if (head === 'runit-init' || head === 'runit') return args.some((arg) => arg === '0' || arg === '6');
  if (head === 'openrc-shutdown') return !someFits(args, /^(-c|--cancel|-w|--write-only|-D|--dry-run|-h|--help)$/);
  if (head === 'rtcwake') return someFits(args, /^(-moff|--mode=off)$/) || behindEach(args, isMode).includes('off');
  if (head === 'ipmitool') return /\b(?:chassis )?power (?:off|cycle|reset|soft|diag)\b/.test(args.join(' '));
  if (/^salt(?:-call)?$/.test(head)) return someFits(args, /^system\.(?:halt|init|poweroff|reboot|shutdown)$/);
  if (head === 'kexec') return someFits(args, /^(-[a-z]*e|--exec)$/);
  if (head === 'dbus-send' || head === 'busctl' || head === 'gdbus' || head === 'qdbus') {
    return someFits(args, /login1/) && someFits(args, /(^|\.)(PowerOff|Reboot|Halt|KExec)\w*$/);
  }
  if (head !== 'systemctl' && head !== 'loginctl') return false;
  const { verb, rest } = subcommandOf(command);
  const starts =
    verb === 'isolate' ||
    verb === 'set-default' ||
    verb === 'start' ||
    verb === 'restart' ||
    (verb === 'enable' && rest.concat(command.words).some(({ value }) => value === '--now'));
  return POWER_VERBS.has(verb) || (starts && rest.some((word) => fits(word, POWER_TARGET)));
}

const isMode = (arg: string | null): boolean => arg === '-m' || arg === '--mode';

/** sudo that reads a password from its input is password guessing, unless the operator gave the password. */
export function findSudoStdin(command: SimpleCommand, facts: Facts): Found {
  const sudo = WRAPPERS.get('sudo');
  const head = headOf(command);
  if ((head !== 'sudo' && head !== 'sudoedit') || sudo === undefined || facts.sudoPassword) return null;
  if (!usesFlag(optionsOf(command, sudo.table), '-S')) return null;
  return {
    code: 'sudo-stdin',
    reason: 'sudo -S takes a password from standard input; no SUDO_PASSWORD was given to the agent',
  };
}
