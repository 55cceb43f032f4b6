import type { TestExpression } from 'unbash';
import type { Reader } from '../reader.ts';
import type { Scope } from '../scope.ts';
import { expandWhole } from './expand.ts';

type Text = string | null;

/** What `[` says of its arguments; null where that depends on something that is not known. */
export function testOutcome(args: readonly Text[]): boolean | null {
  const [first, second, third] = args;
  const either = args.length > 4 ? args.findIndex((arg) => arg === '-a' || arg === '-o') : -1;
  if (either > 0) return args.includes('-o') ? null : both(args.slice(0, either), args.slice(either + 1));
  switch (args.length) {
    case 0:
      return false;
    case 1:
      return isFilled(first);
    case 2:
      return first === '!' ? not(isFilled(second)) : unary(first, second);
    case 3:
      return first === '!' ? not(testOutcome(args.slice(1))) : binary(first, second, third);
    default:
      return first === '!' && args.length === 4 ? not(testOutcome(args.slice(1))) : null;
  }
}

const isFilled = (text: Text | undefined): boolean | null => (typeof text === 'string' ? text !== '' : null);
const not = (outcome: boolean | null): boolean | null => (outcome === null ? null : !outcome);

function both(one: readonly Text[], other: readonly Text[]): boolean | null {
  const outcomes = [testOutcome(one), testOutcome(other)];
  return outcomes.includes(false) ? false : outcomes.includes(null) ? null : true;
}

function unary(operator: Text | undefined, text: Text | undefined): boolean | null {
  if (operator === '-n') return isFilled(text);
  if (operator === '-z') return not(isFilled(text));
  // No file has an empty name.
  return /^-[abcdefghkprsuwxLNOGS]$/.test(operator ?? '') && text === '' ? false : null;
}

function binary(left: Text | undefined, operator: Text | undefined, right: Text | undefined): boolean | null {
  if (typeof left !== 'string' || typeof right !== 'string') return null;
  if (operator === '=' || operator === '==') return left === right;
  return operator === '!=' ? left !== right : null;
}

/** The same for `[[ ]]`, whose words are not split. A word that starts a command, or is a pattern, is not known. */
export function expressionOutcome(node: TestExpression, scope: Scope, reader: Reader): boolean | null {
  const outcomeOf = (inner: TestExpression): boolean | null => expressionOutcome(inner, scope, reader);
  const textOf = (word: Parameters<typeof expandWhole>[0]): Text =>
    /[$<>]\(|`|\$\{[^}]*[^\w}]/.test(word.text) ? null : expandWhole(word, scope, reader).value;
  switch (node.type) {
    case 'TestUnary':
      return unary(node.operator, textOf(node.operand));
    case 'TestBinary':
      return /["']?[*?[\\(|]/.test(node.right.text)
        ? null
        : binary(textOf(node.left), node.operator, textOf(node.right));
    case 'TestNot':
      return node.negations.length % 2 === 1 ? not(outcomeOf(node.operand)) : outcomeOf(node.operand);
    case 'TestGroup':
      return outcomeOf(node.expression);
    case 'TestLogical': {
      const outcomes = node.operands.map(outcomeOf);
      const settles = node.operator === '||';
      return outcomes.includes(settles) ? settles : outcomes.includes(null) ? null : !settles;
    }
  }
}
