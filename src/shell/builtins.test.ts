import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { showLine } from '../testing/show-line.ts';

/** What the last command of a line gets; `?` and what is looked at all the same, where it is not taken for known. */
const VARIABLES: readonly (readonly [line: string, last: string])[] = [
  ['declare -r V=a; c "$V"', 'c|?a'],
  ['declare -u V=a; c "$V"', 'c|?'],
  ['V=a; export V; c "$V"', 'c|?a'],
  ['V=a; export -p V; c "$V"', 'c|?a'],
  ['V=a; getopts a V; c "$V"', 'c|?'],
  ['printf -v V %s a b; c "$V"', 'c|?ab'],
  ['printf -v V %q "$(x)"; c "$V"', 'c|?'],
  ['printf -v; c "$V"', 'c|'],
  ['printf -v V; c "$V"', 'c|?'],
  ['printf -v V x W; c "$W"', 'c|'],
  ['let V=W=1; c "$V" "$W"', 'c|?|?'],
  ['unset -v A; c "$A"', 'c|'],
  ['unset -n A; c "$A"', 'c|?'],
  ['unset "A[0]"; c "$A"', 'c|?'],
  ['unset A B; c "$A" "$B"', 'c||'],
  ['V=(a b); c "${V[@]}"', 'c|?a|?b'],
  ['V=(a); V+=(b); c "${V[@]}"', 'c|?a|?b'],
  ['V+=(b); c "${V[@]}"', 'c|?b'],
  ['V=x; V+=(b); c "${V[@]}"', 'c|?'],
  ['V=(a); V+=b; c "$V"', 'c|?'],
  ['V=(a $(x)); c "${V[@]}"', 'c|?'],
  ['V=(*.c b); c "${V[@]}"', 'c|?'],
  ['V=a; V+=b; c "$V"', 'c|ab'],
  ['V=a; V+=$(x); c "$V"', 'c|?'],
  ['NONE+=b; c "$NONE"', 'c|b'],
  ['exec {V}<f; c "$V"', 'c|?'],
];

const TAKEN_IN: readonly (readonly [line: string, last: string])[] = [
  ['read V W <<< "x y z"; c "$V" "$W"', 'c|?x|?y z'],
  ['read V W <<< "x"; c "$V" "$W"', 'c|?x|?'],
  ['read V W X <<< " x\t y"; c "$V" "$W" "$X"', 'c|?x|?y|?'],
  ['read -r V <<< "x y"; c "$V"', 'c|?x y'],
  ['read -ra V <<< "x y"; c "${V[@]}"', 'c|?x|?y'],
  ['read -r -a V <<< "x y"; c "${V[@]}"', 'c|?x|?y'],
  ['read V <<< $\'x\\ny\'; c "$V"', 'c|?x'],
  ['mapfile -t V <<< $\'x y\\nz\'; c "${V[@]}"', 'c|?x y|?z'],
  ['readarray V <<< x; c "${V[@]}"', 'c|?x'],
  ['echo x | { read V; c "$V"; }', 'c|?x'],
  ['echo x | read V; c "$V"', 'c|'],
  ['x | { read V; c "$V"; }', 'c|?'],
  ['read V <<< "$(x)"; c "$V"', 'c|?'],
  ['exec 3<<<x; read V <&3; c "$V"', 'c|?x'],
  ['exec <<<x; read V; c "$V"', 'c|?x'],
  ['echo x > f; read V < f; c "$V"', 'c|?'],
];

const PROGRAMS: readonly (readonly [line: string, last: string])[] = [
  ['hash -p /bin/rm ls; ls x', '<1> /bin/rm|x'],
  ['hash -p /bin/rm ls ps; ps x', '<1> /bin/rm|x'],
  ['hash -p "/b\'in/rm" ls; ls x', "<1> /b'in/rm|x"],
  ['hash -p "$(x)" ls; ls y', 'ls|y'],
  ['hash -p; ls x', 'ls|x'],
  ['hash -r ls; ls x', 'ls|x'],
  ['f() { c; }; export -f f; bash -c f', '<1> c'],
];

describe('what a builtin leaves behind', () => {
  for (const [line, last] of [...VARIABLES, ...TAKEN_IN, ...PROGRAMS])
    test(JSON.stringify(line), () => assert.equal(showLine(line).at(-1), last));
});

/** Whether the substitution runs that stands in a text as arithmetic, a subscript, a prompt or a list of words. */
const EVALUATED: readonly (readonly [line: string, runs: boolean])[] = [
  ["declare -i V='a[$(c)]'", true],
  ["declare -ri V='a[$(c)]'", true],
  ["declare V='a[$(c)]'", false],
  ["declare 'a[$(c)]=1'", true],
  ["let 'a[$(c)]=1'", true],
  ["test -v 'a[$(c)]'", true],
  ["[ -v 'a[$(c)]' ]", true],
  ["test -n 'a[$(c)]'", false],
  ["printf -v 'a[$(c)]' x", true],
  ["printf '-va[$(c)]' x", true],
  ["printf 'a[$(c)]'", false],
  ["printf x '-va[$(c)]'", false],
  ["d -v 'a[$(c)]'", false],
  ["read 'a[$(c)]'", true],
  ["unset 'a[$(c)]'", true],
  ["getopts x 'a[$(c)]'", true],
  ["wait -p 'a[$(c)]'", true],
  ["export 'PS4=$(c)'", true],
  ["export 'PS=$(c)'", false],
  ["PS1='$(c)'", true],
  ["PS5='$(c)'", false],
  ["compgen -W '$(c)'", true],
  ["compgen -X '$(c)'", false],
  ["echo 'a[$(c)]'", false],
];

describe('what a builtin evaluates', () => {
  for (const [line, runs] of EVALUATED) test(line, () => assert.equal(showLine(line).includes('c'), runs));
});
