import type { Concept } from './lexicon.ts';
import type { Token } from './token.ts';

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(' '));

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

/** What else is nothing where it is part of a name. */
const NAMED: ReadonlySet<Concept> = new Set<Concept>(['lapsed', 'approved']);

/** Whether it is an act of sending that others do: "a job that sends". */
export const isSentByOthers = (concept: Concept, text: string, tokens: readonly Token[], i: number): boolean =>
  concept === 'send' && tokens[i] !== undefined && !isInName(text, tokens[i]) && isDescribed(tokens, i);

/** Whether a phrase says of something that it does not: "the command does not ask". */
export const isDenied = (tokens: readonly Token[], i: number): boolean =>
  tokens[i]?.word === 'not' && DENIALS.has(before(tokens, i, 1)) && !isToReader(tokens, i);

const DENIALS = setOf('does did is was are were can would could will');

/** Whether a word may mean what its table says: an act, that somebody is told to do it; a state, that it is no name. */
export function mayMean(concept: Concept, text: string, tokens: readonly Token[], i: number): boolean {
  const token = tokens[i];
  if (token === undefined) return false;
  if (concept === 'agent') return !isPrefix(text, tokens, i);
  const isAct = ACTS.has(concept);
  if (!isAct && !NAMED.has(concept)) return true;
  return (token.isRespelt || !isInName(text, token)) && !(isAct && isDescribed(tokens, i));
}

const MAKERS = setOf('ai coding sub review reviewing llm code');
const PREFIX = /[-/_][a-z]/y;

/** Whether a name of machines only begins the name of something else: ai-sdk, agent/findkey. */
function isPrefix(text: string, tokens: readonly Token[], i: number): boolean {
  PREFIX.lastIndex = tokens[i]?.end ?? 0;
  const isCompound = text[(tokens[i]?.start ?? 0) - 1] === '-' && !MAKERS.has(tokens[i - 1]?.word ?? '');
  return isCompound || (PREFIX.test(text) && !READERS.has(tokens[i + 1]?.word ?? ''));
}

/** Whether a word is part of a name: of a path, an option, an identifier, a compound. What is named is not done. */
function isInName(text: string, { start, end }: Token): boolean {
  const [before, after] = [text[start - 1] ?? ' ', text[end] ?? ' '];
  if (before === '/' || before === '_' || before === '-' || after === '_')
    return isLetter(text, start - 2) || before !== '/';
  if ((before === '.' || before === '\\') && isLetter(text, start - 2)) return true;
  if (after === '(' || (before === after && isQuote(before))) return true;
  return (after === '-' || after === '/' || after === '.') && isLetter(text, end + 1) && !isSpelling(text, end);
}

const isQuote = (mark: string): boolean => mark === '`' || mark === '"' || mark === "'";

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

const ABLE = setOf('can could might would may cannot will');
const SUBJECTS = setOf('this it that which they who these');
const READERS = setOf('you agent agents assistant assistants ai bot claude please i we');
const PURPOSES = setOf(
  'used able allowed wish wishing trying tries attempt attempts attempting ability possible option options support easy easier how designed intended way ways fail fails failed failing useful unable possibility opportunity capability permission permissions',
);
/** What stands before a thing: a run, an override, your push, a memory leak. */
const BEFORE_NOUN = setOf(
  'a an the this that your our my their its his her each per every no another user users memory resource handle socket git',
);
/** Acts that are called like the thing they make. */
const NOUNS = setOf(
  'override overrides share print push post posts list call run runs start launch mail email upload uploads leak leaks paste echo output display transfer quote drop fill skip disabled',
);
/** Of others it is said so; a reader is told to "send". */
const OF_OTHERS = setOf(
  'sends posts publishes delivers runs executes calls starts launches performs deletes removes drops disables skips bypasses ignores forgets overrides prints shows displays outputs returns lists writes includes attaches copies adds reveals',
);
const FAR = 6;

/** Whether it is said of others that they do it, can do it or wish to, or of the thing, and nobody is told to. */
function isDescribed(tokens: readonly Token[], i: number): boolean {
  const word = tokens[i]?.word ?? '';
  const [one, two] = [before(tokens, i, 1), before(tokens, i, 2)];
  if (one === 'to') return PURPOSES.has(two);
  if (ABLE.has(one)) return two !== '' && !READERS.has(two);
  if (NOUNS.has(word) && BEFORE_NOUN.has(one)) return true;
  if (word.startsWith('override') && isNamedOverride(tokens, i)) return true;
  if (SUBJECTS.has(one) && word.endsWith('s')) return true;
  return OF_OTHERS.has(word) && !isToReader(tokens, i);
}

const KINDS_OF_OVERRIDE = setOf('system instruction instructions prompt own manual config or');

/** An override as a thing: of some kind, or with nothing behind it. */
function isNamedOverride(tokens: readonly Token[], i: number): boolean {
  const next = tokens[i + 1];
  return KINDS_OF_OVERRIDE.has(before(tokens, i, 1)) || (next !== undefined && next.sentence !== tokens[i]?.sentence);
}

function isToReader(tokens: readonly Token[], i: number): boolean {
  for (let k = 1; k <= FAR; k++) if (READERS.has(before(tokens, i, k))) return true;
  return false;
}

/** The word so many before, of the same sentence. */
function before(tokens: readonly Token[], i: number, count: number): string {
  const token = tokens[i - count];
  return token !== undefined && token.sentence === tokens[i]?.sentence ? token.word : '';
}

/** Whether a place of secrets is one where something is put: "into your .env". */
export function isGoal(tokens: readonly Token[], i: number): boolean {
  const [one, two] = [before(tokens, i, 1), before(tokens, i, 2)];
  if (one === 'your' || one === 'the') return two === 'into' || two === 'to' || (two === 'in' && one === 'your');
  return one === 'into';
}
