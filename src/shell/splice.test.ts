import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { splice } from './splice.ts';

/** `~` stands for a backslash and a newline. */
const fill = (text: string): string => text.replaceAll('~', '\\\n');

const REMOVED: readonly (readonly [source: string, text: string])[] = [
  ['a~b', 'ab'],
  ['r~m -r~f ~/', 'rm -rf /'],
  ['$~HOME', '$HOME'],
  ['"$~{HO~ME}"', '"${HOME}"'],
  ['$~((1+~1))', '$((1+1))'],
  ['$~(a~b)', '$(ab)'],
  ['"a~b"', '"ab"'],
  ['`a~b`', '`ab`'],
  ['"`a~b`"', '"`ab`"'],
  ['a &~& b |~| c', 'a && b || c'],
  ['a >~> f', 'a >> f'],
  ['${x:~-a}', '${x:-a}'],
  ['"${x:-~a}"', '"${x:-a}"'],
  ['~~~a', 'a'],
  ['a~', 'a'],
  ['<~(a)', '<(a)'],
  ["a $~'b'", "a $'b'"],
  ['"$(a "b~c")"', '"$(a "bc")"'],
  ['a\\\\~b', 'a\\\\b'],
  ['cat <<E\na~b\nE', 'cat <<E\nab\nE'],
  ['cat <~<E\n$~HOME\nE\nx~y', 'cat <<E\n$HOME\nE\nxy'],
  ['cat <<-E\n\ta~E\n\tE\nx~y', 'cat <<-E\n\taE\n\tE\nxy'],
  ['cat <<E\nE~\nx~y', 'cat <<E\nE\nxy'],
  ['cat <<E\n\\\\~a\nE', 'cat <<E\n\\\\a\nE'],
  ['cat <<A <<B\na~A\nA\nb~c\nB\nx~y', 'cat <<A <<B\naA\nA\nbc\nB\nxy'],
  ['(a) # x\nb~c', '(a) # x\nbc'],
  ['a#~b', 'a#b'],
  ['$(a # x\nb~c)', '$(a # x\nbc)'],
  ['${a#~b}', '${a#b}'],
  ["a $~'b\\'~c'", "a $'b\\'\\\nc'"],
  ['"a~${x:-\'b\'}"', '"a${x:-\'b\'}"'],
  ['"$\'a~b\'"', '"$\'ab\'"'],
  ["cat <<'E F'\na~b\nE F\nx~y", "cat <<'E F'\na\\\nb\nE F\nxy"],
  ["'' a~b", "'' ab"],
  ["'a'~b", "'a'b"],
  ["$'a'~b", "$'a'b"],
  ['"a"~b', '"a"b'],
  ['${x}~b', '${x}b'],
  ['"${x}~b"', '"${x}b"'],
  ["$(a)'b' ~c", "$(a)'b' c"],
  ['$((1))~b', '$((1))b'],
  ['$(((1)+1))~b', '$(((1)+1))b'],
  ["$$'a'~b", "$$'a'b"],
  ['a) ~b', 'a) b'],
  ['cat <<E~F\nx\nEF\na~b', 'cat <<EF\nx\nEF\nab'],
  ['cat << E\nx\nE\na~b', 'cat << E\nx\nE\nab'],
  ['cat <<\tE\nx\nE\na~b', 'cat <<\tE\nx\nE\nab'],
  ["cat <<'E'; a~b\nx~\nE\na~b", "cat <<'E'; ab\nx\\\n\nE\nab"],
  ["cat <<'E'|a\nx~\nE\na~b", "cat <<'E'|a\nx\\\n\nE\nab"],
  ["(cat <<'E')\nx~\nE\na~b", "(cat <<'E')\nx\\\n\nE\nab"],
  ["cat <<-'E'\n\tx~\n\t\tE\na~b", "cat <<-'E'\n\tx\\\n\n\t\tE\nab"],
];

const KEPT: readonly string[] = [
  "'a~b'",
  "$'a~b'",
  "$'a\\'~b'",
  '# a~',
  'a # b~',
  "cat <<'E'\na~b\nE",
  'cat <<"E"\na~b\nE',
  'cat <<\\E\na~b\nE',
  "cat <<-'E'\n\ta~b\n\tE",
  "cat <<'E F'\na~b\nE F",
  "$(echo 'a~b')",
  '"$(echo \'a~b\')"',
  "${x:-'a~b'}",
  "a <<< 'x~y'",
  'a\\\\\nb',
  "${x:-$'a~b'}",
  '"$( (a) \'b~c\')"',
  '"$(a; (b) ; c \'b~c\')"',
  "cat <<'a\\'\nx~y\na\\",
  'cat <<"a\\"b"\nx~y\na"b',
  'cat <<"a\\b"\nx~y\na\\b',
  'a; # b~',
  'a&# b~',
  'a|# b~',
  '(# b~',
  'a >#b~\n'.replace('~', ''),
];

describe('backslash-newline', () => {
  for (const [source, text] of REMOVED) {
    test(`is removed from ${JSON.stringify(source)}`, () => {
      assert.deepEqual(splice(fill(source)), { text, sure: true });
    });
  }
  for (const source of KEPT) {
    test(`stays in ${JSON.stringify(source)}`, () => {
      assert.deepEqual(splice(fill(source)), { text: fill(source), sure: true });
    });
  }

  const unsure = [
    '"${x:-${y:-\'a~b\'}}"',
    "`a $(b 'c~d')`",
    '"${x:-\'a~b\'}"',
    "`echo 'a~b'`",
    "$(('1~'))",
    '$(case x~ in a) b;; esac)',
    '"${x:-\'}~"',
  ];
  for (const source of unsure) {
    test(`makes ${JSON.stringify(source)} uncertain`, () => assert.equal(splice(fill(source)).sure, false));
  }

  test('is all that is ever removed', () => {
    const text = fc
      .array(fc.constantFrom(...'ab \n\\\'"`$(){}#<E~'), { maxLength: 20 })
      .map((all) => fill(all.join('')));
    fc.assert(
      fc.property(text, (source) => {
        const rest = splice(source).text;
        assert.equal(rest.replaceAll('\\\n', ''), source.replaceAll('\\\n', ''));
      }),
    );
  });

  test('a text without any is given back as it is', () => {
    fc.assert(
      fc.property(fc.string(), (source) => {
        const clean = source.replaceAll('\\\n', '');
        assert.deepEqual(splice(clean), { text: clean, sure: true });
      }),
    );
  });
});
