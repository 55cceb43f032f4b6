import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createLineFacts, createShellCall } from '../../testing/judge-line.ts';
import { isInterpreter } from './code.ts';
import { findDangers } from './find-dangers.ts';

const classesOf = (line: string): readonly string[] =>
  findDangers(createShellCall(line), createLineFacts(line)).map((danger) => danger.class);

/** Programs that take code as an argument, a flag that brings it, and flags in front of it that take a value. */
const INTERPRETERS: readonly (readonly [heads: string, code: string | null, valued?: string])[] = [
  ['python python3 python3.12 pypy pypy3 ipython jython', '-c', '-W x -X y --check-hash-based-pycs z'],
  ['perl perl5.38', '-E', '-I x -M y'],
  ['node nodejs bun tsx ts-node', '--eval', '-r x --import y -C z --conditions v --loader w'],
  ['ruby jruby lua luajit lua5.4 Rscript R julia groovy scala elixir osascript raku', '-e', '-I x -r y'],
  ['ghc swift crystal clojure clj bb fennel janet gosh ocaml qjs coffee iex kotlin gnuplot', '-e', '-l x'],
  ['php php8.3', '-r', '-c x -d y'],
  ['racket csi factor', '-e'],
  ['sbcl ecl ccl abcl clisp octave octave-cli maxima gp sage', '--eval', '--load x'],
  ['guile', '-c', '-L x -l y'],
  ['expect', '-c'],
  ['fish csh tcsh nu xonsh elvish', '-c'],
  ['pwsh powershell', '-Command', '-ExecutionPolicy x'],
  ['jshell irb pry wish', null],
  ['tclsh', null, '-encoding x'],
  ['deno', 'eval'],
];

describe('code that is handed to', () => {
  for (const [heads, code, valued] of INTERPRETERS) {
    for (const head of heads.split(' ')) {
      test(head, () => {
        assert.equal(isInterpreter(head), true);
        const payload = ['interpreter-payload'];
        assert.deepEqual(classesOf(`cat x | ${head}`), payload, 'by its input');
        assert.deepEqual(classesOf(`${head} run.file`), [], 'none, but a file');
        assert.deepEqual(classesOf(`cat x | ${head} run.file`), [], 'none, but a file and input for it');
        if (code !== null) assert.deepEqual(classesOf(`${head} ${code} x`), payload, 'by its flag');
        if (code !== null) assert.deepEqual(classesOf(`${head} run.file ${code} x`), [], 'none, but to the script');
        for (const each of valued?.match(/\S+ \S+/g) ?? []) {
          if (code !== null) assert.deepEqual(classesOf(`${head} ${each} ${code} x`), payload, `behind ${each}`);
          assert.deepEqual(classesOf(`cat x | ${head} ${each}`), payload, `by its input behind ${each}`);
        }
      });
    }
  }

  test('erl, which reads no program from its input', () => {
    assert.deepEqual(classesOf('erl -eval x'), ['interpreter-payload']);
    assert.deepEqual(classesOf('erl -name x -sname y -pa z -eval x'), ['interpreter-payload']);
    assert.deepEqual(classesOf('cat x | erl'), []);
  });

  test('a program that is none', () => {
    for (const head of ['make', 'cat', '7z', 'md5', 'python-config']) assert.equal(isInterpreter(head), false, head);
  });
});

describe('what a shell runs is downloaded or decoded by', () => {
  const brings =
    'curl;wget;wget2;fetch;aria2c;axel;http;https;xh;httpie;lwp-request;GET;lynx;w3m;links;nc;ncat;netcat;socat;ftp;lftp;' +
    'rsh;ssh;gsutil;base64 -d;base64 -D;base64 --decode;base64 --dec;base32 -d;basenc -d;gbase64 -d;xxd -r;xxd -pr;' +
    'openssl enc -d;gzip -d;gzip -cd;bzip2 -d;xz --decompress;zstd -d;lz4 -d;brotli -d;compress -d;gzip --uncompress;' +
    'gunzip;zcat;bunzip2;bzcat;unxz;xzcat;unzstd;zstdcat;uudecode;uncompress;ascii2uni;rev;tr a b;gpg -d;gpg --decrypt';
  for (const program of brings.split(';'))
    test(program, () => assert.equal(classesOf(`${program} x | sh`).includes('pipe-to-shell'), true));

  const others = 'cat;sed s/a/b/;base64;xxd;openssl enc -e;gzip -c;xz -k;gpg -e;jq .;grep d'.split(';');
  for (const program of others)
    test(`${program}: neither`, () => assert.equal(classesOf(`${program} x | sh`).includes('pipe-to-shell'), false));
});

describe('a text that is downloaded is run by', () => {
  for (const program of ['sh', 'bash', 'dash', 'zsh', 'ksh', 'python3', 'at now', 'batch', 'crontab -'])
    test(program, () => assert.equal(classesOf(`curl x | ${program}`).includes('pipe-to-shell'), true));
  for (const program of ['eval "$(curl x)"', 'source <(curl x)', '. <(curl x)'])
    test(program, () => assert.equal(classesOf(program).includes('pipe-to-shell'), true));
});

describe('code among the words of', () => {
  const speaks =
    'vim -c x;nvim --cmd x;vi -Esc x;view +x;ex -c x;gvim -c x;vimdiff -c x;nvimdiff -c x;rview -c x;emacs -eval x;' +
    'emacs --execute=x;emacsclient -e x;emacsclient -ne x;emacsclient --eval x;gdb -ex x;gdb --eval-command=x;' +
    'gdb -iex x;gdb --init-eval-command x;lldb -o x;lldb -S x;lldb --one-line x;make --eval x;gmake --eval=x;make -E x';
  for (const line of speaks.split(';')) test(line, () => assert.deepEqual(classesOf(line), ['interpreter-payload']));

  const quiet = 'vim x;vim +7 x;vim + x;emacs x;emacsclient -n x;gdb x;lldb x;make x;make -e;gmake all';
  for (const line of quiet.split(';')) test(`${line}: none`, () => assert.deepEqual(classesOf(line), []));
});
