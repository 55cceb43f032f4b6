import { forEachChild, parse, type Command, type Script, type SyntaxNode } from 'unbash';
import type { ShellFunction } from '../vocab/shell-line.ts';
import { SHELLS } from './tables/wrappers.ts';

interface Defined {
  readonly name: string;
  /** Names of commands that its body starts. */
  readonly starts: Set<string>;
  /** Those it starts in a pipe or in the background. */
  readonly multiplies: Set<string>;
}

/** What a script defines: its functions, and the names that its variables hold, by `$` and the variable. */
type Defines = Map<string, Defined>;

const createDefined = (name: string): Defined => ({ name, starts: new Set(), multiplies: new Set() });

/**
 * The functions a line defines: whether one multiplies itself (a fork bomb) and whether it is ever called, also by a name
 * that only running gives (`ran`).
 */
export function findFunctions(script: Script, ran: ReadonlySet<string>): readonly ShellFunction[] {
  const defined: Defines = new Map();
  const outside = createDefined('');
  if (handsOn(script)) defined.set(HANDS_ON, createDefined(HANDS_ON));
  walk(script, outside, false, defined);
  const functions = [...defined].filter(([name]) => !name.startsWith('$'));
  if (functions.length === 0) return [];
  const reached = reach(outside.starts, defined);
  return functions.map(([name, { multiplies }]) => ({
    name,
    multiplies: [...multiplies].some((start) => start === name || reach(new Set([start]), defined).has(name)),
    called: reached.has(name) || ran.has(name),
  }));
}

function walk(node: SyntaxNode, into: Defined, spreads: boolean, defined: Defines): void {
  if (node.type === 'Function') {
    const own = defined.get(node.name.value) ?? createDefined(node.name.value);
    defined.set(node.name.value, own);
    walk(node.body, own, false, defined);
    return;
  }
  if (node.type === 'Command') {
    for (const name of namesStarted(node, into)) {
      into.starts.add(name);
      if (spreads) into.multiplies.add(name);
    }
    keepValues(node, defined);
    const text = textRun(node, defined);
    if (text !== null) walk(parse(text), into, spreads, defined);
  }
  const more =
    spreads ||
    node.type === 'Coproc' ||
    node.type === 'ProcessSubstitution' ||
    (node.type === 'Statement' && node.background === true) ||
    (node.type === 'Pipeline' && node.commands.length > 1);
  forEachChild(node, (child) => walk(child, into, more, defined));
}

/** Stands among what is defined where a shell that is started may get the functions. */
const HANDS_ON = '$export';

function handsOn(node: SyntaxNode): boolean {
  if (node.type === 'Command' && /^(?:export|declare|typeset|set)$/.test(node.name?.value ?? '')) return true;
  let found = false;
  forEachChild(node, (child) => {
    found ||= handsOn(child);
  });
  return found;
}

/** The program of a command; `$y` for what a variable holds. */
function namesStarted({ name }: Command, { name: own }: Defined): readonly string[] {
  if (name === undefined) return [];
  const variable = /^"?\$\{?(\w+)(?:\[0\])?\}?"?$/.exec(name.text)?.[1];
  if (variable === undefined) return [name.value];
  return variable === 'FUNCNAME' ? [own] : [`$${variable}`];
}

/** A variable that holds a name starts what has the name. */
function keepValues({ prefix }: Command, defined: Defines): void {
  for (const assignment of prefix) {
    if (assignment.type !== 'Assignment' || assignment.value?.type !== 'Word') continue;
    const key = `$${assignment.name}`;
    const variable = defined.get(key) ?? createDefined(key);
    variable.starts.add(assignment.value.value);
    defined.set(key, variable);
  }
}

/** The text that `eval` and, where functions are handed on, `sh -c` are given; null where it is not written out. */
function textRun({ name, suffix }: Command, defined: Defines): string | null {
  const words = suffix.flatMap((word) => (word.type === 'Word' ? [word.value] : []));
  if (name?.value === 'eval') return words.join(' ');
  if (name === undefined || !SHELLS.has(name.value) || !defined.has(HANDS_ON)) return null;
  const at = words.findIndex((word) => /^-[a-z]*c$/.test(word));
  return at === -1 ? null : (words[at + 1] ?? null);
}

function reach(from: ReadonlySet<string>, defined: Defines): ReadonlySet<string> {
  const seen = new Set(from);
  for (const name of seen) for (const next of defined.get(name)?.starts ?? []) seen.add(next);
  return seen;
}
