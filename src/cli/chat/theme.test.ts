import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createTheme, wantsColor } from './theme.ts';

it('colors are wanted unless NO_COLOR says something or the terminal is dumb', () => {
  const rows = [
    [{}, true],
    [{ NO_COLOR: '' }, true],
    [{ NO_COLOR: '1' }, false],
    [{ TERM: 'dumb' }, false],
  ] as const;
  for (const [env, wanted] of rows) assert.equal(wantsColor(env), wanted, JSON.stringify(env));
});

it('without colors nothing is painted, with them it is ended where it ends', () => {
  assert.equal(createTheme({ color: false, utf8: true }).paint('red', 'a'), 'a');
  const { paint, exact } = createTheme({ color: true, utf8: true });
  assert.deepEqual([paint('red', 'a'), paint('red', '')], ['\u001b[31ma\u001b[39m', '']);
  assert.equal(exact('é'), 'é');
  assert.equal(createTheme({ color: true, utf8: false }).exact('é😀a'), '\\u{e9}\\u{1f600}a');
});
