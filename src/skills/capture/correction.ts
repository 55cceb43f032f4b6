import { findHits } from '../../guard/scan/scan.ts';
import { MESSAGE_RULES } from '../../guard/scan/message-rules.ts';
import { scanSkill } from '../../guard/scan/scan-skill.ts';
import type { Origin } from '../../vocab/principal.ts';
import { isBroad, loosensApprovals } from './approvals.ts';
import { isHarmful } from './harm.ts';
import { findPhrase, isQuestion } from './phrases.ts';
import { toSentences, type Sentence } from './sentences.ts';
import { toTopic, type Topic } from './topics.ts';
import { goesOn, hideSecrets, toInstruction } from './wording.ts';

/** A message as a person sent it. */
export interface Said {
  readonly text: string;
  readonly origin: Origin;
  /** Patterns of injected orders that were found in it: then it may be something of others that was passed on. */
  readonly suspicious?: readonly string[];
}

/** What a person taught the agent in passing. */
export type Correction =
  | (Topic & { readonly kind: 'skill'; readonly reason: string; readonly section: 'Workflow'; readonly body: string })
  /** It is about permissions, which no skill grants; `text` says what does. */
  | { readonly kind: 'pointer'; readonly text: string };

/**
 * What the latest message that corrects the agent teaches, or null. Only the owner's own words count, never what is
 * quoted, pasted or fenced. Text that would weaken a guard, let secrets out or deceive people gives nothing. Whoever asks
 * leaves out the messages that were looked at before. Pure; no model is asked.
 */
export function findCorrection(messages: readonly Said[]): Correction | null {
  for (const message of messages.toReversed()) {
    if (message.origin !== 'owner' || (message.suspicious?.length ?? 0) > 0) continue;
    const correction = readCorrection(message.text);
    if (correction !== null) return correction;
  }
  return null;
}

function readCorrection(text: string): Correction | null {
  const sentences = toSentences(text);
  if (
    sentences.length === 0 ||
    sentences.some(({ text: own, spoken }) => isHarmful(spoken) || isHarmful(own.toLowerCase()))
  )
    return null;
  const whole = sentences.map(({ spoken }) => spoken).join(' ');
  const loosening = sentences.filter(({ spoken }) => !isQuestion(spoken) && loosensApprovals(spoken, whole));
  if (loosening.some(({ spoken }) => isBroad(spoken))) return null;
  const lesson = toLesson(sentences, new Set(loosening));
  if (lesson === null && loosening.length === 0) return null;
  const asked = loosening.length === 0 ? [] : ABOUT_PERMISSION;
  if (isAttack(text, asked)) return null;
  if (lesson !== null) return isAttack(lesson.body, []) ? null : lesson;
  return { kind: 'pointer', text: POINTER };
}

const POINTER =
  'a skill grants nothing, so this is not learned; answer "always_command" when you are asked for the call, or write a rule, such as: bailiwick config set \'permissions.shell npm test\' allow';

/** What a person says who wants to be asked less is found by these as well. */
const ABOUT_PERMISSION: readonly string[] = [
  'prompt-injection-tool',
  'prompt-injection-system',
  'approval-bypass',
  'identity-change',
];

const isAttack = (text: string, except: readonly string[]): boolean =>
  scanSkill([{ path: 'SKILL.md', text }]).some(
    ({ rule, severity }) => severity === 'critical' && !except.includes(rule),
  ) ||
  findHits(text, MESSAGE_RULES).some(({ rule, told }) => !told && rule.severity !== 'low' && !except.includes(rule.id));

type Lesson = Extract<Correction, { kind: 'skill' }>;

const MAX_BODY = 4_000;

function toLesson(sentences: readonly Sentence[], loosening: ReadonlySet<Sentence>): Lesson | null {
  const taken: Sentence[] = [];
  let told: string | null = null;
  let heading: number | null = null;
  for (const sentence of sentences) {
    const { spoken, paragraph, isPoint } = sentence;
    if (loosening.has(sentence)) continue;
    const found = findPhrase(spoken);
    const isHeading = !isPoint && spoken.endsWith(':');
    const last = taken.at(-1);
    if (found !== null) told ??= found.phrase;
    if (isHeading) heading = found !== null || opensList(spoken) ? paragraph : null;
    if (heading !== null && isHeading) told ??= 'from now on';
    const isListed = isPoint && heading !== null && paragraph - heading <= 1;
    const isContinued = last?.paragraph === paragraph && !isPoint && goesOn(sentence);
    if (!isHeading && (found !== null || isListed || isContinued)) taken.push(sentence);
  }
  return told === null || taken.length === 0 ? null : toSkill(taken, told);
}

/** `From now on:` */
const opensList = (spoken: string): boolean =>
  /\b(?:from now on|next time|in (?:the )?future|going forward|always|never|remember|make sure|rules?)\b[^.!?]{0,60}:$/.test(
    spoken,
  );

function toSkill(taken: readonly Sentence[], phrase: string): Lesson | null {
  const points: string[] = [];
  let length = 0;
  for (const { text } of taken) {
    const point = toPoint(text);
    if (point === '' || points.includes(point)) continue;
    length += point.length + 1;
    if (length > MAX_BODY) break;
    points.push(point);
  }
  if (points.length === 0) return null;
  const body = points.join('\n');
  const reason = `The owner gave an instruction for later ("${phrase}").`;
  return { kind: 'skill', ...toTopic(body), reason, section: 'Workflow', body };
}

const toPoint = (text: string): string => {
  const instruction = hideSecrets(toInstruction(text));
  return instruction === '' ? '' : `- ${instruction}`;
};
