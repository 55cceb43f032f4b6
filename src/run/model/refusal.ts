import type { Call } from '../../vocab/call.ts';
import type { Decision, StepName } from '../../vocab/decision.ts';
import type { SourceRef } from '../../vocab/policy.ts';
import { sayPreApproval } from './pre-approval.ts';
import type { Judgement } from '../run-ports.ts';

/**
 * What the model reads instead of a result. Each text says which layer refused and what is left to do; none claims
 * that a person refused when nobody was asked.
 */

/** What helps after a refusal by this step. */
const WAYS_ON: Readonly<Partial<Record<StepName, string>>> = {
  'wellformed': 'Correct the arguments and call again.',
  'hardline':
    'No setting and no approval lifts this, in any spelling. Choose another way, or tell the user why you stop.',
  'control': 'The agent does not administer itself. Tell the user what they could run themselves.',
  'workspace': 'Work inside the workspace, or tell the user what you would change outside it.',
  'permission-deny': 'A rule of the operator forbids it; do not try other spellings. Choose another way.',
  'mode-plan': 'Plan mode only reads. Describe the change in your answer instead of making it.',
  'doom-loop': 'The same call would give the same result. Change your approach, or tell the user what is in the way.',
};

export function deniedText(decision: Decision): string {
  const { step, code, reason, rule } = decision;
  const because = rule?.because === undefined ? '' : ` The rule says: ${rule.because}.`;
  const segment = decision.segments.length > 1 ? nameSegment(decision) : '';
  const way = WAYS_ON[step] ?? 'Choose another way.';
  return `Denied by Bailiwick (step ${step}, ${code}): ${toSentence(reason)}${segment}${because} ${way}`;
}

function nameSegment({ segments }: Decision): string {
  const denied = segments.find(({ verdict }) => verdict === 'deny');
  return denied === undefined ? '' : ` It is about this part of the line: ${denied.text} .`;
}

const toSentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);

/** `note` is what the person said with the refusal. */
export const refusedText = (note: string | null): string =>
  [
    'The user was asked about this call and refused it.',
    ...(note === null ? [] : [`They said: ${toSentence(note)}`]),
    'Do not try it again in another form. Go on without it, or ask what they want instead.',
  ].join(' ');

/** Nobody gave an answer: there was nobody to ask, or the time ran out. */
export function unaskedText(
  call: Call,
  judgement: Judgement,
  why: 'nobody' | 'late' | 'changed' | 'interrupted',
): string {
  const { step, reason } = judgement.decision;
  const reasons = {
    nobody: 'this call needs a person to approve it, and nobody could be asked here (no terminal)',
    late: 'this call needs a person to approve it, and no answer came in time',
    changed: 'what this call would do changed each time a person was asked about it',
    interrupted: 'this call needs a person to approve it, and the question was cut short',
  };
  return [
    `Denied: ${reasons[why]}. The user did not refuse it.`,
    `It asks at step ${step}: ${toSentence(reason)}`,
    'Go on without this call where you can, and tell the user what was left undone.',
    sayPreApproval(call, judgement),
  ].join(' ');
}

/** A question of the model that got no answer. */
export const unansweredText = (wasNobody: boolean): string =>
  `${wasNobody ? 'Nobody can be asked here.' : 'No answer came in time.'} Decide for yourself where you can, and say in your answer what stayed open.`;

/** A call without a result, found after the process that ran it is gone. */
export const unknownText = (started: boolean): string =>
  started
    ? 'Outcome unknown: the process ended while this call ran. It is not repeated. Look at the state of things before you go on.'
    : 'Not run: the process ended before this call started.';

export const interruptedText = (started: boolean): string =>
  started
    ? 'Interrupted: the turn was stopped while this call ran.'
    : 'Not run: the turn was stopped before this call.';

/** `file:line` of a rule. */
export const showSource = ({ file, line }: SourceRef): string => `${file}:${line}`;
