import type { EventOf } from '../vocab/event.ts';
import { planCompaction, type CompactionPlan } from './compact/plan-compaction.ts';
import { QUESTION_TOOL } from '../vocab/tool-names.ts';
import type { CallState, RunState } from './run-state.ts';

/** What to do next. `await-answer` and `rest` end a drive: nothing waits in memory. */
export type Move =
  | { readonly kind: 'ask-model' }
  | { readonly kind: 'compact'; readonly plan: CompactionPlan }
  | { readonly kind: 'judge-call'; readonly call: CallState }
  | { readonly kind: 'ask-person'; readonly call: CallState }
  | { readonly kind: 'await-answer'; readonly call: CallState; readonly approval: string }
  | { readonly kind: 'start-call'; readonly call: CallState }
  | { readonly kind: 'refuse-call'; readonly call: CallState; readonly outcome: 'denied' | 'refused' | 'unasked' }
  | { readonly kind: 'report-unknown'; readonly call: CallState }
  | { readonly kind: 'end'; readonly reason: EventOf<'run-ended'>['reason']; readonly message: string }
  | { readonly kind: 'rest' };

/** A question that changes under the person's eyes is asked again this often, then the call is refused. */
const MAX_QUESTIONS = 3;

/** So many calls refused as a loop, and the turn ends: the model does not find out by itself. */
const MAX_LOOPS = 3;

/** So often one and the same call may be denied: asked for, and three times again. It would be denied forever. */
const MAX_DENIALS = 4;

/** The one next move of a run; a function of the state alone. */
export function nextMove(state: RunState): Move {
  if (state.end !== null) return { kind: 'rest' };
  if (state.failure !== null) return { kind: 'end', reason: 'model-failed', message: state.failure.message };
  const open = state.calls.find(({ ended }) => ended === null);
  return open === undefined ? moveBetweenReplies(state) : moveCall(open);
}

function moveBetweenReplies(state: RunState): Move {
  const { reply, steps, maxSteps, tokens, maxTokens, calls } = state;
  if (reply !== null && reply.calls.length === 0) return endWithReply(reply);
  const loops = calls.filter(({ decided }) => decided?.step === 'doom-loop').length;
  if (loops >= MAX_LOOPS) {
    return { kind: 'end', reason: 'stuck', message: `The model repeated itself after ${loops} refusals of a loop.` };
  }
  const insisted = findInsisted(calls);
  if (insisted !== null) {
    const message = `The model asked for the same ${insisted.call.tool} call ${MAX_DENIALS} times, and it was not let through once.`;
    return { kind: 'end', reason: 'stuck', message };
  }
  if (steps >= maxSteps) {
    return {
      kind: 'end',
      reason: 'budget',
      message: `The limit of ${maxSteps} ${maxSteps === 1 ? 'step' : 'steps'} is reached.`,
    };
  }
  if (maxTokens !== null && tokens >= maxTokens) {
    return { kind: 'end', reason: 'budget', message: `The limit of ${maxTokens} tokens is reached (${tokens} used).` };
  }
  const plan = planCompaction(state);
  return plan === null ? { kind: 'ask-model' } : { kind: 'compact', plan };
}

/** A call that was denied as often as any may be, whichever step denied it; a call nobody could be asked about counts. */
function findInsisted(calls: readonly CallState[]): CallState | null {
  const denials = new Map<string, number>();
  for (const call of calls) {
    if (call.decided === null || !isDenied(call)) continue;
    const count = (denials.get(call.decided.callDigest) ?? 0) + 1;
    if (count >= MAX_DENIALS) return call;
    denials.set(call.decided.callDigest, count);
  }
  return null;
}

const isDenied = ({ ended }: CallState): boolean =>
  ended?.outcome === 'denied' || ended?.outcome === 'refused' || ended?.outcome === 'unasked';

const CUT_OFF: Readonly<Partial<Record<EventOf<'reply-received'>['reason'], string>>> = {
  length: 'The answer was cut off at the limit of output tokens.',
  other: 'The provider ended the answer for a reason of its own, such as a filter; it may be incomplete.',
};

function endWithReply({ text, reason }: EventOf<'reply-received'>): Move {
  if (text.trim() === '') return { kind: 'end', reason: 'silent', message: 'The model ended the turn without a word.' };
  return { kind: 'end', reason: 'answered', message: CUT_OFF[reason] ?? '' };
}

/** What comes next for this call. */
export function moveCall(call: CallState): Move {
  if (call.started) return { kind: call.repeatable ? 'judge-call' : 'report-unknown', call };
  switch (call.decided?.verdict) {
    case undefined:
      return { kind: 'judge-call', call };
    case 'allow':
      return call.call.tool === QUESTION_TOOL ? moveReply(call) : { kind: 'start-call', call };
    case 'deny':
      return { kind: 'refuse-call', call, outcome: 'denied' };
    case 'ask':
      return moveQuestion(call);
  }
}

function moveQuestion(call: CallState): Move {
  const newest = call.asked.findLast(({ isQuestion }) => !isQuestion);
  if (newest !== undefined && newest.settled === null) return { kind: 'await-answer', call, approval: newest.id };
  if (newest?.settled?.state === 'denied') return { kind: 'refuse-call', call, outcome: 'refused' };
  if (newest?.settled?.state === 'expired' || call.asked.length >= MAX_QUESTIONS) {
    return { kind: 'refuse-call', call, outcome: 'unasked' };
  }
  return { kind: 'ask-person', call };
}

/** A question of the model runs when it has been answered. */
function moveReply(call: CallState): Move {
  const newest = call.asked.findLast(({ isQuestion }) => isQuestion);
  if (newest === undefined) return { kind: 'ask-person', call };
  if (newest.settled === null) return { kind: 'await-answer', call, approval: newest.id };
  return newest.settled.state === 'granted'
    ? { kind: 'start-call', call }
    : { kind: 'refuse-call', call, outcome: 'unasked' };
}
