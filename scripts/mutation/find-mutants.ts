import { stripTypeScriptTypes } from 'node:module';

/** One small change of a source text. */
export interface Mutant {
  readonly file: string;
  /** 1-based. */
  readonly line: number;
  /** Where the change begins and ends in the text, and what stands there instead. */
  readonly from: number;
  readonly to: number;
  readonly was: string;
  readonly text: string;
}

/**
 * Every small change of a file that a test should notice. Found on the text without its types, which has the same
 * positions, so that nothing is changed that never runs.
 */
export function findMutants(file: string, source: string): readonly Mutant[] {
  const code = stripTypeScriptTypes(source);
  const places = [...findTokens(code)].flatMap((token) => [...changesOf(token, code)]);
  return places
    .filter(({ from, to, text }) => code.slice(from, to) !== text && code.slice(from, to) === source.slice(from, to))
    .map((place) => ({
      file,
      line: source.slice(0, place.from).split('\n').length,
      was: source.slice(place.from, place.to),
      ...place,
    }));
}

type Change = Pick<Mutant, 'from' | 'to' | 'text'>;

interface Token {
  readonly kind: 'word' | 'number' | 'string' | 'sign';
  readonly from: number;
  readonly text: string;
}

/** Comments, templates and regular expressions are passed over; a template's own expressions are not looked into. */
const TOKEN =
  /(\/\/[^\n]*|\/\*[^]*?\*\/|`(?:\\[^]|[^`\\])*`)|((?:'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"))|([A-Za-z_$#][\w$]*)|(\d[\d_]*)|(===|!==|<=|>=|&&|\|\||\?\?|=>|\.\.\.|\?\.|\+=|-=|\+\+|--|[^\s\w])/y;

const REGEX = /\/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\/[dgimsuvy]*/y;

/** A slash behind one of these divides; anywhere else it begins a regular expression. */
const ENDS_VALUE = /^(?:[\w$)\]}'"`]|\+\+|--)$/;

function* findTokens(code: string): Generator<Token> {
  let last = '';
  let at = 0;
  while (at < code.length) {
    if (code[at] === '/' && !/^\/[/*]/.test(code.slice(at, at + 2)) && !ENDS_VALUE.test(last)) {
      REGEX.lastIndex = at;
      const end = REGEX.test(code) ? REGEX.lastIndex : at + 1;
      [at, last] = [end, ')'];
      continue;
    }
    TOKEN.lastIndex = at;
    const match = TOKEN.exec(code);
    if (match === null) {
      at++;
      continue;
    }
    const [text, passed, string, word, number] = match;
    const from = at;
    at = TOKEN.lastIndex;
    if (passed !== undefined && !text.startsWith('`')) continue;
    last = text.at(-1) ?? '';
    if (word !== undefined && /^(?:return|case|typeof|in|of|else|yield|await)$/.test(word)) last = '(';
    if (passed === undefined)
      yield { kind: string ? 'string' : word ? 'word' : number ? 'number' : 'sign', from, text };
  }
}

const SWAPS: Readonly<Record<string, readonly string[]>> = {
  '===': ['!=='],
  '!==': ['==='],
  '<': ['<='],
  '<=': ['<'],
  '>': ['>='],
  '>=': ['>'],
  '&&': ['||'],
  '||': ['&&'],
  '??': ['&&'],
  '+': ['-'],
  '-': ['+'],
  'true': ['false'],
  'false': ['true'],
  'some': ['every'],
  'every': ['some'],
  'startsWith': ['endsWith'],
  'endsWith': ['startsWith'],
  'min': ['max'],
  'max': ['min'],
  'break': [''],
  'continue': [''],
};

function* changesOf({ kind, from, text }: Token, code: string): Generator<Change> {
  const to = from + text.length;
  const around = code[from - 1] === ' ' && code[to] === ' ';
  if (kind === 'string') {
    if (isModuleName(code, from)) return;
    yield { from, to, text: text.length === 2 ? "'x'" : "''" };
  } else if (kind === 'number') {
    yield { from, to, text: String(Number(text.replaceAll('_', '')) + 1) };
  } else if (text === '!' && /[\w$(!]/.test(code[to] ?? '') && !/[\w$)\]]/.test(code[from - 1] ?? '')) {
    yield { from, to, text: '' };
  } else if (text === 'if') {
    yield* conditionsOf(code, to);
  } else if (kind === 'sign' ? around : code[from - 1] === '.' || !/^(?:some|every|.*With|min|max)$/.test(text)) {
    for (const other of Object.hasOwn(SWAPS, text) ? (SWAPS[text] ?? []) : []) yield { from, to, text: other };
  }
}

const isModuleName = (code: string, from: number): boolean =>
  /(?:^|\n)(?:import|export)\b[^;]*$/.test(
    code
      .slice(Math.max(0, from - 400), from)
      .split(';')
      .at(-1) ?? '',
  );

/** The condition of an `if` becomes always and never true. */
function* conditionsOf(code: string, behind: number): Generator<Change> {
  const open = code.indexOf('(', behind);
  let depth = 0;
  for (const { from, text } of findTokens(code.slice(open))) {
    if (text === '(') depth++;
    if (text === ')' && --depth === 0) {
      for (const value of ['true', 'false']) yield { from: open + 1, to: open + from, text: value };
      return;
    }
  }
}
