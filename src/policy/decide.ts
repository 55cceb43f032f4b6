import type { Call } from '../vocab/call.ts';
import type { Decision, Outcome, SegmentVerdict, TraceEntry } from '../vocab/decision.ts';
import type { Facts } from '../vocab/facts.ts';
import type { Policy } from '../vocab/policy.ts';
import { firstClass } from './danger/find-dangers.ts';
import { toJudged, type Judged } from './judged.ts';
import { findLift, liftableBy } from './answers/lift.ts';
import { findAsking } from './answers/standing.ts';
import { mergeSegments, segmentIndexes, withSegments } from './segments.ts';
import { answer, type Answered, type Step } from './steps/answer.ts';
import {
  allowlist,
  confirmPolicy,
  modeFallback,
  operator,
  permissionRule,
  readonly,
  taintAsk,
  unparsable,
  yolo,
} from './steps/ask.ts';
import {
  access,
  control,
  doomLoop,
  hardline,
  modePlan,
  permissionDeny,
  rateLimit,
  taintDeny,
  wellformed,
  workspace,
} from './steps/deny.ts';
import { callDigestOf } from './steps/doom-loop.ts';

/** The fixed order (POLICY 2): whatever can deny stands in front of whatever can allow. */
export const ORDER: readonly Step[] = [
  access,
  rateLimit,
  wellformed,
  hardline,
  control,
  workspace,
  permissionDeny,
  modePlan,
  taintDeny,
  doomLoop,
  unparsable,
  operator,
  yolo,
  taintAsk,
  permissionRule,
  allowlist,
  readonly,
  confirmPolicy,
  modeFallback,
];

/**
 * The judge: every tool call on every surface passes here before anything runs. Pure, synchronous and total: no clock,
 * no file, no network, and no exception gets out; whatever goes wrong inside is a deny. The first step that answers
 * decides, a person's stored answer lifts an ask and nothing else, and the trace holds the answer of every step.
 */
export function decide(call: Call, facts: Facts, policy: Policy): Decision {
  let digest = '';
  try {
    digest = policy.digest;
    return judge(call, facts, policy);
  } catch (error) {
    const entry = toFailure(error);
    return { ...toDecision(entry, [entry]), policy: digest, call: '' };
  }
}

function toFailure(error: unknown): Answered {
  const name = error instanceof Error ? error.name : 'unknown error';
  const reason = `the judge could not work this out (${name}), so it does not run`;
  return answer('wellformed', 'deny', 'judge-failed', reason);
}

/**
 * What {@link decide} comes to and by which step, without what is stored with a decision: no trace, no digest, nothing
 * about its commands.
 */
export function decideAlone(call: Call, facts: Facts, policy: Policy): Outcome {
  try {
    const judged = toJudged(call, facts, policy);
    const first = answerFirst(judged);
    return toOutcome((first.answer === 'ask' ? findLift(judged, first) : null) ?? first);
  } catch (error) {
    return toOutcome(toFailure(error));
  }
}

/** The floor alone, on a line that is about to run: why it refuses, or null. Total, as {@link decide} is. */
export function decideFloor(facts: Facts): string | null {
  try {
    const entry = hardline({ line: facts.line, facts });
    return entry.answer === 'deny' ? entry.reason : null;
  } catch (error) {
    return toFailure(error).reason;
  }
}

const toOutcome = ({ answer: verdict, step, rule, reason }: Answered): Outcome => ({
  verdict,
  step,
  rule: rule ?? null,
  reason,
});

/** Asks no step behind the one that answers. */
function answerFirst(judged: Judged): Answered {
  const entries: TraceEntry[] = [];
  for (const step of ORDER) {
    const entry = step(judged);
    entries.push(entry);
    if (entry.answer !== 'pass') break;
  }
  return firstAnswer(entries);
}

const firstAnswer = (trace: readonly TraceEntry[]): Answered =>
  trace.reduceRight<Answered>(
    (later, entry) => (entry.answer === 'pass' ? later : { ...entry, answer: entry.answer }),
    NO_ANSWER,
  );

function judge(call: Call, facts: Facts, policy: Policy): Decision {
  const judged = toJudged(call, facts, policy);
  const trace = ORDER.map((step) => step(judged));
  const first = firstAnswer(trace);
  const lift = first.answer === 'ask' ? findLift(judged, first) : null;
  const deciding = lift ?? first;
  const indexes = segmentIndexes(judged.line?.commands ?? []);
  const segments = mergeSegments(toVerdicts(judged, deciding, trace), indexes);
  return {
    ...toDecision(deciding, withSegments(lift === null ? trace : [...trace, lift], indexes)),
    class: firstClass(judged.dangers),
    segments,
    grants: deciding.answer === 'ask' ? liftableBy(judged, first, findAsking({ segments }, facts)) : [],
    policy: policy.digest,
    call: callDigestOf(call),
  };
}

const NO_ANSWER = answer('mode-fallback', 'ask', 'no-answer', 'no step had an answer');

function toDecision(entry: Answered, trace: readonly TraceEntry[]): Omit<Decision, 'policy' | 'call'> {
  return {
    verdict: entry.answer,
    step: entry.step,
    code: entry.code,
    reason: entry.reason,
    rule: entry.rule ?? null,
    class: null,
    segments: [],
    grants: [],
    trace,
  };
}

/** Each command with its own verdict: what denies or asks about it, else what covers it, else the line's. */
function toVerdicts(judged: Judged, deciding: Answered, trace: readonly TraceEntry[]): readonly SegmentVerdict[] {
  const { line, covers, asks, dangers } = judged;
  if (line === null) return [];
  const denies = trace.filter((entry) => entry.answer === 'deny');
  const byCommand = Map.groupBy(dangers, ({ command }) => command);
  return line.commands.map((command, i) => {
    const deny = denies.find((entry) => entry.segments?.includes(i) === true);
    const found = firstClass(byCommand.get(i) ?? []);
    const verdict =
      deny !== undefined
        ? ({ verdict: 'deny', step: deny.step } as const)
        : asks[i] !== null && deciding.answer !== 'allow'
          ? ({ verdict: 'ask', step: 'permission-rule' } as const)
          : ownVerdict(covers[i]?.step ?? null, deciding);
    return {
      text: command.text,
      words: command.words.map(({ value }) => value),
      ...verdict,
      ...(found === null ? {} : { class: found }),
    };
  });
}

const ownVerdict = (
  cover: 'permission-rule' | 'allowlist' | 'readonly' | null,
  deciding: Answered,
): Pick<SegmentVerdict, 'verdict' | 'step'> =>
  cover === null
    ? {
        verdict: deciding.answer === 'deny' ? 'ask' : deciding.answer,
        step: deciding.answer === 'deny' ? 'confirm-policy' : deciding.step,
      }
    : { verdict: 'allow', step: cover };
