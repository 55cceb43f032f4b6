import assert from 'node:assert/strict';
import { it } from 'node:test';
import { checkTerminal } from './check-terminal.ts';

const rows: readonly (readonly [env: Readonly<Record<string, string>>, isTerminal: boolean, expected: RegExp])[] = [
  [{ TERM: 'xterm-256color', LANG: 'en_US.UTF-8' }, true, /^ok: xterm-256color, UTF-8, colors$/],
  [
    { TERM: 'xterm', LANG: 'C', LC_ALL: 'de_DE.utf8', NO_COLOR: '1' },
    true,
    /^ok: xterm, UTF-8, no colors \(NO_COLOR\)$/,
  ],
  [{ TERM: 'xterm', LANG: 'en_US.UTF-8', LC_ALL: 'C' }, true, /^warning: xterm; the locale \(C\) is not UTF-8/],
  [{ TERM: 'xterm' }, true, /^warning: xterm; the locale \(none\)/],
  [{ TERM: 'dumb', LANG: 'C.UTF-8' }, true, /^warning: TERM names no terminal/],
  [{}, false, /^ok: no terminal/],
];
for (const [env, isTerminal, expected] of rows) {
  it(`the terminal of ${JSON.stringify(env)}${isTerminal ? '' : ', that is none'}`, () => {
    const { level, says } = checkTerminal(env, isTerminal);
    assert.match(`${level}: ${says}`, expected);
  });
}
