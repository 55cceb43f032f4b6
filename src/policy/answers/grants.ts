import { toCanonicalJson } from '../../base/canonical-json.ts';
import { isWithin } from '../../base/path.ts';
import type { Call } from '../../vocab/call.ts';
import { DANGER_CLASSES } from '../../vocab/danger.ts';
import type { Danger, Facts, Grant } from '../../vocab/facts.ts';
import type { ShellLine, SimpleCommand, Unparsable } from '../../vocab/shell-line.ts';
import { EDIT_TOOLS } from '../../vocab/tool-names.ts';

/** What a session answer would remember, and how wide that is in words. */
export interface SessionWidth {
  readonly kind: Grant['kind'];
  /** Put together only where it is stored: most who ask want to know whether there is one. */
  readonly toValue: () => string;
  readonly width: string;
}

export const WORKSPACE_EDIT = 'workspace-edit';

/**
 * What `session` remembers for a call (POLICY 7): a danger class of one plain command, the exact words of a plain line,
 * or edits inside the workspace. Null when nothing may be remembered: starred classes, compound lines with a class,
 * lines that are not known.
 */
export function sessionWidth(call: Call, facts: Facts, dangers: readonly Danger[]): SessionWidth | null {
  const { line } = facts;
  if (line === null) return widthOfTool(call, facts, dangers);
  const exact = exactParts(line);
  if (line.kind !== 'line' || exact === null) return null;
  const classes = new Set(dangers.map((danger) => danger.class));
  const [only] = classes;
  if (only === undefined) {
    return { kind: 'exact', toValue: () => toCanonicalJson(exact), width: 'exactly this line, for this session' };
  }
  if (classes.size > 1 || line.commands.length !== 1 || DANGER_CLASSES[only].starred) return null;
  return {
    kind: 'class',
    toValue: () => only,
    width: `every single command that ${DANGER_CLASSES[only].title} (${only}), for this session`,
  };
}

function widthOfTool(call: Call, facts: Facts, dangers: readonly Danger[]): SessionWidth | null {
  if (dangers.length > 0) return null;
  if (isWorkspaceEdit(call, facts, dangers)) {
    return {
      kind: 'class',
      toValue: () => WORKSPACE_EDIT,
      width: `every edit of files inside ${facts.workspace}, for this session`,
    };
  }
  return {
    kind: 'exact',
    toValue: () => toCanonicalJson(call.input),
    width: `exactly this call of ${call.tool}, for this session`,
  };
}

export const isWorkspaceEdit = (call: Call, facts: Facts, dangers: readonly Danger[]): boolean =>
  EDIT_TOOLS.includes(call.tool) &&
  dangers.length === 0 &&
  facts.paths.length > 0 &&
  facts.paths.every(
    ({ absolute, real }) => isWithin(absolute, facts.workspace) && (real === null || isWithin(real, facts.workspace)),
  );

/** The resolved words, redirects and operators of a line as one text; null when a word is not known. */
export function exactValue(line: ShellLine | Unparsable): string | null {
  const exact = exactParts(line);
  return exact === null ? null : toCanonicalJson(exact);
}

function exactParts(line: ShellLine | Unparsable): readonly unknown[] | null {
  if (line.kind !== 'line' || line.commands.length === 0) return null;
  // A structure beyond plain lists is remembered by its exact source as well.
  const parts = line.commands.map(exactPart);
  return parts.includes(null) ? null : [parts, line.beyondPlain === null ? null : line.source];
}

/** One command of it alone, as a line of its own would be remembered. */
export function exactValueOf(command: SimpleCommand): string | null {
  if (command.outer !== null || command.place.background || command.place.nested || command.place.function) return null;
  const part = exactPart({ ...command, place: { ...command.place, after: null } });
  return part === null ? null : toCanonicalJson([[part], null]);
}

function exactPart(command: SimpleCommand): unknown {
  const words = command.words.map(({ value }) => value);
  if (words.includes(null) || command.assignments.some(({ value }) => value === null)) return null;
  const redirects = command.redirects.map(({ op, fd, target, copies }) => [op, fd, target?.value ?? null, copies]);
  if (
    command.redirects.some(
      ({ target, copies, op }) => !copies && (target === null || target.value === null || op === '<<'),
    )
  )
    return null;
  const globs = command.words.map(({ pattern }) => pattern);
  return [
    words,
    globs,
    redirects,
    // As written as well: `a+=b` is more than `a=b`.
    command.assignments.map(({ name, value }) => [name, value, command.text]),
    command.place.after,
    command.outer,
  ];
}

/** The grant that an answer leaves behind; null for answers that leave none. */
export function grantFor(
  given: {
    readonly answer: 'once' | 'session';
    readonly session: string;
    readonly by: string;
    readonly callDigest: string;
  },
  call: Call,
  facts: Facts,
  dangers: readonly Danger[],
): Grant | null {
  const common = {
    session: given.session,
    requester: facts.requester,
    tool: call.tool,
    cwd: facts.cwd,
    by: given.by,
    at: facts.now,
    taint: facts.taint,
  };
  if (given.answer === 'once') return { ...common, kind: 'exact', value: '', callDigest: given.callDigest };
  const width = sessionWidth(call, facts, dangers);
  return width === null ? null : { ...common, kind: width.kind, value: width.toValue() };
}
