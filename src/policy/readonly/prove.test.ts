import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readShellLine } from '../../shell/read.ts';
import { createFacts, createPolicy } from '../../testing/judge-facts.ts';
import type { Facts } from '../../vocab/facts.ts';
import type { Policy } from '../../vocab/policy.ts';
import { READONLY_PRESETS } from '../../vocab/policy.ts';
import type { ShellLine, SimpleCommand } from '../../vocab/shell-line.ts';
import { proveReadonly, whyNoRead, type Veto } from './prove.ts';

const ENV = { HOME: '/home/u', PATH: '/usr/bin:/bin', EMPTY: '', SPACED: 'a b' };

function read(command: string, cwd = '/home/u/proj'): ShellLine {
  const line = readShellLine(command, { cwd, home: ENV.HOME, env: ENV });
  assert.equal(line.kind, 'line', `${command} is read`);
  return line;
}

interface Setting {
  readonly facts?: Partial<Facts>;
  readonly policy?: Partial<Policy>;
  readonly veto?: Veto;
}

function prove(command: string, { facts, policy, veto }: Setting = {}) {
  return proveReadonly(read(command, facts?.cwd), createFacts(facts), createPolicy(policy), veto);
}

function isProven(command: string, setting: Setting = {}): boolean {
  const proof = prove(command, setting);
  return proof.line === null && proof.covered.every(Boolean);
}

/** Each command of a table is proven, or none is. */
function table(name: string, expected: boolean, commands: readonly string[], setting: Setting = {}): void {
  describe(name, () => {
    for (const command of commands) {
      test(JSON.stringify(command), () => assert.equal(isProven(command, setting), expected));
    }
  });
}

table('everyday reading is proven', true, [
  'ls',
  'ls -la --color=auto --group-directories-first',
  'ls --so=time',
  'ls *.{ts,js}',
  'ls $NOPE z',
  'ls "$SPACED" $SPACED',
  "'ls' -l",
  '\\ls -l',
  'l\\s',
  'ls;',
  'pwd; ls || whoami && echo',
  'cat f | head -5 | tail -n +2',
  "cat ''",
  'cat <$HOME/a $HOME/b',
  'wc -l < a',
  'cat 0< f',
  'cat < /dev/null',
  'cat /dev/null',
  'ls /dev',
  'du -d1 -h /dev/shm/x',
  'tail -f app.log',
  'head -n -5 f',
  'head -20 a b',
  'grep -5 foo f',
  'grep -nA3 foo f',
  'grep -e -x f',
  "grep -F '- [x]' f",
  'grep -rn x ~/proj',
  'grep -rn x src | head; grep -rn y src',
  'grep -rIl --include=*.ts foo .',
  'grep -r x ~/.bailiwick/skills',
  'grep x ~/notes',
  'find . -newermt yesterday',
  'find ~/x -name y',
  'find -O3 . -name x',
  'find . -name -delete',
  'find . \\( -name a -o -name b \\) -prune -o -print',
  'file -b --mime-type a',
  'tree -aL 2 -I node_modules',
  'tree -L2',
  'date -Iseconds',
  "date -d 'next fri' '+%A'",
  'stat -c %s *',
  'df --output=pcent /',
  'which -a node',
  'echo --output=x ; echo -s',
  'echo {a,b}$HOME ~',
  'rg -e -foo src',
  'rg -tts -C3 foo',
  'rg --files',
  'git status -sb',
  'git log -n5 --oneline -- src',
  "git log -g --format='%gd'",
  'git log -5 --stat',
  'git diff --output-indicator-new + HEAD',
  'git diff --no-index a b',
  'git show HEAD:./a.ts',
  'git show :/fix',
  'git blame -L 1,20 -w -C -C a.ts',
  'git rev-parse --abbrev-ref HEAD',
  'git branch -avv',
  'git branch --contains abc',
  'git branch --merged main',
  "git branch -l 'x*'",
  'git remote',
  'git remote --verbose',
  'git log --grep=a\\$b',
]);

table('what writes, runs or is not known is not proven', false, [
  'rm x',
  'ls; touch x',
  './ls',
  '/bin/ls',
  '$EMPTY ls',
  '"$EMPTY"ls',
  '$1 ls',
  '"$@" ls',
  'LC_ALL=C ls',
  'X=a',
  'ls &',
  'ls |& head',
  'ls > f',
  'ls 2>&1',
  'ls 2>/dev/null',
  'cat <<< x',
  'cat 3< f',
  'cat <> f',
  'cat < *.txt',
  'cat < {a,b}',
  'cat < $RANDOM',
  'ls \\',
  'ls # x',
  '(ls)',
  'ls\npwd',
  'ls \u0085',
  'f() { ls; }; f',
  'ls ${X:-}',
  'ls ${X:+y} z',
  'ls $*',
  'ls "$@"',
  'echo $?',
  'echo $RANDOM',
  'echo ${HOME:-x}',
  'echo $((1))',
  "echo $'x'",
  'echo $"x"',
  'echo `true`',
  'echo "$(true)"',
  'cat <(true)',
  'env ls',
  'sudo ls',
  'command ls',
  'find . -delete',
  'find . -exec true ;',
  'find . -ok',
  'find . -fprint0 x',
  'find . -newerXY a',
  'find $NOPE .',
  'find "$HOME" -name x',
  'find . -name *.ts',
  'find {a,b}',
  'find . -foo',
  'find "~+"/x -fls',
  'rg --pre=x y',
  'rg -nz x',
  'rg --hostname-bin x y',
  'rg foo *',
  'rg --pretty=x y',
  'file -C',
  'file -zb a',
  'file -pm x a',
  'file --comp',
  'tree -o x',
  'tree -Lo 2 x',
  'tree -R -L 1',
  'tree --output=x',
  'tree -L',
  'date 0102',
  'date -s x',
  'date -us x',
  'date --se=x',
  'date -u +%s 0102',
  'df --sync',
  'ls --foo',
  'ls --all=x',
  'tail --foo',
  'which --foo x',
  'git',
  'git push',
  'git -C . status',
  'git -c a=b status',
  'git --no-pager log',
  'git --help',
  'git log --help',
  'git -- status',
  'git st',
  "git log --format='%+G?'",
  "git log --pretty='tformat:%-GK'",
  'git log --show-signature',
  'git log --diff-merges=r',
  'git log --diff-merges remerge',
  'git log --remerge-diff',
  'git log --alternate-refs',
  'git log --grep -- --output=x',
  'git log -S --output=x',
  'git log --notes --output=x',
  'git log -- --output=x',
  'git log --submodule=diff',
  'git diff --ext-diff',
  'git diff --outpu=x',
  'git show --textconv',
  'git diff $NOPE',
  'git show *',
  'git blame --textconv f',
  'git blame --output=x f',
  'git branch new',
  'git branch -v new',
  'git branch --sort=x new',
  'git branch -r x',
  'git branch -d x',
  'git branch --sort=signature',
  "git branch --format='%(signature:key)'",
  'git branch --list --no-list new',
  'git remote -v update',
  'git remote add a b',
  'git status --foo',
  'git rev-parse --parseopt',
  'cat /dev/sda',
  'cat ../../../dev/sda',
  'cat /d*/sda',
  'cat /dev/sd*',
  'head -c1 < /dev/zero',
  'cat < /dev/tcp/h/1',
  'ls -l /dev/sda',
  'grep -r x ~',
  'grep -rhaos KEY=.* /proc --include=environ',
  'rg -a -g environ KEY /proc/self',
  'grep -R x ..',
  'grep --dir=recurse x /',
  'grep -r x /home/u/*',
  'grep -r x ~/.ssh/keys',
  'rg x ~/.aws',
  'rg x ~/.bailiwick',
  'git diff --no-index ~ /tmp',
  'cd src',
  'cd src && ls',
  'sort f',
  'uname',
  'node -v',
  'git ls-files',
]);

const allPresets: Setting = { policy: { readonlyPresets: READONLY_PRESETS } };

table(
  'presets widen the set',
  true,
  [
    'ls 2>/dev/null',
    'ls >/dev/null 2>&1',
    'ls &>/dev/null',
    'ls >> /dev/null',
    'echo x >&2',
    'ls >& "/dev/null"',
    'cd src && ls | cat',
    'cd /home/u/proj/a && git status',
    'git -C src status',
    'git --no-pager -P log -1',
    'git ls-files',
    'git describe --tags',
    'git cat-file -p HEAD',
    'git cat-file blob HEAD:x',
    'git shortlog -sn HEAD',
    'git stash list -3',
    'git reflog',
    'git reflog show -3 HEAD',
    "git tag -l 'v*'",
    'git tag -n3',
    'git rev-list --count HEAD',
    'git grep -n foo',
    'git worktree list',
    'git remote get-url origin',
    'git version',
    'sort -u f | uniq -c',
    'cut -d: -f1 f',
    'tr -d a < f',
    'diff -ru --no-dereference a b',
    "jq -r '.a | .b' f",
    "jq '.ENV, {ENV: 1}' f",
    'git cat-file --batch-check',
    'jq --arg a b . f',
    'tac f',
    'sha256sum f',
    'basename /a .x',
    'id -un',
    'uname -a',
    'hostname -s',
    'ps aux',
    'ps -o pid,args -p 1',
    'free -h',
    'node --version',
    'npm ls --depth 0 react',
    'npm -v',
    'seq -5 5',
  ],
  allPresets,
);

table(
  'presets do not loosen the proof',
  false,
  [
    'ls > f',
    'ls 2>&-',
    'echo x >&3',
    'echo x 3>&1',
    'cat 0<&3',
    'ls > $HOME',
    'ls >/dev/./null',
    'ls >/dev/nullx',
    'cd',
    'cd -',
    'cd src',
    'cd src; ls',
    'cd src || ls',
    'ls && cd src',
    'cd src | ls && ls',
    'cd src && cd .. && ls',
    'cd .. && ls',
    "cd '' && ls",
    'cd ~ && ls',
    'cd -P src && ls',
    'cd $HOME/proj && ls',
    'cd a b && ls',
    'cd s* && ls',
    'cd src 2>/dev/null && ls',
    'git -C .. status',
    'git -C src -C .. status',
    'git -C ~/proj status',
    'git -C src push',
    'git -p log',
    'git describe --dirty',
    'git cat-file --batch',
    'git cat-file --batch-command < f',
    "jq '$ ENV'",
    'sort --files0-from=f',
    'git cat-file --textconv HEAD:a',
    'git cat-file --filters HEAD:a',
    'git cat-file HEAD',
    "git shortlog --format='%G?'",
    'git stash',
    'git stash drop',
    'git stash list --output=x',
    'git reflog expire',
    'git tag v1',
    'git tag -d v1',
    'git grep -O foo',
    'git grep -Oless foo',
    'git grep --no-index foo',
    'git worktree add x',
    'git ls-files --recurse-submodules',
    "git for-each-ref --format='%(signature)'",
    'sort -o x f',
    'sort -ro f f',
    'sort --outp=x',
    'sort -S1k f',
    'sort -T . f',
    'sort --compress-program=x f',
    'sort -t -o x',
    'sort *',
    'uniq a b',
    'uniq *',
    'diff -l a b',
    'diff --pag a b',
    'diff -r ~ x',
    'tee f',
    'hostname new',
    'hostname -I',
    'hostname -f',
    'tac -',
    'hostname -F f',
    'ps e',
    'ps auxe',
    'ps -o environ',
    'node x',
    'node --version -r ./x',
    'node',
    'node -v -v',
    'npm run x',
    'npm ls --script-shell=x',
    'npm ls *',
    'javac -version -processorpath x',
    'java -version',
    'yarn --version',
    'cargo --version',
    'go version',
  ],
  allPresets,
);

describe('the configuration of the repository', () => {
  const cases: readonly [key: string, refused: readonly string[], free: readonly string[]][] = [
    ['core.fsmonitor', ['git status', 'git remote', 'git rev-parse HEAD'], ['ls']],
    ['(unreadable)', ['git branch'], ['ls']],
    ['(embedded-bare)', ['git log'], []],
    ['(split-index)', ['git status', 'git diff', 'git blame f'], ['git log', 'git branch']],
    ['remote.o.promisor', ['git show'], []],
    ['extensions.partialclone', ['git rev-parse HEAD'], []],
    [
      'filter.lfs.clean',
      ['git status', 'git diff', 'git blame f'],
      ['git log', 'git show', 'git branch', 'git rev-parse HEAD'],
    ],
    ['filter.lfs.process', ['git status -v'], ['git remote']],
    ['filter.lfs.smudge', [], ['git status', 'git diff']],
    [
      'diff.external',
      ['git diff', 'git log', 'git show', 'git blame f', 'git status -v'],
      ['git status', 'git branch'],
    ],
    ['diff.x.textconv', ['git diff', 'git status --verbose'], ['git status -s']],
    ['diff.x.command', ['git show'], ['git remote -v']],
    ['log.showsignature', ['git log', 'git show'], ['git diff', 'git status']],
    ['log.diffmerges', ['git log'], ['git blame f']],
    ['merge.m.driver', ['git show'], ['git diff']],
    ['format.pretty=%g', ['git log'], ['git diff']],
    ['pretty.x=%g', ['git show'], ['git status']],
    ['branch.sort=%g', ['git branch'], ['git log']],
    ['status.submodulesummary', ['git status'], ['git log']],
    ['core.sshcommand', [], ['git status', 'git log', 'git remote -v']],
    ['alias.st', [], ['git status']],
    ['something.new', ['git status'], ['cat f']],
    ['(something-new)', ['git status'], ['cat f']],
  ];
  for (const [key, refused, free] of cases) {
    test(key, () => {
      const setting = { facts: { gitExec: [key] } };
      assert.deepEqual(
        refused.filter((command) => isProven(command, setting)),
        [],
      );
      assert.deepEqual(
        free.filter((command) => !isProven(command, setting)),
        [],
      );
    });
  }

  test('every key counts for a subcommand of the preset and for one that a user added', () => {
    const preset: Setting = { facts: { gitExec: ['filter.lfs.smudge'] }, policy: { readonlyPresets: ['git'] } };
    assert.equal(isProven('git describe', preset), false);
    const added = (gitExec: readonly string[]): Setting => ({
      facts: { gitExec },
      policy: {
        readonlyCommands: [
          ['git', 'fetch'],
          ['git', 'st'],
        ],
      },
    });
    assert.equal(isProven('git fetch origin', added([])), true);
    assert.equal(isProven('git fetch origin', added(['core.sshcommand'])), false);
    assert.equal(isProven('git fetch origin', added(['alias.st'])), true);
    assert.equal(isProven('git st', added(['alias.st'])), false);
  });

  test('a folder that is not known is no place for git, and no relative path leads anywhere', () => {
    const policy = createPolicy({ readonlyCommands: [['git', 'fetch']] });
    for (const command of ['git status', 'git fetch', 'cat f', 'rg x', 'cat < f']) {
      const line = read(command);
      const lost = { ...line, commands: line.commands.map((found) => ({ ...found, cwd: null })) };
      assert.equal(proveReadonly(lost, createFacts(), policy).covered[0], false, command);
    }
  });
});

describe('heads that a user added', () => {
  const policy = {
    readonlyCommands: [['jq'], ['ag'], ['docker', 'ps'], ['sed'], ['xargs', 'wc'], ['env'], ['find'], ['cut']],
  };
  const proven = [
    'jq . f',
    'jq "$X" f',
    'docker ps -a',
    'docker "ps"',
    'sed -i s/a/b/ f',
    'cat f | jq .',
    'ls | xargs wc -l',
    'env ls',
    'env jq .',
    'find . -delete',
    'cut -f1 f',
  ];
  const refused = [
    'jqx',
    './jq .',
    'docker rm x',
    'jq . f > g',
    'jq . $(ls)',
    'jq . f &',
    'X=1 jq .',
    'jq . /dev/sda',
    'ls | xargs rm',
    'env PATH=. ls',
    'env touch x',
    'time jq .',
    'find . -exec touch {} +',
    'xargs jq',
  ];
  table('take every flag', true, proven, { policy });
  table('keep to the grammar', false, refused, { policy });

  test('a danger class of the raw line counts only when such a head is in the line', () => {
    const veto = { commands: [], raw: true };
    assert.equal(isProven('cat f | jq .', { policy, veto }), false);
    assert.equal(isProven('echo rm -rf /', { policy, veto }), true);
  });
});

describe('proveReadonly', () => {
  test('a danger class stands against its own command', () => {
    const proof = prove('cat .env; ls', { veto: { commands: [true, false], raw: true } });
    assert.deepEqual(proof, {
      covered: [false, true],
      reasons: ['a danger class stands against it', null],
      line: null,
      usesGit: false,
    });
  });

  test('says which command is not covered, and why', () => {
    const proof = prove('git status && make build');
    assert.deepEqual(proof, {
      covered: [true, false],
      reasons: [null, 'make is not among the read-only commands'],
      line: null,
      usesGit: true,
    });
  });

  test('covers nothing of a line that is beyond plain', () => {
    const proof = prove('ls # x');
    assert.deepEqual([proof.covered, proof.line], [[false], 'the line holds a comment']);
  });

  test('covers nothing when the automatic allow is off, and nothing of an empty line', () => {
    assert.equal(prove('ls', { policy: { autoAllowReadonly: false } }).line, 'approvals.auto_allow_readonly is off');
    assert.equal(prove('').line, 'there is no command to prove');
  });

  test('what the reader of the line says of a command counts by itself', () => {
    const line = read('ls');
    const place = { background: false, nested: false, function: false, after: null };
    const verdict = (change: Partial<SimpleCommand>) => {
      const commands = line.commands.map((command) => ({ ...command, ...change }));
      return proveReadonly({ ...line, commands }, createFacts(), createPolicy()).reasons[0];
    };
    assert.equal(verdict({}), null);
    assert.equal(verdict({ place: { ...place, background: true } }), 'it runs in the background');
    assert.equal(verdict({ place: { ...place, nested: true } }), 'it runs inside a substitution');
    assert.equal(verdict({ place: { ...place, function: true } }), 'it stands in a function');
    assert.equal(verdict({ text: 'cat' }), 'it holds an expansion that comes to nothing here');
    assert.equal(verdict({ outer: 7 }), 'a wrapper starts it');
    const functions = [{ name: 'ls', multiplies: false, called: true }];
    assert.equal(
      proveReadonly({ ...line, functions }, createFacts(), createPolicy()).line,
      'the line defines a function',
    );
  });

  test('a head that would be a program of the workspace is not covered', () => {
    assert.equal(isProven('ls', { facts: { workspaceHeads: ['ls'] } }), false);
  });

  test('a link counts as what it leads to', () => {
    const link = (real: string) => ({ paths: [{ given: 'l', absolute: '/home/u/proj/l', real }] });
    assert.equal(isProven('grep -r x l', { facts: link('/home/u') }), false);
    assert.equal(isProven('cat l', { facts: link('/dev/sda') }), false);
    assert.equal(isProven('cd l && ls', { facts: link('/etc'), policy: { readonlyPresets: ['cd'] } }), false);
    assert.equal(isProven('grep -r x l', { facts: link('/home/u/proj/src') }), true);
  });

  test('a recursive read where the working folder holds the secrets is not covered', () => {
    assert.equal(isProven('grep -r x', { facts: { cwd: '/home/u', workspace: '/home/u' } }), false);
    assert.equal(isProven('rg x', { facts: { cwd: '/home/u', workspace: '/home/u' } }), false);
    assert.equal(isProven('rg x src', { facts: { cwd: '/home/u', workspace: '/home/u' } }), true);
  });
});

test('a read is told by head and flags alone, veto and switch left aside', () => {
  const line = read('ls 2>/dev/null && make && cat .env && node --version');
  const facts = createFacts({ line });
  const policy = createPolicy({ autoAllowReadonly: false });
  assert.deepEqual(
    line.commands.map((command) => whyNoRead(command, facts, policy) === null),
    [true, false, true, true],
  );
  const loop = read('for f in a; do ls; done');
  assert.deepEqual(
    loop.commands.map((command) => whyNoRead(command, createFacts({ line: loop }), policy) === null),
    loop.commands.map(() => false),
  );
});
