/** Words that say nothing about a subject, in English, German, Spanish and French, as {@link splitWords} writes them. */
const STOP: ReadonlySet<string> = new Set(
  `a about above after again all also am an and another any are as at be because been before being below between both but by
 can cannot could did do does doesn doing don down during each either else every few for from further get gets getting give
 go goes going got had has have having he help her here hers him his how i if in into is isn it its just keep keeps let like
 ll m made make makes making many may me mine more most much must my need needs no nor not now of off on once one only or
 other our out over own per please pls s same she should so some still such t than that the their them then there these they
 thing things this those through to too two under until up us use used user uses using ve very via want wants was way we well
 were what when where whether which while who whom whose why will with within without won would yes yet you your yours
 re d w hi hello thanks thank really actually something someone somebody anything everything always never new old good bad
 die der das den dem des ein eine einen einem einer eines und oder aber nicht kein keine ist sind war wird werden wir ich
 du er sie es ihr uns unser unsere unseren unserem mein meine meinen kann kannst konnen muss soll sollen will wollen haben hat
 hast fur mit von vom zu zum zur im in am an auf aus bei nach uber unter vor wie was wo wer warum welche welcher welches bitte
 mir mich dir dich ihm ihn so viel zwei dass als auch noch nur schon sich man gibt
 el la los las un una unos unas y o de del al en con por para que se su sus mi mis tu tus es son lo le les como este esta estos
 estas ese esa muy mas si sin hay ser nuestro nuestra quiero puedo puede favor
 les le un une des du et ou au aux dans sur avec pour par que qui ne pas ce cet cette ces il elle nous vous ils elles mon ma mes
 ton ta tes son sa ses notre nos votre vos leur est sont etre avoir je dois peux peut comment sil te plait plus`
    .split(/\s+/)
    .filter(Boolean),
);

const SIGNS: readonly (readonly [RegExp, string])[] = [
  [/\bc\+\+/gi, ' cpp '],
  [/\bc#/gi, ' csharp '],
  [/(?<![\w])\.net\b/gi, ' dotnet '],
  [/\be-mail/gi, ' email'],
];
const SIGN = /[+#]|\.net|e-mail/i;
const ASCII = /^[\0-\x7f]*$/;
const WORD = /[\p{L}\p{N}]+/gu;
const ASCII_WORD = /[a-z0-9]+/gi;
/** Nothing to take apart. */
const PLAIN = /^(?:[A-Z]?[a-z0-9]+|[A-Z]+)$/;
const MARKS = /\p{M}/gu;
const CAMEL = /(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u;
/** Scripts that put no blanks between words. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
const LONGEST_WORD = 40;

/**
 * The words of a text in their order, in lower case and without accents. `readFile` and `read_file` give their parts and
 * the whole; a script without blanks gives pairs of characters.
 */
export const splitWords = (text: string): readonly string[] => splitTokens(text).flatMap(toWords);

/** What stands between blanks and signs, as it is written but for accents. */
function splitTokens(text: string): readonly string[] {
  const spelt = SIGN.test(text) ? SIGNS.reduce((all, [sign, word]) => all.replace(sign, word), text) : text;
  if (ASCII.test(spelt)) return spelt.match(ASCII_WORD) ?? [];
  return spelt.replaceAll('ß', 'ss').normalize('NFKD').replace(MARKS, '').match(WORD) ?? [];
}

function toWords(token: string): readonly string[] {
  if (token.length > LONGEST_WORD) return [];
  if (PLAIN.test(token)) return [token.toLowerCase()];
  return UNSPACED.test(token) ? toPairs(token) : toParts(token);
}

function toParts(raw: string): readonly string[] {
  const whole = raw.toLowerCase();
  const parts = raw.split(CAMEL);
  return parts.length === 1 ? [whole] : [...parts.map((part) => part.toLowerCase()), whole];
}

function toPairs(raw: string): readonly string[] {
  const chars = [...raw];
  return chars.length === 1 ? chars : chars.slice(1).map((char, at) => `${chars[at] ?? ''}${char}`);
}

const isStop = (word: string): boolean => STOP.has(word) || (word.length === 1 && !/[cr]|[^a-z0-9]/.test(word));

/** Endings, the longest first, each with the fewest letters that must be left before it. */
const ENDINGS: readonly (readonly [string, number])[] = [
  ['isations', 4],
  ['izations', 4],
  ['isation', 4],
  ['ization', 4],
  ['ations', 4],
  ['ation', 4],
  ['ments', 4],
  ['ingly', 4],
  ['ment', 4],
  ['ings', 3],
  ['ions', 4],
  ['ness', 4],
  ['able', 4],
  ['ing', 3],
  ['ion', 4],
  ['ity', 4],
  ['ies', 3],
  ['ie', 3],
  ['ers', 4],
  ['ise', 4],
  ['ize', 4],
  ['ive', 4],
  ['ed', 3],
  ['er', 4],
  ['or', 4],
  ['es', 3],
  ['en', 4],
  ['al', 4],
  ['ly', 4],
  ['e', 3],
  ['s', 3],
  ['y', 3],
];

/** What is left of a word without its ending: `deploying`, `deployment` and `deploys` are one. Light, and no linguistics. */
export function toStem(word: string): string {
  let stem = word.endsWith('s') && word.length > 4 && !word.endsWith('ss') ? word.slice(0, -1) : word;
  for (const [ending, left] of ENDINGS) {
    if (stem.length - ending.length < left || !stem.endsWith(ending)) continue;
    if (ending === 'y' && /[aeou]y$/.test(stem)) break;
    stem = stem.slice(0, -ending.length);
    break;
  }
  const last = stem.at(-1);
  return stem.length > 3 && last === stem.at(-2) && last !== 's' && last !== 'l' ? stem.slice(0, -1) : stem;
}

const MOST_KEPT = 50_000;
/** Stems of what was seen before, by how it was written; emptied when full. */
const stems = new Map<string, readonly string[]>();

/** The stems of the words of a text that say something about its subject, in their order. */
export function toStems(text: string): readonly string[] {
  const found: string[] = [];
  for (const token of splitTokens(text)) {
    let known = stems.get(token);
    if (known === undefined) {
      known = toWords(token).flatMap((word) => (isStop(word) ? [] : [toStem(word)]));
      if (stems.size >= MOST_KEPT) stems.clear();
      stems.set(token, known);
    }
    for (const stem of known) found.push(stem);
  }
  return found;
}
