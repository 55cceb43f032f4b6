import type { Concept } from './reading/lexicon.ts';
import { isNegated, type Place } from './near.ts';
import type { Reading } from './reading/tokens.ts';

/** What an order to a machine is about, when it is not one that a project gives its helpers. */
const GRAVE: readonly Concept[] = [
  ...([
    'secret',
    'secretPlace',
    'address',
    'stealth',
    'unasked',
    'override',
    'lapsed',
    'destroy',
    'guard',
    'personal',
    'prompt',
    'obey',
    'approved',
    'unbound',
    'away',
    'dear',
    'top',
    'money',
    'puppet',
  ] as const),
];
const ORDERS: readonly Concept[] = [
  'send',
  'run',
  'destroy',
  'reveal',
  'override',
  'disable',
  'obey',
  'unasked',
  'stealth',
  'must',
  'lapsed',
  'approved',
  'puppet',
  'decode',
  'keep',
];

/**
 * A machine is spoken to: its name at the beginning of a line, a quotation, a comment or a bracket, with a colon or
 * comma behind it; "to the assistant:"; "if you are an AI".
 */
const MACHINE = String.raw`(?:automated |coding |mail |reading |ai |reviewing |language |helpful )?(?:ai )?(?:assistants?|agents?|ais?|llms?|(?:ai |language )models?|copilot|bots?|chatbots?|gpt|claude)`;
/** Words that also mean people, unless it says otherwise. */
const NAME = String.raw`(?:${MACHINE}|(?:automated|ai|machine) (?:contributors|readers?|reviewers?|summari[sz]ers?|crawlers?|screeners?))`;
const SPOKEN_TO = new RegExp(
  [
    String.raw`(?:^|[\n"'\x60\[>*#/.!?:-]|\((?=[^,\n]{0,40}:))\s{0,3}(?:hey |dear |hello |attention,? |important,? )?${NAME}(?: (?:reading|parsing|processing|viewing|evaluating|who reads?|that reads?) (?:this|the)(?: [a-z]{1,14})?)?\s{0,2}(?::(?![\w/*])|,(?!\w|\s{0,4}[\n'"]))`,
    String.raw`\b(?:notes?|message|memo|notice|hint|instructions?|directive|reminder|attention|warning|hidden directive|todo) ?(?:for|to|\()\s?(?:(?:the |any |all |every |our )?${NAME}|the model)\b`,
    String.raw`[:.!?>]\s{1,3}model, (?:please )?(?:forget|ignore|disregard|send|reveal|run|delete|do not)\b`,
    String.raw`\bto (?:the |any |all )?${NAME}\s?:`,
    String.raw`\b${NAME} (?:instructions?|directives?|notice)\s?:`,
    String.raw`\bif you are (?:an? )?(?:automated |ai |language )?${NAME}\b`,
    String.raw`\b(?<!\b(?:our|my|a|your|every) )(?:the |any |all )?(?:reviewing |reading |ai |automated |coding )?${NAME} (?:must|should|has to|have to|shall|needs to|is to|are to|may skip|can skip)\b(?! (?:not|never|(?:always |first )?(?:ask|wait|request|confirm)))`,
    String.raw`\b(?:assistant|agent|bot)[ _]please\b`,
    String.raw`(?:hinweis an|nachricht an|nota para|nota per|note destinee a|aviso ao|avviso per|mensaje para|сообщение для|заметка для|bericht voor|wiadomosc dla|mesaj:|zprava pro)`,
    String.raw`(?:助手[::,,]|助手请|アシスタントへ|エージェントへ|어시스턴트에게|도우미에게)`,
    String.raw`(?:^|[\n.!?])\s{0,3}(?:assistente|asistente|ассистент|asystencie|asistan|assistent|المساعد|עוזר)\s?[,::]`,
  ].join('|'),
  'g',
);

/** How many words behind the name the order may stand. */
const REACH = 26;

/** Places at which a machine is told to do something grave. */
export function* findAddressed(text: string, reading: Reading): Generator<Place> {
  const { tokens, marks } = reading;
  // without a machine that is named nobody speaks to one
  if (!marks.has('agent')) return;
  for (const { 0: found, index } of text.matchAll(SPOKEN_TO)) {
    const first = tokens.findIndex(({ start }) => start >= index);
    const from = tokens[first]?.at;
    if (from === undefined) continue;
    const inReach = (concept: Concept): boolean =>
      (marks.get(concept) ?? []).some(
        (mark) =>
          mark.at >= from && mark.at <= from + REACH && mark.start >= index && !isNegated(reading, mark, concept),
      );
    if (ORDERS.some(inReach) && GRAVE.some(inReach)) {
      const last = tokens.findLast(({ at }) => at <= from + REACH);
      yield { start: index, end: Math.max(index + found.length, last?.end ?? 0) };
    }
  }
}
