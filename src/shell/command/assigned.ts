import { forEachChild, type SyntaxNode } from 'unbash';

const FOLDER_CHANGERS: ReadonlySet<string | undefined> = new Set(['cd', 'pushd', 'popd', 'eval', 'source', '.']);
const SHIFTERS: ReadonlySet<string | undefined> = new Set(['shift', 'set', 'eval', 'source', '.']);

/** Every variable name a piece of code may set, as far as its text shows, and whether it may change the folder and `$1`. */
export function findAssigned(nodes: readonly SyntaxNode[]): Assigned {
  const [node] = nodes;
  const known = node === undefined ? undefined : found.get(node);
  if (known !== undefined) return known;
  const assigned = search(nodes);
  if (node !== undefined) found.set(node, assigned);
  return assigned;
}

interface Assigned {
  readonly names: ReadonlySet<string>;
  readonly changesFolder: boolean;
  readonly shifts: boolean;
}

/** By the first of the nodes: a loop that is read in several rounds asks again and again. */
const found = new WeakMap<SyntaxNode, Assigned>();

function search(nodes: readonly SyntaxNode[]): Assigned {
  const names = new Set<string>();
  let changesFolder = false;
  let shifts = false;
  const visit = (node: SyntaxNode): void => {
    if (node.type === 'Assignment') names.add(node.name);
    else if (node.type === 'For' || node.type === 'Select') names.add(node.name.value);
    else if (node.type === 'ParameterExpansion') {
      const { operation } = node;
      if (operation?.type === 'Default' && operation.operator.includes('=')) names.add(node.parameter);
    } else if (node.type === 'ArithmeticWord') names.add(node.value);
    else if (node.type === 'Command') {
      changesFolder ||= FOLDER_CHANGERS.has(node.name?.value);
      shifts ||= SHIFTERS.has(node.name?.value);
      for (const argument of node.args)
        if (argument.type === 'Word' && /^[A-Za-z_]\w*$/.test(argument.value)) names.add(argument.value);
    }
    forEachChild(node, visit);
  };
  nodes.forEach(visit);
  return { names, changesFolder, shifts };
}
