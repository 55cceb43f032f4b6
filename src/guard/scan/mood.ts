import type { Concept } from './lexicon.ts';
import type { Token } from './token.ts';

/** Acts: what stands before one of them can turn it into its opposite. */
export const ACTS: ReadonlySet<Concept> = new Set<Concept>([
  ...([
    'override',
    'void',
    'reveal',
    'send',
    'put',
    'run',
    'destroy',
    'disable',
    'identity',
    'unasked',
    'stealth',
    'decode',
    'obey',
    'keep',
  ] as const),
]);

/** Whether a word that stands for an act may be one, and one that somebody is told to do. */
export function mayBeOrder(text: string, tokens: readonly Token[], i: number): boolean {
  const token = tokens[i];
  return token !== undefined && (token.isRespelt || !isInName(text, token)) && !isDescribed(tokens, i);
}

/** Whether a word is part of a name: of a path, an option, an identifier, a compound. What is named is not done. */
function isInName(text: string, { start, end }: Token): boolean {
  const [before, after] = [text[start - 1] ?? ' ', text[end] ?? ' '];
  if (before === '/' || before === '_' || before === '-' || after === '_')
    return isLetter(text, start - 2) || before !== '/';
  if ((before === '.' || before === '\\') && isLetter(text, start - 2)) return true;
  return (after === '-' || after === '/' || after === '.') && isLetter(text, end + 1) && !isSpelling(text, end);
}

/** A sentence with other marks than blanks between its words is one nevertheless. */
const SPELLING = /(?:[-/._][a-z]{1,20}){3}/y;

function isSpelling(text: string, at: number): boolean {
  SPELLING.lastIndex = at;
  return SPELLING.test(text);
}

function isLetter(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return (code >= 0x61 && code <= 0x7a) || (code >= 0x30 && code <= 0x39);
}

const ABLE = new Set(['can', 'could', 'might', 'would', 'may', 'cannot', 'will']);
const SUBJECTS = new Set(['this', 'it', 'that', 'which', 'they', 'who', 'these']);
const READERS = new Set([
  'you',
  'agent',
  'agents',
  'assistant',
  'assistants',
  'ai',
  'model',
  'bot',
  'claude',
  'please',
]);
const PURPOSES = new Set(
  'used able allowed wish wishing trying tries attempt attempts attempting ability possible option options support easy easier how designed intended way ways fail fails failed failing useful unable possibility opportunity capability permission permissions'.split(
    ' ',
  ),
);

/** Whether it is said of others that they do it, can do it or wish to, and nobody is told to. */
function isDescribed(tokens: readonly Token[], i: number): boolean {
  const word = tokens[i]?.word ?? '';
  const [one, two] = [before(tokens, i, 1), before(tokens, i, 2)];
  if (one === 'to') return PURPOSES.has(two);
  if (ABLE.has(one)) return two !== '' && !READERS.has(two) && (one !== 'will' || SUBJECTS.has(two));
  return SUBJECTS.has(one) && word.endsWith('s');
}

/** The word so many before, of the same sentence. */
function before(tokens: readonly Token[], i: number, count: number): string {
  const token = tokens[i - count];
  return token !== undefined && token.sentence === tokens[i]?.sentence ? token.word : '';
}
