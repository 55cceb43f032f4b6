import type { FlagTable } from '../../vocab/flag-table.ts';
import { LAUNCHERS } from './launchers.ts';
import { flagTable } from './table.ts';
import { wrapper, type Wrapper } from './wrapper.ts';

const SUDO = {
  '0':
    '-A|--askpass -b|--background -B|--bell -E -e|--edit -H|--set-home -h|--help -i|--login ' +
    '-K|--remove-timestamp -k|--reset-timestamp -l|--list -N|--no-update -n|--non-interactive -P|--preserve-groups ' +
    '-S|--stdin -s|--shell -V|--version -v|--validate',
  '1':
    '-C|--close-from -D|--chdir -g|--group --host -p|--prompt -R|--chroot -r|--role -T|--command-timeout -t|--type ' +
    '-U|--other-user -u|--user',
  'attached': '--preserve-env',
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
      '1': '-u|--unset -C|--chdir -a|--argv0',
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
    '0': '-a|--append -p|--portability -q|--quiet -v|--verbose -V|--version -h|--help -l',
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
  wrapper('chroot', { '0': '--skip-chdir --help --version', '1': '--groups --userspec' }, { operands: 1, shell: true }),
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
      'attached':
        '-m|--mount -u|--uts -i|--ipc -n|--net -p|--pid -C|--cgroup -U|--user -T|--time -r|--root -w|--wd -W|--wdns',
      '1': '-t|--target -S|--setuid -G|--setgid',
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
  ...LAUNCHERS,
  wrapper('busybox', { '0': '--help --list --list-full --install' }),
  wrapper('toybox', { '0': '--help --long --version' }),
  ...['ld.so', 'ld-linux.so.2', 'ld-linux-x86-64.so.2', 'ld-linux-aarch64.so.1', 'ld-musl-x86_64.so.1'].map((head) =>
    wrapper(head, {
      '0': '--list --verify --inhibit-cache --list-tunables --list-diagnostics --help --version',
      '1': '--library-path --inhibit-rpath --audit --preload --argv0 --glibc-hwcaps-prepend --glibc-hwcaps-mask',
    }),
  ),
  wrapper('tini', { '0': '-s -g -v -w -l -h --version', '1': '-p -e' }),
  wrapper('catatonit', { '0': '-g -h -L -P -V|--version' }),
  wrapper('dumb-init', { '0': '-c|--single-child -v|--verbose -h|--help -V|--version', '1': '-r|--rewrite' }),
  wrapper('eatmydata', {}),
  wrapper('chronic', { '0': '-v -e' }),
  wrapper('faketime', { '0': '-m -f --exclude-monotonic --help --version', '1': '-p --date-prog' }, { operands: 1 }),
  wrapper('sshpass', { '0': '-v -h -V', 'attached': '-e', '1': '-p -f -d -P' }),
  wrapper('cpulimit', {
    '0':
      '-z|--lazy -i|--include-children -v|--verbose -h|--help -m|--monitor-forks -b|--background -f|--foreground -q|--quiet ' +
      '-k|--kill -r|--restore',
    '1': '-l|--limit -e|--exe -p|--pid -P|--path -c|--cpu -s|--signal',
  }),
  wrapper('choom', { '0': '-h|--help -V|--version', '1': '-n|--adjust -p|--pid' }),
  wrapper('cgexec', { '0': '--sticky -h|--help', '1': '-g' }),
  wrapper('chpst', { '0': '-v -V -P -0 -1 -2', '1': '-u -U -b -e -/ -n -l -L -m -d -o -p -f -c -t' }),
  wrapper('softlimit', { '1': '-a -c -d -f -l -m -o -p -r -s -t' }),
  ...['s6-setuidgid', 'envdir'].map((head) => wrapper(head, {}, { operands: 1 })),
  wrapper('setlock', { '0': '-n -N -x -X' }, { operands: 1 }),
  wrapper('pgrphack', {}),
  wrapper('trickle', { '0': '-h -v -V -s', '1': '-d -u -w -t -l -n -L -P' }),
  wrapper('ssh-agent', { '0': '-c -D -d -k -s', '1': '-a -E -O -P -t' }),
  wrapper('systemd-inhibit', {
    '0': '--list --no-pager --no-legend --no-ask-password -h|--help --version',
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
  wrapper('perf trace', {}, { anywhere: true }),
  wrapper(
    'hyperfine',
    {
      '0': '-i|--ignore-failure -N --show-output -h|--help -V|--version',
      '1': '-w|--warmup -m|--min-runs -M|--max-runs -r|--runs -n|--command-name -D|--parameter-step-size -S|--shell -u|--time-unit --style --output --input --reference',
      '1/writes': '--export-json --export-csv --export-markdown --export-asciidoc --export-orgmode',
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
      '--all-groups --dev --no-dev --only-dev --no-default-groups --no-editable --no-env-file --refresh -U|--upgrade --reinstall ' +
      '-n|--no-cache -s|--script --gui-script -m|--module --all-packages --no-index --no-sources --compile-bytecode ' +
      '--no-build-isolation --no-build --no-binary --managed-python --no-managed-python --no-python-downloads --no-progress -h|--help',
    '1':
      '-w|--with --with-editable --with-requirements -p|--python --extra --no-extra --group --no-group --only-group --env-file --directory ' +
      '--project --package --index --default-index -i|--index-url --extra-index-url -f|--find-links --cache-dir ' +
      '-P|--upgrade-package --index-strategy --keyring-provider --resolution --prerelease --fork-strategy --exclude-newer --link-mode ' +
      '-C|--config-setting --no-build-package --no-binary-package --refresh-package --reinstall-package --python-platform --color ' +
      '--allow-insecure-host --config-file',
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
  wrapper(
    'dotenv',
    { '0': '-o -c --no-expand --help --version', '1': '-e|--export -v -f|--file -q|--quote' },
    { behindMarker: true },
  ),
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
    '1': '-a|--arg-file -d|--delimiter -E -I -L -n|--max-args -P|--max-procs -s|--max-chars --process-slot-var -R -S',
    'attached': '-e|--eof -i|--replace -l|--max-lines',
  },
  { stopsAtOperand: true },
);

export const PARALLEL: FlagTable = flagTable(
  'parallel',
  {
    '0':
      '-0|--null -k|--keep-order --no-keep-order -q|--quote -t|--verbose -u|--ungroup -v -X -m --xargs --bar --progress --eta ' +
      '--dry-run|--dryrun --line-buffer|--lb|--linebuffer --latest-line|--ll --tag --ctag --color --color-failed|--cf --will-cite ' +
      '--citation --no-notice --no-run-if-empty|-r --pipe|--spreadstdin --pipe-part|--pipepart --cat --fifo --group --plus --shuf ' +
      '--link --xapply --onall --nonall --round-robin|--roundrobin|--round --resume --resume-failed --retry-failed --cleanup --bg ' +
      '--fg --wait --semaphore --tty --csv --skip-first-line --show-limits --number-of-cpus --number-of-cores ' +
      '--version|-V --minversion --help|-h --interactive|-p --exit|-x --compress --tollef --gnu --record-env --session --hostgroups ' +
      '--filter-hosts --embed',
    '1':
      '-a|--arg-file -j|--jobs|--max-procs|-P -n|--max-args|-N|--max-replace-args -I --colsep|-C -d|--delimiter --joblog --results|--res ' +
      '--timeout --retries --delay --halt --halt-on-error -S|--sshlogin --sshloginfile|--slf --workdir|--wd --tmpdir ' +
      '--env --load --memfree --memsuspend --nice --block|--block-size --block-timeout|--bt --recstart --recend -L -s|--max-chars ' +
      '--arg-sep --arg-file-sep --basefile|--bf --basenamereplace|--bnr --basenameextensionreplace|--bner --dirnamereplace|--dnr ' +
      '--extensionreplace|--er --bin --shard --group-by --return --transferfile|--tf --trc --trim --tagstring --ctagstring --header ' +
      '--rpl --id --profile|-J --seqreplace --term-seq|--termseq ' +
      '--total-jobs|--total --rsync-opts --process-slot-var --filter -E|--max-line-length-allowed',
    '1/runs': '--compress-program --decompress-program --limit --ssh --sql --sqlmaster --sqlworker ',
    'attached': '-l|--max-lines -i|--replace -e|--eof',
  },
  { stopsAtOperand: true },
);
