import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readLine, showLine } from '../../testing/show-line.ts';

/** In the environment A=x, B="a b", EMPTY="", STAR="*"; words are joined by `|`, `?` is not known, `*` behind it may be many. */
const WORDS: readonly (readonly [line: string, commands: readonly string[]])[] = [
  ['c \'a b\' "c d" e\\ f', ['c|a b|c d|e f']],
  ['c "a\\"b" "\\$A" "\\a" \'\\a\'', ['c|a"b|$A|\\a|\\a']],
  ["c $'a\\tb\\'c' $'\\x41' $'\\u41' $'\\101'", ["c|a\tb'c|A|A|A"]],
  ["c $'\\xff' $'\\cA' $'\\x' $'é'", ['c|?|?|?|?']],
  ['c $"a b"', ['c|a b']],
  ['c $A "$A" ${A} x$A$A', ['c|x|x|x|xxx']],
  ['c $B "$B"', ['c|a|b|a b']],
  ['c $EMPTY x "$EMPTY"', ['c|x|']],
  ['c $NONE"" $NONE', ['c|']],
  ['c $STAR "$STAR"', ['c|*|*']],
  ['c *.md a? [ab]', ['c|*.md|a?|[ab]']],
  ['c \'*\' \\* "*"', ['c|*|*|*']],
  ['c $RANDOM $$ $?', ['c|?*|?*|?*']],
  ['c "$@" $@ "$*" $* $# $1 "$1"', ['c||?*|']],
  ['c $0', ['c|bash']],
  ['c ${A:-d} ${NONE:-d} ${EMPTY:-d} ${EMPTY-d} ${NONE-d}', ['c|x|d|d|d']],
  ['c ${A:+d} ${NONE:+d} ${EMPTY:+d} ${EMPTY+d}', ['c|d|d']],
  ['c ${NONE:=d} $NONE', ['c|d|d']],
  ['c ${NONE=a b} "$NONE"', ['c|a|b|a b']],
  ['c ${A:?m} ${NONE:?m}', ['c|x|?*']],
  ['c ${#A} ${A%x} ${A/x/y} ${A^^} ${!A} ${A:1}', ['c|?*|?*|?*|?*|?*|?*']],
  ['c ${NONE:-a b} "${NONE:-a b}" ${NONE:-"a b"} ${NONE:-\'a b\'}', ['c|a|b|a b|a b|a b']],
  ['c ${NONE:-$A$B} ${NONE:-~/x} ${NONE:-*} ${NONE:-\\*}', ['c|xa|b|/home/u/x|*|*']],
  ['c "${NONE:-\'a\'}" "${NONE:-"a"}"', ["c|'a'|a"]],
  ['c ~ ~/a ~root ~nobody ~+ ~- "~" \\~ a~', ['c|/home/u|/home/u/a|/root|?|/w|?|~|~|a~']],
  ['c a=~ a=~/b --a=~ ~:x', ['c|a=/home/u|a=/home/u/b|--a=~|/home/u:x']],
  ['V=~/x; c $V', ['V=/home/u/x', 'c|/home/u/x']],
  ['V=a:~; c "$V"', ['V=?', 'c|?']],
  ['c {a,b}{1..2} {a} {} x{,y}', ['c|a1|a2|b1|b2|{a}|{}|x|xy']],
  ["c {'a b',\"$A\"} '{a,b}'", ['c|a b|x|{a,b}']],
  ['c {1..3} {03..1} {a..c..2} {A..c}', ['c|1|2|3|03|02|01|a|c|?*']],
  ['c {1..100}', ['c|?*']],
  ['c $(echo a b) "$(echo a b)" `echo x`', ['echo|a|b', 'echo|a|b', 'echo|x', 'c|a|b|a b|x']],
  ["c $(printf '%s-' a b) $(printf x)", ['printf|%s-|a|b', 'printf|x', 'c|a-b-|x']],
  ['c "$(echo -n a; echo b)"', ['echo|-n|a', 'echo|b', 'c|ab']],
  ['c $(date) "$(date)" x$(date)', ['date', 'date', 'date', 'c|?*|?|?x*']],
  ['c <(echo a)', ['echo|a', 'c|?']],
  ['c $((1+1)) "$((1+1))"', ['c|?*|?']],
  ['c "a$(date)b"', ['date', 'c|?a']],
  ['c $(echo a | cat)', ['echo|a', 'cat', 'c|a']],
  ['c $(cat <<<a)', ['cat', 'c|a']],
  ['c "$(cat <<E\n$A \\$A\nE\n)"', ['cat', 'c|x $A']],
  ['c "$(cat <<\'E\'\n$A\nE\n)"', ['cat', 'c|$A']],
  ['c "$(cat <<-E\n\ta\n\tE\n)"', ['cat', 'c|a']],
];

describe('words become what bash passes', () => {
  for (const [line, commands] of WORDS) test(JSON.stringify(line), () => assert.deepEqual(showLine(line), commands));
});

/** The glob that each word comes to, its quoted signs escaped; null: none, the word is what it says. */
const GLOBS: readonly (readonly [word: string, ...globs: readonly (string | null)[]])[] = [
  ['*', '*'],
  ['"*"', null],
  ["'*'", null],
  ['\\*', null],
  ["$'*'", null],
  ["$'*'*", '\\**'],
  ['"*"*', '\\**'],
  ['*"*"', '*\\*'],
  ['$STAR', '*'],
  ['"$STAR"', null],
  ['$STAR"*"', '*\\*'],
  ['"$STAR"*', '\\**'],
  ['${NONE:-*}', '*'],
  ['"${NONE:-*}"', null],
  ['${NONE:-"*"}', null],
  ['${NONE:-\\*}', null],
  ['~/*', '/home/u/*'],
  ['"~"/*', '~/*'],
  ['$A*', 'x*'],
  ['$B*', null, 'b*'],
  ['a$B*', null, 'b*'],
  ['a?"?"', 'a?\\?'],
  ['[ab]"[ab]"', '[ab]\\[ab\\]'],
  ['"["ab]', null],
  ['[a\\]]*', '[a\\]]*'],
  ["$(echo '*')", '*'],
  ['"$(echo \'*\')"', null],
  ['{a,b}*', 'a*', 'b*'],
  ['{"*",*}', null, '*'],
  ['"$A"\'*\'[x]', 'x\\*[x]'],
  ['\\\\*', '\\\\*'],
  ['"\\\\"*', '\\\\*'],
  ['$"*"', null],
  ['x=*', 'x=*'],
  ['""*', '*'],
];

describe('what is left of a wildcard', () => {
  for (const [word, ...globs] of GLOBS) {
    test(word, () => {
      const words = readLine(`c ${word}`).commands.at(-1)?.words.slice(1);
      assert.deepEqual(
        words?.map(({ pattern }) => pattern),
        globs,
      );
    });
  }
});
