import { setTimeout as wait } from 'node:timers/promises';
import { digestOf } from '../base/digest.ts';
import { Fault } from '../base/fault.ts';
import { findDangers } from '../policy/danger/find-dangers.ts';
import { grantFor, sessionWidth } from '../policy/answers/grants.ts';
import { findAsking, standingRules, standingWidth, type StandingAnswer } from '../policy/answers/standing.ts';
import type { DecisionRow, Settled, Store } from '../ports/store.ts';
import type { Preview } from '../ports/tool.ts';
import {
  isLate,
  type Answerer,
  type Approval,
  type PersonAnswer,
  type PersonQuestion,
  type PersonReply,
} from '../vocab/approval.ts';
import type { Call } from '../vocab/call.ts';
import type { AnswerKind, Decision } from '../vocab/decision.ts';
import type { EventOf, RunEvent } from '../vocab/event.ts';
import type { Facts, Grant } from '../vocab/facts.ts';
import { showSource } from './model/refusal.ts';
import type { AnswerPorts, Judgement, RunPorts } from './run-ports.ts';
import type { RunState } from './run-state.ts';
import { listTaintSources } from './guarded/taint-sources.ts';

/** What an answer is bound to: the parts of the facts that say what the call would do. */
export const digestFacts = ({ cwd, workspace, env, line, paths, scripts, preview }: Facts): string =>
  digestOf({ cwd, workspace, env, line, paths, scripts, preview });

/** The question itself: under another policy an answer counts only when this is the same. */
export const digestAsk = (decision: Decision): string =>
  digestOf({ verdict: decision.verdict, class: decision.class, asking: textsOf(decision) });

const textsOf = ({ segments }: Decision): readonly string[] => [
  ...new Set(segments.filter(({ verdict }) => verdict === 'ask').map(({ text }) => text)),
];

/** The question that an `ask` puts to a person, with what each answer would let through; the model's own of an `allow`. */
export function toApproval(state: RunState, call: Call, judgement: Judgement, ports: RunPorts): Approval {
  const { decision, facts } = judgement;
  const at = ports.clock.now();
  const asking = textsOf(decision);
  const { rule } = decision;
  const question = decision.verdict === 'allow' ? toQuestion(call) : null;
  return {
    id: ports.clock.createId('apr'),
    session: state.session,
    run: state.run,
    call: call.id,
    callDigest: decision.call,
    factsDigest: digestFacts(facts),
    policyDigest: decision.policy,
    tool: call.tool,
    input: call.input,
    cwd: call.cwd,
    step: decision.step,
    reason: decision.reason,
    rule: rule === null ? null : `${showSource(rule)}  ${rule.text}`,
    class: decision.class,
    segment: asking[0] ?? null,
    asking,
    answers: question === null ? toChoices(call, judgement) : [],
    ...(question === null ? {} : { question }),
    ...(judgement.preview == null ? {} : { preview: judgement.preview.text }),
    ...(decision.step === 'taint-ask' ? { sources: listTaintSources(state.messages) } : {}),
    requester: state.requester,
    approvers: [state.requester],
    askedAt: at,
    expiresAt: ports.waitTimeoutMs === null ? null : at + ports.waitTimeoutMs,
    state: 'pending',
    why: null,
    answer: null,
    by: null,
    at: null,
    note: null,
  };
}

/** More than this nobody reads in a question, and of less than the whole nobody is asked. */
const MAX_PREVIEW = 200_000;

/** Why a person cannot be asked about it; null: they can. */
export const findPreviewFault = (preview: Preview | null): string | null =>
  preview === null || preview.text.length <= MAX_PREVIEW
    ? null
    : `what it would change takes ${preview.text.length} characters to show, and a question shows ${MAX_PREVIEW} at most; leave it to the person`;

const toQuestion = ({ input: { question, options } }: Call): PersonQuestion => ({
  question: String(question),
  options: Array.isArray(options) ? options.map(String) : [],
});

const STANDING = ['always_prefix', 'always_command', 'deny_always'] as const satisfies readonly StandingAnswer[];

function toChoices(call: Call, judgement: Judgement): Approval['answers'] {
  const { facts, decision } = judgement;
  const { grants } = decision;
  const session = grants.includes('session') ? sessionWidth(call, facts, findDangers(call, facts)) : null;
  const standing = STANDING.flatMap((answer) => {
    const rules = answer === 'deny_always' || grants.includes(answer) ? rulesOf(answer, { call, ...judgement }) : null;
    return rules === null ? [] : [{ answer, width: standingWidth(rules) }];
  });
  return [
    ...(grants.includes('once') ? [{ answer: 'once', width: 'this call, this time' } as const] : []),
    ...(session === null ? [] : [{ answer: 'session', width: session.width } as const]),
    ...standing.filter(({ answer }) => answer !== 'deny_always'),
    { answer: 'deny', width: 'it does not run, and the model is told that you refused' } as const,
    ...standing.filter(({ answer }) => answer === 'deny_always'),
  ];
}

const rulesOf = (answer: StandingAnswer, { call, facts, decision }: Judgement & { call: Call }) =>
  standingRules(answer, { call, facts, dangers: findDangers(call, facts), asking: findAsking(decision, facts) });

/** How often a waiting question looks whether it was answered elsewhere, in ms. */
const LOOK_MS = 250;

/** How a question came out: `elsewhere`: the log holds the answer of another process; `parked`: it stays open. */
export type Settling =
  | { readonly kind: 'settled'; readonly events: readonly RunEvent[]; readonly answer: AnswerKind | null }
  | { readonly kind: 'elsewhere' }
  | { readonly kind: 'parked' };

/** Puts the pending question to whoever can answer, and stores how it ended. First valid answer wins. */
export async function settleApproval(
  id: string,
  { ports, answerer, signal }: { ports: AnswerPorts; answerer: Answerer; signal: AbortSignal },
): Promise<Settling> {
  const approval = await findApproval(id, ports.store);
  if (approval.state !== 'pending') return { kind: 'elsewhere' };
  const asked = await ask(approval, answerer, ports, signal);
  if (asked === 'elsewhere' || asked === 'parked') return { kind: asked };
  const { answer, why } = asked;
  const events =
    answer === null
      ? await ports.store.approvals.answer(toSettled(approval, { state: 'expired', why }, ports.clock.now()))
      : await answerApproval(approval, answer, ports);
  if (events === null) return { kind: 'elsewhere' };
  return { kind: 'settled', events, answer: answer !== null && 'answer' in answer ? answer.answer : null };
}

async function findApproval(id: string, store: Store): Promise<Approval> {
  const approval = await store.approvals.find(id);
  if (approval === null) throw new Fault('store-failed', `The approval ${id} is not in the store.`);
  return approval;
}

interface Asked {
  readonly answer: PersonAnswer | PersonReply | null;
  readonly why: EventOf<'approval-settled'>['why'];
}

async function ask(
  approval: Approval,
  answerer: Answerer,
  ports: AnswerPorts,
  signal: AbortSignal,
): Promise<Asked | 'elsewhere' | 'parked'> {
  if (isLate(approval, ports.clock.now())) return { answer: null, why: 'late' };
  const done = new AbortController();
  const elsewhere = new AbortController();
  const late =
    approval.expiresAt === null
      ? []
      : [AbortSignal.timeout(Math.min(MAX_TIMER_MS, approval.expiresAt - ports.clock.now()))];
  void watchElsewhere(approval.id, ports.store, done.signal).then((isAnswered) => isAnswered && elsewhere.abort());
  try {
    const answer = await answerer.ask(approval, AbortSignal.any([signal, elsewhere.signal, ...late]));
    if (elsewhere.signal.aborted) return 'elsewhere';
    if (answer === 'park') return 'parked';
    if (answer === null) {
      return { answer, why: signal.aborted ? 'interrupted' : late[0]?.aborted === true ? 'late' : 'nobody' };
    }
    return { answer, why: 'answered' };
  } finally {
    done.abort();
  }
}

/** Longer timers fire at once. */
const MAX_TIMER_MS = 2_147_483_647;

/** True as soon as another process settled it; false when the signal came first. */
async function watchElsewhere(id: string, store: Store, signal: AbortSignal): Promise<boolean> {
  try {
    for (;;) {
      await wait(LOOK_MS, undefined, { signal });
      if ((await store.approvals.find(id))?.state !== 'pending') return true;
    }
  } catch {
    return false; // stopped, or a store that cannot be read: the answer itself will say so
  }
}

/**
 * Stores a person's answer, with the grant it leaves and the rules it writes. Null when somebody was earlier. Throws a
 * Fault when the answer is not among those that were offered.
 */
export async function answerApproval(
  approval: Approval,
  given: PersonAnswer | PersonReply,
  ports: AnswerPorts,
): Promise<readonly RunEvent[] | null> {
  if ('text' in given) return answerQuestion(approval, given, ports);
  const { answer, by } = given;
  if (!approval.answers.some((choice) => choice.answer === answer)) {
    const offered = approval.answers.map((choice) => choice.answer).join(', ');
    const hint = approval.question === undefined ? `answers: ${offered}` : 'the model asks: answer in words';
    throw new Fault('usage', `${approval.id} cannot be answered with ${answer}.`, { hint });
  }
  const at = ports.clock.now();
  const row = await ports.store.decisions.find(approval.run, approval.call);
  if (row === null) throw new Fault('store-failed', `The decision on ${approval.call} is not in the store.`);
  const isDenial = answer === 'deny' || answer === 'deny_always';
  const grant = isDenial ? null : toGrant(approval, given, row);
  const settled = toSettled(approval, { state: isDenial ? 'denied' : 'granted', why: 'answered', given, grant }, at);
  const rules = STANDING.some((standing) => standing === answer) ? rulesOf(answer as StandingAnswer, row) : null;
  if (rules === null) return ports.store.approvals.answer(settled);
  const writeRules = await ports.loadRulesWriter();
  const alongside = (): void => writeRules(rules, { answer, by, at, approval: approval.id });
  return ports.store.approvals.answer({ ...settled, alongside });
}

async function answerQuestion(
  approval: Approval,
  { text, by }: PersonReply,
  { store, clock }: AnswerPorts,
): Promise<readonly RunEvent[] | null> {
  if (approval.question === undefined) throw new Fault('usage', `${approval.id} is no question of the model.`);
  const given = { answer: 'reply', by, note: text };
  return store.approvals.answer(toSettled(approval, { state: 'granted', why: 'answered', given }, clock.now()));
}

function toSettled(
  { id, run, call }: Approval,
  end: Pick<EventOf<'approval-settled'>, 'state' | 'why'> & {
    readonly given?: { readonly answer: string; readonly by: string; readonly note?: string };
    readonly grant?: Grant | null;
  },
  at: number,
): Settled {
  const { state, why, given, grant = null } = end;
  const event: EventOf<'approval-settled'> = {
    kind: 'approval-settled',
    approval: id,
    call,
    state,
    why,
    answer: given?.answer ?? null,
    by: given?.by ?? null,
    note: given?.note ?? null,
    grant,
  };
  // Only an answer for the session outlives the call.
  return { id, run, at, event, grant: grant?.callDigest === undefined ? grant : null };
}

/** An answer that writes a rule lifts this very call as well. */
function toGrant(approval: Approval, { answer, by }: PersonAnswer, { call, facts }: DecisionRow): Grant {
  const { session, callDigest } = approval;
  const kind = answer === 'session' ? 'session' : 'once';
  const grant = grantFor({ answer: kind, session, by, callDigest }, call, facts, findDangers(call, facts));
  if (grant === null) throw new Fault('internal', `The answer ${answer} to ${approval.id} leaves nothing behind.`);
  return grant;
}

/** Ends a question whose time is over. */
export const expireApproval = (approval: Approval, at: number): Settled =>
  toSettled(approval, { state: 'expired', why: 'late' }, at);
