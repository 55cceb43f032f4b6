import { forEachChild, type SyntaxNode } from 'unbash';
import type { Reader } from '../reader.ts';
import { UNKNOWN, type Scope } from '../scope.ts';
import { evaluateWritten } from './evaluate.ts';

/** Runs every substitution below a node whose own value is not followed, such as an arithmetic or a pattern. */
export function visitScripts(node: SyntaxNode, scope: Scope, reader: Reader): void {
  if (
    node.type === 'CommandExpansion' ||
    node.type === 'ProcessSubstitution' ||
    node.type === 'ArithmeticCommandExpansion'
  ) {
    reader.substitute(node.script, scope);
    return;
  }
  if (
    node.type === 'ParameterExpansion' &&
    node.operation?.type === 'Default' &&
    node.operation.operator.includes('=')
  ) {
    scope.vars.set(node.parameter, UNKNOWN);
  }
  if (node.type === 'ArithmeticExpansion') calculate(node.text, scope, reader);
  forEachChild(node, (child) => visitScripts(child, scope, reader));
}

/** An arithmetic text runs what it names; names that it may assign become unknown. */
export function calculate(arithmetic: string, scope: Scope, reader: Reader): void {
  evaluateWritten(arithmetic.replace(/^\$(?:\(\(|\[)|(?:\)\)|\])$/g, ''), scope, reader);
  if (!/(?<![=!<>])=(?!=)|\+\+|--/.test(arithmetic)) return;
  for (const [name] of arithmetic.matchAll(/[A-Za-z_]\w*/g)) scope.vars.set(name, UNKNOWN);
}
