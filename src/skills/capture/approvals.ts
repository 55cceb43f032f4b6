/** Names by which people mean something that the agent runs or reaches. */
const RUNNABLE =
  /_{3,}|\b(?:git|npm|pnpm|yarn|npx|bun|node|deno|cargo|rustc|go|make|cmake|docker|podman|kubectl|helm|terraform|ansible|aws|gcloud|az|gh|curl|wget|ls|cat|rg|grep|find|sed|awk|jq|python3?|pip|uv|pytest|poetry|tsc|eslint|prettier|jest|vitest|mvn|gradle|dotnet|ruby|rake|bundle|php|composer|psql|ssh|systemctl|apt|brew|shell|bash|commands?|tools?|scripts?|runs?|running|re-?run|execut\w+|access|reads?|reading|writes?|writing|edits?|editing|format(?:ting)?|builds?|deploys?|tests?|lint(?:er|ing)?|fetch\w*|restart\w*|install\w*|commit\w*|merg\w+|push\w*|pull\w*|delet\w+)\b/;
const CONSENT = '(?:approv\\w+|permissions?|confirm\\w*|consent|ok(?:ay)?|go-ahead|authori[sz]ation)';

/** Asks for more care: that is a rule for the work, and no grant. */
const TIGHTENS = new RegExp(
  `\\b(?:never|don't|dont|do not|must not|mustn't|may not|stop|nothing|no \\w+|not)\\b[^.;]*\\b(?:without|before|until|unless)\\b[^.;]*\\b(?:ask\\w*|${CONSENT}|check\\w* with)\\b`,
);
/** `Ask me before …`, where nothing takes it back. */
const ASKS_FIRST =
  /^(?:(?!\b(?:never|don't|dont|do not|stop|no|not|needn't)\b)[^])*\b(?:ask|wait for|get|require|request)\b[^.;]*\b(?:before|first)\b/;
const UNASKED = new RegExp(
  `\\bwithout (?:ever |even )?(?:asking|prompting|confirming|checking with me|waiting for|being asked|a (?:prompt|question)|(?:my |any |further |explicit )?${CONSENT}|prompts?\\b)`,
);
const NOT_ASKING = new RegExp(
  `\\b(?:never|don't|dont|do not|stop|no longer|no need to|(?:don't|do not|needn't|never) (?:need|have) to|not)\\b (?:[\\w']+ ){0,4}?(?:(?:ask|prompt|confirm|request|requir|wait)(?:ing|s|ed|e)?\\b|need(?:ing)? (?:my |any )?${CONSENT}|bother\\w* me with ${CONSENT})`,
);
const ASKS_ELSE =
  /\bask(?:ing|ed)?\b (?:me |us )?(?:again )?(?:which|what|who|where|how|why|about|whether to (?:use|name)|if i (?:want|prefer)|for (?:my|the|a) (?!approval|permission|confirmation|consent|ok|go-ahead)|questions?)\b/;
const SWITCHES_OFF = new RegExp(
  `\\b(?:skip|omit|suppress|drop|disable|turn off|switch off) (?:the |all |any |these |those )?(?:${CONSENT}|prompts?)\\b`,
);
const GRANTS: readonly RegExp[] = [
  new RegExp(
    `\\b(?:always|automatically|please|from now on,?|to) (?:just )?(?:allow|permit|accept|trust|let)\\b(?=.*(?:${RUNNABLE.source}|\\bautomatically\\b|\\bthrough\\b))`,
  ),
  /\b(?:always|automatically) (?:approve|grant|authori[sz]e)\b|\b(?:auto|pre)[- ]?(?:approve|allow|accept|confirm)\b|\b(?:treat|count|consider|regard)\b.*\b(?:auto|pre)[- ]?(?:approved|allowed)\b/,
  /\b(?:white|allow)-?listed\b|(?:^|, |please |to )(?:white|allow)-?list\b|\badd\b.*\bto (?:the|your|my) (?:white|allow)-?list\b(?=[.!]*$| (?:again|from now on))/,
  new RegExp(
    `(?:${RUNNABLE.source}).{0,40}\\b(?:is|are) (?:always |now |generally )?(?:allowed|approved|permitted|trusted|pre-approved)\\b`,
  ),
  SWITCHES_OFF,
  new RegExp(`\\byou(?:'ve| have|'ve got)? (?:got )?(?:my |full |standing )?${CONSENT} (?:to|for)\\b`),
  new RegExp(
    `\\b(?:you (?:may|can|are allowed to)(?: always)?|feel free to) (?:run|execute|call|use)\\b(?=.*(?:${RUNNABLE.source}))`,
  ),
  /\bi (?:have |always |already )?(?:allowed|approved|permitted|whitelisted)\b/,
  /\b(?:grant|give) (?:\w+ )?permissions? (?:for|to)\b/,
  /\bnever prompts?\b|\balways say (?:yes|ok) to\b/,
];
const STANDING =
  /\b(?:always|never|again|from now on|in (?:the )?future|next time|going forward|whenever|every time|each time|stop|remember|make sure|don't|dont|do not|no longer|prefer|need|if)\b/;

/** Whether a sentence of a message wants questions about permission to end: what rules are for. */
export function loosensApprovals(spoken: string, whole: string): boolean {
  if (!STANDING.test(spoken) || TIGHTENS.test(spoken) || ASKS_FIRST.test(spoken)) return false;
  if (UNASKED.test(spoken)) return true;
  if (NOT_ASKING.test(spoken) && !ASKS_ELSE.test(spoken))
    return RUNNABLE.test(whole) || new RegExp(`\\b${CONSENT}\\b`).test(spoken);
  return GRANTS.some((shape) => shape.test(spoken));
}

const BROAD =
  /\b(?:every|all|any)\b (?:of )?(?:the |my |your |future )?(?:tool |shell |system )?(?:calls?|commands?|tools?|actions?|requests?|approvals?|operations?|permissions?|prompts?|of them)\b|\b(?:everything|anything|whatever)\b|\b(?:administrator|admin|root|permanently)\b|\bapproval system\b|\b(?:owner|user|operator) (?:has|already|agreed)\b|\b(?:never|not) ask\s*[.!]*$/;

/** Whether it wants them to end for whatever comes: nobody is pointed to a rule for that. */
export const isBroad = (spoken: string): boolean =>
  BROAD.test(spoken) || (SWITCHES_OFF.test(spoken) && !RUNNABLE.test(spoken));
