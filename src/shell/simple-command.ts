import type { Assignment, Command, Redirection } from 'unbash';
import type { Redirect, RedirectOp, SimpleCommand, Stdin, Word } from '../vocab/shell-line.ts';
import { affectShell } from './builtins.ts';
import { constantOutput } from './words/constant-output.ts';
import { MAX_COMMANDS, MAX_DEPTH } from './context.ts';
import { expandAssigned, expandDocument, expandWhole, expandWord, visitScripts } from './words/expand.ts';
import type { Reader } from './reader.ts';
import { copyScope, lookUp, toValue, UNKNOWN, type Scope } from './scope.ts';
import { joinWords, unwrap, type Inner } from './unwrap.ts';

export type After = SimpleCommand['place']['after'];

/** Runs one simple command: records it and what it starts, changes the scope as it would. Gives its constant output. */
export function runCommand(node: Command, scope: Scope, after: After, reader: Reader): string | null {
  const words = [node.name, ...node.args].flatMap((argument): readonly Word[] => {
    if (argument === undefined) return [];
    return argument.type === 'Word' ? expandWord(argument, scope, reader) : [assignmentWord(argument, scope, reader)];
  });
  const { redirects, stdin } = readRedirects(node.redirects, scope, reader);
  const assignments = node.prefix.filter((part) => part.type === 'Assignment');
  const values = assignments.map((assignment) => ({
    name: assignment.name,
    value: assignedText(assignment, scope, reader),
  }));
  const command = record(reader, scope, {
    words,
    redirects,
    stdin,
    assignments: values,
    after,
    text: scope.source.slice(node.pos, node.end),
  });
  if (words.length === 0) {
    for (const { name, value } of values) scope.vars.set(name, toValue(value));
    return values.length === 0 && redirects.length === 0 ? null : '';
  }
  const inner = { ...(values.length === 0 ? scope : withVariables(scope, values)), stdin };
  startWords(words, inner, command, reader);
  takeBack(scope, inner);
  return values.length === 0 ? outputOf(words, redirects, stdin) : null;
}

/** A temporary environment counts for the command and what it starts, not afterwards. */
function withVariables(scope: Scope, values: readonly { name: string; value: string | null }[]): Scope {
  const inner = copyScope(scope);
  for (const { name, value } of values) inner.vars.set(name, toValue(value));
  return inner;
}

function takeBack(scope: Scope, inner: Scope): void {
  scope.cwd = inner.cwd;
  scope.positional = inner.positional;
  if (inner.vars === scope.vars) return;
  for (const [name, value] of inner.vars) if (value.kind === 'unknown') scope.vars.set(name, value);
}

interface Recorded {
  readonly words: readonly Word[];
  readonly redirects: readonly Redirect[];
  readonly stdin: Stdin;
  readonly assignments: SimpleCommand['assignments'];
  readonly after: After;
  readonly text: string;
  readonly outer?: number;
}

/** Adds a command to the line; a line that comes down to too many is unparsable. */
export function record(reader: Reader, scope: Scope, { after, outer, ...rest }: Recorded): SimpleCommand {
  const command: SimpleCommand = {
    index: reader.commands.length,
    ...rest,
    cwd: scope.cwd,
    outer: outer ?? null,
    place: { ...scope.place, after },
  };
  if (command.index < MAX_COMMANDS) reader.commands.push(command);
  else {
    reader.faults.add(`it comes down to more than ${MAX_COMMANDS} commands`);
    reader.exhausted = true;
  }
  return command;
}

/** What the words do beyond being recorded: change the shell, call a function, start other commands. */
function startWords(words: readonly Word[], scope: Scope, command: SimpleCommand, reader: Reader): void {
  const head = words[0]?.value ?? null;
  if (reader.exhausted) return;
  const body = head === null ? undefined : scope.functions.get(head);
  if (body !== undefined && head !== null) {
    reader.callFunction(head, body, words.slice(1), scope);
    return;
  }
  affectShell(words, scope, reader);
  const around = { stdin: scope.stdin, contentOf: (word: Word) => reader.contents.get(word) };
  for (const inner of unwrap(words, around)) startInner(inner, scope, command, reader);
}

function startInner(inner: Inner, scope: Scope, command: SimpleCommand, reader: Reader): void {
  if (scope.depth >= MAX_DEPTH) {
    reader.faults.add('it hands text to shells too deeply');
    reader.exhausted = true;
    return;
  }
  const changes = { depth: scope.depth + 1, stdin: inner.stdin ?? scope.stdin };
  if (inner.kind === 'words') {
    const place = inner.sameShell ? { ...scope, ...changes } : toChild(scope, command, changes, reader);
    if (inner.clears === true) {
      place.vars.clear();
      place.vars.set('*', UNKNOWN);
    }
    for (const { name, value } of inner.assignments ?? []) place.vars.set(name, toValue(value));
    const text = inner.words.map((word) => word.text).join(' ');
    const recorded = record(reader, place, {
      words: inner.words,
      redirects: [],
      stdin: place.stdin,
      assignments: inner.assignments ?? [],
      after: null,
      text,
      outer: command.index,
    });
    startWords(inner.words, place, recorded, reader);
    if (inner.sameShell) [scope.cwd, scope.positional] = [place.cwd, place.positional];
    return;
  }
  if (inner.text === null) {
    if (inner.sameShell) forgetAll(scope);
    return;
  }
  const place: Scope = inner.sameShell
    ? { ...scope, ...changes }
    : toChild(scope, command, { ...changes, positional: inner.positional, arg0: inner.arg0 }, reader);
  reader.runText(inner.text, place, command.index);
  if (inner.sameShell) [scope.cwd, scope.positional] = [place.cwd, place.positional];
}

/** A program that is started gets the exported variables only, and no functions. */
function toChild(scope: Scope, command: SimpleCommand, changes: Partial<Scope>, reader: Reader): Scope {
  const { env } = reader.context;
  const exported = new Set(scope.exported);
  for (let at: SimpleCommand | undefined = command; at !== undefined; at = reader.commands[at.outer ?? -1]) {
    for (const { name } of at.assignments) exported.add(name);
  }
  const passes = (name: string): boolean => exported.has(name) || exported.has('*') || Object.hasOwn(env, name);
  const vars = [...scope.vars].filter(([name, value]) => value.kind === 'unknown' || passes(name));
  return copyScope(scope, { functions: new Map(), ...changes, vars: new Map(vars), exported });
}

/** After code that is not known ran in this shell, nothing about its variables or its folder is. */
function forgetAll(scope: Scope): void {
  for (const name of scope.vars.keys()) scope.vars.set(name, UNKNOWN);
  scope.vars.set('*', UNKNOWN);
  scope.cwd = null;
  scope.positional = null;
}

function assignmentWord(node: Assignment, scope: Scope, reader: Reader): Word {
  const value = assignedText(node, scope, reader);
  const name = node.text.slice(0, node.text.indexOf('=') + 1);
  return {
    text: node.text,
    value: value === null ? null : name + value,
    pattern: null,
    many: false,
    prefix: value === null ? name : name + value,
    features: value === node.text.slice(name.length) ? [] : ['variable'],
    runs: [],
  };
}

function assignedText(node: Assignment, scope: Scope, reader: Reader): string | null {
  if (node.index !== undefined) visitScripts(node.index, scope, reader);
  if (node.value.type !== 'Word') {
    for (const element of node.value.elements) expandWord(element, scope, reader);
    return null;
  }
  const { value } = expandAssigned(node.value, scope, reader);
  if (node.index !== undefined) return null;
  if (node.append !== true) return value;
  const before = lookUp(node.name, scope, reader.context);
  const known = before.kind === 'text' ? before.text : before.kind === 'unset' ? '' : null;
  return known === null || value === null ? null : known + value;
}

const DEVICE_STDIN: Stdin = { kind: 'file' };

/** Redirects in order, and what standard input is after them. */
export function readRedirects(
  nodes: readonly Redirection[],
  scope: Scope,
  reader: Reader,
): { readonly redirects: readonly Redirect[]; readonly stdin: Stdin } {
  let stdin = scope.stdin;
  const redirects = nodes.map((node): Redirect => {
    const fd = node.descriptor?.type === 'FileDescriptor' ? node.descriptor.value : null;
    if (node.type === 'HereDoc') {
      if (fd === null || fd === 0) stdin = { kind: 'text', text: documentText(node, scope, reader) };
      return { op: '<<', fd, target: null, copies: false, writes: false };
    }
    const expand = node.type === 'HereString' ? expandAssigned : expandWhole;
    const target = node.target === undefined ? null : expand(node.target, scope, reader);
    if (node.type === 'HereString') {
      if (fd === null || fd === 0)
        stdin = { kind: 'text', text: target === null || target.value === null ? null : `${target.value}\n` };
      return { op: '<<<', fd, target, copies: false, writes: false };
    }
    if (node.operator.startsWith('<') && (fd === null || fd === 0)) {
      const content = target === null ? undefined : reader.contents.get(target);
      stdin = content === undefined ? DEVICE_STDIN : { kind: 'text', text: content };
    }
    return toRedirect(node.operator, fd, target);
  });
  return { redirects, stdin };
}

function toRedirect(op: Exclude<RedirectOp, '<<' | '<<<'>, fd: number | null, target: Word | null): Redirect {
  const copies = (op === '>&' || op === '<&') && target !== null && /^(\d+-?|-)$/.test(target.value ?? '');
  const writes = !copies && (op.includes('>') || op === '<&');
  return { op, fd, target: copies ? null : target, copies, writes };
}

function documentText(node: Redirection & { type: 'HereDoc' }, scope: Scope, reader: Reader): string | null {
  const { parts, text } = node.body;
  const quoted = node.delimiter?.quoted === true;
  const strip = (body: string): string => (node.operator === '<<-' ? body.replace(/^\t+/gm, '') : body);
  if (quoted) return strip(text);
  if (parts === undefined) return strip(text.replace(/\\([\\$`])/g, '$1'));
  const expanded = expandDocument(parts, scope, reader);
  return expanded === null ? null : strip(expanded);
}

function outputOf(words: readonly Word[], redirects: readonly Redirect[], stdin: Stdin): string | null {
  if (redirects.some(({ writes, copies }) => writes || copies)) return null;
  if (words[0]?.value === 'cat' && (words.length === 1 || (words.length === 2 && words[1]?.value === '-'))) {
    return stdin.kind === 'text' || stdin.kind === 'pipe' ? stdin.text : null;
  }
  if (words.some(({ pattern }) => pattern !== null)) return null;
  return joinWords(words) === null ? null : constantOutput(words.map(({ value }) => value));
}
