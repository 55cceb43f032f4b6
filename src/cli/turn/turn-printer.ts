import type { Progress, TurnResult } from '../../app/create-app.ts';
import { showHidden, showOnOneLine } from '../../base/text.ts';
import type { EventOf, RunEvent } from '../../vocab/event.ts';
import { toOutside } from '../../vocab/outside.ts';
import type { RequestedCall } from '../../vocab/message.ts';
import { isToolName, TOOLS } from '../../vocab/tool-names.ts';
import type { Color, Out } from '../out.ts';
import type { OutputFormat } from './prompt-args.ts';

const MAX_SUBJECT_CHARS = 100;

type Request = Pick<RequestedCall, 'tool' | 'input'>;

interface TurnPrinter {
  watch(progress: Progress): void;
  /** Says how the turn ended, where that is not plain. */
  end(result: TurnResult): void;
}

/**
 * Prints a turn as it goes: what the model says to stdout, one line a call to stderr, and below a call that nobody
 * answered the line for `configFile` that lets it through.
 */
export function createTurnPrinter(out: Out, format: OutputFormat, configFile: string): TurnPrinter {
  const calls = new Map<string, { readonly request: Request; decided: EventOf<'call-decided'> | null }>();
  let endsLine = true;
  const finishLine = (): void => {
    if (!endsLine) out.write('\n');
    endsLine = true;
  };
  const print = (event: RunEvent): void => {
    if ((event.kind === 'run-started' || event.kind === 'run-resumed') && event.scripted)
      out.log(out.paint('yellow', scriptedBanner(event.model)));
    if (event.kind === 'reply-received') {
      finishLine();
      for (const request of event.calls) calls.set(request.id, { request, decided: null });
    }
    if (event.kind === 'history-compacted') {
      finishLine();
      out.log(out.paint('dim', `history shortened: about ${event.before} tokens -> ${event.after}`));
    }
    if (event.kind === 'reply-failed' || event.kind === 'run-ended') finishLine();
    const call = 'call' in event ? calls.get(event.call) : undefined;
    if (call === undefined) return;
    if (event.kind === 'call-decided') call.decided = event;
    if (event.kind !== 'call-ended') return;
    out.log(renderCall(call.request, call.decided, event, out));
    for (const line of renderTodo(event)) out.log(line);
    const rule = event.detail['preApproval'];
    if (typeof rule === 'string') out.log(`  allow it beforehand: ${showHidden(rule)} in ${configFile}`);
  };
  return {
    watch(progress) {
      if (progress.kind === 'instructions') sayInstructions(progress, out);
      if (progress.kind === 'open-calls') {
        for (const { call, decided } of progress.calls) calls.set(call.id, { request: call, decided });
      }
      if (progress.kind === 'event') {
        if (format === 'stream-json') out.json(toOutside(progress.event));
        print(progress.event);
      }
      if (progress.kind === 'notice') out.log(`${out.paint('yellow', 'notice:')} ${showOnOneLine(progress.text)}`);
      if (progress.kind === 'retry' || progress.kind === 'fallback') out.log(renderTrouble(progress, out));
      if (progress.kind !== 'text' || format !== 'text') return;
      out.write(out.resultIsTerminal ? showControl(progress.text) : progress.text);
      endsLine = progress.text.endsWith('\n');
    },
    end({ reason, message, hint, calls: all, run, endedJobs }) {
      const head = reason === 'model-failed' ? 'error' : reason;
      if (message !== '') out.log(`${out.paint('red', `${head}:`)} ${showOnOneLine(message)}`);
      if (hint !== null) out.log(`  hint: ${showOnOneLine(hint)}`);
      for (const { id, command } of endedJobs) {
        out.log(`${id} still ran and was ended with the turn: ${clip(showOnOneLine(command))}`);
      }
      const unasked = all.filter(({ outcome }) => outcome === 'unasked').length;
      if (unasked > 0) out.log(out.paint('yellow', `${unasked} of ${all.length} calls stayed unanswered in ${run}.`));
    },
  };
}

function sayInstructions({ files, withheld }: Extract<Progress, { kind: 'instructions' }>, out: Out): void {
  for (const { path, cut } of files)
    out.log(`instructions: ${showOnOneLine(path)}${cut ? ' (only its beginning)' : ''}`);
  for (const path of withheld)
    out.log(`not read: ${showOnOneLine(path)} (bailiwick trust shows what trusting it means)`);
}

/** `anthropic: overloaded (529), again in 4 s (2 of 5)`, or a warning that another model is asked, and the way out. */
function renderTrouble(trouble: Extract<Progress, { kind: 'retry' | 'fallback' }>, { paint }: Out): string {
  if (trouble.kind === 'fallback') {
    const said = showOnOneLine(`${trouble.message} ${trouble.next} is asked instead.`);
    return `${paint('yellow', 'warning:')} ${said}\n  hint: ${showOnOneLine(trouble.hint)}`;
  }
  const { provider, why, waitMs, attempt, attempts } = trouble;
  const wait = waitMs < 1000 ? 'less than 1 s' : `${Math.round(waitMs / 1000)} s`;
  return paint('yellow', showOnOneLine(`${provider}: ${why}, again in ${wait} (${attempt} of ${attempts})`));
}

/** Characters by which a model could steer the terminal; emoji and the like stay. */
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;

const showControl = (text: string): string =>
  text.replace(CONTROL, (char) => `\\u{${char.codePointAt(0)?.toString(16) ?? ''}}`);

const scriptedBanner = (model: string): string =>
  `SCRIPTED MODEL: nothing here thinks. The replies are read from ${showOnOneLine(model.replace(/^scripted:/, ''))}.`;

const COLORS: Readonly<Record<EventOf<'call-ended'>['outcome'], Color>> = {
  done: 'green',
  failed: 'yellow',
  denied: 'red',
  refused: 'red',
  unasked: 'red',
  unknown: 'yellow',
  interrupted: 'yellow',
};

/** `shell  ls -la  allow (readonly)  12 ms`; what did not run says why instead. */
function renderCall(
  request: Request,
  decided: EventOf<'call-decided'> | null,
  ended: EventOf<'call-ended'>,
  out: Out,
): string {
  const verdict = decided === null ? 'unjudged' : `${decided.verdict} (${decided.step})`;
  const took = `${ended.durationMs} ms`;
  const rest: Readonly<Record<EventOf<'call-ended'>['outcome'], string>> = {
    done: took,
    failed: renderFailure(ended),
    denied: decided?.reason ?? '',
    refused: 'refused by you',
    unasked: decided?.verdict === 'allow' ? 'nobody answered' : `not run: ${decided?.reason ?? ''}; nobody answered`,
    unknown: 'outcome unknown',
    interrupted: 'interrupted',
  };
  const subject = clip(showOnOneLine(subjectOf(request)));
  const parts = [showOnOneLine(request.tool), subject, out.paint(COLORS[ended.outcome], verdict)];
  return [...parts, showOnOneLine(rest[ended.outcome])].filter((part) => part !== '').join('  ');
}

const MARKS: Readonly<Record<string, string>> = { pending: '[ ]', doing: '[>]', done: '[x]' };

/** The model's list, one line a step; nothing for any other call. */
function renderTodo({ detail, outcome }: EventOf<'call-ended'>): readonly string[] {
  const { items } = detail;
  if (outcome !== 'done' || !Array.isArray(items)) return [];
  return items.flatMap((item: unknown) => {
    if (typeof item !== 'object' || item === null || !('text' in item) || !('state' in item)) return [];
    const mark = MARKS[String(item.state)];
    return mark === undefined ? [] : [`  ${mark} ${clip(showOnOneLine(String(item.text)))}`];
  });
}

/** `failed (exit code 3), 12 ms: oops`; the cause is there for a command, whose result begins with it. */
function renderFailure({ text, detail, durationMs }: EventOf<'call-ended'>): string {
  const { why } = detail;
  if (typeof why !== 'string') return `failed, ${durationMs} ms: ${firstLine(text)}`;
  const output = text.startsWith(`${why}\n`) ? text.slice(why.length + 1) : text;
  return `failed (${why}), ${durationMs} ms: ${firstLine(output)}`;
}

const firstLine = (text: string): string => clip(text.slice(0, 400).split('\n', 1)[0] ?? '');

const clip = (text: string): string =>
  text.length <= MAX_SUBJECT_CHARS ? text : `${text.slice(0, MAX_SUBJECT_CHARS - 1)}…`;

/** The argument that rules look at; else all of them. */
function subjectOf({ tool, input }: Request): string {
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
