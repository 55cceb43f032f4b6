import type { Command } from 'unbash';
import type { Redirect, SimpleCommand, Stdin, Word } from '../vocab/shell-line.ts';
import { assigned, assignmentWord, openedVariables, regroup } from './command/assignments.ts';
import { partOfOutput, printedBy } from './command/output.ts';
import { keepStreams, readRedirects } from './command/redirects.ts';
import { readsAtStart } from './command/start-files.ts';
import { affectShell, changeTo } from './builtins.ts';
import { MAX_COMMANDS, MAX_DEPTH } from './context.ts';
import { expandWord } from './words/expand-word.ts';
import { isPrinted, toShellText } from './words/printed.ts';
import type { Reader } from './reader.ts';
import { follow, foldersOf, moveTo } from './folders.ts';
import { copyScope, mergeInto, toValue, UNKNOWN, type Scope } from './scope.ts';
import { runsText, startsWords, type Inner } from './unwrap/inner.ts';
import { unwrap } from './unwrap/unwrap.ts';
import { readVariable } from './unwrap/variables.ts';
import { findRenamed } from './command/renamed.ts';
import { aroundOf } from './command/around.ts';
import { inside, keepsOutput, writtenTo } from './command/outputs.ts';
import { writeFiles } from './command/write-files.ts';
import { fits, textOf } from './words/word-text.ts';

export type After = SimpleCommand['place']['after'];

/** Runs one simple command: records it and what it starts, changes the scope as it would. Gives its constant output. */
export function runCommand(node: Command, scope: Scope, after: After, reader: Reader): string | null {
  const { assignments, given } = regroup(node);
  const words = given.flatMap((argument): readonly Word[] => {
    return argument.type === 'Word' ? expandWord(argument, scope, reader) : [assignmentWord(argument, scope, reader)];
  });
  const { redirects, stdin, outputs } = readRedirects(node.redirects, scope, reader);
  // Words are expanded before the assignments in front of them, which bash makes one after the other.
  const temporary = words.length > 0 && assignments.length > 0 ? copyScope(scope) : scope;
  const values = assignments.map((assignment) => {
    const before = temporary.vars.get(assignment.name);
    const { text, runs, list } = assigned(assignment, temporary, reader);
    // `V=${V:=x}`: what the default set stays behind when the command is over.
    if (temporary.vars.get(assignment.name) !== before) scope.vars.set(assignment.name, UNKNOWN);
    temporary.vars.set(assignment.name, list === undefined ? toValue(text, runs) : { kind: 'unknown', runs, list });
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
    const around = { stdin, contentOf: () => undefined, partOf: () => '', valueOf: () => null };
    for (const { name, value } of values)
      for (const inner of readVariable(name, value, around)) startInner(inner, copyScope(scope), command, reader);
    // `$(<file)` is what the file holds.
    if (node.redirects.some(({ operator }) => operator === '<')) return stdin.kind === 'text' ? stdin.text : null;
    return values.length === 0 && redirects.length === 0 ? null : '';
  }
  if (words.length === 1 && words[0]?.value === 'exec') {
    keepStreams(node.redirects, stdin, scope, reader);
    for (const path of writtenTo(outputs)) reader.outputs.add(path);
    // What it prints from here on is read as the output of the list all the same.
    scope.outputs = keepsOutput(outputs) ? outputs : inside(outputs);
  }
  const inner = { ...temporary, stdin, outputs };
  startWords(words, inner, command, reader);
  takeBack(scope, inner, values);
  if (!keepsOutput(outputs)) return null;
  const output = printedBy(words, stdin, scope, reader);
  if (output === null) reader.hear(partOfOutput(words, stdin, scope, reader) ?? null);
  return output;
}

/** Assignments in front of a command end with it; everything else that it did to the shell stays. */
function takeBack(scope: Scope, inner: Scope, temporary: SimpleCommand['assignments']): void {
  follow(scope, inner);
  scope.physical ||= inner.physical;
  scope.nounset = inner.nounset;
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
  writeFiles(command, scope.stdin, scope, reader);
  if (head !== null && startAlias(head, words, scope, { command, reader })) return;
  const around = aroundOf(scope.stdin, scope, reader);
  const renamed = findRenamed(words[0], scope, reader);
  const inners = [
    ...(renamed === null ? [] : [startsWords([renamed, ...words.slice(1)])]),
    ...readsAtStart(words, scope, around, reader),
    ...unwrap(words, around),
    ...givenVariables(command).flatMap(({ name, value }) => readVariable(name, value, around)),
  ];
  for (const inner of inners) startInner(inner, scope, command, reader);
}

/** Those in front of the command, and those that it hands to every one behind it: `export PAGER=x`. */
function givenVariables({ words, assignments }: SimpleCommand): SimpleCommand['assignments'] {
  if (!fits(words[0], /^(?:export|declare|typeset|readonly)$/)) return assignments;
  const declared = words.slice(1).flatMap(({ value, prefix }) => {
    const [whole = '', name] = /^([A-Za-z_]\w*)=/.exec(value ?? prefix) ?? [];
    return name === undefined ? [] : [{ name, value: value === null ? null : value.slice(whole.length) }];
  });
  return [...assignments, ...declared];
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
    for (const name of inner.unsets ?? []) {
      if (name === '*' || name === null) place.vars.clear();
      place.vars.set(name ?? '*', name === null ? UNKNOWN : { kind: 'unset' });
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
    for (const word of words.slice(1)) {
      const [, name = '', text] = /^([^=]+)=([^]*)$/.exec(textOf(word)) ?? [];
      if (text === undefined) continue;
      scope.aliases.set(name, text);
      startInner(runsText(text, { sameShell: true }), copyScope(scope), command, reader);
    }
    return true;
  }
  const text = scope.aliases.get(head);
  if (text === undefined || scope.running.includes(`alias ${head}`)) return false;
  let goesOn = /\s$/.test(text);
  const rest = words.slice(1).map((word) => {
    // Behind an alias that ends in a blank the next word may be one too.
    const next = goesOn ? scope.aliases.get(word.text) : undefined;
    goesOn = next !== undefined && /\s$/.test(next);
    return next ?? (word.value === null ? '"$_"' : `'${word.value.replaceAll("'", "'\\''")}'`);
  });
  const place = copyScope(scope, { running: [...scope.running, `alias ${head}`] });
  startInner(runsText([text, ...rest].join(' '), { sameShell: true }), place, command, reader);
  mergeInto(scope, [place]);
  return false;
}

/** A program that is started gets the exported variables only, and no functions. */
function toChild(scope: Scope, command: SimpleCommand, changes: Partial<Scope>, reader: Reader): Scope {
  const { env } = reader.context;
  const exported = new Set(scope.exported);
  for (let at: SimpleCommand | undefined = command; at !== undefined; at = reader.commands[at.outer ?? -1]) {
    for (const { name } of at.assignments) exported.add(name);
  }
  const passes = (name: string): boolean => exported.has(name) || exported.has('*') || Object.hasOwn(env, name);
  const vars = new Map(
    [...scope.vars].filter(([name, value]) => name === '*' || value.kind === 'unknown' || passes(name)),
  );
  // A shell sets it anew, whatever it is given.
  if (vars.has('*')) vars.set('IFS', toValue(' \t\n'));
  const functions = new Map([...scope.functions].filter(([name]) => exported.has(`${name}()`)));
  return copyScope(scope, { functions, ...changes, vars, exported });
}

/** After code that is not known ran in this shell, nothing about its variables or its folder is. */
function forgetAll(scope: Scope, reader: Reader): void {
  reader.declares = true;
  for (const name of scope.vars.keys()) scope.vars.set(name, UNKNOWN);
  scope.vars.set('*', UNKNOWN);
  moveTo(scope, [null]);
  scope.positional = null;
}
