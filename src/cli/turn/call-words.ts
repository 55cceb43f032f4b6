import type { Progress } from '../../app/create-app.ts';
import type { Color } from '../out.ts';
import { showOnOneLine } from '../../base/text.ts';
import type { EventOf } from '../../vocab/event.ts';
import type { RequestedCall } from '../../vocab/message.ts';
import { isToolName, TOOLS } from '../../vocab/tool-names.ts';

/** What of a turn is said in words, the same wherever it is shown. Nothing in it can steer a terminal. */

const MAX_SUBJECT_CHARS = 100;

export type Request = Pick<RequestedCall, 'tool' | 'input'>;

/** Characters by which a model could steer the terminal; emoji and the like stay. */
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;

export const showControl = (text: string): string =>
  text.replace(CONTROL, (char) => `\\u{${char.codePointAt(0)?.toString(16) ?? ''}}`);

export const scriptedBanner = (model: string): string =>
  `SCRIPTED MODEL: nothing here thinks. The replies are read from ${showOnOneLine(model.replace(/^scripted:/, ''))}.`;

/** `anthropic: overloaded (529), again in 4 s (2 of 5)`, or that another model is asked. */
export function troubleWords(trouble: Extract<Progress, { kind: 'retry' | 'fallback' }>): string {
  if (trouble.kind === 'fallback') return showOnOneLine(`${trouble.message} ${trouble.next} is asked instead.`);
  const { provider, why, waitMs, attempt, attempts } = trouble;
  const wait = waitMs < 1000 ? 'less than 1 s' : `${Math.round(waitMs / 1000)} s`;
  return showOnOneLine(`${provider}: ${why}, again in ${wait} (${attempt} of ${attempts})`);
}

export const OUTCOME_COLORS = {
  done: 'green',
  failed: 'yellow',
  denied: 'red',
  refused: 'red',
  unasked: 'red',
  unknown: 'yellow',
  interrupted: 'yellow',
} as const satisfies Readonly<Record<EventOf<'call-ended'>['outcome'], Color>>;

/** Behind the verdict: how long a call took, or why it did not run. */
export function outcomeWords(decided: EventOf<'call-decided'> | null, ended: EventOf<'call-ended'>): string {
  const words: Readonly<Record<EventOf<'call-ended'>['outcome'], string>> = {
    done: `${ended.durationMs} ms`,
    failed: renderFailure(ended),
    denied: decided?.reason ?? '',
    refused: 'refused by you',
    unasked: decided?.verdict === 'allow' ? 'nobody answered' : renderUnasked(decided, ended),
    unknown: 'outcome unknown',
    interrupted: 'interrupted',
  };
  return showOnOneLine(words[ended.outcome]);
}

const renderUnasked = (decided: EventOf<'call-decided'> | null, { detail }: EventOf<'call-ended'>): string =>
  detail['isChanged'] === true
    ? 'not run: it is not any more what was answered, and nobody was there to be asked again'
    : `not run: ${decided?.reason ?? ''}; nobody answered`;

const MARKS: Readonly<Record<string, string>> = { pending: '[ ]', doing: '[>]', done: '[x]' };

/** The model's list, one line a step; nothing for any other call. */
export function todoLines({ detail, outcome }: EventOf<'call-ended'>): readonly string[] {
  const { items } = detail;
  if (outcome !== 'done' || !Array.isArray(items)) return [];
  return items.flatMap((item: unknown) => {
    if (typeof item !== 'object' || item === null || !('text' in item) || !('state' in item)) return [];
    const mark = MARKS[String(item.state)];
    return mark === undefined ? [] : [`${mark} ${clip(showOnOneLine(String(item.text)))}`];
  });
}

/** `failed (exit code 3), 12 ms: oops`; the cause is there for a command, whose result begins with it. */
function renderFailure({ text, detail, durationMs }: EventOf<'call-ended'>): string {
  const { why } = detail;
  if (typeof why !== 'string') return `failed, ${durationMs} ms: ${firstLine(text)}`;
  const output = text.startsWith(`${why}\n`) ? text.slice(why.length + 1) : text;
  return `failed (${why}), ${durationMs} ms: ${firstLine(output)}`;
}

/** Of a result in JSON what it says in words. */
const firstLine = (text: string): string => clip(sentenceIn(text) ?? text.slice(0, 400).split('\n', 1)[0] ?? '');

function sentenceIn(text: string): string | null {
  if (!text.startsWith('{')) return null;
  try {
    const { message, reason, error } = Object(JSON.parse(text)) as Readonly<Record<string, unknown>>;
    return [message, reason, error].find((one) => typeof one === 'string') ?? null;
  } catch {
    return null; // cut, or no JSON at all
  }
}

export const clip = (text: string): string =>
  text.length <= MAX_SUBJECT_CHARS ? text : `${text.slice(0, MAX_SUBJECT_CHARS - 1)}…`;

/** The argument that rules look at; else all of them. */
export function subjectOf({ tool, input }: Request): string {
  if (typeof input !== 'object' || input === null) return '';
  const named = isToolName(tool) ? Reflect.get(input, TOOLS[tool].subject) : undefined;
  const text = tool === 'grep' || tool === 'glob' ? Reflect.get(input, 'pattern') : named;
  if (tool === 'todo') return Array.isArray(named) ? `${named.length} steps` : '';
  if (tool === 'apply_patch' && typeof text === 'string') return namesIn(text);
  return typeof text === 'string' ? text : JSON.stringify(input);
}

const HEADERS =
  /^\*\*\* (?:(?:Add|Update|Delete) File|Move to): (.*)$|^rename (?:from|to) (.*)$|^--- (.*)\n\+\+\+ (.*)(?=\n@@)/gm;

/** The files a patch names in its headers, as the tool understands them. */
function namesIn(patch: string): string {
  const found = [...patch.replaceAll('\r', '').matchAll(HEADERS)].flatMap(([, own, moved, old, now]) =>
    old === undefined || now === undefined ? [own ?? moved ?? ''] : namesOfPair(withoutTime(old), withoutTime(now)),
  );
  return [...new Set(found)].join(', ');
}

const withoutTime = (name: string): string => (name.split('\t')[0] ?? '').trimEnd();

/** git writes `a/` and `b/` in front, and `/dev/null` for a file that is not there. */
function namesOfPair(old: string, now: string): readonly string[] {
  const isPrefixed = (old === '/dev/null' || old.startsWith('a/')) && (now === '/dev/null' || now.startsWith('b/'));
  return [old, now].filter((name) => name !== '/dev/null').map((name) => (isPrefixed ? name.slice(2) : name));
}
