import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readShellLine } from '../read.ts';

/** What the last command of a line gets, with D and E unset and H=/h; `?` for what is not known. */
const lastWords = (line: string): string =>
  (readShellLine(line, { cwd: '/w', home: '/h', env: { H: '/h' } }).commands.at(-1)?.words ?? [])
    .map(({ value }) => value ?? '?')
    .join(' ');

const GUARDED = 'rm ?';
const PLAIN = 'rm /*';

describe('a variable behind a test that rules out what is known of it', () => {
  const rows: readonly (readonly [line: string, words: string])[] = [
    ['[ -n "$D" ] && rm "$D"/*', GUARDED],
    ['test -n "$D" && rm "$D"/*', GUARDED],
    ['[ "$D" ] && rm "$D"/*', GUARDED],
    ['[ ! -z "$D" ] && rm "$D"/*', GUARDED],
    ['[ ! "$D" ] || rm "$D"/*', GUARDED],
    ['[ -d "$D" ] && rm "$D"/*', GUARDED],
    ['[ -n "$D" -a -d x ] && rm "$D"/*', GUARDED],
    ['[ "$D" != "" ] && rm "$D"/*', GUARDED],
    ['[ ! "$D" = "" ] && rm "$D"/*', GUARDED],
    ['[[ -n $D && -d x ]] && rm "$D"/*', GUARDED],
    ['[[ ! ( -z $D ) ]] && rm "$D"/*', GUARDED],
    ['! [ -z "$D" ] && rm "$D"/*', GUARDED],
    ['if [ -n "$D" ]; then rm "$D"/*; fi', GUARDED],
    ['if [ -n "$D" ] && true; then rm "$D"/*; fi', GUARDED],
    ['if [ -z "$D" ] || false; then :; else rm "$D"/*; fi', GUARDED],
    ['if false; then :; elif [ -n "$D" ]; then rm "$D"/*; fi', GUARDED],
    ['[ -z "$D" ] && exit; rm "$D"/*', GUARDED],
    ['if [ -z "$D" ]; then exit; fi; rm "$D"/*', GUARDED],
    [': "${D:?}"; rm "$D"/*', GUARDED],
    ['set -u; rm "$D"/*', GUARDED],
    ['set -o nounset; rm "$D"/*', GUARDED],
    ['[ "$H" = /x ] && rm "$H"', GUARDED],
    ['[ -z "$D" ] && rm "$D"/*', PLAIN],
    ['[ -n $D ] && rm "$D"/*', PLAIN],
    ['[ -n "$D" -o x ] && rm "$D"/*', PLAIN],
    ['[ -n "$D"; rm "$D"/*', PLAIN],
    ['[ a b c d e ] && rm "$D"/*', PLAIN],
    ['[ -n "$E" ] && rm "$D"/*', PLAIN],
    ['[ -n "$D" ]; rm "$D"/*', PLAIN],
    ['[ -n "$D" ] || rm "$D"/*', PLAIN],
    ['[ -z "$D" ] || true && rm "$D"/*', PLAIN],
    ['test() { :; }; test -n "$D" && rm "$D"/*', PLAIN],
    ['[[ -n $D || x ]] && rm "$D"/*', PLAIN],
    ['[[ $D == * ]] && rm "$D"/*', PLAIN],
    ['([ -z "$D" ] && exit); rm "$D"/*', PLAIN],
    ['[ -z "$D" ] && exit & rm "$D"/*', PLAIN],
    ['set -u; set +u; rm "$D"/*', PLAIN],
    ['false && set -u; rm "$D"/*', PLAIN],
    ['(: "${D:?}"); rm "$D"/*', PLAIN],
    ['[ -n "$H" ] && rm "$H"', 'rm /h'],
    ['[ -n "$D" ] && D=/ && rm "$D"', 'rm /'],
  ];
  for (const [line, words] of rows) test(`${line} -> ${words}`, () => assert.equal(lastWords(line), words));
});
