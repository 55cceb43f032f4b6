/** What an instruction for later was told by, and where in the sentence it begins. */
export interface Phrase {
  readonly phrase: string;
  readonly start: number;
  readonly end: number;
}

const TOWARDS_YOU =
  "(?:can|could|would|will) you|you (?:should|must|need to|have to|ought to|are to|can|had better)|i(?: want| need| expect|'d like| would like) you to|i (?:told|asked) you(?: before| already)?(?: to)?|(?:let's|let us)|we (?:must|need to|have to)|try to";
const FILLER =
  'ok(?:ay)?|yes|yeah|yep|no|nope|hey|hi|hello|thanks|thank you|thx|cool|good|great|nice|fine|perfect|right|well|hm+|ah|oh|sorry|please|pls|kindly|just|also|and|but|so|then|again|now|actually|instead|plus|ps|note|nb|important|reminder|rule|lesson|btw|fyi|still|the|as a rule|in general|generally|here|(?:for|in) (?:this|our|the|my) (?:repo(?:sitory)?|project|code ?base|team|workspace)';
const LEAD_IN = new RegExp(`(?:^|[\\s,;:.!(–—-])(?:${FILLER}|${TOWARDS_YOU})[\\s,;:.!–—-]*$`);
/** What comes behind is told, or is to be written down. */
const REPORTS =
  /\b(?:say(?:s|ing)?|said|reads?|means?|states?|called|titled|named|tells?|according to .*|wrote|writes?|answers?|translate|write|print|add|type|reply|spell|quote|text|title|string|comment|summari[sz]e|that|runbook|manual|docs?|read ?me|guide|log|warning|errors?)\s*[,:]?\s*$/;
const OTHERS = /^(?:i|we|he|she|they|it|there|this|that|someone|everybody|everyone|people|who)\b/;

const ASKS = /\b(?:explain|tell me|wonder|when|why|how|whether|what|if|which)\b/;

/** Whether what stands before a phrase leaves it to begin an order to the agent. */
export function leadsIn(before: string): boolean {
  let left = before.trimEnd();
  for (let match = LEAD_IN.exec(left); match !== null; match = LEAD_IN.exec(left)) left = left.slice(0, match.index);
  left = left.trimEnd();
  if (/^[\s"'([]*$/.test(left)) return true;
  const isBoundary = /[,;:.!)–—-]$/.test(left) || /[,;:.!)–—]\s/.test(before.slice(left.length, left.length + 2));
  if (isBoundary) return !REPORTS.test(left.replace(/[,;:.!)–—-]+$/, ''));
  if (/^(?:for|in|on|with|during)\b(?!.*\b(?:i|he|she|they|it|we|you)\b)[^,]{2,60}$/.test(left)) return true;
  return (
    /\b(?:must|should|has to|have to|needs? to|make sure to)$/.test(left) && !OTHERS.test(left) && !ASKS.test(left)
  );
}

const CLAUSE =
  /^(?:if|when|whenever|before|after|once|while|unless|until|as soon as|every time|each time|where|for|in|on|with|you|i|we|someone|somebody|a|an|the|something|there|it|this)\b[^,]{2,200},\s*(?:then\s+)?/;
const NO_ORDER =
  /^(?:i|i'm|i've|i'll|i'd|he|she|they|it|it's|there|there's|this|that|that's|these|those|the|a|an|my|his|her|its|our|their|your|who|what|why|how|which|we|we're|you(?:'re|'ve|'ll)?|maybe|perhaps|probably|people|then|\w+s (?:usually|often|sometimes|mostly|rarely|tend|are|were|have|had|will))\b/;
const SAYS_HOW_IT_MUST_BE =
  /\b(?:must|should|shall|has to|have to|needs? to|gets?|goes|go into|want you to|need you to|expect|would like|'d like|belongs?|may not|cannot)\b/;
const YOU_WILL =
  /^(?:you (?:will|should|must|need|have to|can|may|do|use|are to|don't|never|always)|i (?:want|need|expect|would like|'d like) (?:every|all|each|the|a|an|to see)|we (?:use|do|will|should|must|write|keep|want|don't|never|always|only))\b/;

const strip = (text: string): string => {
  let left = text.replace(/^[\s,;:.!–—-]+/, '');
  const filler = new RegExp(`^(?:${FILLER.replace('the|', '')}|${TOWARDS_YOU})(?:[\\s,;:!–—-]+|$)`);
  for (let match = filler.exec(left); match !== null && match[0] !== ''; match = filler.exec(left))
    left = left.slice(match[0].length);
  return left;
};

/** Whether a clause tells what is to be done: it begins with a verb, or says how things must be. */
export function isOrder(text: string, isWide = false): boolean {
  const whole = strip(text);
  const condition = CLAUSE.exec(whole);
  const left = condition === null ? whole : strip(whole.slice(condition[0].length));
  if ((left.match(/[\p{L}\p{N}_]+/gu) ?? []).length < 2) return false;
  if (isWide && YOU_WILL.test(left)) return true;
  return !NO_ORDER.test(left) || (isWide && SAYS_HOW_IT_MUST_BE.test(left) && !/^(?:i|he|she|they|it)\b/.test(left));
}

const ONCE =
  /\b(?:today|tonight|tomorrow|right now|for now|this (?:time|once|afternoon|morning|evening|week)|(?:at|by|until) (?:noon|midnight|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\d{1,2}(?::\d\d)?(?: ?[ap]m)?(?![\w%.-]))|(?:on|by|next) (?:mon|tues|wednes|thurs|fri|satur|sun)day)\b/;
const IT_ALONE = /^\s*(?:it|this|that|those|them|now|please|here|already|immediately|\s)*(?:[.!,;]|$)/;

type Accepts = (before: string, after: string, match: string) => boolean;

/** The phrase opens the sentence and the order follows, or it closes it and the order stands before. */
const aroundOrder: Accepts = (before, after) => {
  if (/^[-\w]/.test(after)) return false;
  const isLast = /^[\s,.!)]*$/.test(after);
  if (isLast) return isOrder(before, true) && !REPORTS.test(before) && !/\bsee (?:you|ya)\b/.test(before);
  return leadsIn(before)
    ? isOrder(after, true)
    : !REPORTS.test(before) && isOrder(before) && /^[,.;]|^ (?:when|if|before|after|for|in)\b/.test(after);
};
const withOrder: Accepts = (before, after) =>
  leadsIn(before) && !/^\s*(?:it|this|that)\b(?:\s\w+){0,2}[.!]*$/.test(after) && !ONCE.test(after);
const VERB =
  /^(?:\s+[\w-]+){2,12}?\s(?=(?:use|run|check|write|add|show|give|start|begin|look|keep|list|read|make|do|put|open|take|send|explain|answer|prefer|don't|never|always|first|create|update|include|verify|record|save|ask|tell|regenerate|stop|wait|document|note|test)\b)/;
const afterCondition: Accepts = (before, after) => {
  const cut = /^[^,:]{0,200}[,:] ?(?=.)/.exec(after) ?? VERB.exec(after);
  return leadsIn(before) && cut !== null && isOrder(after.slice(cut[0].length));
};

/** A condition that is about what can come again, not about what lies on the table. */
const GENERAL =
  /^\s*(?:a|an|any|anything|some|someone|something|no|none|one of|nobody|two|several|more than|you|we|i ask|ci)\b(?! (?:have|can|could|want|like|think|know|agree|are (?:done|finished|ready)|finish|(?:find|see|spot) (?:it|the|that|out)|don't mind|need (?:me|more)))/;
const LASTING = /\b(?:never|always|rather|instead|before|first|not the|only|then)\b/;
const PASSING =
  /^\s*(?:that|this|it|those|possible|needed|necessary|in doubt|so|not|you (?:have|can|could|want|like|wish))\b|^\s*\(/;

const ifThen: Accepts = (before, after) => {
  if (!leadsIn(before) || PASSING.test(after) || ONCE.test(after) || /\bused to say\b/.test(after)) return false;
  const cut = /,\s*(?:then\s+)?|\s+then\s+/.exec(after);
  if (cut === null) return false;
  const rest = after.slice(cut.index + cut[0].length);
  const isGeneral = GENERAL.test(after) || LASTING.test(after.slice(cut.index));
  return isGeneral && isOrder(rest);
};

const notOnceMore: Accepts = (before, after, match) => {
  const what = match.replace(/^(?:don't|dont|do not|never)\s+(?:ever\s+)?\w+/, '').replace(/\s*again$/, '');
  return leadsIn(before) && (!IT_ALONE.test(what) || /^ (?:without|before|unless|until|when|if)\b/.test(after));
};

const isPast = /^(?!need|feed|embed|seed|speed|exceed|proceed|succeed)\w+ed$/;
const everOrNever: Accepts = (before, after) => {
  const next = /^,?\s+(?:(?:ever,?|just|simply|be|silently)\s+)?([\w_]+)/.exec(after)?.[1] ?? '';
  const isVerb = next !== '' && !isPast.test(next) && !NO_VERB.has(next);
  if (!isVerb || ONCE.test(after)) return false;
  return leadsIn(before) || (/(?:^|[,;.]\s)we\s*$/.test(before) && /\b(?:here|in (?:this|our) \w+)\b/.test(after));
};
const NO_VERB: ReadonlySet<string> = new Set(
  'mind again was were is are has had could would will did a an the there in on at my your his her our fun nice good bad welcome happy sure fear better'.split(
    ' ',
  ),
);

const PHRASES: readonly { readonly name: string; readonly shape: RegExp; readonly accepts: Accepts }[] = [
  {
    name: 'next time',
    shape: /\bnext time\b(?! (?:slot|zone|frame|step|window|series|stamp))/g,
    accepts: aroundOrder,
  },
  {
    name: 'from now on',
    shape:
      /\b(?:from (?:now|here|today|this point) on(?:wards?)?|going forward|henceforth|as of (?:now|today)|for future reference|starting (?:now|today))\b/g,
    accepts: (before, after, match) =>
      match === 'for future reference' ? leadsIn(before) && after.length > 12 : aroundOrder(before, after, match),
  },
  {
    name: 'in future',
    shape: /\bin (?:the )?future\b/g,
    accepts: (before, after, match) =>
      !/^ (?:versions?|releases?|plans?|work|years?|generations?)\b|^\s*,?\s*(?!you\b)\w+ (?:will|would|might|could)\b/.test(
        after,
      ) && aroundOrder(before, after, match),
  },
  { name: 'remember to', shape: /\b(?:remember to|don't forget to|do not forget to)\b/g, accepts: withOrder },
  {
    name: 'make sure to',
    shape:
      /\b(?:make sure|be sure|see to it|take care|ensure)(?: (?:to|you|that)\b| (?=(?:every|all|each|no|not|never|always)\b))/g,
    accepts: (before, after, match) => withOrder(before, after, match) && !/^\s*(?:this|it|that)\b/.test(after),
  },
  { name: 'always', shape: /\balways\b(?!-)/g, accepts: everOrNever },
  {
    name: 'prefer',
    shape: /\bprefer\b(?=[^.!?]{1,120}\b(?:when|for|instead|use|over|to|rather|in)\b)/g,
    accepts: (before, after) =>
      !after.startsWith('-') &&
      (leadsIn(before) || /(?:^|[,;.:]\s)(?:i|we|i'd|we'd|i would|we would)\s*$/.test(before)),
  },
  {
    name: 'when asked',
    shape: /\bwhen(?:ever)? (?:asked|i ask(?: you)?)\b/g,
    accepts: (before, after, match) =>
      afterCondition(before, after, match) ||
      (isOrder(before) &&
        !/\b(?:and|or|but)\s*$/.test(before) &&
        /^[^,;:]{0,80}[.!]*$/.test(after) &&
        !/\bsaid\b/.test(after)),
  },
  {
    name: 'stop',
    shape: /\bstop \w{2,30}ing\b/g,
    accepts: (before, after) =>
      leadsIn(before) && !IT_ALONE.test(after) && !ONCE.test(after) && !/\bnow\W*$/.test(after),
  },
  { name: 'never', shape: /\b(?:never|(?:don't|do not) ever)\b(?!-)/g, accepts: everOrNever },
  {
    name: "don't ... again",
    shape: /\b(?:don't|dont|do not|never) (?!worry\b)[^,;:.!?]{2,160}?\bagain\b/g,
    accepts: notOnceMore,
  },
  { name: 'if ... then', shape: /\bif\b/g, accepts: ifThen },
  {
    name: 'whenever',
    shape: /\b(?:whenever|every time|each time)\b/g,
    accepts: (before, after, match) =>
      afterCondition(before, after, match) ||
      (/^ you\b/.test(after) &&
        isOrder(before) &&
        !/^(?:write|create|implement|build|fix|show|explain|find)\b/.test(strip(before))),
  },
];

const QUESTION =
  /^(?:what|why|how|who|which|where(?! possible| needed)|do|does|did|is|are|was|were|should|shall|has|have|can i|may i|could i|am)\b/;
const POLITE = /^(?:can|could|would|will) you\b/;

/** Whether a sentence asks for an answer; a polite order does not. */
export const isQuestion = (spoken: string): boolean => {
  const bare = spoken.replace(new RegExp(`^(?:(?:${FILLER})[\\s,;:!–—-]+)+`), '');
  return (
    (QUESTION.test(bare) && !/^(?:do not|have (?:a|the))\b/.test(bare)) ||
    (/\?["')\]]?$/.test(spoken) && !POLITE.test(bare))
  );
};

/** The first phrase of a sentence that makes an instruction for later of it; null: it is none. */
export function findPhrase(spoken: string): Phrase | null {
  if (isQuestion(spoken)) return null;
  let first: Phrase | null = null;
  for (const { name, shape, accepts } of PHRASES) {
    for (const match of spoken.matchAll(shape)) {
      const [start, end] = [match.index, match.index + match[0].length];
      if (!accepts(spoken.slice(0, start), spoken.slice(end), match[0])) continue;
      if (first === null || start < first.start) first = { phrase: name, start, end };
      break;
    }
  }
  return first;
}
