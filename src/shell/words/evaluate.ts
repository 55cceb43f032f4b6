import { parse, type ParameterExpansionPart } from 'unbash';
import type { Reader } from '../reader.ts';
import { lookUp, type Scope } from '../scope.ts';

const SUBSTITUTES = /\$\(|`/;
const MAX_HOPS = 4;

/** Text that a shell reads as a script of its own. */
export function runWhole(source: string, scope: Scope, reader: Reader): void {
  reader.substitute({ ...parse(source), source }, scope);
}

/**
 * What bash evaluates as arithmetic, or as a name with a subscript: it runs the substitutions in it however they are
 * quoted, and those in the values of the variables that it names.
 */
export function evaluate(text: string, scope: Scope, reader: Reader, hops = 0): void {
  if (SUBSTITUTES.test(text)) {
    runWhole(`: <<EVALUATED\n${text}\nEVALUATED\n`, scope, reader);
  }
  evaluateNamed(text, scope, reader, hops);
}

/** `${x@P}` runs what is substituted in a prompt, `${y:x}` is arithmetic. */
export function evaluateOperation(
  { parameter, operation }: ParameterExpansionPart,
  scope: Scope,
  reader: Reader,
): void {
  if (operation?.type === 'Transform' && operation.operand.value === 'P') {
    const value = lookUp(parameter, scope, reader.context);
    if (value.kind === 'text') evaluate(value.text, scope, reader);
  }
  if (operation?.type !== 'Slice') return;
  for (const part of [operation.offset, operation.length]) {
    if (part !== undefined) evaluateWritten(part.text, scope, reader);
  }
}

/** The same for text whose own substitutions are found where it stands, unless quotes hide them. */
export function evaluateWritten(text: string, scope: Scope, reader: Reader): void {
  if (/['"\\]/.test(text)) evaluate(text, scope, reader);
  else evaluateNamed(text, scope, reader, 0);
}

function evaluateNamed(text: string, scope: Scope, reader: Reader, hops: number): void {
  if (hops >= MAX_HOPS) return;
  for (const name of new Set(text.match(/[A-Za-z_]\w*/g))) {
    const value = lookUp(name, scope, reader.context);
    // The value of a plain variable may name another one in turn.
    if (value.kind === 'text' && /[A-Za-z_`]/.test(value.text)) evaluate(value.text, scope, reader, hops + 1);
  }
}
