import { isWithin } from '../../base/path.ts';
import { toCanonicalJson } from '../../base/canonical-json.ts';
import type { AnswerKind, StepName, TraceEntry } from '../../vocab/decision.ts';
import type { Grant } from '../../vocab/facts.ts';
import type { SimpleCommand } from '../../vocab/shell-line.ts';
import { EDIT_TOOLS } from '../../vocab/tool-names.ts';
import { standingRules, type StandingAnswer } from './standing.ts';
import { effectsOfCommand, reachesOut } from '../effects.ts';
import { exactValue, exactValueOf, sessionWidth, WORKSPACE_EDIT } from './grants.ts';
import type { Judged } from '../judged.ts';
import { findBehindChange } from '../names/name-changes.ts';
import { answer, type Answered } from '../steps/answer.ts';
import { callDigestOf } from '../steps/doom-loop.ts';

/** Asks that only a `once` answer lifts (POLICY 2). */
const ONCE_ONLY: readonly StepName[] = ['unparsable', 'operator'];

/** The trace line of a stored answer that lifts this ask; null when none does. A grant never meets a deny. */
export function findLift(judged: Judged, ask: TraceEntry): Answered | null {
  const { call, facts } = judged;
  const mine = facts.grants.filter((grant) => grant.requester === facts.requester && speaksOf(grant, call.tool));
  if (mine.length === 0) return null;
  const digest = callDigestOf(call);
  const once = mine.find((grant) => grant.callDigest === digest);
  if (once !== undefined) return answer('grant', 'allow', 'once', `${once.by} allowed this very call`);
  if (ONCE_ONLY.includes(ask.step)) return null;
  const usable = mine.filter(
    (grant) => grant.callDigest === undefined && (ask.step !== 'taint-ask' || knewTaint(grant, judged)),
  );
  if (usable.length === 0) return null;
  const lifting = judged.line === null ? liftsTool(usable, judged) : liftsLine(usable, judged, ask);
  return lifting === null ? null : answer('grant', 'allow', 'session', `${lifting.by} allowed it for this session`);
}

/** An answer for edits in the workspace speaks of every tool that edits. */
const speaksOf = ({ tool, value }: Grant, called: string): boolean =>
  tool === called || (value === WORKSPACE_EDIT && EDIT_TOOLS.includes(called));

/** A session answer counts in a tainted turn only if the same sources were there when it was given (GUARD 4). */
const knewTaint = (grant: Grant, { facts }: Judged): boolean =>
  facts.taint.every((origin) => grant.taint?.includes(origin) === true);

function liftsTool(grants: readonly Grant[], { call, facts, dangers }: Judged): Grant | null {
  if (dangers.length > 0) return null;
  const exact = toCanonicalJson(call.input);
  const inside =
    facts.paths.length > 0 &&
    facts.paths.every(
      ({ absolute, real }) => isWithin(absolute, facts.workspace) && (real === null || isWithin(real, facts.workspace)),
    );
  return (
    grants.find((grant) => grant.kind === 'exact' && grant.value === exact && grant.cwd === facts.cwd) ??
    grants.find(
      (grant) =>
        grant.kind === 'class' &&
        grant.value === WORKSPACE_EDIT &&
        grant.cwd === facts.cwd &&
        EDIT_TOOLS.includes(call.tool) &&
        inside,
    ) ??
    null
  );
}

/** The whole line as it was allowed, or every command of it by a rule, a proof or an answer of its own. */
function liftsLine(grants: readonly Grant[], judged: Judged, ask: TraceEntry): Grant | null {
  const { line, facts } = judged;
  if (line === null || line.kind !== 'line' || line.commands.length === 0) return null;
  const here = grants.filter((grant) => grant.kind === 'class' || grant.cwd === facts.cwd);
  const value = exactValue(line);
  const whole = here.find((grant) => grant.kind === 'exact' && grant.value === value);
  if (whole !== undefined && judged.dangers.length === 0) return whole;
  const behind = findBehindChange(line);
  const lifted = line.commands.map((command) => {
    if (behind.has(command.index)) return null;
    const own = judged.dangers.filter((danger) => danger.command === command.index);
    return liftsCommand(here, command, { cwd: facts.cwd, classes: new Set(own.map((danger) => danger.class)) });
  });
  const all = line.commands.every((command, i) => lifted[i] !== null || passesAlone(judged, command, ask));
  return all ? lifted.reduce((kept, grant) => kept ?? grant, null) : null;
}

/** No answer is needed for this command: it is covered, and in a tainted turn it keeps to itself or its rule is for that. */
function passesAlone(judged: Judged, command: SimpleCommand, ask: TraceEntry): boolean {
  const { covers, asks } = judged;
  const cover = covers[command.index] ?? null;
  if (cover === null || (asks[command.index] ?? null) !== null) return false;
  if (ask.step !== 'taint-ask' || cover.rule?.tainted === true) return true;
  return !effectsOfCommand(command, judged).some(reachesOut);
}

/** An exact answer for a command without a class, or an answer for each class it has. */
function liftsCommand(
  grants: readonly Grant[],
  command: SimpleCommand,
  { cwd, classes }: { readonly cwd: string; readonly classes: ReadonlySet<string> },
): Grant | null {
  if (classes.size === 0) {
    // The answer was about the folder of the call and the input that the words name.
    if (command.cwd !== cwd || !hasOwnInput(command)) return null;
    const value = exactValueOf(command);
    return value === null ? null : (grants.find((grant) => grant.kind === 'exact' && grant.value === value) ?? null);
  }
  const bare =
    command.assignments.length === 0 && command.redirects.every(({ writes }) => !writes) && !command.place.background;
  const granted = grants.filter((grant) => grant.kind === 'class' && classes.has(grant.value));
  const [first = null] = granted;
  return bare && new Set(granted.map((grant) => grant.value)).size === classes.size ? first : null;
}

/** Nothing is handed to it from outside: not by a pipe, and not by a redirect around it. */
const hasOwnInput = ({ stdin, redirects }: SimpleCommand): boolean =>
  stdin.kind === 'inherit' || (stdin.kind !== 'pipe' && redirects.some(({ op }) => op.startsWith('<')));

/** Asks that no ordinary rule lifts, or that a rule of the operator put there to be asked each time. */
const NO_STANDING: readonly StepName[] = [...ONCE_ONLY, 'taint-ask', 'permission-rule'];

/** Which answers may lift an ask; `asking` are the commands of the line that it is about. */
export function liftableBy(
  { call, facts, dangers }: Judged,
  ask: TraceEntry,
  asking: readonly number[],
): readonly AnswerKind[] {
  const remembers = !ONCE_ONLY.includes(ask.step) && sessionWidth(call, facts, dangers) !== null;
  const mayStand = (answered: StandingAnswer): boolean =>
    !NO_STANDING.includes(ask.step) && standingRules(answered, { call, facts, dangers, asking }) !== null;
  return [
    'once',
    ...(remembers ? (['session'] as const) : []),
    ...(['always_prefix', 'always_command'] as const).filter(mayStand),
  ];
}
