import type { Assignment, Command, Redirection, Word as WordNode, WordPart } from 'unbash';
import type { Redirect, RedirectOp, SimpleCommand, Stdin, Word } from '../vocab/shell-line.ts';
import { affectShell, changeTo } from './builtins.ts';
import { constantOutput, listedOutput } from './words/constant-output.ts';
import { MAX_COMMANDS, MAX_DEPTH } from './context.ts';
import { expandAssigned, expandDocument, expandWhole, expandWord } from './words/expand.ts';
import { evaluate, evaluateWritten, runWhole } from './words/evaluate.ts';
import { isPrinted, printGlob, toShellText } from './words/printed.ts';
import { visitScripts } from './words/visit-scripts.ts';
import type { Reader } from './reader.ts';
import { follow, foldersOf, moveTo } from './folders.ts';
import { copyScope, mergeInto, lookUp, toValue, UNKNOWN, type Scope } from './scope.ts';
import { PROGRAM_VARIABLES } from './tables/text-options.ts';
import { runsText, type Inner } from './unwrap/inner.ts';
import { unwrap } from './unwrap/unwrap.ts';

export type After = SimpleCommand['place']['after'];

/** Runs one simple command: records it and what it starts, changes the scope as it would. Gives its constant output. */
export function runCommand(node: Command, scope: Scope, after: After, reader: Reader): string | null {
  const { assignments, given } = regroup(node);
  const words = given.flatMap((argument): readonly Word[] => {
    return argument.type === 'Word' ? expandWord(argument, scope, reader) : [assignmentWord(argument, scope, reader)];
  });
  const { redirects, stdin } = readRedirects(node.redirects, scope, reader);
  // Words are expanded before the assignments in front of them, which bash makes one after the other.
  const temporary = words.length > 0 && assignments.length > 0 ? copyScope(scope) : scope;
  const values = assignments.map((assignment) => {
    const before = temporary.vars.get(assignment.name);
    const { text, runs } = assigned(assignment, temporary, reader);
    // `V=${V:=x}`: what the default set stays behind when the command is over.
    if (temporary.vars.get(assignment.name) !== before) scope.vars.set(assignment.name, UNKNOWN);
    temporary.vars.set(assignment.name, toValue(text, runs));
    return { name: assignment.name, value: text === null || isPrinted(text) ? null : text };
  });
  const opened = openedVariables(node.redirects, scope);
  const command = record(reader, scope, {
    words,
    redirects,
    stdin,
    assignments: [...values, ...opened],
    after,
    text: scope.source.slice(node.pos, node.end),
  });
  if (words.length === 0) {
    return values.length === 0 && redirects.length === 0 ? null : '';
  }
  const inner = { ...temporary, stdin };
  startWords(words, inner, command, reader);
  takeBack(scope, inner, values);
  return values.length === 0 ? outputOf(words, redirects, stdin) : null;
}

/** `{name}<file`: the shell puts the number of the stream into the variable, which stays. */
export function openedVariables(nodes: readonly Redirection[], scope: Scope): SimpleCommand['assignments'] {
  const names = nodes.flatMap(({ descriptor }) =>
    descriptor?.type === 'FileDescriptorVariable' ? [descriptor.name.replace(/\[.*$/s, '')] : [],
  );
  for (const name of names) scope.vars.set(name, UNKNOWN);
  return names.map((name) => ({ name, value: null }));
}

interface Regrouped {
  readonly assignments: readonly Assignment[];
  readonly given: readonly (WordNode | Assignment)[];
}

/** The parser takes the substitution of `X=<(a) b` for the command word; it is the value, and what stands behind it leads. */
function regroup({ prefix, name, args }: Command): Regrouped {
  const assignments = prefix.filter((part) => part.type === 'Assignment');
  const last = assignments.at(-1);
  if (name === undefined) return { assignments, given: args };
  if (last?.end !== name.pos) return { assignments, given: [name, ...args] };
  const { type, text, pos, append, index } = last;
  const whole: Assignment = { type, text, pos, end: name.end, name: last.name, append, index, value: name };
  const goesOn = args.findIndex(({ pos }, i) => pos !== (args[i - 1] ?? name).end);
  const ends = args.findIndex((part, i) => i >= goesOn && !/^[A-Za-z_]\w*\+?=/.test(part.text));
  const [from, to] = [goesOn < 0 ? args.length : goesOn, goesOn < 0 || ends < 0 ? args.length : ends];
  const more = args.slice(0, to).map((part, i) => toUnknown(part, i < from ? last.name : null));
  return { assignments: [...assignments.slice(0, -1), whole, ...more], given: args.slice(to) };
}

/** What a word starts is found, what it sets is not known. */
function toUnknown(part: WordNode | Assignment, name: string | null): Assignment {
  if (part.type === 'Assignment') return part;
  const { text, pos, end } = part;
  const value = { type: 'ArrayValue' as const, pos, end, elements: [part] };
  const own = name ?? /^\w*/.exec(text)?.[0] ?? '';
  return { type: 'Assignment', text, pos, end, name: own, value, append: undefined, index: undefined };
}

/** Assignments in front of a command end with it; everything else that it did to the shell stays. */
function takeBack(scope: Scope, inner: Scope, temporary: SimpleCommand['assignments']): void {
  follow(scope, inner);
  scope.physical ||= inner.physical;
  if (inner.vars === scope.vars) return;
  for (const [name, value] of inner.vars) {
    const ends = temporary.some((assignment) => assignment.name === name);
    if (!ends || value.kind === 'unknown') scope.vars.set(name, value);
  }
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
  if (head !== null && startAlias(head, words, scope, { command, reader })) return;
  const contentOf = (word: Word): string | null | undefined => reader.contents.get(word) ?? givenAs(word, command);
  const around = { stdin: scope.stdin, contentOf };
  const named = command.assignments.filter(({ name }) => PROGRAM_VARIABLES.test(name));
  const inners = [...unwrap(words, around), ...named.map(({ value }) => runsText(value))];
  for (const inner of inners) startInner(inner, scope, command, reader);
}

function startInner(inner: Inner, scope: Scope, command: SimpleCommand, reader: Reader): void {
  if (scope.depth >= MAX_DEPTH) {
    reader.faults.add('it hands text to shells too deeply');
    reader.exhausted = true;
    return;
  }
  if (inner.kind === 'words' && inner.guess === true && !isFirstGuess(inner.words, scope, reader)) return;
  const changes = { depth: scope.depth + 1, stdin: inner.stdin ?? scope.stdin };
  if (inner.kind === 'words') {
    const place = inner.sameShell ? { ...scope, ...changes } : toChild(scope, command, changes, reader);
    if (inner.clears === true) {
      place.vars.clear();
      place.vars.set('*', UNKNOWN);
    }
    for (const { name, value } of inner.assignments ?? []) place.vars.set(name, toValue(value));
    if (inner.folder !== undefined) changeTo(inner.folder, place, reader);
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
    if (inner.sameShell) follow(scope, place);
    return;
  }
  if (inner.text === null) {
    if (inner.sameShell) forgetAll(scope, reader);
    return;
  }
  const place: Scope = inner.sameShell
    ? { ...scope, ...changes }
    : toChild(scope, command, { ...changes, positional: inner.positional, arg0: inner.arg0 }, reader);
  if (inner.later === true) reader.later.push({ text: inner.text, outer: command.index, scope: copyScope(scope) });
  reader.runText(toShellText(inner.text), place, command.index);
  if (inner.sameShell) follow(scope, place);
}

/** `nice --zz nice --zz ...`: every reading of an option gives the same tails again, which are judged once. */
function isFirstGuess(words: readonly Word[], scope: Scope, reader: Reader): boolean {
  const [first] = words;
  if (first === undefined) return false;
  const seen = reader.guessed.get(first) ?? new Set();
  reader.guessed.set(first, seen);
  return seen.size < seen.add(`${words.length} ${foldersOf(scope).join(' ')}`).size;
}

/** An alias counts where the shell expands them: the command is judged also as what it would become. */
function startAlias(
  head: string,
  words: readonly Word[],
  scope: Scope,
  { command, reader }: { readonly command: SimpleCommand; readonly reader: Reader },
): boolean {
  if (head === 'alias') {
    for (const { value } of words.slice(1)) {
      const [, name = '', text] = /^([^=]+)=([^]*)$/.exec(value ?? '') ?? [];
      if (text === undefined) continue;
      scope.aliases.set(name, text);
      startInner(runsText(text, { sameShell: true }), copyScope(scope), command, reader);
    }
    return true;
  }
  const text = scope.aliases.get(head);
  if (text === undefined || scope.running.includes(`alias ${head}`)) return false;
  const rest = words.slice(1).map(({ value }) => (value === null ? '"$_"' : `'${value.replaceAll("'", "'\\''")}'`));
  const place = copyScope(scope, { running: [...scope.running, `alias ${head}`] });
  startInner(runsText([text, ...rest].join(' '), { sameShell: true }), place, command, reader);
  mergeInto(scope, [place]);
  return false;
}

/** `bash /dev/fd/3 3<<< 'text'`: a redirect under the name of a file. */
function givenAs(word: Word, { redirects }: SimpleCommand): string | null | undefined {
  const fd = /^\/(?:dev|proc\/self)\/fd\/(\d+)$/.exec(word.value ?? '')?.[1];
  const given =
    fd === undefined ? undefined : redirects.find((each) => each.fd === Number(fd) && each.op.startsWith('<<'));
  return given === undefined ? undefined : (given.target?.value ?? null);
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
  const functions = new Map([...scope.functions].filter(([name]) => exported.has(`${name}()`)));
  return copyScope(scope, { functions, ...changes, vars: new Map(vars), exported });
}

/** After code that is not known ran in this shell, nothing about its variables or its folder is. */
function forgetAll(scope: Scope, reader: Reader): void {
  reader.declares = true;
  for (const name of scope.vars.keys()) scope.vars.set(name, UNKNOWN);
  scope.vars.set('*', UNKNOWN);
  moveTo(scope, [null]);
  scope.positional = null;
}

function assignmentWord(node: Assignment, scope: Scope, reader: Reader): Word {
  const { text, runs } = assigned(node, scope, reader);
  const value = text === null || isPrinted(text) ? null : text;
  const name = node.text.slice(0, node.text.indexOf('=') + 1);
  return {
    text: node.text,
    value: value === null ? null : name + value,
    pattern: null,
    many: false,
    prefix: value === null ? name : name + value,
    features: value === node.text.slice(name.length) ? [] : ['variable'],
    runs,
  };
}

interface Assigned {
  readonly text: string | null;
  readonly runs: readonly number[];
}

function assigned(node: Assignment, scope: Scope, reader: Reader): Assigned {
  if (node.index !== undefined) {
    visitScripts(node.index, scope, reader);
    evaluateWritten(node.index.text, scope, reader);
  }
  if (node.value.type !== 'Word') {
    const runs = node.value.elements
      .flatMap((element) => expandWord(element, scope, reader))
      .flatMap((word) => word.runs);
    return { text: null, runs };
  }
  const word = expandAssigned(node.value, scope, reader);
  const { runs } = word;
  const value = word.value ?? (word.pattern === null ? null : printGlob(word.pattern));
  // bash runs the one in front of every traced command, and reads the other before a script.
  const run = node.name === 'PS4' ? value : /^(BASH_)?ENV$/.test(node.name) ? reader.contents.get(word) : null;
  if (typeof run === 'string') (node.name === 'PS4' ? evaluate : runWhole)(run, scope, reader);
  if (node.index !== undefined) return { text: null, runs };
  if (node.append !== true) return { text: value, runs };
  const before = lookUp(node.name, scope, reader.context);
  const known = before.kind === 'text' ? before.text : before.kind === 'unset' ? '' : null;
  const earlier = before.kind === 'unknown' ? (before.runs ?? []) : [];
  return { text: known === null || value === null ? null : known + value, runs: [...earlier, ...runs] };
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
      const before = reader.commands.length;
      const text = documentText(node, scope, reader);
      const runs = Array.from({ length: reader.commands.length - before }, (_, i) => before + i);
      if (fd === null || fd === 0) stdin = { kind: 'text', text, runs };
      return { op: '<<', fd, target: null, copies: false, writes: false, runs };
    }
    const expand = node.type === 'HereString' ? expandAssigned : expandWhole;
    const target = node.target === undefined ? null : expand(node.target, scope, reader);
    if (node.type === 'HereString') {
      if (fd === null || fd === 0)
        stdin = {
          kind: 'text',
          text: target === null || target.value === null ? null : `${target.value}\n`,
          runs: target?.runs ?? [],
        };
      return { op: '<<<', fd, target, copies: false, writes: false };
    }
    if (node.operator.startsWith('<') && (fd === null || fd === 0)) {
      const content = target === null ? undefined : reader.contents.get(target);
      stdin = content === undefined ? DEVICE_STDIN : { kind: 'text', text: content, runs: target?.runs ?? [] };
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
  const strips = node.operator === '<<-';
  if (node.delimiter?.quoted === true) return strips ? text.replace(/^\t+/gm, '') : text;
  const literal = { type: 'Literal' as const, pos: 0, end: 0, text, value: text.replace(/\\([\\$`])/g, '$1') };
  return expandDocument(
    (parts ?? [literal]).map((part, i) => (strips ? withoutTabs(part, i === 0) : part)),
    scope,
    reader,
  );
}

/** `<<-` drops the tabs that lines begin with before anything in them is expanded. */
function withoutTabs(part: WordPart, first: boolean): WordPart {
  if (part.type !== 'Literal') return part;
  return { ...part, value: part.value.replace(first ? /^\t+/gm : /(?<=\n)\t+/g, '') };
}

function outputOf(words: readonly Word[], redirects: readonly Redirect[], stdin: Stdin): string | null {
  if (redirects.some(({ writes, copies }) => writes || copies)) return null;
  const [head] = words;
  if (head?.value === 'tee') return stdin.kind === 'text' || stdin.kind === 'pipe' ? stdin.text : null;
  if (head?.value === 'cat' && (words.length === 1 || (words.length === 2 && words[1]?.value === '-'))) {
    return stdin.kind === 'text' || stdin.kind === 'pipe' ? stdin.text : null;
  }
  if (head?.pattern !== null) return null;
  const texts = words.map(({ value, pattern }) => (pattern === null ? value : printGlob(pattern)));
  return constantOutput(texts) ?? listedOutput(texts);
}
