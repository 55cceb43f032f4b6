import type { FlagTable } from '../../vocab/flag-table.ts';
import { flagTable } from './table.ts';

/** A program that starts the command behind its own options. */
export interface Wrapper {
  readonly table: FlagTable;
  /** Operands in front of the command: the seconds of `timeout`, the folder of `chroot`. */
  readonly operands?: number;
  /** `NAME=value` words may stand in front of the command. */
  readonly assignments?: boolean;
  /** The command runs in this very shell, so that its `cd` counts. */
  readonly sameShell?: boolean;
  /** Flags whose value is a shell text that runs. */
  readonly text?: readonly string[];
  /** In the place of the command: the text behind it is one that a shell runs. */
  readonly textMark?: readonly string[];
  /** The remaining words are joined and handed to a shell. */
  readonly joins?: boolean;
  /** The command stands behind `--`; what stands in front of that is its own. */
  readonly behindMarker?: boolean;
  /** Its options take any number of values, so that the command may begin at any of the first operands. */
  readonly anywhere?: boolean;
  /** Every operand is a text that a shell runs. */
  readonly texts?: boolean;
  /** Its first operand may be left out: `setarch -R ls`. */
  readonly mayLackOperand?: boolean;
  /** Without a command it starts a shell that reads its input. */
  readonly shell?: boolean;
}

const wrapper = (
  head: string,
  groups: Readonly<Record<string, string>>,
  rest: Omit<Wrapper, 'table'> = {},
): readonly [string, Wrapper] => [head, { ...rest, table: flagTable(head, groups, { stopsAtOperand: true }) }];

const SUDO = {
  '0':
    '-A|--askpass -b|--background -B|--bell -E|--preserve-env -e|--edit -H|--set-home -h|--help -i|--login ' +
    '-K|--remove-timestamp -k|--reset-timestamp -l|--list -N|--no-update -n|--non-interactive -P|--preserve-groups ' +
    '-S|--stdin -s|--shell -V|--version -v|--validate',
  '1':
    '-C|--close-from -D|--chdir -g|--group --host -p|--prompt -R|--chroot -r|--role -T|--command-timeout -t|--type ' +
    '-U|--other-user -u|--user',
};

const PERSONALITY = {
  '0': '-B|--32bit -F -I -L -R|--addr-no-randomize -S -T -X -Z -3 -v|--verbose --uname-2.6 --list',
};

const CONDA = {
  '0': '-v|--verbose --dev --debug-wrapper-scripts --no-capture-output --live-stream',
  '1': '-n|--name -p|--prefix --cwd',
};

const entries: readonly (readonly [string, Wrapper])[] = [
  wrapper('sudo', SUDO, { assignments: true, shell: true }),
  wrapper('sudoedit', SUDO),
  wrapper('doas', { '0': '-L -n -s', '1': '-a -C -u' }, { shell: true }),
  wrapper('pkexec', { '0': '--disable-internal-agent --keep-cwd --version --help', '1': '-u|--user' }, { shell: true }),
  wrapper('gosu', { '0': '--help --version' }, { operands: 1 }),
  wrapper('su-exec', {}, { operands: 1 }),
  wrapper('setuidgid', {}, { operands: 1 }),
  wrapper('runas', {}, { operands: 1 }),
  wrapper(
    'env',
    {
      '0': '-i|--ignore-environment -0|--null -v|--debug --list-signal-handling --help --version -',
      '1': '-u|--unset -C|--chdir',
      '1/runs': '-S|--split-string',
      'attached': '--block-signal --default-signal --ignore-signal',
    },
    { assignments: true },
  ),
  wrapper('nice', { '0': '--help --version', '1': '-n|--adjustment' }),
  wrapper('ionice', {
    '0': '-t|--ignore -h|--help -V|--version',
    '1': '-c|--class -n|--classdata -p|--pid -P|--pgid -u|--uid',
  }),
  wrapper('nohup', { '0': '--help --version' }),
  wrapper('setsid', { '0': '-c|--ctty -f|--fork -w|--wait -h|--help -V|--version' }),
  wrapper(
    'timeout',
    { '0': '--foreground --preserve-status -v|--verbose --help --version', '1': '-k|--kill-after -s|--signal' },
    { operands: 1 },
  ),
  wrapper('stdbuf', { '0': '--help --version', '1': '-i|--input -o|--output -e|--error' }),
  wrapper('time', {
    '0': '-a|--append -p|--portability -q|--quiet -v|--verbose -V|--version --help -l',
    '1': '-f|--format',
    '1/writes': '-o|--output',
  }),
  wrapper('command', { '0': '-p -v -V' }, { sameShell: true }),
  wrapper('builtin', {}, { sameShell: true }),
  wrapper('exec', { '0': '-c -l', '1': '-a' }),
  wrapper('nocorrect', {}),
  wrapper('noglob', {}),
  wrapper(
    'watch',
    {
      '0':
        '-b|--beep -c|--color -C|--no-color -e|--errexit -g|--chgexit -p|--precise -r|--no-rerun -t|--no-title ' +
        '-w|--no-wrap -x|--exec -h|--help -v|--version',
      'attached': '-d|--differences',
      '1': '-n|--interval -q|--equexit -s|--shotsdir',
    },
    { joins: true },
  ),
  wrapper(
    'flock',
    {
      '0': '-s|--shared -x|-e|--exclusive -u|--unlock -n|--nb|--nonblock -o|--close -F|--no-fork --verbose -h|--help -V|--version',
      '1': '-w|--wait|--timeout -E|--conflict-exit-code',
      '1/runs': '-c|--command',
    },
    { operands: 1, text: ['-c'], textMark: ['-c', '--command'] },
  ),
  wrapper(
    'chroot',
    { '0': '--skip-chdir --help --version', 'attached': '--groups --userspec' },
    { operands: 1, shell: true },
  ),
  wrapper(
    'unshare',
    {
      '0': '-f|--fork -c|--map-current-user -r|--map-root-user --map-auto --keep-caps -h|--help -V|--version -H',
      'attached':
        '-m|--mount -u|--uts -i|--ipc -n|--net -p|--pid -U|--user -C|--cgroup -T|--time --kill-child --mount-proc',
      '1':
        '--map-user --map-group --map-users --map-groups --propagation --setgroups -R|--root -w|--wd -S|--setuid -G|--setgid ' +
        '--monotonic --boottime',
    },
    { shell: true },
  ),
  wrapper(
    'nsenter',
    {
      '0': '-a|--all -F|--no-fork --preserve-credentials -Z|--follow-context -e|--env -h|--help -V|--version',
      'attached': '-m|--mount -u|--uts -i|--ipc -n|--net -p|--pid -C|--cgroup -U|--user -T|--time -r|--root -w|--wd',
      '1': '-t|--target -S|--setuid -G|--setgid -W|--wdns',
    },
    { shell: true },
  ),
  wrapper(
    'su',
    {
      '0': '-|-l|--login -f|--fast -m|-p|--preserve-environment -P|--pty -T|--no-pty -h|--help -V|--version',
      '1': '-g|--group -G|--supp-group -s|--shell -w|--whitelist-environment',
      '1/runs': '-c|--command --session-command',
    },
    { text: ['-c', '--session-command'], shell: true },
  ),
  wrapper(
    'runuser',
    {
      '0': '-|-l|--login -f|--fast -m|-p|--preserve-environment -P|--pty -T|--no-pty -h|--help -V|--version',
      '1': '-g|--group -G|--supp-group -s|--shell -u|--user -w|--whitelist-environment',
      '1/runs': '-c|--command --session-command',
    },
    { text: ['-c', '--session-command'], shell: true },
  ),
  wrapper(
    'script',
    {
      '0': '-a|--append -e|--return -f|--flush --force -q|--quiet -h|--help -V|--version',
      'attached': '-t|--timing',
      '1': '-E|--echo -o|--output-limit -m|--logging-format -T|--log-timing',
      '1/writes': '-I|--log-in -O|--log-out -B|--log-io',
      '1/runs': '-c|--command',
    },
    { text: ['-c'], operands: 1, shell: true },
  ),
  wrapper('strace', {
    '0': '-C -c -d -D -f -F -h -i -k -n -N -q -r -t -tt -ttt -T -v -V -w -x -xx -y -yy -z -Z -ff',
    '1': '-a -b -e -E -I -O -p -P -s -S -u -U -X',
    '1/writes': '-o',
  }),
  wrapper('ltrace', {
    '0': '-c -C -f -h -i -L -r -S -t -tt -ttt -T -V',
    '1': '-a -A -D -e -l -n -p -s -u -x -F',
    '1/writes': '-o',
  }),
  wrapper('taskset', { '0': '-a|--all-tasks -c|--cpu-list -p|--pid -h|--help -V|--version' }, { operands: 1 }),
  wrapper(
    'chrt',
    {
      '0': '-b|--batch -d|--deadline -f|--fifo -i|--idle -o|--other -r|--rr -R|--reset-on-fork -a|--all-tasks -m|--max -p|--pid -v|--verbose -h|--help -V|--version',
      '1': '-T|--sched-runtime -P|--sched-period -D|--sched-deadline',
    },
    { operands: 1 },
  ),
  wrapper('numactl', {
    '0': '-a|--all -H|--hardware -s|--show',
    '1': '-i|--interleave -m|--membind -N|--cpunodebind -C|--physcpubind -p|--preferred',
  }),
  wrapper('setarch', PERSONALITY, { operands: 1, mayLackOperand: true }),
  wrapper('setpriv', {
    '0': '--clear-groups --keep-groups --init-groups --no-new-privs --reset-env -d|--dump',
    '1': '--reuid --regid --ruid --euid --rgid --egid --groups --inh-caps --ambient-caps --bounding-set --securebits --pdeathsig --selinux-label --apparmor-profile',
  }),
  wrapper('prlimit', {
    '0': '--raw --noheadings --verbose',
    'attached': '-c -d -e -f -i -l -m -n -q -r -s -t -u -v -x -y',
    '1': '-p|--pid -o|--output',
  }),
  wrapper('systemd-run', {
    '0': '--user --system --scope -r|--remain-after-exit -t|--pty -P|--pipe -q|--quiet -G|--collect -S|--shell --no-block --wait -d|--same-dir --no-ask-password --send-sighup',
    '1': '-u|--unit -p|--property --description --slice --service-type --uid --gid --nice -E|--setenv --working-directory --on-active --on-boot --on-calendar -M|--machine -H|--host',
  }),
  ...['linux32', 'linux64', 'i386', 'x86_64', 'uname26'].map((head) =>
    wrapper(head, { '0': '-B -F -I -L -R -S -T -X -Z -3 -v' }),
  ),
  wrapper('screen', { '0': '-d -m -D -R -x -A -a -q -U -L -dm -dmS', '1': '-S -t -c -h -s -T -e -p' }),
  wrapper('fakeroot', { '0': '-u|--unknown-is-real -h|--help -v|--version', '1': '-l|--lib --faked -s -i -b' }),
  wrapper('unbuffer', { '0': '-p' }),
  wrapper('rlwrap', { '0': '-a -c -i -m -n -r -R', '1': '-b -C -f -H -s -S -w' }),
  wrapper('caffeinate', { '0': '-d -i -m -s -u', '1': '-t -w' }),
  wrapper('torsocks', { '0': '-i|--isolate -d|--debug -q|--quiet' }),
  wrapper('proxychains', { '0': '-q', '1': '-f' }),
  wrapper('proxychains4', { '0': '-q', '1': '-f' }),
  wrapper('dbus-run-session', { '1': '--config-file --dbus-daemon' }),
  wrapper('xvfb-run', {
    '0': '-a|--auto-servernum -l|--listen-tcp',
    '1': '-e|--error-file -f|--auth-file -n|--server-num -p|--xauth-protocol -s|--server-args -w|--wait',
  }),
  wrapper('valgrind', { '0': '-q -v --trace-children', 'attached': '--tool --leak-check --log-file --error-exitcode' }),
  wrapper('busybox', { '0': '--help --list --list-full --install' }),
  wrapper('toybox', { '0': '--help --long --version' }),
  ...['ld.so', 'ld-linux.so.2', 'ld-linux-x86-64.so.2', 'ld-linux-aarch64.so.1', 'ld-musl-x86_64.so.1'].map((head) =>
    wrapper(head, {
      '0': '--list --verify --inhibit-cache --list-tunables --list-diagnostics --help --version',
      '1': '--library-path --inhibit-rpath --audit --preload --argv0 --glibc-hwcaps-prepend --glibc-hwcaps-mask',
    }),
  ),
  ...['tini', 'catatonit'].map((head) => wrapper(head, { '0': '-s -g -v -w -h -V --version', '1': '-p -e' })),
  wrapper('dumb-init', { '0': '-c|--single-child -v|--verbose -h|--help -V|--version', '1': '-r|--rewrite' }),
  wrapper('eatmydata', {}),
  wrapper('chronic', { '0': '-v -e' }),
  wrapper('faketime', { '0': '-m -p --exclude-monotonic --date-prog', '1': '-f' }, { operands: 1 }),
  wrapper('sshpass', { '0': '-e -v -h -V', 'attached': '-p -f -d -P' }, { anywhere: true }),
  wrapper('cpulimit', {
    '0': '-z|--lazy -i|--include-children -v|--verbose -h|--help -m|--monitor-forks',
    '1': '-l|--limit -e|--exe -p|--pid -c|--cpu',
  }),
  wrapper('choom', { '0': '-h|--help -V|--version', '1': '-n|--adjust -p|--pid' }),
  wrapper('cgexec', { '0': '--sticky -b', '1': '-g' }),
  wrapper('chpst', { '0': '-v -V -P -0 -1 -2', '1': '-u -U -b -e -/ -n -l -L -m -d -o -p -f -c -t -r' }),
  wrapper('softlimit', { '1': '-a -c -d -f -l -m -o -p -r -s -t' }),
  ...['s6-setuidgid', 'envdir', 'setlock', 'pgrphack'].map((head) =>
    wrapper(head, {}, { operands: head === 'pgrphack' ? 0 : 1 }),
  ),
  wrapper('trickle', { '0': '-h -v -V -s', '1': '-d -u -w -t -l -n -L -P' }),
  wrapper('ssh-agent', { '0': '-c -D -d -k -s', '1': '-a -E -O -P -t' }),
  wrapper('systemd-inhibit', {
    '0': '--list --no-pager --no-legend --no-ask-password',
    '1': '--what --who --why --mode',
  }),
  wrapper(
    'run0',
    {
      '0': '--no-ask-password --pty --pipe --same-root-dir',
      '1': '--machine --property --description --slice --slice-inherit -u|--user -g|--group --nice -D|--chdir --setenv --background --unit',
    },
    { shell: true },
  ),
  wrapper('sg', {}, { operands: 1, textMark: ['-c'], joins: true }),
  wrapper('newgrp', {}, { operands: 1, shell: true }),
  wrapper('systemd-nspawn', {}, { anywhere: true }),
  ...['bwrap', 'firejail', 'proot', 'fakechroot', 'daemonize', 'dtach', 'daemon'].map((head) =>
    wrapper(head, {}, { anywhere: true }),
  ),
  ...['xterm', 'rxvt', 'urxvt', 'konsole', 'alacritty', 'kitty', 'foot', 'gnome-terminal', 'xfce4-terminal'].map(
    (head) => wrapper(head, {}, { anywhere: true, texts: true }),
  ),
  wrapper('perf stat', {}, { anywhere: true }),
  wrapper('perf record', {}, { anywhere: true }),
  wrapper(
    'hyperfine',
    {
      '0': '-i|--ignore-failure -N --show-output',
      '1': '-w|--warmup -m|--min-runs -M|--max-runs -r|--runs -n|--command-name --export-json --export-csv --export-markdown -S|--shell -u|--time-unit --style',
      '1/runs': '-s|--setup -p|--prepare -c|--cleanup -C|--conclude',
    },
    { text: ['-s', '-p', '-c', '-C'], texts: true },
  ),
  wrapper('entr', { '0': '-a -c -d -n -p -r -s -x -z' }, { texts: true, anywhere: true }),
  wrapper('watchexec', {}, { anywhere: true, texts: true }),
  wrapper('concurrently', {}, { anywhere: true, texts: true }),
  wrapper('bundle exec', { '0': '--keep-file-descriptors', '1': '--gemfile' }),
  ...['poetry', 'pipenv', 'pdm', 'hatch', 'rye'].map((head) => wrapper(`${head} run`, {})),
  wrapper('uv run', {
    '0':
      '--isolated --active --no-project --no-config --frozen --locked --no-sync --exact --offline -q|--quiet -v|--verbose --all-extras ' +
      '--all-groups --dev --no-dev --only-dev --no-editable --no-env-file --refresh -U|--upgrade --reinstall --no-cache -n -s|--script',
    '1':
      '--with --with-editable --with-requirements -p|--python --extra --no-extra --group --no-group --only-group --env-file --directory ' +
      '--project --package --index --default-index -i|--index-url --extra-index-url -f|--find-links --cache-dir -P|--upgrade-package',
  }),
  ...['conda run', 'mamba run', 'micromamba run'].map((head) => wrapper(head, CONDA)),
  wrapper('direnv exec', {}, { operands: 1 }),
  ...['rbenv', 'pyenv', 'nodenv', 'asdf', 'goenv', 'jenv', 'plenv'].map((head) => wrapper(`${head} exec`, {})),
  ...['mise exec', 'mise x'].map((head) =>
    wrapper(
      head,
      { '0': '--raw --no-prepare', '1': '-j|--jobs -C|--cd', '1/runs': '-c|--command' },
      { text: ['-c'], behindMarker: true },
    ),
  ),
  wrapper(
    'doppler run',
    {
      '0': '--no-fallback --preserve-env --silent',
      '1': '-p|--project -c|--config -t|--token --scope --fallback',
      '1/runs': '--command',
    },
    { text: ['--command'], behindMarker: true },
  ),
  wrapper('op run', { '0': '--no-masking', '1': '--env-file --account' }, { behindMarker: true }),
  wrapper('dotenv', { '0': '-o -c --no-expand', '1': '-e -v -f|--file -q|--quote' }, { behindMarker: true }),
  wrapper('dotenv run', { '0': '--override --no-override' }),
  wrapper('nix develop', {}, { anywhere: true }),
  wrapper('nix shell', {}, { anywhere: true }),
  wrapper(
    'nix-shell',
    { '0': '--pure --packages -p', '1': '-I -A|--attr --argstr --keep', '1/runs': '--run --command' },
    { text: ['--run', '--command'] },
  ),
  wrapper('at', { '0': '-b -c -d -l -m -M -r -v -V', '1': '-f -q -t' }, { shell: true }),
  wrapper('batch', {}, { shell: true }),
];

export const WRAPPERS: ReadonlyMap<string, Wrapper> = new Map(entries);

/** Programs that run shell text. */
export const SHELLS: ReadonlySet<string> = new Set(
  'sh bash dash zsh ksh ksh93 mksh ash rbash rksh yash lksh pdksh'.split(' '),
);

/** Options of the shells themselves, as they stand in front of `-c` or a script. */
export const SHELL_OPTIONS: FlagTable = flagTable(
  'bash',
  {
    '0':
      '-a -b -C -e -f -h -i -k -l -m -n -p -r -s -t -u -v -x -B -D -E -H -P -T -c ' +
      '--debugger --dump-po-strings --dump-strings --help --login --noediting --noprofile --norc --posix --pretty-print ' +
      '--restricted --verbose --version',
    '1': '-o -O --init-file --rcfile',
  },
  { stopsAtOperand: true },
);

export const XARGS: FlagTable = flagTable(
  'xargs',
  {
    '0': '-0|--null -o|--open-tty -p|--interactive -r|--no-run-if-empty -t|--verbose -x|--exit --help --version --show-limits',
    '1': '-a|--arg-file -d|--delimiter -E -I -L|--max-lines -n|--max-args -P|--max-procs -s|--max-chars --process-slot-var -R -S',
    'attached': '-e|--eof -i|--replace -l',
  },
  { stopsAtOperand: true },
);

export const PARALLEL: FlagTable = flagTable(
  'parallel',
  {
    '0':
      '-0|--null -k|--keep-order -q|--quote -t|--verbose -u|--ungroup -X -m --xargs --bar --progress --eta --dry-run|--dryrun ' +
      '--line-buffer|--lb --tag --will-cite --no-notice --no-run-if-empty|-r --pipe --halt-on-error --group --plus --shuf --link',
    '1':
      '-a|--arg-file -j|--jobs|--max-procs|-P -n|--max-args|-N -I --colsep|-C -d|--delimiter --joblog --results --timeout --retries ' +
      '--delay --halt -S|--sshlogin --workdir|--wd --tmpdir --env --load --memfree --nice --block --recstart --recend -L -s',
  },
  { stopsAtOperand: true },
);
