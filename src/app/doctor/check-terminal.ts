import type { Check } from './check.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** What the terminal can show, as far as the environment says it. */
export function checkTerminal(env: Env, isTerminal: boolean): Check {
  if (!isTerminal) return { name: 'terminal', level: 'ok', says: 'no terminal: nothing is asked here', hint: null };
  const locale = [env['LC_ALL'], env['LC_CTYPE'], env['LANG']].find(Boolean) ?? '';
  const type = env['TERM'] ?? '';
  if (type === '' || type === 'dumb') {
    const says = 'TERM names no terminal that can be drawn on: no colors, and setup takes flags only';
    return { name: 'terminal', level: 'warning', says, hint: 'export TERM=xterm-256color, where it is one' };
  }
  if (!/utf-?8/i.test(locale)) {
    const says = `${type}; the locale (${locale === '' ? 'none' : locale}) is not UTF-8, so some signs may look wrong`;
    return { name: 'terminal', level: 'warning', says, hint: 'export LANG=C.UTF-8' };
  }
  const colors = env['NO_COLOR'] ? 'no colors (NO_COLOR)' : 'colors';
  return { name: 'terminal', level: 'ok', says: `${type}, UTF-8, ${colors}`, hint: null };
}
