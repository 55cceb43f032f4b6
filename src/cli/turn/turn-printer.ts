import type { Progress, TurnResult } from '../../app/create-app.ts';
import { showHidden, showOnOneLine } from '../../base/text.ts';
import type { EventOf, RunEvent } from '../../vocab/event.ts';
import { toOutside } from '../../vocab/outside.ts';
import type { Out } from '../out.ts';
import {
  clip,
  OUTCOME_COLORS,
  outcomeWords,
  scriptedBanner,
  showControl,
  subjectOf,
  todoLines,
  troubleWords,
  type Request,
} from './call-words.ts';
import type { OutputFormat } from './prompt-args.ts';

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
    for (const line of todoLines(event)) out.log(`  ${line}`);
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
  const said = troubleWords(trouble);
  return trouble.kind === 'retry'
    ? paint('yellow', said)
    : `${paint('yellow', 'warning:')} ${said}\n  hint: ${showOnOneLine(trouble.hint)}`;
}

/** `shell  ls -la  allow (readonly)  12 ms`; what did not run says why instead. */
function renderCall(
  request: Request,
  decided: EventOf<'call-decided'> | null,
  ended: EventOf<'call-ended'>,
  out: Out,
): string {
  const verdict = decided === null ? 'unjudged' : `${decided.verdict} (${decided.step})`;
  const subject = clip(showOnOneLine(subjectOf(request)));
  const parts = [showOnOneLine(request.tool), subject, out.paint(OUTCOME_COLORS[ended.outcome], verdict)];
  return [...parts, outcomeWords(decided, ended)].filter((part) => part !== '').join('  ');
}
