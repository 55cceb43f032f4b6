import type { ParameterOperation } from 'unbash';
import type { Value } from '../scope.ts';
import { isPrinted } from './printed.ts';

/** `${x%/}`, `${x#a}` of a text that is known, by a pattern that is plain text; whatever is done to nothing gives nothing. */
export function trim(value: Value, operation: ParameterOperation): Value | null {
  if (value.kind !== 'text' && value.kind !== 'unset') return null;
  const text = value.kind === 'text' ? value.text : '';
  if (isPrinted(text)) return null;
  if (operation.type !== 'Remove')
    return text === '' && /^(?:Replace|CaseModification)$/.test(operation.type) ? EMPTY : null;
  const { operator, operand: pattern } = operation;
  if (text === '') return EMPTY;
  if (!/^[\w./:@,+-]*$/.test(pattern.text)) return null;
  const cut = pattern.text.length;
  const trimmed = operator.startsWith('%')
    ? text.endsWith(pattern.text)
      ? text.slice(0, text.length - cut)
      : text
    : text.startsWith(pattern.text)
      ? text.slice(cut)
      : text;
  return { kind: 'text', text: trimmed };
}

const EMPTY: Value = { kind: 'text', text: '' };
