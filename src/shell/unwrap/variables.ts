import { ESCAPES } from '../tables/escapes.ts';
import { PROGRAM_VARIABLES } from '../tables/text-options.ts';
import { literalWord } from '../words/fields.ts';
import { unwrapCode } from './code.ts';
import { NOTHING, runsText, type Around, type Inner } from './inner.ts';
import { unwrapTar } from './texts.ts';
import { matchesOf } from '../../base/text.ts';

/** Variables that hold options or commands of a program, and which program that is. */
const SPOKEN: ReadonlyMap<string, string> = new Map([
  ['LESS', 'less'],
  ['MORE', 'less'],
  ['VIMINIT', 'vim'],
  ['EXINIT', 'vim'],
  ['MAKEFLAGS', 'make'],
  ['GNUMAKEFLAGS', 'make'],
  ['MFLAGS', 'make'],
]);
const CODE: ReadonlyMap<string, string> = new Map([
  ['PERL5OPT', 'perl'],
  ['PERL5DB', 'perl'],
  ['RUBYOPT', 'ruby'],
  ['NODE_OPTIONS', 'node'],
]);

/** The words that tar makes of `TAR_OPTIONS`: a backslash and quotes keep a blank. */
const tarOptions = (value: string): readonly string[] =>
  matchesOf(value, /(?:\\[^]|"[^"]*"|'[^']*'|[^\s\\])+/g).map((word) => word.replace(/\\([^])|["']/g, '$1'));

/** What a program starts because of a variable that it gets: `PAGER=x`, `LESS='+!x'`, `TAR_OPTIONS=--to-command=x`. */
export function readVariable(name: string, value: string | null, around: Around): readonly Inner[] {
  if (PROGRAM_VARIABLES.test(name)) return [runsText(value?.replace(/^\s*\|{0,2}-?\s*/, '') ?? null)];
  if (value === null) return NOTHING;
  if (/^BASH_FUNC_.*(?:%%|\(\))$/.test(name)) return [runsText(value.replace(/^\s*\(\)/, ''))];
  if (/^(?:BASH_)?ENV$/.test(name)) return [runsText(around.contentOf(literalWord(value)) ?? '')];
  if (/^GIT_CONFIG_VALUE_\d+$/.test(name)) return value.startsWith('!') ? [runsText(value.slice(1))] : NOTHING;
  if (name === 'GIT_CONFIG_PARAMETERS')
    return [...value.matchAll(/[='"]!([^']+)/g)].map(([, text = '']) => runsText(text));
  if (name === 'TAR_OPTIONS') return unwrapTar(['tar', ...tarOptions(value)].map(literalWord));
  const code = CODE.get(name);
  if (code !== undefined)
    return unwrapCode([literalWord(code), literalWord(value)], { ...around, stdin: { kind: 'inherit' } });
  const spoken = SPOKEN.get(name);
  const escapes = spoken === undefined ? undefined : ESCAPES.get(spoken);
  if (escapes === undefined) return NOTHING;
  const texts = spoken === 'less' ? matchesOf(value, /\+{1,2}![^\n]*/g) : [value];
  return texts.flatMap((text) =>
    [...text.matchAll(escapes.runs)].flatMap((match) => {
      const found = match.slice(1).find((part?: string) => part !== undefined && /\S/.test(part));
      return found === undefined ? [] : [runsText(found)];
    }),
  );
}
