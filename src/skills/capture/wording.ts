import { HIDDEN_VALUE, hideCredentials } from '../../guard/scan/credentials.ts';
import type { Sentence } from './sentences.ts';

/** Only where a mark follows: `No, use tabs`, and not `no sleeps`. */
const SAID =
  /^[\s,;:.!–—-]*(?:ok(?:ay)?|yes|yeah|yep|no|nope|hi|hello|thanks|thank you|thx|cool|good|great|nice|perfect|well|hm+|ah|oh|sorry|now|actually|ps|btw|fyi|one (?:more|last) thing|not like (?:this|that)|i (?:have |already )?told you(?: before| already)?)\s*[,;:.!–—]\s*/i;
const START =
  /^[\s,;:.!–—-]*(?:(?:ok(?:ay)?|hey|please|pls|kindly|also|and|but|so|the(?= next time))(?=[\s,;:.!–—])|(?:can|could|would|will) you\b|you (?:should|must|need to|have to|ought to|are to)\b|i(?: want| need| expect|'d like| would like) you to\b|(?:i|we)(?= prefer\b)|next time\b|from (?:now|here|today|this point) on(?:wards?)?\b|going forward\b|henceforth\b|as of (?:now|today)\b|for future reference\b|in (?:the )?future\b|(?:don't forget|do not forget|remember) to\b|(?:make sure|be sure|see to it|take care)(?: to\b| (?=always|never)))/i;
const NEXT_TIME = /\bnext time,? (?=(?:you|i|we|there|the|a|an|someone)\b[^,]{2,160},)/i;
const END = /[\s,]*\b(?:from now on|next time|in (?:the )?future|going forward|please)(?=[.!]*$)/i;
const MIDDLE = /,? ?\b(?:from now on|in (?:the )?future),? (?=\w)/i;

/** A sentence as an instruction: without what only addresses the agent, and without the phrase that told it. */
export function toInstruction(sentence: string): string {
  let left = sentence.replaceAll('’', "'").replace(NEXT_TIME, 'when ').trim();
  for (let next = ''; next !== left;) {
    next = left;
    left = left.replace(SAID, '').replace(START, '');
  }
  left = left
    .replace(/^[\s,;:.!–—-]+/, '')
    .replace(END, '')
    .replace(MIDDLE, ' ')
    .replace(/\bplease /gi, '')
    .replace(/\b((?:don't|do not|never) [^,;:.!?]{1,160}?) again\b/i, '$1')
    .replace(/[?!]+$/, '.')
    .trim();
  return left === '' ? '' : `${(left[0] ?? '').toUpperCase()}${left.slice(1)}`;
}

/** Sentences that go on with an instruction rather than say something else. */
const GOES_ON =
  /^(?:then|also|otherwise|and|but|only|never|always|do not|don't|afterwards|after that|finally|if|when|unless|keep|use|likewise|in particular|the same|each|every|both)\b|^(?:\S+ ){0,3}(?:it|its|them|they|their)\b/;
const TURNS_AWAY =
  /^(?:now|i|i'm|i've|he|she|thanks|thank you|this time|today|it (?:is|was|has)|that|what|let's|they (?:are|were)|otherwise fine)\b/;

export const goesOn = ({ spoken }: Sentence): boolean =>
  GOES_ON.test(spoken) && !TURNS_AWAY.test(spoken) && !/\?["')\]]?$/.test(spoken);

const GIVEN =
  /\b(pass(?:word|phrase)|pin|api[-_ ]?key|access[-_ ]?key|secret|token)(\s*(?:=|:|\bis\b)\s*)(?=\S*[\d!@#$%^&*_-])("[^"]+"|'[^']+'|[^\s"'`,;<]{6,})/gi;
const IN_ADDRESS = /(\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s:/@]{0,80}:)[^\s:/@]+(?=@)/gi;

/** The text with everything that looks like a secret replaced by a placeholder. */
export const hideSecrets = (text: string): string =>
  hideCredentials(text).replaceAll(GIVEN, `$1$2${HIDDEN_VALUE}`).replaceAll(IN_ADDRESS, `$1${HIDDEN_VALUE}`);
