import { forEachChild, type SyntaxNode } from 'unbash';
import type { Reader } from '../reader.ts';
import { UNKNOWN, type Scope } from '../scope.ts';

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
  if (node.type === 'ArithmeticExpansion') forgetAssigned(node.text, scope);
  forEachChild(node, (child) => visitScripts(child, scope, reader));
}

/** Names that an arithmetic text may assign become unknown. */
export function forgetAssigned(arithmetic: string, scope: Scope): void {
  if (!/(?<![=!<>])=(?!=)|\+\+|--/.test(arithmetic)) return;
  for (const [name] of arithmetic.matchAll(/[A-Za-z_]\w*/g)) scope.vars.set(name, UNKNOWN);
}
