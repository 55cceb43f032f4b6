import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readLine, showWord } from '../../testing/show-line.ts';

/** What the shells run that a line hands a text to. */
const handedOn = (line: string): readonly string[] =>
  readLine(line)
    .commands.filter(({ outer }) => outer !== null)
    .map(({ words }) => words.map(showWord).join(' '));

const WRITTEN: readonly (readonly [line: string, runs: readonly string[]])[] = [
  ['echo c a > f; bash f', ['c a']],
  ['echo c a > f; bash g', []],
  ['echo c > /w/f; bash f', ['c']],
  ['echo c > f; bash /w/f', ['c']],
  ['echo c > f; cd /; bash f', []],
  ['echo c > f; echo d >> f; bash f', ['c', 'd']],
  ['echo -n c > f; echo d >> f; bash f', ['cd']],
  ["echo -e 'c\\nd' > f; bash f", ['c', 'd']],
  ['for i in c d; do echo $i >> f; done; bash f', ['c', 'd']],
  ['echo c > f 2> g; bash f', ['c']],
  ['echo c 1> f; bash f', ['c']],
  ['echo c 2> f; bash f', []],
  ['echo c 3> f; bash f', []],
  ['echo c &> f; bash f', ['c']],
  ['echo c >& f; bash f', ['c']],
  ['echo c >| f; bash f', ['c']],
  ['echo c > /dev/null; bash /dev/null', []],
  ['echo c | tee f; bash f', ['c']],
  ['echo c | tee f g; bash g', ['c']],
  ['echo c | tee -a f; bash f', ['c']],
  ['echo c | /usr/bin/tee f; bash f', ['c']],
  ['echo c | sponge f; bash f', ['c']],
  ['tee f <<< c; bash f', ['c']],
  ['tee f <<E\nc\nE\nbash f', ['c']],
  ['cat > f <<E\nc\nE\nbash f', ['c']],
  ['cat - > f <<< c; bash f', ['c']],
  ['(echo c > f); bash f', ['c']],
  ['true && echo c > f; bash f', ['c']],
  ['f() { echo c > f; }; f; bash f', ['c']],
  ['cd "$(x)"; echo c > f; bash f', []],
  ['cd "$(x)"; echo c > /f; bash /f', ['c']],
  ['echo "$(x)" > f; bash f', []],
  ['x > f; bash f', []],
  ['x | tee f; bash f', []],
  ['echo c > "$(x)"; bash f', []],
  ["echo c > ''; bash f", []],
];

const COPIED: readonly (readonly [line: string, runs: readonly string[]])[] = [
  ['echo c > f; cp f g; bash g', ['c']],
  ['echo c > f; cp -p f g; bash g', ['c']],
  ['echo c > f; cp f d; bash d/f', ['c']],
  ['echo c > f; echo d > h; cp f h d; bash d/h', ['d']],
  ['echo c > f; mv f g; bash g', ['c']],
  ['echo c > f; ln -s f g; bash g', ['c']],
  ['echo c > f; link f g; bash g', ['c']],
  ['echo c > f; install f g; bash g', ['c']],
  ['echo c > f; cp h g; bash g', []],
  ['echo c > f; cp f "$(x)"; bash g', []],
  ['echo c > f; d f g; bash g', []],
  ['ln -s /bin/c f; ./f a', ['/bin/c a']],
  ['cp /bin/c d; d/c a', ['/bin/c a']],
  ['ln -s /bin/c f; mv f g; ./g', ['/bin/c']],
  ['cp /usr/bin/c /usr/bin/; c', []],
  ['mv /bin/c /bin/d; mv /bin/d /bin/c; /bin/c', []],
  ['cp bin/c f; ./f', []],
];

const READ: readonly (readonly [line: string, runs: readonly string[]])[] = [
  ['echo c > f; bash < f', ['c']],
  ['echo c > f; bash -s < f', ['c']],
  ['echo c > f; . f', ['c']],
  ['echo c > f; . ./f', ['c']],
  ['echo c > f; source f', ['c']],
  ['echo c > f; cat f | bash', ['c']],
  ['echo c > f; cat < f | bash', ['c']],
  ['echo c > f; echo d > g; cat f g | bash', ['c', 'd']],
  ['echo c > f; echo d | cat f - | bash', ['c', 'd']],
  ['echo c > f; eval "$(cat f)"', ['c']],
  ['echo c > f; xargs -a f d', ['d c']],
  // What is known runs, whatever else does.
  ['echo c > f; cat f g | bash', ['c']],
  ['cat <(d; echo c) | bash', ['c']],
  ['bash <(d; echo c)', ['c']],
  ['. <(d; echo c)', ['c']],
  ['bash < <(d; echo c)', ['c']],
  ['bash -c "$(d; echo c)"', ['?', 'c', '?']],
  ['eval "$(d; echo c)"', ['?', 'c', '?']],
  ['bash <<E\n$(d)\nc\nE', ['?', 'c']],
  ['cat <<E | bash\n$(d)\nc\nE', ['?', 'c']],
  ['cat <<E > f; bash f\n$(d)\nc\nE', ['?', 'c']],
  ['bash <<E\n$(d; echo c)\nE', ['?', 'c', '?']],
  ['exec > f; echo c; exec >&2; bash f', ['c']],
  ['exec >> f; d; echo c; . f', ['c']],
  ['exec > f; echo "$(d) c"; bash f', ['? c']],
];

/** Files of rules, whose commands a shell runs. */
const RULES: readonly (readonly [line: string, runs: readonly string[]])[] = [
  [String.raw`printf 'x:\n\tc\n' > Makefile; make`, ['c']],
  [String.raw`printf 'x:\n\tc\n' > makefile; make x`, ['c']],
  [String.raw`printf 'x:\n\tc\n' > GNUmakefile; gmake -B`, ['c']],
  [String.raw`printf 'x:\n\tc\n' > p/Makefile; make -C p`, ['c']],
  [String.raw`printf 'x:\n    @c a\n' > justfile; just x`, ['c a']],
  [String.raw`printf 'x:\n    c\n' > Justfile; just x`, ['c']],
  [String.raw`printf 'x:\n    c\n' > .justfile; just x`, ['c']],
  [String.raw`printf 'x:\n    c\n' > p/justfile; just -d p x`, ['c']],
  [String.raw`printf 'x:\n  c\n' > j; just -f j x`, ['c']],
  ["echo 'a := `c`' > justfile; just", ['c']],
  [`echo '{"scripts": {"x": "c a", "y": "d"}}' > package.json; npm run x`, ['c a', 'd']],
  [`echo '{"name": "e", "scripts": {"x": "c \\"a b\\""}, "f": {"g": "h"}}' > package.json; yarn x`, ['c a b']],
  [`echo '{"scripts": {"x": "c \${A}"}}' > package.json; pnpm x`, ['c x']],
  [`echo '{"scripts": {"x": "c"}}' > p/package.json; npm --prefix p run x`, ['c']],
  [`echo '{"scripts": {"x": "c"}}' > p/package.json; npm run x`, []],
  [`echo '{"scripts": {"x": "c\\q"}}' > package.json; npm run x`, []],
  [`echo '{"name": "c"}' > package.json; npm run x`, []],
];

/** Streams that are opened on a text have names as files. */
const STREAMS: readonly (readonly [line: string, runs: readonly string[]])[] = [
  ['bash /dev/fd/3 3<<E\nc\nE', ['c']],
  ["bash /proc/self/fd/3 3<<'E'\nc\nE", ['c']],
  ['bash /dev/fd/3 3<<E\n$(d)\nc\nE', ['?', 'c']],
  ['bash /dev/fd/3 3<<<c', ['c']],
  ['bash /dev/fd/3 3< <(echo c)', ['c']],
  ['. /dev/fd/3 3<<<c', ['c']],
  ['exec 3<<<c; bash /dev/fd/3', ['c']],
  ['cat /dev/fd/3 3<<<c | bash', ['c']],
  ['bash 3<<<c <&3', ['c']],
  ['bash <&3', []],
  ['bash /dev/fd/4 3<<<c', []],
  ['exec 3>f; echo c >&3; bash f', ['c']],
  ['exec {n}>f; echo c >&$n; bash f', ['c']],
  ['{ echo c >&3; } 3>f; bash f', ['c']],
  ['exec 3>f; echo c; bash f', []],
  ['echo c > >(bash)', ['c']],
  ['exec 5> >(bash); echo c >&5', ['c']],
  ['bash -c "echo c" > f; bash f', ['echo c', 'c']],
];

const PASSED_ON: readonly (readonly [line: string, runs: readonly string[]])[] = [
  ['echo c | cat | bash', ['c']],
  ['echo c | cat - | bash', ['c']],
  ['echo c | tee -a f | bash', ['c']],
  ['echo c | head -1 | bash', ['c']],
  ['echo c | head -n 1 | bash', ['c']],
  ['echo c | head -n1 | bash', ['c']],
  ['echo c | tail -1 | bash', ['c']],
  ['echo c | sort -u | bash', ['c']],
  ['echo c | sort -r | bash', ['c']],
  ['echo c | uniq | bash', ['c']],
  ['echo c | tac | bash', ['c']],
  ["echo c | sed '' | bash", ['c']],
  ['printf c | bash', ['c']],
  ["printf '%s\\n' c d | bash", ['c', 'd']],
  ['echo c | head -c 1 | bash', []],
  ['echo c | sort f | bash', []],
  ['echo c | sort -- f | bash', []],
  ['echo c | sed s/c/d/ | bash', []],
  ["echo c | sed '' f | bash", []],
  ['echo c | x | bash', []],
  ['echo c | cat f | bash', []],
  ['cat | bash', []],
  ['echo c > f | bash', []],
  ['echo c >&2 | bash', []],
];

describe('what a line writes and then runs is read', () => {
  for (const [line, runs] of [...WRITTEN, ...COPIED, ...READ, ...RULES, ...STREAMS, ...PASSED_ON])
    test(JSON.stringify(line), () => assert.deepEqual(handedOn(line), runs));
});
