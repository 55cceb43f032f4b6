import fc from 'fast-check';

/**
 * Lines over everything that decides what a word becomes: quoting, escapes, braces, tilde, parameters, defaults,
 * constant assignments, loops, substitutions, here-documents, lists, pipes, subshells, functions.
 *
 * Every command of a generated line runs exactly as often as it is written (`no..` heads fail, all others succeed), so
 * that the commands the reader finds and those bash starts can be compared one to one. No program of that name exists.
 */
type Text = fc.Arbitrary<string>;

/** The environment of every line; what is not here is unset. */
export const ENV: Readonly<Record<string, string>> = {
  PATH: '/tmp/bin',
  HOME: '/home/me',
  A: 'x',
  B: 'a b',
  C: '',
  D: '*',
  E: 'it\'s "q" \\ z',
  F: '  lead  trail ',
  G: 'l1\nl2\tl3',
  T: '~',
  N: '{a,b}',
  P: '\\*\\?',
};

const list = (separator: string, item: Text, max: number, min = 0): Text =>
  fc.array(item, { minLength: min, maxLength: max }).map((items) => items.join(separator));

const wrap = (open: string, inner: Text, close: string): Text => inner.map((text) => open + text + close);

const pick = (...texts: readonly string[]): Text => fc.constantFrom(...texts);

const words = (text: string): Text => pick(...text.split(' '));

const chars = (alphabet: string, max: number, min = 0): Text => list('', pick(...alphabet), max, min);

const name = words('A B C D E F G T N P U V W HOME A1 _');

// --- pieces of a word -------------------------------------------------------------------------------------------

const bare = fc.oneof(
  { weight: 6, arbitrary: chars('abxyzAB019_-+.,/:=@%^', 4, 1) },
  { weight: 1, arbitrary: chars('ab{},.[]*?!#=-]^', 4, 1) },
);

const singleQuoted = wrap("'", chars('ab $`"\\*?{},~#;|&<>()!\n\té', 6), "'");

const escaped = pick(...'ab $`"\'\\*?{},~#;|&<>()!=nté').map((char) => `\\${char}`);

const cheapWord: Text = list('', fc.oneof(bare, singleQuoted, escaped), 2, 1);

const ansiPiece = fc.oneof(
  chars('ab $`"*{},~#;', 3, 1),
  words(
    '\\n \\t \\\' \\" \\\\ \\x41 \\x4 \\101 \\7 \\60 \\0601 \\e \\u41 \\u0041 \\U00000041 \\? \\z \\a \\b \\f \\v \\E',
  ),
  words('\\xe9 \\u00e9 \\377 \\cA \\x \\0 \\x00 \\u \\ca é'),
);
const ansi = wrap("$'", list('', ansiPiece, 4), "'");

const brace = (item: Text): Text =>
  fc.oneof(
    wrap('{', list(',', item, 3, 1), '}'),
    words(
      '{1..3} {3..1} {01..3} {-2..1} {a..c} {1..9..4} {c..a..2} {1..} {a..3} {a} {} {,} {a,{b,c}} {0..-05} {1..3..0}',
    ),
    words('{a, ,b} {z..x} {z..y} {9..10} {1..2..x} {a,b}{c,d} {{a,b} {a,b}} ${A}{a,b} {$A,b} {1..03} {-01..1}'),
  );

const tilde = words('~ ~/ ~/x ~root ~root/a ~+ ~+/b a=~ a=~/x x~ ~:~ a:~ ~nobody -f~ --f=~ ~/{a,b} "~" ~"x" ~$A');

const special = words('$# $1 $2 $@ $* $0 $? $$ $- $! "$@" "$*" ${1} ${@} ${#}');

const unfollowed = words('${#A} ${A%x} ${B/a/b} ${A^^} ${B:1} ${B:0:1} ${!A} ${B##a} ${A@Q} $((1+2)) $((A=3)) $[1+1]');

const parameter = (operand: Text): Text =>
  fc.oneof(
    { weight: 4, arbitrary: name.map((n) => `$${n}`) },
    { weight: 3, arbitrary: name.map((n) => `\${${n}}`) },
    {
      weight: 3,
      arbitrary: fc.tuple(name, words(':- - :+ +'), operand).map(([n, operator, text]) => `\${${n}${operator}${text}}`),
    },
    { weight: 1, arbitrary: operand.map((text) => `\${A:?${text}}`) },
    {
      weight: 1,
      arbitrary: fc.tuple(name, words(':= ='), cheapWord).map(([n, operator, text]) => `\${${n}${operator}${text}}`),
    },
  );

const echo = (word: Text): Text =>
  fc
    .tuple(
      pick('echo', 'echo', 'echo', 'echo -n', 'echo -e', 'echo -E', 'echo -ne', 'echo -x', 'echo --'),
      list(' ', word, 3),
    )
    .map((parts) => parts.join(' '));

const format = pick(
  "'%s\\n'",
  '%s',
  "'%s %s'",
  "'a\\tb'",
  "'%d'",
  "'%b'",
  "'%c'",
  "'%%%s'",
  "'\\101%s'",
  "'%5s'",
  "'%q'",
  "'x\\cy'",
  '"$A"',
  '%x',
  '-- %s',
  "'\\0101'",
  "'\\xe9'",
  "'\\u00e9'",
  "'%i|'",
);

const printf = (word: Text): Text => fc.tuple(format, list(' ', word, 3)).map(([f, args]) => `printf ${f} ${args}`);

const substitution = (word: Text, document: Text): Text => {
  const constant = fc.oneof(
    { weight: 4, arbitrary: echo(word) },
    { weight: 4, arbitrary: printf(word) },
    { weight: 1, arbitrary: word.map((text) => `cat <<<${text}`) },
    { weight: 2, arbitrary: document.map((text) => `cat ${text}\n`) },
    { weight: 1, arbitrary: fc.tuple(echo(word), printf(word)).map((p) => p.join('; ')) },
    { weight: 1, arbitrary: echo(word).map((text) => `${text} | cat`) },
    { weight: 1, arbitrary: list(' ', word, 2).map((text) => `n1 ${text}`) },
    { weight: 1, arbitrary: pick(':', 'true', 'pwd', ' ', ' (echo a)', '{ echo a; }', 'V=1; echo $V') },
  );
  return fc.oneof(
    { weight: 4, arbitrary: wrap('$(', constant, ')') },
    {
      weight: 1,
      arbitrary: wrap(
        '`',
        constant.map((text) => text.replaceAll(/[\\`]/g, '\\$&')),
        '`',
      ),
    },
  );
};

const doubleQuoted = (piece: Text): Text =>
  wrap(
    '"',
    list(
      '',
      fc.oneof(
        { weight: 4, arbitrary: chars("ab '*?{},~#;|&<>()\n\té/", 4, 1) },
        { weight: 2, arbitrary: words('\\$ \\" \\\\ \\` \\a \\* \\{ $ \\n') },
        { weight: 4, arbitrary: piece },
      ),
      4,
    ),
    '"',
  );

// --- words, commands, lines ---------------------------------------------------------------------------------------

const documentBody = (piece: Text): Text =>
  list('', fc.oneof(chars('ab \'"*{}~#;|&\n\t', 4, 1), words('\\$ \\\\ \\` \\a \\" $'), piece), 4);

const hereDocument = (piece: Text): Text =>
  fc
    .tuple(words('<<EOF <<-EOF <<\'EOF\' <<"EOF" <<\\EOF <<E"O"F <<-\'EOF\''), documentBody(piece), pick('', '\t'))
    .map(([start, body, tab]) => `${start}\n${body}\n${start.startsWith('<<-') ? tab : ''}EOF`);

function wordOf(depth: number): Text {
  if (depth === 0) return cheapWord;
  const inner = wordOf(depth - 1);
  const param = parameter(inner);
  const simpleParam = parameter(cheapWord);
  const sub = substitution(inner, hereDocument(simpleParam));
  return list(
    '',
    fc.oneof(
      { weight: 5, arbitrary: bare },
      { weight: 3, arbitrary: singleQuoted },
      { weight: 3, arbitrary: escaped },
      { weight: 5, arbitrary: doubleQuoted(fc.oneof(param, param, sub)) },
      { weight: 2, arbitrary: ansi },
      { weight: 1, arbitrary: wrap('$"', chars('ab *', 3), '"') },
      { weight: 2, arbitrary: brace(inner) },
      { weight: 2, arbitrary: tilde },
      { weight: 5, arbitrary: param },
      { weight: 2, arbitrary: sub },
      { weight: 1, arbitrary: special },
      { weight: 1, arbitrary: unfollowed },
    ),
    3,
    1,
  );
}

const word = wordOf(2);

const redirect = fc.oneof(
  words('>/dev/null 2>/dev/null 2>&1 </dev/null &>/dev/null >>/dev/null >&2 <&-'),
  cheapWord.map((text) => `<<<${text}`),
);

const assignment = fc
  .tuple(words('V W V W IFS U'), words('= = += ='), fc.option(word, { nil: '', freq: 6 }))
  .map(([n, operator, value]) => (n === 'IFS' ? `V${operator}${value}` : `${n}${operator}${value}`));

function headed(n: number): Text {
  const head = `c${n}`;
  return fc.oneof(
    { weight: 8, arbitrary: fc.constant(head) },
    { weight: 1, arbitrary: pick(`c"${n}"`, `\\${head}`, `'${head}'`, `$'${head}'`, `"$U"${head}`, `$U ${head}`) },
  );
}

const command = (n: number): Text =>
  fc
    .record({
      before: fc.option(assignment, { nil: '', freq: 8 }),
      head: headed(n),
      args: list(' ', word, 3),
      redirect: fc.option(redirect, { nil: '', freq: 5 }),
    })
    .map((parts) => [parts.before, parts.head, parts.args, parts.redirect].filter(Boolean).join(' '));

const statement = (n: number): Text => {
  const own = command(n);
  const other = command(n + 10);
  const third = list(' ', word, 2).map((args) => `c${n + 20} ${args}`);
  return fc.oneof(
    { weight: 8, arbitrary: own },
    { weight: 4, arbitrary: fc.tuple(assignment, own).map((p) => p.join('; ')) },
    { weight: 1, arbitrary: fc.tuple(assignment, own).map((p) => p.join('\n')) },
    {
      weight: 3,
      arbitrary: fc
        .tuple(list(' ', word, 3), own, third)
        .map(([items, body, more]) => `for V in ${items}; do ${body} "$V"; ${more} $V; done`),
    },
    { weight: 1, arbitrary: fc.tuple(own, other).map((p) => p.join(' && ')) },
    { weight: 1, arbitrary: fc.tuple(own, other).map(([a, b]) => `no${n} ${a} || ${b}`) },
    { weight: 1, arbitrary: fc.tuple(own, other).map((p) => p.join(' | ')) },
    { weight: 1, arbitrary: fc.tuple(own, other).map(([a, b]) => `( ${a}; ${b} )`) },
    { weight: 1, arbitrary: fc.tuple(own, other).map(([a, b]) => `{ ${a}; ${b}; }`) },
    { weight: 1, arbitrary: fc.tuple(own, other).map(([a, b]) => `if ${a}; then ${b}; fi`) },
    {
      weight: 2,
      arbitrary: fc
        .tuple(own, words('"$1" $1 "$@" $@ "${1-d}" $# $2 ${2:-$1} "$*" "x$1y"'), list(' ', word, 3))
        .map(([body, used, args]) => `f${n}() { ${body} ${used}; }; f${n} ${args}`),
    },
    { weight: 1, arbitrary: fc.tuple(own, hereDocument(parameter(cheapWord))).map(([a, doc]) => `${a} ${doc}`) },
    { weight: 1, arbitrary: cheapCode(n).map((code) => `eval ${code}`) },
    {
      weight: 1,
      arbitrary: fc.tuple(cheapCode(n), list(' ', word, 3)).map(([code, args]) => `bash -c ${code} ${args}`),
    },
    { weight: 1, arbitrary: cheapCode(n).map((code) => `printf %s ${code} | bash`) },
    { weight: 1, arbitrary: list(' ', word, 3).map((args) => `command c${n} ${args}`) },
    { weight: 1, arbitrary: fc.tuple(own, chars('ab \'"$;', 5)).map(([a, text]) => `${a} # ${text}`) },
  );
};

/** Code as one quoted word. */
function cheapCode(n: number): Text {
  const used = words('"$1" $1 "$@" $0 $V a "b c" $A ${U:-d} "$B" \\$A');
  return list(' ', used, 3).map((args) => `'c${n} ${args}; c${n + 10} $HOME'`);
}

const statements = fc
  .tuple(statement(1), statement(2), statement(3), fc.integer({ min: 1, max: 3 }), pick('; ', '\n', '\n\n', ' ;\n'))
  .map(([a, b, c, count, separator]) => [a, b, c].slice(0, count).join(separator.includes('\n') ? '\n' : separator));

/** A line, in one case of three with backslash-newline put in at one to three places. */
export const line: Text = fc
  .tuple(statements, fc.option(fc.array(fc.nat(1000), { minLength: 1, maxLength: 3 }), { nil: [], freq: 1 }))
  .map(([text, places]) => insertContinuations(text, places));

function insertContinuations(text: string, places: readonly number[]): string {
  let out = text;
  for (const place of places) {
    const at = place % (out.length + 1);
    // Never between the halves of a surrogate pair: that would be another character.
    out = `${out.slice(0, at)}\\\n${out.slice(at)}`;
  }
  return out;
}
