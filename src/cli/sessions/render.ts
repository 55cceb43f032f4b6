import type { ShownSession, TranscriptCall, TranscriptEntry } from '../../app/history/open-archive.ts';
import { showHidden, showOnOneLine } from '../../base/text.ts';
import type { SettledWhy } from '../../vocab/settled-why.ts';
import { showTime } from '../show-time.ts';

/** Of a result, in the terminal; `export` and `--json` hold all of it. */
const MAX_LINES = 12;
const MAX_LINE = 400;

/** As text for a terminal: every entry with the number that `fork --at` takes. */
export function renderSession({ session, entries }: Omit<ShownSession, 'events'>): string {
  const { id, workspace, mode, requester, at, forkOf } = session;
  return [
    `${id}  ${showTime(at)}  ${mode}  ${showOnOneLine(requester)}  ${showOnOneLine(workspace)}`,
    ...(forkOf === null ? [] : [`forked from ${forkOf.session} at ${forkOf.events}`]),
    ...entries.flatMap((entry) => ['', ...renderEntry(entry)]),
    '',
  ].join('\n');
}

function renderEntry(entry: TranscriptEntry): readonly string[] {
  const number = `#${entry.n}`;
  switch (entry.kind) {
    case 'turn':
      return [`${number} turn ${entry.run}  ${showTime(entry.at)}  ${showOnOneLine(entry.model)}`];
    case 'message':
      return [`${number} ${entry.origin === 'owner' ? 'you' : showOnOneLine(entry.origin)}:`, ...indent(entry.text)];
    case 'reply':
      return [
        `${number} model${entry.failure === null ? '' : ` (broke off: ${showOnOneLine(entry.failure)})`}:`,
        ...indent(entry.text),
      ];
    case 'call':
      return renderCall(entry, number);
    case 'end':
      return [`${number} end: ${entry.reason}${entry.message === '' ? '' : `, ${showOnOneLine(entry.message)}`}`];
  }
}

function renderCall(call: TranscriptCall, number: string): readonly string[] {
  const result = (call.result ?? '').split('\n');
  const shown = result
    .slice(0, MAX_LINES)
    .map((line) => (line.length > MAX_LINE ? `${line.slice(0, MAX_LINE)}…` : line));
  const rest = result.length - shown.length;
  return [
    `${number} call ${showOnOneLine(call.tool)}  ${showOnOneLine(inputOf(call))}`,
    `  ${sayVerdict(call)}`,
    ...call.asked.map((asked) => `  asked: ${sayAsked(asked)}  ${asked.id}`),
    `  ${call.outcome ?? 'no result'}${call.durationMs === null ? '' : `, ${call.durationMs} ms`}`,
    ...(call.result === null ? [] : indent(shown.join('\n'))),
    ...(rest > 0 ? [`    … ${rest} more lines`] : []),
  ];
}

/** `ask by confirm-policy: a person decides about commands`. */
export function sayVerdict({ verdict, step, reason, class: danger, rule }: TranscriptCall): string {
  if (verdict === null) return 'not judged';
  const about = [danger === null ? null : `[${danger}]`, rule === null ? null : `rule ${rule}`].filter(Boolean);
  return showOnOneLine([`${verdict} by ${step ?? ''}: ${reason ?? ''}`, ...about].join('  '));
}

const UNANSWERED: Readonly<Record<Exclude<SettledWhy, 'answered'>, string>> = {
  nobody: 'nobody could be asked',
  late: 'no answer came in time',
  interrupted: 'interrupted before an answer',
  changed: 'withdrawn: the call changed',
};

/** `once by local:1000`; what has no answer says why. */
export function sayAsked({ state, why, answer, by }: TranscriptCall['asked'][number]): string {
  if (answer !== null) return `${answer === 'reply' ? 'answered' : answer} by ${by ?? '?'}`;
  if (state === 'pending') return 'not answered yet';
  return why === null || why === 'answered' ? `${state}, nobody answered` : UNANSWERED[why];
}

/** A command or path as it is; else all arguments as JSON. */
export function inputOf({ input }: Pick<TranscriptCall, 'input'>): string {
  const values = typeof input === 'object' && input !== null ? Object.entries(input) : [];
  const [only] = values;
  return values.length === 1 && typeof only?.[1] === 'string' ? only[1] : JSON.stringify(input);
}

const indent = (text: string): readonly string[] =>
  showHidden(text.trimEnd())
    .split('\n')
    .map((line) => `    ${line}`.trimEnd());
