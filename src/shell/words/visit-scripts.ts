import { forEachChild, parse, type ParameterExpansionPart, type SyntaxNode } from 'unbash';
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
  if (node.type === 'ParameterExpansion' && replacesSubstituted(node)) {
    if (node.index !== undefined) visitScripts(node.index, scope, reader);
    runReplacement(node, scope, reader);
    return;
  }
  if (node.type === 'ArithmeticExpansion') calculate(node.text, scope, reader);
  forEachChild(node, (child) => visitScripts(child, scope, reader));
}

const replacesSubstituted = ({ operation }: ParameterExpansionPart): boolean =>
  operation?.type === 'Replace' && /\$\(|`|[<>]\(/.test(operation.pattern.text);

/** The parser ends the pattern of `${x/$(a/b)/c}` at the first slash, also inside a substitution: read as one operand. */
function runReplacement({ operation, text, pos }: ParameterExpansionPart, scope: Scope, reader: Reader): void {
  if (operation === undefined) return;
  const whole = `: \${_:-${text.slice(operation.operatorEnd - pos, operation.end - pos)}}`;
  const script = parse(whole);
  if ((script.errors ?? []).length > 0) reader.faults.add('a substitution in the pattern of ${x/..} does not end');
  visitScripts(script, { ...scope, source: whole }, reader);
}

/** An arithmetic text runs what it names; names that it may assign become unknown. */
export function calculate(arithmetic: string, scope: Scope, reader: Reader): void {
  evaluateWritten(arithmetic.replace(/^\$(?:\(\(|\[)|(?:\)\)|\])$/g, ''), scope, reader);
  if (!/(?<![=!<>])=(?!=)|\+\+|--/.test(arithmetic)) return;
  for (const [name] of arithmetic.matchAll(/[A-Za-z_]\w*/g)) scope.vars.set(name, UNKNOWN);
}
