import type {
  Command,
  CommandNode,
  CompoundList,
  Function as FunctionNode,
  If,
  PipelineNode,
  Script,
  Statement,
} from 'unbash';
import type { Stdin, Word } from '../vocab/shell-line.ts';
import { MAX_DEPTH, MAX_NESTING, type ShellContext } from './context.ts';
import { expandWord } from './words/expand-word.ts';
import { evaluateTest } from './words/evaluate-test.ts';
import { calculate, visitScripts } from './words/visit-scripts.ts';
import { findAssigned } from './command/assigned.ts';
import type { Printed, Reader } from './reader.ts';
import {
  endsOf,
  follow,
  foldersOf,
  inEach,
  isNowhere,
  joinFolders,
  moveTo,
  NOWHERE,
  stays,
  type Folders,
} from './folders.ts';
import { endGuard, guard, opposite, outcomeOf, type Saved } from './flow/guards.ts';
import { runChain, runIf, type Ended } from './flow/branches.ts';
import { loopValues } from './words/loop-values.ts';
import { alternativesOf, copyScope, mergeInto, sameState, startScope, UNKNOWN, type Scope } from './scope.ts';
import { openedVariables } from './command/assignments.ts';
import { readRedirects } from './command/redirects.ts';
import { runFed } from './command/feeds.ts';
import { inside, keepsOutput, piped } from './command/outputs.ts';
import { writeOutput } from './command/streams.ts';
import { record, runCommand, type After } from './simple-command.ts';
import { Work } from './work.ts';

/** Lists that end where their last statement does. */
const KEEPS_ENDS: ReadonlySet<CommandNode['type']> = new Set(['BraceGroup', 'If', 'Redirected']);

/** What a statement prints, and a test that leaves the shell. */
interface Read {
  readonly printed: string | null;
  readonly left: Ended['leaves'];
}

const nothingKnown = (folders: Folders): Pick<Ended, 'ends' | 'outcome'> => ({ ends: stays(folders), outcome: null });

/** Parses text that the line hands to a shell, with the same care as the line itself. */
export type ParseText = (text: string, reader: Reader) => { readonly script: Script; readonly text: string };

/**
 * Walks a parsed line in the order in which bash would run it, follows what can be known (POLICY 3, closed list) and
 * records every command. Nothing is run.
 */
export class Interpreter extends Work implements Reader {
  readonly context: ShellContext;
  readonly commands: Reader['commands'] = [];
  readonly reads = new Set<string>();
  readonly called = new Set<string>();
  readonly later: Reader['later'] = [];
  /** Every parsed text of the line: its own, and those it hands to shells. */
  readonly scripts: Script[] = [];
  readonly guessed: Reader['guessed'] = new WeakMap();
  declares = false;
  readonly contents = new WeakMap<Word, Printed>();
  readonly feeds: Reader['feeds'] = new Map();
  readonly #parseText: ParseText;
  /** How many lists the one being read stands in. */
  #nesting = 0;
  #ran: ReadonlySet<string> = new Set();
  /** How the statement that was read last ends, and what an `if` rules out for what stands behind it. */
  #ended: Pick<Ended, 'ends' | 'outcome'> = { ends: NOWHERE, outcome: null };
  #leaves: Ended['leaves'] = null;

  constructor(context: ShellContext, parseText: ParseText) {
    super();
    this.context = context;
    this.#parseText = parseText;
  }

  /** Functions that the line calls, in whatever way. */
  get ran(): ReadonlySet<string> {
    return this.#ran;
  }

  runLine(script: Script, source: string): void {
    const scope = startScope(this.context.cwd, source);
    this.scripts.push(script);
    this.#statements(script.commands, scope);
    this.#ran = new Set(this.called);
    this.#runUncalled(scope);
    for (const { text, outer, scope: then } of this.later.splice(0)) {
      if (!sameState(then, scope)) this.runText(text, copyScope(scope), outer);
    }
    runFed(this);
  }

  /** A function that the line does not call may still be (a trap, a later text): judged once, with nothing known. */
  #runUncalled(scope: Scope): void {
    for (const [name, body] of scope.functions) {
      if (!this.called.has(name)) this.callFunction(name, body, null, copyScope(scope, { cwd: null, others: [] }));
    }
  }

  callFunction(name: string, body: FunctionNode, args: readonly Word[] | null, scope: Scope): void {
    this.called.add(name);
    if (scope.running.includes(name)) return;
    if (scope.depth >= MAX_DEPTH) {
      this.giveUp('it calls functions too deeply');
      return;
    }
    const known = args !== null && !args.some(({ many }) => many);
    const inner: Scope = {
      ...scope,
      positional: known ? args.map(({ value }) => value) : null,
      running: [...scope.running, name],
      place: { ...scope.place, function: true },
      depth: scope.depth + 1,
    };
    if (args === null) inner.vars.set('*', UNKNOWN);
    if (body.body.type === 'CompoundList') this.#statements(body.body.commands, inner);
    else this.#node(body.body, inner, null);
    moveTo(scope, foldersOf(inner));
  }

  substitute(script: Script | undefined, scope: Scope): Printed {
    if (script === undefined) return { text: null, heard: '' };
    const inner = copyScope(scope, {
      outputs: piped(scope.outputs),
      place: { ...scope.place, nested: true },
      source: script.source ?? scope.source,
    });
    const [text, heard] = this.apart(() => this.#statements(script.commands, inner));
    return { text, heard };
  }

  runText(text: string, scope: Scope, outer: number): void {
    const parsed = this.#parseText(text, this);
    this.scripts.push(parsed.script);
    const from = this.commands.length;
    const inner = { ...scope, source: parsed.text };
    this.#statements(parsed.script.commands, inner);
    follow(scope, inner);
    for (let i = from; i < this.commands.length; i++) {
      const command = this.commands[i];
      if (command !== undefined && command.outer === null) this.commands[i] = { ...command, outer };
    }
  }

  /** Constant output of the whole list, or null. */
  #statements(statements: readonly Statement[], scope: Scope): string | null {
    let output: string | null = '';
    let leaves = false;
    const saved: Saved[] = [];
    for (const [i, statement] of statements.entries()) {
      if (!this.spend(1)) return null;
      const background = statement.background === true;
      const place = background ? copyScope(scope, { place: { ...scope.place, background } }) : scope;
      const { printed, left } = this.#statement(statement, place, i === 0 ? null : ';');
      output = background ? null : this.#joined(output, printed);
      if (background) this.#ended = nothingKnown(foldersOf(scope));
      else if (left !== null) saved.push(guard(left.outcome, left.wanted, scope));
      leaves ||= isNowhere(this.#ended.ends);
    }
    for (const each of saved.toReversed()) endGuard(each, scope);
    if (leaves) this.#ended = { ends: NOWHERE, outcome: null };
    return output;
  }

  #joined(output: string | null, more: string | null): string | null {
    return output === null || more === null || !this.fits(output.length + more.length) ? null : output + more;
  }

  #statement({ command }: Statement, scope: Scope, after: After): Read {
    this.#leaves = null;
    if (command.type !== 'AndOr') {
      const printed = this.#pipeline(command, scope, after);
      return { printed, left: command.type === 'If' ? this.#leaves : null };
    }
    const ended = runChain(command, scope, after, (node, place, operator) => {
      this.#pipeline(node, place, operator);
      return this.#ended;
    });
    if (ended !== null) this.#ended = ended;
    return { printed: null, left: ended?.leaves ?? null };
  }

  #pipeline(node: PipelineNode, scope: Scope, after: After): string | null {
    if (node.type !== 'Pipeline') return this.#element(node, scope, after);
    if (node.commands.length === 1 && node.commands[0] !== undefined) {
      const output = this.#element(node.commands[0], scope, after);
      if (node.prefixes.some(({ type }) => type === 'Negation')) {
        const { ok, bad } = this.#ended.ends;
        this.#ended = { ends: { ok: bad, bad: ok, doubt: ok }, outcome: opposite(this.#ended.outcome) };
        moveTo(scope, joinFolders(bad, ok));
      }
      return output;
    }
    let stdin: Stdin = scope.stdin;
    let [output, heard]: readonly [string | null, string] = [null, ''];
    const from = this.commands.length;
    for (const [i, element] of node.commands.entries()) {
      if (this.exhausted) return null;
      const place = copyScope(scope, { stdin, outputs: piped(scope.outputs) });
      [output, heard] = this.apart(() => this.#node(element, place, i === 0 ? after : '|'));
      const upstream = Array.from({ length: this.commands.length - from }, (_, n) => from + n);
      stdin = { kind: 'pipe', from: upstream, text: output, ...(output === null && heard !== '' ? { heard } : {}) };
    }
    this.hear(heard);
    this.#ended = nothingKnown(foldersOf(scope));
    return output;
  }

  /** A command that is not part of a pipe, and where it leaves the shell. */
  #element(node: CommandNode, scope: Scope, after: After): string | null {
    const before = foldersOf(scope);
    const from = this.commands.length;
    const output = this.#node(node, scope, after);
    if (!KEEPS_ENDS.has(node.type)) {
      this.#ended = { ends: endsOf(node, before, foldersOf(scope)), outcome: outcomeOf(node, from, scope, this) };
    }
    return output;
  }

  /** Where the shell may be in one of several folders, or a variable one of several texts, each is judged. */
  #command(node: Command, scope: Scope, after: After): string | null {
    const elsewhere = [
      ...scope.others.map((cwd) => copyScope(scope, { cwd, others: [] })),
      ...(scope.vars.size === 0 ? [] : alternativesOf(scope, scope.source.slice(node.pos, node.end))),
    ];
    scope.others = [];
    const [output = null] = inEach(this.commands, [scope, ...elsewhere], (place) =>
      runCommand(node, place, after, this),
    );
    mergeInto(scope, elsewhere, true);
    return this.hear(output);
  }

  #node(node: CommandNode, scope: Scope, after: After): string | null {
    switch (node.type) {
      case 'Command':
        return this.#command(node, scope, after);
      case 'Function':
        scope.functions.set(node.name.value, node);
        return null;
      case 'Redirected':
        return this.#redirected(node, scope, after);
      case 'Subshell':
        return this.#list(node.body, copyScope(scope));
      case 'BraceGroup':
        return this.#list(node.body, scope);
      case 'Coproc':
        this.#coproc(node, scope);
        return null;
      default:
        this.#compound(node, scope);
        return null;
    }
  }

  #list(list: CompoundList, scope: Scope): string | null {
    if (this.#nesting >= MAX_NESTING) {
      this.giveUp(`it is nested more than ${MAX_NESTING} deep`);
      return null;
    }
    this.#nesting++;
    const output = this.#statements(list.commands, scope);
    this.#nesting--;
    return output;
  }

  #redirected(node: CommandNode & { type: 'Redirected' }, scope: Scope, after: After): string | null {
    const { redirects, stdin, outputs } = readRedirects(node.redirects, scope, this);
    const text = scope.source.slice(node.pos, node.end);
    const assignments = openedVariables(node.redirects, scope);
    inEach(this.commands, foldersOf(scope), (cwd) =>
      record(this, { ...scope, cwd }, { words: [], redirects, stdin, assignments, after, text }),
    );
    const inner = { ...scope, stdin, outputs: inside(outputs) };
    const [output, heard] = this.apart(() => this.#element(node.command, inner, null));
    const keeps = keepsOutput(outputs);
    if (keeps || !redirects.some(({ writes }) => writes)) this.hear(heard);
    writeOutput(outputs, output, heard, this);
    follow(scope, inner);
    return keeps ? output : null;
  }

  #coproc(node: CommandNode & { type: 'Coproc' }, scope: Scope): void {
    const inner = copyScope(scope, { place: { ...scope.place, background: true } });
    if (node.body.type === 'CompoundList') this.#list(node.body, inner);
    else this.#node(node.body, inner, null);
  }

  #compound(
    node: Exclude<CommandNode, { type: 'Command' | 'Function' | 'Redirected' | 'Coproc' | 'Subshell' | 'BraceGroup' }>,
    scope: Scope,
  ): void {
    switch (node.type) {
      case 'If':
        return this.#if(node, scope);
      case 'For':
        return this.#for(node, scope);
      case 'While':
        return this.#loop([node.clause, node.body], scope);
      case 'Select':
        for (const word of node.wordlist ?? []) expandWord(word, scope, this);
        scope.vars.set(node.name.value, UNKNOWN);
        return this.#loop([node.body], scope);
      case 'ArithmeticFor': {
        const parts = [node.initialize, node.test, node.update].filter((part) => part !== undefined);
        for (const part of parts) visitScripts(part, scope, this);
        calculate(scope.source.slice(node.pos, node.body.pos), scope, this);
        return this.#loop([node.body], scope);
      }
      case 'Case': {
        expandWord(node.word, scope, this);
        for (const item of node.items) for (const pattern of item.pattern) visitScripts(pattern, scope, this);
        return this.#branches(
          node.items.map(({ body }) => [body]),
          scope,
        );
      }
      case 'TestCommand':
      case 'ArithmeticCommand':
        visitScripts(node, scope, this);
        if (node.type === 'ArithmeticCommand') calculate(node.body, scope, this);
        else evaluateTest(node.expression, scope, this);
    }
  }

  #if(node: If, scope: Scope): void {
    const ended = runIf(node, scope, (list, place) => {
      this.#list(list, place);
      return this.#ended;
    });
    this.#ended = ended;
    this.#leaves = ended.leaves;
  }

  #branches(branches: readonly (readonly CompoundList[])[], scope: Scope): void {
    const ends = branches.map((lists) => {
      const inner = copyScope(scope);
      for (const list of lists) this.#list(list, inner);
      return inner;
    });
    mergeInto(scope, ends);
  }

  /** A body that runs any number of times: what it assigns is not known when it starts again. */
  #loop(lists: readonly CompoundList[], scope: Scope): void {
    const before = foldersOf(scope);
    this.#forget(lists, scope);
    const inner = copyScope(scope);
    for (const list of lists) this.#list(list, inner);
    mergeInto(scope, [inner]);
    moveTo(scope, joinFolders(foldersOf(scope), before));
  }

  #forget(lists: readonly CompoundList[], scope: Scope): void {
    const assigned = findAssigned(lists);
    for (const name of assigned.names) scope.vars.set(name, UNKNOWN);
    if (assigned.changesFolder) moveTo(scope, [null]);
    if (assigned.shifts) scope.positional = null;
  }

  #for(node: CommandNode & { type: 'For' }, scope: Scope): void {
    const name = node.name.value;
    const { values, known } = loopValues(node.wordlist, scope, this);
    const before = foldersOf(scope);
    if (!known) this.#forget([node.body], scope);
    for (const value of values) {
      scope.vars.set(name, value);
      this.#list(node.body, scope);
      if (!this.spend(1)) return;
    }
    const ends = foldersOf(scope);
    this.#forget([node.body], scope);
    moveTo(scope, joinFolders(ends, before, foldersOf(scope)));
    scope.vars.set(name, UNKNOWN);
  }
}
