import type { FlagsRead } from '../../flags.ts';
import { head, noOperands, type ReadonlyHead } from '../head.ts';
import { textOf } from '../../../shell/words/word-text.ts';

const HELP = '--help --version';

/**
 * The BSD letters of `ps aux`. Not among them: `e`, which prints the environment of processes (a secret), and letters
 * that take a value.
 */
function refusePsOperand(read: FlagsRead): string | null {
  const wrong = read.operands.find((word) => !/^[acfghjlmnrSTuvwxXHL]+$|^\d+(?:,\d+)*$/.test(textOf(word)));
  const environment = read.flags.some((used) => /environ|\benv\b/i.test(textOf(used.value)));
  if (environment) return 'the environment of processes may hold secrets';
  return wrong === undefined ? null : `ps is not proven to read with ${wrong.text}`;
}

/** Programs of the preset `system`: they print what the machine is and does. */
export const SYSTEM_HEADS: Readonly<Record<string, ReadonlyHead>> = Object.fromEntries([
  head(
    'id',
    { '0': `-a -Z|--context -g|--group -G|--groups -n|--name -r|--real -u|--user -z|--zero ${HELP}` },
    { files: 'none' },
  ),
  head('groups', { '0': HELP }, { files: 'none' }),
  head('logname', { '0': HELP }, { files: 'none' }),
  head(
    'uname',
    {
      '0':
        '-a|--all -s|--kernel-name|--sysname -n|--nodename -r|--kernel-release|--release -v|--kernel-version ' +
        `-m|--machine -p|--processor -i|--hardware-platform -o|--operating-system ${HELP}`,
    },
    { files: 'none' },
  ),
  head('arch', { '0': HELP }, { files: 'none' }),
  head('nproc', { '0': `--all ${HELP}`, '1': '--ignore' }, { files: 'none' }),
  head('uptime', { '0': '-p|--pretty -h|--help -s|--since -V|--version' }, { files: 'none' }),
  head('tty', { '0': `-s|--silent|--quiet ${HELP}` }, { files: 'none' }),
  head(
    'free',
    {
      '0':
        '-b|--bytes --kilo --mega --giga --tera --peta -k|--kibi -m|--mebi -g|--gibi --tebi --pebi -h|--human --si ' +
        '-l|--lohi -t|--total -v|--committed -w|--wide --help -V|--version',
      '1': '-s|--seconds -c|--count',
    },
    { files: 'none' },
  ),
  head(
    'hostname',
    {
      '0': '-s|--short -h|--help -V|--version',
      '0/writes': '-b|--boot',
      // They ask the resolver, or the kernel by a netlink socket.
      '0/net': '-a|--alias -A|--all-fqdns -d|--domain -f|--fqdn|--long -i|--ip-address -I|--all-ip-addresses',
      '1/writes': '-F|--file',
    },
    // An operand is the new name.
    { files: 'none', refuse: noOperands },
  ),
  head(
    'ps',
    {
      '0':
        '-A -e -a -d -N|--deselect -F -f --forest -H -j -l -M -P -y --context --headers --no-headers|--no-heading -L -m ' +
        '-T -c --cumulative -V|--version -w',
      '1':
        '-C -G|--Group -g|--group -p|--pid --ppid -q|--quick-pid -s|--sid -t|--tty -u|--user -U|--User -O ' +
        '-o|--format --cols|--columns|--width --rows|--lines --sort',
      'attached': '--help',
    },
    { files: 'none', refuse: refusePsOperand, strict: true },
    { exactLong: true },
  ),
  head(
    'lscpu',
    {
      '0': '-a|--all -b|--online -B|--bytes -c|--offline -J|--json -x|--hex -y|--physical --output-all -h|--help -V|--version',
      'attached': '-C|--caches -e|--extended -p|--parse',
    },
    { files: 'none' },
  ),
]);
