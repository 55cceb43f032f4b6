import { taintOf } from '../guard/envelope.ts';
import type { DecisionRow } from '../ports/store.ts';
import type { Preview } from '../ports/tool.ts';
import type { Call } from '../vocab/call.ts';
import type { EventBody, EventOf, RunEnd, RunEvent } from '../vocab/event.ts';
import type { Grant } from '../vocab/facts.ts';
import { digestAsk, digestFacts, findPreviewFault, toApproval } from './approve.ts';
import { closedCall, executeCall, refusedCall } from './execute.ts';
import { compactHistory } from './compact/compact-history.ts';
import { foldRun } from './fold.ts';
import { moveCall, nextMove, type Move } from './next-move.ts';
import { findPreApproval } from './model/pre-approval.ts';
import { deniedText, refusedText, showSource, unansweredText, unaskedText, unknownText } from './model/refusal.ts';
import { streamReply } from './model/reply.ts';
import type { Judgement, RunPorts, Situation } from './run-ports.ts';
import type { CallState, RunState } from './run-state.ts';

/** Where a drive stopped: at the run's end, or at a question that somebody has to answer. */
export type Rest =
  | { readonly kind: 'ended'; readonly state: RunState }
  | { readonly kind: 'waiting'; readonly state: RunState; readonly approval: string };

/**
 * Goes on with a run, move by move, until it ends or a person has to answer. Every event is stored before it takes
 * effect. When the signal is aborted the open calls are closed and the end is stored. Throws when the store fails.
 */
export async function driveRun(state: RunState, ports: RunPorts, signal: AbortSignal): Promise<Rest> {
  const drive: Drive = { ports, signal, judged: new Map() };
  let now = state;
  for (;;) {
    const move = signal.aborted && now.end === null ? stopMove(signal) : limitTime(nextMove(now), ports);
    if (move.kind === 'rest') return { kind: 'ended', state: now };
    if (move.kind === 'await-answer') return { kind: 'waiting', state: now, approval: move.approval };
    now = foldRun(await perform(now, move, drive), now);
  }
}

interface Drive {
  readonly ports: RunPorts;
  readonly signal: AbortSignal;
  /** Judgements of this very drive. One from before a restart is made again: the disk may have changed since. */
  readonly judged: Map<string, Judgement>;
}

const stopMove = (signal: AbortSignal): Move => {
  const isLate = signal.reason instanceof DOMException && signal.reason.name === 'TimeoutError';
  const reason: RunEnd = isLate ? 'deadline' : 'interrupted';
  return { kind: 'end', reason, message: isLate ? 'The time limit is reached.' : 'The turn was interrupted.' };
};

const TOO_LONG = {
  reason: 'budget',
  message: 'The conversation is too long for the model, and shortening it brings nothing; begin a new session.',
} as const;

/** No call is cut short: the model is just not asked any more. */
const limitTime = (move: Move, ports: RunPorts): Move =>
  move.kind === 'ask-model' && ports.isOverTime()
    ? { kind: 'end', reason: 'budget', message: 'The time that the turn may take is over.' }
    : move;

async function perform(state: RunState, move: Move, drive: Drive): Promise<readonly RunEvent[]> {
  switch (move.kind) {
    case 'ask-model': {
      const event = await streamReply(state, drive.ports, drive.signal);
      return event === null ? [] : store(state, drive, [event]);
    }
    case 'compact': {
      const { ports, signal } = drive;
      const event = await compactHistory(state, move.plan, { ports, signal });
      if (event !== null) return store(state, drive, [event]);
      return signal.aborted ? [] : store(state, drive, [{ kind: 'run-ended', ...TOO_LONG }]);
    }
    case 'judge-call':
    case 'start-call':
      return judgeCall(state, move.call, drive);
    case 'ask-person':
      return askPerson(state, move.call, drive);
    case 'refuse-call':
      return refuseCall(state, move.call, move.outcome, drive);
    case 'report-unknown': {
      const closed = closedCall(move.call.call.id, move.call.call.tool, true);
      return store(state, drive, [{ ...closed, outcome: 'unknown', text: unknownText(true) }]);
    }
    case 'end': {
      const open = state.calls.filter(({ ended }) => ended === null);
      const closed = open.map(({ call, started }) => closedCall(call.id, call.tool, started));
      return store(state, drive, [...closed, { kind: 'run-ended', reason: move.reason, message: move.message }]);
    }
    case 'await-answer':
    case 'rest':
      return [];
  }
}

async function store(state: RunState, { ports }: Drive, events: readonly EventBody[]): Promise<readonly RunEvent[]> {
  return tell(ports, await ports.store.log.append(state.run, events));
}

function tell(ports: RunPorts, events: readonly RunEvent[]): readonly RunEvent[] {
  for (const event of events) ports.watch({ kind: 'event', event });
  return events;
}

async function judgeCall(state: RunState, call: CallState, drive: Drive): Promise<readonly RunEvent[]> {
  const { ports, judged, signal } = drive;
  const grants = await ports.store.grants.list(state.session, state.requester);
  const preview = await previewOf(call, ports);
  const judgement = { ...judge({ state, call, preview }, grants, ports), preview };
  judged.set(call.call.id, judgement);
  const { facts, decision } = judgement;
  const row: DecisionRow = {
    id: ports.clock.createId('dec'),
    run: state.run,
    call: call.call,
    facts,
    policyDigest: decision.policy,
    decision,
    at: ports.clock.now(),
  };
  const decided = toDecided(row);
  // Nothing lies between a yes and the start: they are stored as one.
  const starts = !signal.aborted && moveCall({ ...call, decided, started: false }).kind === 'start-call';
  const started = starts ? toStarted(judgement, call.call, ports) : undefined;
  const stored = tell(ports, await ports.store.decisions.save(row, decided, started));
  if (!starts) return stored;
  return [...stored, ...(await store(state, drive, await executeCall(call, { ports, judgement, signal })))];
}

const toStarted = ({ decision }: Judgement, { id, tool }: Call, { tools }: RunPorts): EventOf<'call-started'> => ({
  kind: 'call-started',
  call: id,
  callDigest: decision.call,
  repeatable: tools.get(tool)?.repeatable ?? false,
});

/** Null where the tool gives none, or the arguments do not fit: those are refused for themselves. */
async function previewOf({ call, fault }: CallState, { tools }: RunPorts): Promise<Preview | null> {
  const tool = fault === null ? tools.get(call.tool) : undefined;
  if (tool?.preview === undefined || tool.fault(call.input) !== null) return null;
  return tool.preview(call.input);
}

interface Judging {
  readonly state: RunState;
  readonly call: CallState;
  readonly preview: Preview | null;
}

/** An answer given for this call counts only while the call would still do what was shown. */
function judge({ state, call, preview }: Judging, stored: readonly Grant[], ports: RunPorts): Judgement {
  const situation: Situation = {
    mode: state.mode,
    requester: state.requester,
    window: state.window,
    grants: stored,
    taint: taintOf(state.messages),
    fault: call.fault ?? findPreviewFault(preview),
    preview,
  };
  const newest = call.asked.findLast(({ isQuestion }) => !isQuestion);
  const given = newest?.settled?.grant ?? null;
  const once = given?.callDigest === undefined ? null : given;
  if (newest === undefined || once === null) return ports.judge(call.call, situation);
  const lifted = ports.judge(call.call, { ...situation, grants: [...stored, once] });
  if (lifted.decision.policy === newest.policyDigest && digestFacts(lifted.facts) === newest.factsDigest) return lifted;
  const plain = ports.judge(call.call, situation);
  const isSame = digestFacts(plain.facts) === newest.factsDigest && digestAsk(plain.decision) === newest.askDigest;
  return isSame ? lifted : plain;
}

const toDecided = ({ id, call, decision }: DecisionRow): EventOf<'call-decided'> => ({
  kind: 'call-decided',
  call: call.id,
  tool: call.tool,
  callDigest: decision.call,
  decision: id,
  verdict: decision.verdict,
  step: decision.step,
  code: decision.code,
  reason: decision.reason,
  class: decision.class,
  rule: decision.rule === null ? null : showSource(decision.rule),
});

async function askPerson(state: RunState, callState: CallState, drive: Drive): Promise<readonly RunEvent[]> {
  const { ports } = drive;
  const { call } = callState;
  const known = drive.judged.get(call.id);
  const judgement = known ?? {
    ...(await findJudgement(state, call.id, ports)),
    preview: await previewOf(callState, ports),
  };
  const approval = toApproval(state, call, judgement, ports);
  const { id, factsDigest, policyDigest } = approval;
  const askDigest = digestAsk(judgement.decision);
  const event = {
    kind: 'approval-required',
    approval: id,
    call: call.id,
    factsDigest,
    policyDigest,
    askDigest,
    ...(approval.question === undefined ? {} : { isQuestion: true as const }),
  } as const;
  return tell(ports, await ports.store.approvals.ask(approval, event));
}

async function findJudgement(state: RunState, call: string, ports: RunPorts): Promise<Judgement> {
  const row = await ports.store.decisions.find(state.run, call);
  if (row === null) throw new Error(`no decision on ${call} is stored`);
  return row;
}

async function refuseCall(
  state: RunState,
  call: CallState,
  outcome: 'denied' | 'refused' | 'unasked',
  drive: Drive,
): Promise<readonly RunEvent[]> {
  const judgement = drive.judged.get(call.call.id) ?? (await findJudgement(state, call.call.id, drive.ports));
  const text = refusalText(call, outcome, judgement);
  const detail =
    outcome === 'unasked' && judgement.decision.verdict === 'ask'
      ? {
          preApproval: findPreApproval(call.call, judgement),
          ...(call.asked.some(({ settled }) => settled?.state === 'granted') ? { isChanged: true } : {}),
        }
      : {};
  return store(state, drive, [refusedCall(call.call.id, outcome, { text, detail })]);
}

function refusalText(call: CallState, outcome: 'denied' | 'refused' | 'unasked', judgement: Judgement): string {
  if (outcome === 'denied') return deniedText(judgement.decision);
  if (outcome === 'refused') return refusedText(call.asked.at(-1)?.settled?.note ?? null);
  const why = call.asked.at(-1)?.settled?.why;
  if (judgement.decision.verdict === 'allow') return unansweredText(why === 'nobody');
  return unaskedText(call.call, judgement, why === undefined || why === 'answered' ? 'changed' : why);
}
