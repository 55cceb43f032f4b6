import type { AndOr, CompoundList, If, PipelineNode } from 'unbash';
import type { After } from '../simple-command.ts';
import { isNowhere, joinFolders, moveTo, stays, type Ends, type Folders } from '../folders.ts';
import { endGuard, guard, joinOutcomes, type Outcome, type Saved } from './guards.ts';
import { copyScope, mergeInto, type Scope } from '../scope.ts';

/** How a list that was read ends. */
export interface Ended {
  readonly ends: Ends;
  /** How it comes out, where that is known. */
  readonly outcome: Outcome | null;
  /** A test that does not come out as it is told here where the shell goes on behind the list. */
  readonly leaves: { readonly outcome: Outcome | null; readonly wanted: boolean } | null;
}

type Run<Node> = (node: Node, scope: Scope, after: After) => Pick<Ended, 'ends' | 'outcome'>;

/** `a && b || c`: what stands behind the first may not run; inside the chain its effects count, behind it they are unknown. */
export function runChain(
  { commands: [first, ...rest], operators }: AndOr,
  scope: Scope,
  after: After,
  run: Run<PipelineNode>,
): Ended | null {
  if (first === undefined) return null;
  let { ends, outcome } = run(first, scope, after);
  const before = copyScope(scope);
  const saved: Saved[] = [];
  let leaves: Ended['leaves'] = null;
  let last = outcome;
  for (const [i, element] of rest.entries()) {
    const operator = operators[i] === '||' ? '||' : '&&';
    const isOr = operator === '||';
    if (isOr) mergeInto(scope, [before], true);
    // Behind `a || b &&` either of them may have come out well.
    if (operators.slice(0, i).includes('||')) for (const each of saved.splice(0).toReversed()) endGuard(each, scope);
    else if (!isOr || i === 0) saved.push(guard(last, !isOr, scope));
    moveTo(scope, isOr ? ends.bad : ends.ok);
    const next = run(element, scope, operator);
    if (rest.length === 1 && isNowhere(next.ends)) leaves = { outcome, wanted: isOr };
    const { ok, bad, doubt } = ends;
    ends = isOr
      ? { ok: joinFolders(ok, next.ends.ok), bad: next.ends.bad, doubt: next.ends.doubt }
      : { ok: next.ends.ok, bad: joinFolders(next.ends.bad, bad), doubt: joinFolders(next.ends.doubt, doubt) };
    last = next.outcome;
    outcome = joinOutcomes(outcome, operator, last);
  }
  for (const each of saved.toReversed()) endGuard(each, scope);
  mergeInto(scope, [before], true);
  moveTo(scope, joinFolders(ends.ok, ends.doubt));
  return { ends, outcome, leaves };
}

export function runIf(node: If, scope: Scope, run: Run<CompoundList>): Ended {
  const branches: Scope[] = [];
  let { ends, outcome } = run(node.clause, scope, null);
  const first = outcome;
  let after: Folders = [];
  const branch = (list: CompoundList, inner: Scope, folders: Folders): Ends => {
    moveTo(inner, folders);
    const { ends: last } = run(list, inner, null);
    after = joinFolders(after, last.ok, last.bad);
    branches.push(inner);
    return last;
  };
  const guarded = (wanted: boolean, from = scope): Scope => {
    const inner = copyScope(from);
    guard(outcome, wanted, inner);
    return inner;
  };
  const leaves =
    isNowhere(branch(node.then, guarded(true), ends.ok)) && node.else === undefined && node.elif.length === 0;
  let otherwise = guarded(false);
  for (const { clause, then } of node.elif) {
    moveTo(otherwise, ends.bad);
    ({ ends, outcome } = run(clause, otherwise, null));
    branch(then, guarded(true, otherwise), ends.ok);
    otherwise = guarded(false, otherwise);
  }
  if (node.else !== undefined) branch(node.else, otherwise, ends.bad);
  mergeInto(scope, branches);
  if (node.else === undefined) after = joinFolders(after, ends.bad);
  moveTo(scope, after);
  return { ends: stays(after), outcome: null, leaves: leaves ? { outcome: first, wanted: false } : null };
}
