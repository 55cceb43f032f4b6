import { decide } from '../policy/decide.ts';
import { findDangers } from '../policy/danger/find-dangers.ts';
import { grantFor } from '../policy/answers/grants.ts';
import type { Disk } from '../ports/disk.ts';
import type { Tool } from '../ports/tool.ts';
import { gatherFacts, type Moment, type Scene } from '../run/facts/gather-facts.ts';
import type { Call } from '../vocab/call.ts';
import type { Decision } from '../vocab/decision.ts';
import type { Facts, Grant } from '../vocab/facts.ts';
import type { Policy } from '../vocab/policy.ts';
import type { Mode } from '../vocab/principal.ts';

/** A question to the judge outside of any run. */
export interface Question {
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly mode?: Mode;
  /** Commands that a person approved for the session. */
  readonly approved?: readonly string[];
}

/** Everything a question is judged with. */
export interface Bench {
  readonly scene: Scene;
  readonly policy: Policy;
  readonly disk: Disk;
  readonly cwd: string;
  readonly now: number;
  readonly findTool: (name: string) => Tool | null;
}

const NOBODY = { session: 'question', requester: 'local' } as const;

/** Judges one call as a fresh session would meet it. */
export function judgeQuestion(
  question: Question,
  bench: Bench,
): { readonly decision: Decision; readonly facts: Facts; readonly call: Call } {
  const call: Call = { id: 'question', tool: question.tool, input: question.input, cwd: bench.cwd };
  const grants = (question.approved ?? []).flatMap((command) => toGrant(command, bench));
  const facts = gatherFacts(call, bench.scene, toMoment(question, bench, grants), bench.disk);
  return { decision: decide(call, facts, bench.policy), facts, call };
}

function toMoment(question: Pick<Question, 'tool' | 'mode'>, bench: Bench, grants: readonly Grant[]): Moment {
  return {
    window: [],
    grants,
    taint: [],
    mode: question.mode ?? 'default',
    requester: NOBODY.requester,
    now: bench.now,
    tool: bench.findTool(question.tool),
    fault: null,
  };
}

/** What a session answer to this command would have left behind; nothing where it may not be remembered. */
function toGrant(command: string, bench: Bench): readonly Grant[] {
  const call: Call = { id: 'approved', tool: 'shell', input: { command }, cwd: bench.cwd };
  const facts = gatherFacts(call, bench.scene, toMoment({ tool: 'shell' }, bench, []), bench.disk);
  const answer = { answer: 'session', session: NOBODY.session, by: 'local', callDigest: '' } as const;
  const grant = grantFor(answer, call, facts, findDangers(call, facts));
  return grant === null ? [] : [grant];
}
