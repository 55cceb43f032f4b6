import { wrapper, type Wrapper } from './wrapper.ts';

const PERSONALITY = {
  '0':
    '-B|--32bit -F|--fdpic-funcptrs -I|--short-inode -L|--addr-compat-layout -R|--addr-no-randomize -S|--whole-seconds ' +
    '-T|--sticky-timeouts -X|--read-implies-exec -Z|--mmap-page-zero -3|--3gb --4gb -v|--verbose --uname-2.6 --list ' +
    '-h|--help -V|--version',
};

/** Programs that watch the command they start, or give it another surrounding. */
export const LAUNCHERS: readonly (readonly [string, Wrapper])[] = [
  wrapper('strace', {
    '0':
      '-A|--output-append-mode -C|--summary -c|--summary-only -d|--debug -D -f|--follow-forks -F -h|--help ' +
      '-i|--instruction-pointer -k|--stack-traces -n|--syscall-number -q -t -T -v|--no-abbrev -V|--version ' +
      '-w|--summary-wall-clock -x -y -Y|--pidns-translation -z|--successful-only -Z|--failed-only ' +
      '--output-separately --seccomp-bpf',
    'attached':
      '-r|--relative-timestamps --absolute-timestamps --syscall-times --daemonize --quiet --silent --silence --decode-fds --strings-in-hex',
    '1':
      '-a|--columns -b|--detach-on -e -E|--env -I|--interruptible -O|--summary-syscall-overhead -p|--attach -P|--trace-path ' +
      '-s|--string-limit -S|--summary-sort-by -u|--user -U|--summary-columns -X|--const-print-style --trace --abbrev --verbose ' +
      '--raw --signal --status --read --write --kvm --inject --fault --argv0 --decode-pids',
    '1/writes': '-o|--output',
  }),
  wrapper('ltrace', {
    '0': '-b|--no-signals -c -C|--demangle -f -h|--help -i -L -r -S -t -T -V|--version',
    '1': '-a|--align -A -D|--debug -e -F|--config -l|--library -n|--indent -p -s -u -w|--where -x',
    '1/writes': '-o|--output',
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
    '0': '-a|--all -b|--balancing -d|--dump -D|--dump-nodes -H|--hardware -l|--localalloc -s|--show -t|--strict -T|--touch --huge',
    '1':
      '-i|--interleave -w|--weighted-interleave -m|--membind -N|--cpunodebind -C|--physcpubind -c|--cpubind -p|--preferred -P|--preferred-many -o|--offset ' +
      '-L|--length -M|--shmmode -I|--shmid',
    '1/writes': '-S|--shm -f|--file',
  }),
  wrapper('setarch', PERSONALITY, { operands: 1, mayLackOperand: true }),
  wrapper('setpriv', {
    '0': '--clear-groups --keep-groups --init-groups --no-new-privs|--nnp --reset-env -d|--dump --list-caps -h|--help -V|--version',
    '1': '--reuid --regid --ruid --euid --rgid --egid --groups --inh-caps --ambient-caps --bounding-set --securebits --pdeathsig --selinux-label --apparmor-profile',
  }),
  wrapper('prlimit', {
    '0': '--raw --noheadings --verbose -h|--help -V|--version',
    'attached':
      '-c|--core -d|--data -e|--nice -f|--fsize -i|--sigpending -l|--memlock -m|--rss -n|--nofile -q|--msgqueue -r|--rtprio ' +
      '-s|--stack -t|--cpu -u|--nproc -v|--as -x|--locks -y|--rttime',
    '1': '-p|--pid -o|--output',
  }),
  wrapper(
    'systemd-run',
    {
      '0':
        '--user --system --scope -r|--remain-after-exit -t|--pty -P|--pipe -q|--quiet -G|--collect -S|--shell --no-block --wait ' +
        '-d|--same-dir --no-ask-password --send-sighup --slice-inherit --on-clock-change --on-timezone-change -h|--help --version',
      '1':
        '-u|--unit -p|--property --description --slice --service-type --uid --gid --nice -E|--setenv --working-directory ' +
        '--on-active --on-boot --on-calendar --on-startup --on-unit-active --on-unit-inactive --timer-property --path-property ' +
        '--socket-property -M|--machine -H|--host --expand-environment --background --job-mode',
    },
    { shell: true },
  ),
  ...['linux32', 'linux64', 'i386', 'x86_64', 'uname26'].map((head) => wrapper(head, PERSONALITY)),
  // `-Logfile x` and `-dmS x` are no clusters of the same kind.
  wrapper(
    'screen',
    {
      '0': '-4 -6 -a -A -d -D -f -i -l -L -m -O -q -Q -r -R -U -v -x -X',
      '1': '-c -e -h -Logfile -p -s -S -t -T',
    },
    { anywhere: true },
  ),
  wrapper('fakeroot', { '0': '-u|--unknown-is-real -h|--help -v|--version', '1': '-l|--lib --faked|-f -s -i -b' }),
  wrapper('unbuffer', { '0': '-p' }),
  wrapper('rlwrap', {
    '0':
      '-A|--ansi-colour-aware -c|--complete-filenames -E|--always-echo -h|--help -i|--case-insensitive ' +
      '-I|--pass-sigint-as-sigterm -n|--no-warnings -N|--no-children -o|--one-shot -r|--remember -R|--renice ' +
      '-U|--mirror-arguments -v|--version -W|--polling',
    'attached': '-a|--always-readline -m|--multi-line -p|--prompt-colour',
    '1':
      '-b|--break-chars -C|--command-name -D|--history-no-dupes -e|--extra-char-after-completion -f|--file -g|--forget-matching ' +
      '-H|--history-filename -M|--multi-line-ext -O|--only-cook -P|--pre-given -q|--quote-characters -s|--histsize ' +
      '-S|--substitute-prompt -t|--set-term-name -w|--wait-before-prompt',
    '1/writes': '-l|--logfile',
    '1/runs': '-z|--filter',
  }),
  wrapper('gtime', {
    '0': '-a|--append -p|--portability -q|--quiet -v|--verbose',
    '1': '-f|--format',
    '1/writes': '-o|--output',
  }),
  wrapper('torify', { '0': '-v|--verbose -q|--quiet' }),
  wrapper('aa-exec', { '0': '-d|--debug -i|--immediate -v|--verbose', '1': '-p|--profile -n|--namespace' }),
  wrapper('nq', { '0': '-c -q -t -w' }),
  ...['tsp', 'ts-spool'].map((head) =>
    wrapper(head, { '0': '-B -d -E -f -g -m -n -N', '1': '-D -G -L -o -O -w -W -z' }),
  ),
  wrapper('dotenvx run', {
    '0': '-q|--quiet -v|--verbose -d|--debug -o|--overload --strict',
    '1': '-f|--env-file -e|--env -fk|--env-keys-file -fv|--env-vault-file --convention -l|--log-level',
  }),
  wrapper('libtool', { '0': '-n|--dry-run --silent --quiet --verbose --debug --features', 'attached': '--mode --tag' }),
  wrapper('flatpak-spawn', {
    '0': '--host --clear-env --watch-bus --expose-pids --share-pids --latest-version --no-network --sandbox -v|--verbose',
    'attached': '--env --unset-env --forward-fd --directory --sandbox-expose --sandbox-expose-ro',
  }),
  wrapper('podman unshare', { '0': '--rootless-netns' }),
  wrapper('buildah unshare', { '1': '-m|--mount' }),
  wrapper('caffeinate', { '0': '-d -i -m -s -u', '1': '-t -w' }),
  wrapper('torsocks', {
    '0': '-i|--isolate -d|--debug -q|--quiet -h|--help --shell --version',
    '1': '-u|--user -p|--pass -a|--address -P|--port',
  }),
  wrapper('proxychains', { '0': '-q', '1': '-f' }),
  wrapper('proxychains4', { '0': '-q', '1': '-f' }),
  wrapper('dbus-run-session', { '0': '--help --version', '1': '--config-file --dbus-daemon' }),
  wrapper('xvfb-run', {
    '0': '-a|--auto-servernum -l|--listen-tcp -h|--help',
    '1': '-e|--error-file -f|--auth-file -n|--server-num -p|--xauth-protocol -s|--server-args -w|--wait',
  }),
  wrapper('valgrind', {
    '0': '-q|--quiet -v|--verbose -d -h|--help --help-debug --version',
    'attached':
      '--tool --trace-children --trace-children-skip --trace-children-skip-by-arg --child-silent-after-fork --vgdb --vgdb-error ' +
      '--vgdb-stop-at --track-fds --time-stamp --log-fd --log-file --log-socket --xml --xml-fd --xml-file --xml-socket ' +
      '--xml-user-comment --demangle --num-callers --error-limit --error-exitcode --exit-on-first-error --error-markers ' +
      '--show-error-list -s --suppressions --gen-suppressions --input-fd --leak-check --leak-resolution --show-leak-kinds ' +
      '--errors-for-leak-kinds --show-reachable --track-origins --partial-loads-ok --keep-stacktraces --freelist-vol ' +
      '--read-var-info --run-libc-freeres --sim-hints --fair-sched --max-stackframe --main-stacksize --dsymutil --soname-synonyms',
  }),
  ...['ifne', 'arch', 'ts', 'catchsegv', 'runcon', 'abduco', 'start-stop-daemon', 'env-cmd', 'shx', 'machinectl'].map(
    (head) => wrapper(head, {}, { anywhere: true }),
  ),
  ...['capsh', 'sem', 'mprocs', 'cross-env-shell'].map((head) => wrapper(head, {}, { anywhere: true, texts: true })),
  wrapper('cross-env', {}, { assignments: true }),
  ...[
    'volta run',
    'nvm exec',
    'nvm run',
    'tox exec',
    'devbox run',
    'guix shell',
    'guix environment',
    'aws-vault exec',
    'chamber exec',
    'infisical run',
    'teller run',
    'foreman run',
    'honcho run',
  ].map((head) => wrapper(head, {}, { anywhere: true })),
  ...['lerna exec', 'sops exec-env', 'sops exec-file'].map((head) =>
    wrapper(head, {}, { anywhere: true, texts: true }),
  ),
  wrapper('cargo watch', { '0': '-c -q -B', '1': '-x -C -w -i -d', '1/runs': '-s|--shell' }, { text: ['-s'] }),
];
