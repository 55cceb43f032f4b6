import { forEachChild, type SyntaxNode } from 'unbash';
import type { Reader } from '../reader.ts';
import type { Scope } from '../scope.ts';
import { evaluate } from './evaluate.ts';
import { expandWhole } from './expand.ts';
import { textOf } from './word-text.ts';

const COMPARES = /^-(?:eq|ne|lt|le|gt|ge)$/;

/** `[[ -v 'a[$(x)]' ]]`, `[[ 'a[$(x)]' -eq 1 ]]`: what a test evaluates. */
export function evaluateTest(node: SyntaxNode, scope: Scope, reader: Reader): void {
  const words =
    node.type === 'TestUnary' && node.operator === '-v'
      ? [node.operand]
      : node.type === 'TestBinary' && COMPARES.test(node.operator)
        ? [node.left, node.right]
        : [];
  for (const word of words) evaluate(textOf(expandWhole(word, scope, reader)), scope, reader);
  if (words.length === 0) forEachChild(node, (child) => evaluateTest(child, scope, reader));
}
