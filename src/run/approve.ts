import { digestOf } from '../base/digest.ts';
import { Fault } from '../base/fault.ts';
import type { Answerer, Approval, PersonAnswer } from '../vocab/approval.ts';
import type { Call } from '../vocab/call.ts';
import type { AnswerKind } from '../vocab/decision.ts';
import type { EventOf, RunEvent } from '../vocab/event.ts';
import type { Facts, Grant } from '../vocab/facts.ts';
import { findDangers } from '../policy/danger/find-dangers.ts';
import { grantFor, sessionWidth } from '../policy/grants.ts';
import { showSource } from './model/refusal.ts';
import type { Judgement, RunPorts } from './run-ports.ts';
import type { RunState } from './run-state.ts';
import { listTaintSources } from './taint-sources.ts';

/** What an answer is bound to: the parts of the facts that say what the call would do. */
export const digestFacts = ({ cwd, workspace, env, line, paths, scripts }: Facts): string =>
  digestOf({ cwd, workspace, env, line, paths, scripts });

/** The question that an `ask` puts to a person, with what each answer would let through. */
export function toApproval(state: RunState, call: Call, judgement: Judgement, ports: RunPorts): Approval {
  const { decision, facts } = judgement;
  const at = ports.clock.now();
  const asking = decision.segments.filter(({ verdict }) => verdict === 'ask').map(({ text }) => text);
  const { rule } = decision;
  return {
    id: ports.clock.createId('apr'),
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
    answers: toChoices(call, judgement),
    ...(decision.step === 'taint-ask' ? { sources: listTaintSources(state.messages) } : {}),
    requester: state.requester,
    approvers: [state.requester],
    askedAt: at,
    expiresAt: ports.waitTimeoutMs === null ? null : at + ports.waitTimeoutMs,
    state: 'pending',
    answer: null,
    by: null,
    at: null,
  };
}

function toChoices(call: Call, { facts, decision }: Judgement): Approval['answers'] {
  const { grants } = decision;
  const session = grants.includes('session') ? sessionWidth(call, facts, findDangers(call, facts)) : null;
  return [
    ...(grants.includes('once') ? [{ answer: 'once', width: 'this call, this time' } as const] : []),
    ...(session === null ? [] : [{ answer: 'session', width: session.width } as const]),
    { answer: 'deny', width: 'it does not run, and the model is told that you refused' } as const,
  ];
}

/**
 * Puts the pending question to whoever can answer, and stores how it ended. Null when somebody else was earlier; then
 * the log holds their answer.
 */
export async function settleApproval(
  state: RunState,
  id: string,
  { ports, answerer, signal }: { ports: RunPorts; answerer: Answerer; signal: AbortSignal },
): Promise<readonly RunEvent[] | null> {
  const approval = await ports.store.approvals.find(id);
  if (approval === null) throw new Fault('store-failed', `The approval ${id} is not in the store.`);
  const { answer, why } = await ask(approval, answerer, ports, signal);
  const at = ports.clock.now();
  const grant = answer === null || isDenial(answer.answer) ? null : await toGrant(state, approval, answer, ports);
  const event: EventOf<'approval-settled'> = {
    kind: 'approval-settled',
    approval: id,
    call: approval.call,
    state: answer === null ? 'expired' : grant === null ? 'denied' : 'granted',
    why,
    answer: answer?.answer ?? null,
    by: answer?.by ?? null,
    grant,
  };
  const outlives = answer?.answer === 'once' ? null : grant;
  return ports.store.approvals.answer({ id, run: state.run, at, event, grant: outlives });
}

const isDenial = (answer: AnswerKind): boolean => answer === 'deny' || answer === 'deny_always';

interface Asked {
  readonly answer: PersonAnswer | null;
  readonly why: EventOf<'approval-settled'>['why'];
}

async function ask(approval: Approval, answerer: Answerer, ports: RunPorts, signal: AbortSignal): Promise<Asked> {
  const late =
    approval.expiresAt === null ? null : AbortSignal.timeout(Math.max(0, approval.expiresAt - ports.clock.now()));
  const answer = await answerer.ask(approval, late === null ? signal : AbortSignal.any([signal, late]));
  if (answer === null) {
    return { answer, why: signal.aborted ? 'interrupted' : late?.aborted === true ? 'late' : 'nobody' };
  }
  if (approval.answers.some((choice) => choice.answer === answer.answer)) return { answer, why: 'answered' };
  throw new Fault('internal', `The answer ${answer.answer} was not offered by ${approval.id}.`);
}

async function toGrant(state: RunState, approval: Approval, given: PersonAnswer, ports: RunPorts): Promise<Grant> {
  const { answer, by } = given;
  const row = await ports.store.decisions.find(state.run, approval.call);
  if (row === null) throw new Fault('store-failed', `The decision on ${approval.call} is not in the store.`);
  const { call, facts } = row;
  const grant =
    answer === 'once' || answer === 'session'
      ? grantFor(
          { answer, session: state.session, by, callDigest: approval.callDigest },
          call,
          facts,
          findDangers(call, facts),
        )
      : null;
  if (grant === null) throw new Fault('internal', `The answer ${answer} to ${approval.id} leaves nothing behind.`);
  return grant;
}
