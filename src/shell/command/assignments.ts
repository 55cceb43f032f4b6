import type { Assignment, Command, Redirection, Word as WordNode } from 'unbash';
import type { SimpleCommand, Word } from '../../vocab/shell-line.ts';
import type { Reader } from '../reader.ts';
import { MAX_VALUES } from '../context.ts';
import { lookUp, UNKNOWN, type Scope } from '../scope.ts';
import { evaluate, evaluateWritten, runWhole } from '../words/evaluate.ts';
import { expandAssigned } from '../words/expand.ts';
import { expandWord } from '../words/expand-word.ts';
import { isPrinted, printGlob, UNCERTAIN } from '../words/printed.ts';
import { visitScripts } from '../words/visit-scripts.ts';

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
export function regroup({ prefix, name, args }: Command): Regrouped {
  const assignments = prefix.filter((part) => part.type === 'Assignment');
  const last = assignments.at(-1);
  if (name === undefined) return { assignments, given: args };
  if (last?.end !== name.pos) return { assignments, given: joined([name, ...args]) };
  const { type, text, pos, append, index } = last;
  const whole: Assignment = { type, text, pos, end: name.end, name: last.name, append, index, value: name };
  const goesOn = args.findIndex(({ pos }, i) => pos !== (args[i - 1] ?? name).end);
  const ends = args.findIndex((part, i) => i >= goesOn && !/^[A-Za-z_]\w*\+?=/.test(part.text));
  const [from, to] = [goesOn === -1 ? args.length : goesOn, goesOn === -1 || ends === -1 ? args.length : ends];
  const more = args.slice(0, to).map((part, i) => toUnknown(part, i < from ? last.name : null));
  return { assignments: [...assignments.slice(0, -1), whole, ...more], given: joined(args.slice(to)) };
}

/** The parser ends a word in front of `<(`, bash goes on with it: `X=<(a)`, `--file=<(a)`. */
function joined(parts: readonly (WordNode | Assignment)[]): readonly (WordNode | Assignment)[] {
  if (!parts.some(({ text }, i) => i > 0 && /^[<>]\(/.test(text))) return parts;
  const whole: (WordNode | Assignment)[] = [];
  for (const part of parts) {
    const before = whole.at(-1);
    const goesOn = before !== undefined && before.end === part.pos && part.type === 'Word';
    if (!goesOn) whole.push(part);
    else if (before.type === 'Word') whole[whole.length - 1] = joinNodes(before, part);
    else if (before.value.type === 'Word') {
      const { type, pos, append, index, name } = before;
      const [text, value] = [before.text + part.text, joinNodes(before.value, part)];
      whole[whole.length - 1] = { type, text, pos, end: part.end, append, index, name, value };
    } else whole.push(part);
  }
  return whole;
}

function joinNodes(one: WordNode, other: WordNode): WordNode {
  const partsOf = ({ parts, pos, end, text, value }: WordNode): NonNullable<WordNode['parts']> =>
    parts ?? (text === '' ? [] : [{ type: 'Literal', pos, end, text, value }]);
  const parts = [...partsOf(one), ...partsOf(other)];
  return {
    type: 'Word',
    text: one.text + other.text,
    value: one.value + other.value,
    pos: one.pos,
    end: other.end,
    parts,
  };
}

/** What a word starts is found, what it sets is not known. */
function toUnknown(part: WordNode | Assignment, name: string | null): Assignment {
  if (part.type === 'Assignment') return part;
  const { text, pos, end } = part;
  const value = { type: 'ArrayValue' as const, pos, end, elements: [part] };
  const own = name ?? /^\w*/.exec(text)?.[0] ?? '';
  return { type: 'Assignment', text, pos, end, name: own, value, append: undefined, index: undefined };
}

export function assignmentWord(node: Assignment, scope: Scope, reader: Reader): Word {
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

/** What is substituted in a prompt is run, and `PS4` stands in front of every traced command. */
export const IS_PROMPT = /^PS[0124]$/;

/** Variables whose value is run, and those that name a file of code to begin with. */
const RUN_TEXT = /^(?:PS[0124]|PROMPT_COMMAND|BASH_ALIASES)$/;

/** What some program prints stays so, also where no wildcard is in it. */
const doubtful = (text: string): string => (isPrinted(text) ? text : `${text}${UNCERTAIN}`);

interface Assigned {
  readonly text: string | null;
  readonly runs: readonly number[];
  /** The elements of an array, where each is known. */
  readonly list?: readonly string[];
}

export function assigned(node: Assignment, scope: Scope, reader: Reader): Assigned {
  if (node.index !== undefined) {
    visitScripts(node.index, scope, reader);
    evaluateWritten(node.index.text, scope, reader);
  }
  if (node.value.type !== 'Word') {
    for (const { text } of node.value.elements) {
      const subscript = /^\[([^]*?)\]\+?=/.exec(text)?.[1];
      if (subscript !== undefined) evaluateWritten(subscript, scope, reader);
    }
    const words = node.value.elements.flatMap((element) => expandWord(element, scope, reader));
    const runs = words.flatMap((word) => word.runs);
    const before = node.append === true ? scope.vars.get(node.name) : undefined;
    const front = before?.kind === 'unknown' ? before.list : before === undefined ? [] : undefined;
    const list = [...(front ?? []), ...words.flatMap(({ value, pattern }) => (pattern === null ? (value ?? []) : []))];
    const isWhole = front !== undefined && list.length === front.length + words.length && list.length <= MAX_VALUES;
    return isWhole ? { text: null, runs, list } : { text: null, runs };
  }
  const word = expandAssigned(node.value, scope, reader);
  const { runs } = word;
  const value = word.value ?? (word.pattern === null ? null : doubtful(printGlob(word.pattern)));
  const substituted = /^(BASH_)?ENV$/.test(node.name) ? reader.contents.get(word) : undefined;
  const run = substituted?.text ?? substituted?.heard ?? (RUN_TEXT.test(node.name) ? value : null);
  if (run !== null && run !== '') (IS_PROMPT.test(node.name) ? evaluate : runWhole)(run, scope, reader);
  if (value !== null && reader.evaluated.has(node.name)) evaluate(value, scope, reader);
  const alias = node.name === 'BASH_ALIASES' ? node.index?.value : undefined;
  if (alias !== undefined && value !== null) scope.aliases.set(alias, value);
  if (node.index !== undefined) return { text: null, runs };
  if (node.append !== true) return { text: value, runs };
  const before = lookUp(node.name, scope, reader.context);
  const known = before.kind === 'text' ? before.text : before.kind === 'unset' ? '' : null;
  const earlier = before.kind === 'unknown' ? (before.runs ?? []) : [];
  return { text: known === null || value === null ? null : known + value, runs: [...earlier, ...runs] };
}
