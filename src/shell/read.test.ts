import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { readLine, showCommand, showWord } from '../testing/show-line.ts';
import type { Redirect, SimpleCommand } from '../vocab/shell-line.ts';
import { readShellLine } from './read.ts';

const reasonOf = (source: string): string | null => {
  const read = readLine(source);
  return read.kind === 'unparsable' ? read.reason : null;
};

/** Why a line is more than simple commands in a row; null: it is not. */
const BEYOND: readonly (readonly [line: string, beyond: string | null])[] = [
  ['a', null],
  ['a | b && c || d; e', null],
  ['  a ; ', null],
  ['a "x\ny"', null],
  ['a &', 'a command in the background'],
  ['a & b', 'a command in the background'],
  ['a\nb', 'more than one line'],
  ['a &&\nb', 'more than one line'],
  ['a # b', 'a comment'],
  ['! a', 'a leading !'],
  ['time a', 'the keyword time'],
  ['a |& b', 'the operator |&'],
  ['(a)', 'a subshell'],
  ['{ a; }', 'a group'],
  ['if a; then b; fi', 'an if'],
  ['for i in a; do b; done', 'a loop'],
  ['while a; do b; done', 'a loop'],
  ['for ((;;)); do b; done', 'a loop'],
  ['select i in a; do b; done', 'a loop'],
  ['case a in b) c;; esac', 'a case'],
  ['f() { a; }', 'a function definition'],
  ['coproc a', 'a coprocess'],
  ['[[ a ]]', 'a [[ ]] test'],
  ['((1))', 'arithmetic'],
  ['{ a; } > f', 'a redirected group'],
  ['a | (b)', 'a subshell'],
  ["a <<'X'\nb(c)\nX", 'more than one line'],
  ['a <<X && b <<-Y\n(\nX\n)\n\tY\nc', 'more than one line'],
  ['a <<X # (b\n)\nX', 'a comment'],
  ['a <<X\n)\nX\n)', "bash would not accept it: unexpected token ')'"],
  ['a \u0001', 'a control character'],
  ['a\r', 'a control character'],
];

describe('a line is plain', () => {
  for (const [line, beyond] of BEYOND) {
    test(JSON.stringify(line), () => {
      const read = readLine(line);
      assert.equal(read.kind === 'line' ? read.beyondPlain : read.reason, beyond);
    });
  }
});

const nested = (depth: number): string => `${'('.repeat(depth)}a${')'.repeat(depth)}`;

const REFUSED: readonly (readonly [line: string, reason: string])[] = [
  ['a \0', 'it holds a NUL byte'],
  ['a \ud800', 'it holds half a surrogate pair'],
  ['a \udc00b', 'it holds half a surrogate pair'],
  ['a "b', 'bash would not accept it: unterminated double quote'],
  ['a $(b "c)', 'bash would not accept it: unterminated command substitution'],
  ['a; )', "bash would not accept it: unexpected token ')'"],
  ['a @(b|c)', 'bash would not accept it: an extended glob, which bash reads only after shopt -s extglob'],
  ['a "${}"', 'bash would not accept it: bad substitution'],
  ['a "${b:-\'`c`\'}"', 'quotes or $$ stand in a tangle inside ${..}'],
  ['a ${b:-$${c}}', 'quotes or $$ stand in a tangle inside ${..}'],
  ['a "$${b}"', '$$ stands in front of a bracket inside double quotes'],
  ['a "`b \\c`"', 'a backslash stands in backticks inside double quotes'],
  ['a ~:$B', 'a tilde stands in front of a colon and an expansion'],
  ['a "${b:-\'\\\n\'}"', 'a line continuation stands where its meaning is not certain'],
  [`a ${'x'.repeat(32_768)}`, 'it is longer than 32768 bytes'],
  [`a ${'é'.repeat(16_384)}`, 'it is longer than 32768 bytes'],
  [nested(65), 'it is nested more than 64 deep'],
  [`a ${'${b:-'.repeat(65)}${'}'.repeat(65)}`, 'it is nested more than 64 deep'],
  [`for i in {1..50}; do for j in {1..50}; do a $i $j; done; done`, 'it comes down to more than 2000 commands'],
  [`${'f() { '.repeat(1)}eval "$1"; }; ${'eval '.repeat(14)}a`, 'it hands text to shells too deeply'],
];

describe('a line that bash might read otherwise is refused', () => {
  for (const [line, reason] of REFUSED) {
    test(JSON.stringify(line.slice(0, 60)), () => assert.equal(reasonOf(line), reason));
  }

  test('but not at the limits', () => {
    assert.equal(reasonOf(`a ${'x'.repeat(32_766)}`), null);
    assert.equal(reasonOf(nested(64)), null);
  });

  test('and what was found in front of the fault is still judged', () => {
    const found = (line: string): readonly string[] => readLine(line).commands.map(showCommand);
    assert.deepEqual(found('rm -rf /\na "b').slice(0, 1), ['rm|-rf|/']);
    assert.deepEqual(found(`rm -rf /\n${nested(65)}`), ['rm|-rf|/']);
    assert.deepEqual(found(`rm -rf /; ${nested(65)}`), ['rm|-rf|/']);
    assert.deepEqual(found(`rm -rf /\na ${'x'.repeat(32_768)}`), ['rm|-rf|/']);
    assert.deepEqual(found('a "$${b}"; rm -rf /').at(-1), 'rm|-rf|/');
  });
});

const showRedirect = ({ op, fd, target, copies, writes }: Redirect): string =>
  `${fd ?? ''}${op}${target === null ? '' : showWord(target)}${copies ? ' copies' : ''}${writes ? ' writes' : ''}`;

const REDIRECTS: readonly (readonly [line: string, redirects: readonly string[]])[] = [
  ['a > f', ['>f writes']],
  ['a 2>> "$A"', ['2>>x writes']],
  ['a >| f', ['>|f writes']],
  ['a &> f &>> g', ['&>f writes', '&>>g writes']],
  ['a 2>&1 >&- <&3 >&2-', ['2>& copies', '>& copies', '<& copies', '>& copies']],
  ['a >& f', ['>&f writes']],
  ['a <& f', ['<&f writes']],
  ['a < f', ['<f']],
  ['a <> f', ['<>f writes']],
  ['a <<< x', ['<<<x']],
  ['a <<E\nx\nE', ['<<']],
  ['a > $(b)', ['>? writes']],
  ['a > ~/f', ['>/home/u/f writes']],
  ['a > {b,c}', ['>? writes']],
  ['a > b c > d', ['>b writes', '>d writes']],
];

describe('redirects', () => {
  for (const [line, redirects] of REDIRECTS) {
    test(JSON.stringify(line), () => {
      assert.deepEqual(
        readLine(line)
          .commands.find(({ words }) => words[0]?.value === 'a')
          ?.redirects.map(showRedirect),
        redirects,
      );
    });
  }
});

const showStdin = ({ stdin }: SimpleCommand): string =>
  stdin.kind === 'pipe'
    ? `pipe ${stdin.from.join(',')} ${stdin.text}`
    : stdin.kind === 'text'
      ? `text ${stdin.text}`
      : stdin.kind;

/** What the last command of the line reads. */
const STDIN: readonly (readonly [line: string, stdin: string])[] = [
  ['a', 'inherit'],
  ['a < f', 'file'],
  ['a <<< "x $A"', 'text x x\n'],
  ['a <<< $(b)', 'text null'],
  ['a <<E\n$A\nE', 'text x\n'],
  ["a <<'E'\n$A\nE", 'text $A\n'],
  ['a <<-E\n\tx\n\tE', 'text x\n'],
  ['a <<-E\n\t$B\n$NONE\tx\n\t\\$y\tz\n\tE', 'text a b\n\tx\n$y\tz\n'],
  ["a <<-'E'\n\t$B\tx\n\t\ty\n\tE", 'text $B\tx\ny\n'],
  ['a <<E\n\\$A \\\\ \\x\nE', 'text $A \\ \\x\n'],
  ['a <<E\n$(b)\nE', 'text null'],
  ['a 3<<E\nx\nE', 'inherit'],
  ['a 3< f', 'inherit'],
  ['a 0< f', 'file'],
  ['b | a', 'pipe 0 null'],
  ['echo x | a', 'pipe 0 x\n'],
  ['echo x | cat | a', 'pipe 0,1 x\n'],
  ['echo x | cat - | a', 'pipe 0,1 x\n'],
  ['echo x | cat f | a', 'pipe 0,1 null'],
  ['echo x |& a', 'pipe 0 x\n'],
  ['echo x > f | a', 'pipe 0 null'],
  ['echo x 2>&1 | a', 'pipe 0 x\n'],
  ['echo x >&2 | a', 'pipe 0 null'],
  ['echo x 3>&1 >&2 2>&3 | a', 'pipe 0 null'],
  ['echo x 3>&1 >&3 | a', 'pipe 0 x\n'],
  ['{ echo x >&2; } 2>&1 | a', 'pipe 0,1 x\n'],
  ['command echo x | a', 'pipe 0,1 x\n'],
  ['echo *.c | a', 'pipe 0 \uf8f0.c\n'],
  ['A=1 echo x | a', 'pipe 0 x\n'],
  ['(echo x; echo y) | a', 'pipe 0,1 x\ny\n'],
  ['{ echo x; b; } | a', 'pipe 0,1 null'],
  ['{ echo x; } > f | a', 'pipe 0,1 null'],
  ['if b; then echo x; fi | a', 'pipe 0,1 null'],
  ['echo x && echo y | a', 'pipe 1 y\n'],
  ['b < <(echo x); a < <(echo y)', 'text y\n'],
  ['b | { a; }', 'pipe 0 null'],
  ['{ a; } <<< x', 'text x\n'],
  ['b | a < f', 'file'],
];

describe('standard input', () => {
  for (const [line, stdin] of STDIN) {
    test(JSON.stringify(line), () => {
      const command = readLine(line).commands.findLast(({ words }) => words[0]?.value === 'a');
      assert.equal(command === undefined ? null : showStdin(command), stdin);
    });
  }
});

const showPlace = ({ place }: SimpleCommand, folders: ReadonlySet<string>): string =>
  [
    [...folders].join(' or '),
    place.after,
    place.background ? '&' : '',
    place.nested ? '$()' : '',
    place.function ? 'f' : '',
  ]
    .filter(Boolean)
    .join(' ');

/** Folders, operator in front and surroundings of the command `a`. */
const PLACES: readonly (readonly [line: string, place: string])[] = [
  ['a', '/w'],
  ['b; a', '/w ;'],
  ['b\na', '/w ;'],
  ['b && a', '/w &&'],
  ['b || a', '/w ||'],
  ['b | a', '/w |'],
  ['b && c | a', '/w |'],
  ['b & a', '/w ;'],
  ['a &', '/w &'],
  ['(b; a) &', '/w ; &'],
  ['$(a)', '/w $()'],
  ['b "$(c; a)"', '/w ; $()'],
  ['b `a`', '/w $()'],
  ['f() { a; }; f', '/w f'],
  ['f() { a; }', '? f'],
  ['f() { b | a; }; f &', '/w | & f'],
  ['coproc a', '/w &'],
  ['cd x; a', '/w/x ;'],
  ['cd x && a', '/w/x &&'],
  ['cd x || a', '/w ||'],
  ['cd x || exit; a', '/w/x ;'],
  ['cd x || { b; exit; }; a', '/w/x ;'],
  ['cd x || b; a', '/w/x or /w ;'],
  ['cd x && b || a', '/w/x or /w ||'],
  ['! cd x; a', '/w or /w/x ;'],
  ['! cd x || a', '/w/x ||'],
  ['b || cd x || cd y; a', '/w or /w/x or /w/y ;'],
  ['b && cd x; cd y; a', '/w/x/y or /w/y ;'],
  ['cd x && b; a', '/w/x ;'],
  ['b && cd x; a', '/w/x or /w ;'],
  ['b && cd x && a', '/w/x &&'],
  ['cd ../y/./z; a', '/y/z ;'],
  ['cd /; a', '/ ;'],
  ['cd -P /t; a', '/t ;'],
  ['cd -- t; a', '/w/t ;'],
  ['cd; a', '/home/u ;'],
  ['cd ~; a', '/home/u ;'],
  ['cd -; a', '? ;'],
  ['cd ""; a', '? ;'],
  ['cd x y; a', '? ;'],
  ['cd $(b); a', '? ;'],
  ['cd *; a', '? ;'],
  ['CDPATH=/:; cd x; a', '/w/x or /x ;'],
  ['CDPATH=$(b); cd x; a', '/w/x or ? ;'],
  ['pushd; a', '? ;'],
  ['CDPATH=/; cd ./x; a', '/w/x ;'],
  ['CDPATH=/; cd /x; a', '/x ;'],
  ['HOME=x; cd; a', '? ;'],
  ['(cd x); a', '/w ;'],
  ['cd x | b; a', '/w ;'],
  ['{ cd x; }; a', '/w/x ;'],
  ['cd x & a', '/w ;'],
  ['if b; then cd x; fi; a', '/w/x or /w ;'],
  ['if cd x; then a; fi', '/w/x'],
  ['if cd x; then b; else a; fi', '/w'],
  ['if ! cd x; then exit; fi; a', '/w/x ;'],
  ['if b; then exit; elif cd x; then a; fi', '/w/x'],
  ['case b in c) cd x ;; esac; a', '/w or /w/x ;'],
  ['while b; do cd x; done; a', '? or /w ;'],
  ['while b; do a; cd x; done', '?'],
  ['while b; do a; done', '/w'],
  ['while b; do c; done; a', '/w ;'],
  ['for i in 1; do c; done; a', '/w ;'],
  ['for i in 1; do cd x; done; a', '/w/x or /w or ? ;'],
  ['f() { cd x; }; f; a', '/w/x ;'],
  ['command cd x; a', '/w/x ;'],
  ['eval cd x; a', '/w/x ;'],
  ['eval "$(b)"; a', '? ;'],
  ["bash -c 'cd x'; a", '/w ;'],
  ['bash -c "cd x; a"', '/w/x ;'],
  ['pushd x; a', '/w/x ;'],
  ['pushd x; popd; a', '? ;'],
  ['{ cd x; } > f; a', '/w/x ;'],
];

describe('where a command stands', () => {
  for (const [line, place] of PLACES) {
    test(JSON.stringify(line), () => {
      const commands = readLine(line).commands.filter(({ words }) => words[0]?.value === 'a');
      const [command] = commands;
      const folders = new Set(commands.map(({ cwd }) => cwd ?? '?'));
      assert.equal(command === undefined ? null : showPlace(command, folders), place);
    });
  }
});

describe('functions of a line', () => {
  const cases: readonly (readonly [line: string, functions: string])[] = [
    ['a', ''],
    ['f() { a; }', 'f'],
    ['f() { a; }; f', 'f called'],
    [':(){ :|:& };:', ': multiplies called'],
    ['f() { f & }; f', 'f multiplies called'],
    ['f() { f | a; }', 'f multiplies'],
    ['f() { f; }; f', 'f called'],
    ['f() { g & }; g() { f; }; f', 'f multiplies called, g called'],
    ['f() { g; }; g() { a; }; f', 'f called, g called'],
    ['f() { $(f | f); }', 'f multiplies'],
    ['f() { a | b; }; f', 'f called'],
  ];
  for (const [line, functions] of cases) {
    test(line, () => {
      const shown = readLine(line).functions.map(({ name, multiplies, called }) =>
        [name, multiplies ? 'multiplies' : '', called ? 'called' : ''].filter(Boolean).join(' '),
      );
      assert.equal(shown.join(', '), functions);
    });
  }
});

describe('words of a line tell', () => {
  const features: readonly (readonly [word: string, features: readonly string[]])[] = [
    ['x', []],
    ["'x'", []],
    ['"$A"', ['variable']],
    ['$A', ['unquoted-expansion', 'variable']],
    ['${A}', ['unquoted-expansion', 'variable']],
    ['"$?"', ['special-parameter']],
    ['"${A:-x}"', ['parameter-operation']],
    ['"${#A}"', ['parameter-operation']],
    ['"$(b)"', ['command-substitution']],
    ['`b`', ['unquoted-expansion', 'command-substitution']],
    ['<(b)', ['process-substitution']],
    ['"$((1))"', ['arithmetic']],
    ["$'x'", ['ansi-c']],
    ['$"x"', ['locale']],
    ['{x,y}', ['brace']],
    ['{1..99}', ['brace']],
    ['~', ['tilde']],
    ['*', ['glob']],
    ['[ab]', ['glob']],
    ['"*"', []],
  ];
  for (const [word, found] of features) {
    test(`what ${word} holds`, () => {
      const command = readLine(`a ${word}`).commands.find(({ words }) => words[0]?.value === 'a');
      assert.deepEqual([...(command?.words[1]?.features ?? [])].toSorted(), [...found].toSorted());
    });
  }

  test('what ran for them', () => {
    const [, , command] = readLine('a "$(b)" x "$(c)"').commands;
    assert.deepEqual(
      command?.words.map(({ runs }) => runs),
      [[], [0], [], [1]],
    );
  });

  test('which variables they read', () => {
    const { reads } = readLine('a $A "${B:-$H}" "${I:-$C}" ~ ${#D}; E=1; for F in $G; do b; done');
    assert.deepEqual([...reads].toSorted(), ['A', 'B', 'C', 'D', 'G', 'HOME', 'I']);
  });

  test('what they were written as', () => {
    const [command] = readLine('a  "$A"\\\nb  # c').commands;
    assert.deepEqual([command?.text, command?.words.map(({ text }) => text)], ['a  "$A"b', ['a', '"$A"b']]);
  });

  test('the glob with quoted signs escaped', () => {
    const [command] = readLine('a "*"* x\\[y?').commands;
    assert.deepEqual(
      command?.words.map(({ pattern }) => pattern),
      [null, '\\**', 'x\\[y?'],
    );
  });
});

describe('the environment decides', () => {
  const read = (source: string, env: Record<string, string>): readonly string[] =>
    readLine(source, { env }).commands.map(showCommand);
  test('what is set and what is not', () => {
    assert.deepEqual(read('rm -rf "$X"/*', {}), ['rm|-rf|/*']);
    assert.deepEqual(read('rm -rf "$X"/*', { X: '/a' }), ['rm|-rf|/a/*']);
    assert.deepEqual(read('a "$HOME" ~', {}), ['a|/home/u|/home/u']);
    assert.deepEqual(read('a "$HOME" ~', { HOME: '/h' }), ['a|/h|/h']);
    assert.deepEqual(read('a "$RANDOM" "$UID"', { RANDOM: '1', UID: '1' }), ['a|?|?']);
    assert.deepEqual(read('a "$SHELL" "$PATH"', {}), ['a|?|?']);
    assert.deepEqual(read('a "$SHELL" "$constructor"', { SHELL: 's' }), ['a|s|']);
  });

  test('where homes are, by the list of users or by a guess', () => {
    const homes = (users?: Record<string, string>): string =>
      readShellLine('a ~root ~u ~v', { cwd: '/w', home: '/home/u', env: {}, ...(users === undefined ? {} : { users }) })
        .commands.map(showCommand)
        .join();
    assert.equal(homes({ root: '/r', v: '/v' }), 'a|/r|?|/v');
    assert.equal(homes(), 'a|/root|/home/u|/home/v');
  });
});

test('reading never throws, whatever the text', () => {
  const piece = fc.constantFrom(
    ...[
      'a',
      ' ',
      '\n',
      '"',
      "'",
      '`',
      '$',
      '(',
      ')',
      '{',
      '}',
      '$(',
      '${',
      '<<E',
      '\\',
      '|',
      '&',
      ';',
      '#',
      '~',
      '*',
      '[',
      'for',
      'case',
      'in',
      'do',
      'done',
      'f()',
      '=',
      '\0',
      'é',
      '\ud800',
    ],
  );
  const text = fc.oneof(
    fc.array(piece, { maxLength: 25 }).map((all) => all.join('')),
    fc.string({ unit: 'binary' }),
  );
  fc.assert(
    fc.property(text, (source) => {
      const read = readLine(source);
      assert.ok(read.commands.every(({ index }, i) => index === i));
    }),
  );
});

describe('a folder that only the disk tells', () => {
  const folders = ['/etc', '/srv', '/srv/a', '/srv/b'];
  const context = {
    cwd: '/srv',
    home: '/home/u',
    env: {},
    realPath: (path: string) => path.replace(/^\/srv\/link\/\.\.(?=\/|$)/, '/opt').replace(/^\/srv\/link/, '/opt/x'),
    isFolder: (path: string) => folders.includes(path),
    foldersOf: (pattern: string) => (pattern === '/e*' ? ['/etc'] : pattern === '/srv/?' ? ['/srv/a', '/srv/b'] : []),
  };
  const rows: readonly (readonly [line: string, folders: readonly (string | null)[]])[] = [
    ['cd /e*; ls', ['/etc']],
    ['cd ?; ls', ['/srv/a', '/srv/b', null]],
    ['cd /nothing*; ls', [null]],
    ['cd link/../a; ls', ['/srv/a']],
    ['cd link/../y; ls', ['/srv/y', '/opt/y']],
    ['cd -P link/../a; ls', ['/opt/a']],
  ];
  for (const [line, expected] of rows) {
    test(line, () => {
      const { commands } = readShellLine(line, context);
      assert.deepEqual(
        commands.slice(1).map(({ cwd }) => cwd),
        expected,
      );
    });
  }
});
