import { forEachChild, parse, type Command, type ParsedScript, type Script, type SyntaxNode } from 'unbash';
import type { ShellLine, Unparsable } from '../vocab/shell-line.ts';
import { MAX_BYTES, MAX_NESTING, type ShellContext } from './context.ts';
import { findFunctions } from './functions.ts';
import { Interpreter } from './interpret.ts';
import { beyondPlain, STRAY } from './plain.ts';
import type { Reader } from './reader.ts';
import { splice } from './splice.ts';

export type { ShellContext } from './context.ts';

/**
 * Reads a shell line as bash would in exactly this place and environment. Never throws. A line that bash might not read
 * the same way is `unparsable`, with the commands that were found, which the steps that deny still judge.
 */
export function readShellLine(source: string, context: ShellContext): ShellLine | Unparsable {
  const faults: string[] = [];
  const { text, script } = parseGuarded(source, faults);
  const interpreter = new Interpreter(context, (inner, reader) => parseInner(inner, reader));
  safely(faults, () => interpreter.runLine(script, text));
  const functions = interpreter.scripts.flatMap(
    (each) => safely(faults, () => findFunctions(each, interpreter.ran)) ?? [],
  );
  faults.push(...interpreter.faults);
  const found = { source, commands: interpreter.commands, functions, reads: [...interpreter.reads] };
  const [reason] = faults;
  if (reason !== undefined) return { kind: 'unparsable', ...found, reason };
  const beyond = beyondPlain(script, text);
  if (beyond === STRAY) return { kind: 'unparsable', ...found, reason: `bash would not accept it: ${STRAY}` };
  return { kind: 'line', ...found, beyondPlain: beyond };
}

interface Parsed {
  readonly text: string;
  readonly script: ParsedScript;
}

function parseGuarded(source: string, faults: string[]): Parsed {
  if (source.includes('\0')) faults.push('it holds a NUL byte');
  if (/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/.test(source)) {
    faults.push('it holds half a surrogate pair');
  }
  const within = cutAtLimits(source, faults);
  const { text, sure } = splice(within);
  if (!sure) faults.push('a line continuation stands where its meaning is not certain');
  const script = safely(faults, () => parse(text)) ?? parse('');
  const error = safely(faults, () => findError(script, text)) ?? null;
  if (error !== null) faults.push(`bash would not accept it: ${error}`);
  return { text, script };
}

/** Text a command hands to a shell: its faults are the line's. */
function parseInner(source: string, reader: Reader): Parsed {
  const faults: string[] = [];
  const parsed = parseGuarded(source, faults);
  for (const fault of faults) reader.faults.add(fault);
  return parsed;
}

/** Too long or too deep text is judged up to the last whole line in front of the limit. */
function cutAtLimits(source: string, faults: string[]): string {
  let end = source.length;
  if (Buffer.byteLength(source) > MAX_BYTES) {
    faults.push(`it is longer than ${MAX_BYTES} bytes`);
    end = Math.min(end, MAX_BYTES);
  }
  const deep = findTooDeep(source.slice(0, end));
  if (deep !== null) {
    faults.push(`it is nested more than ${MAX_NESTING} deep`);
    end = deep;
  }
  if (end === source.length) return source;
  const lineEnd = source.lastIndexOf('\n', end);
  return lineEnd === -1 ? cutAtSeparator(source.slice(0, end)) : source.slice(0, lineEnd);
}

const cutAtSeparator = (text: string): string => text.slice(0, Math.max(0, text.lastIndexOf(';')));

/** Where brackets and substitutions are open more than the limit, counted without regard to quotes. */
function findTooDeep(text: string): number | null {
  let depth = 0;
  for (let i = 0; i < text.length; i++) {
    const char = text[i];
    if (char === '(' || char === '{' || (char === '[' && text[i - 1] === '$')) depth++;
    else if (char === ')' || char === '}') depth = Math.max(0, depth - 1);
    if (depth > MAX_NESTING) return i;
  }
  return null;
}

/** The first syntax error of the script or of any nested one; they are kept apart by the parser. */
function findError(script: Script | ParsedScript, text: string): string | null {
  let error = 'errors' in script ? (script.errors?.[0]?.message ?? null) : null;
  const visit = (node: SyntaxNode, source: string): void => {
    if (error !== null) return;
    if (node.type === 'Script' && 'errors' in node) error = node.errors?.[0]?.message ?? null;
    if (node.type === 'ExtendedGlob') error = 'an extended glob, which bash reads only after shopt -s extglob';
    if (node.type === 'Command' && hasStray(node, source)) error = STRAY;
    const inner = node.type === 'Script' ? (node.source ?? source) : source;
    if (error === null) forEachChild(node, (child) => visit(child, inner));
  };
  forEachChild(script, (child) => visit(child, text));
  return error;
}

/** Whether a bracket stands between the words of a command, which the parser passes over and bash refuses. */
function hasStray({ name, prefix, suffix }: Command, source: string): boolean {
  const parts = [...prefix, ...(name === undefined ? [] : [name]), ...suffix];
  return parts.some((part, i) => i > 0 && /[()]/.test(source.slice(parts[i - 1]?.end ?? 0, part.pos)));
}

/** The parser may run out of stack on hostile input: that is a fault of the line, never an exception. */
function safely<T>(faults: string[], work: () => T): T | null {
  try {
    return work();
  } catch (error) {
    faults.push(`it could not be read (${error instanceof Error ? error.name : 'unknown error'})`);
    return null;
  }
}
