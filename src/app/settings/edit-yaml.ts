import { isDeepStrictEqual } from 'node:util';
import { isMap as isYamlMap, isNode, isScalar, parse, parseDocument, YAMLParseError, type Document } from 'yaml';
import { fail, ok, type Result } from '../../base/result.ts';
import { isMap, showPath } from '../../policy/config/show-value.ts';
import type { PolicyFault } from '../../vocab/policy.ts';
import { readYaml } from '../config/read-yaml.ts';

/** One change of a file: a value at a path, or undefined to take the key out. */
export interface Edit {
  readonly path: readonly string[];
  readonly value: unknown;
}

/**
 * The text with these values in it; comments and everything else stay. Refused where the text is no YAML that we read,
 * and where a change would reach further than its key (a value that an alias repeats elsewhere).
 */
export function editYaml(text: string, file: string, edits: readonly Edit[]): Result<string, readonly PolicyFault[]> {
  const before = readYaml(text, file);
  if (!before.ok) return before;
  const document = parseDocument(text);
  try {
    for (const edit of edits) apply(document, edit);
    const edited = document.contents === null ? text : document.toString({ lineWidth: 0 });
    const after = readYaml(edited, file);
    const wanted = edits.reduce(applyPlain, before.value.root);
    if (after.ok && isDeepStrictEqual(after.value.root, wanted)) return ok(edited);
  } catch (error) {
    if (!(error instanceof Error)) throw error; // the library says of an alias without its anchor that way
  }
  const keys = edits.map(({ path }) => showPath(path)).join(', ');
  const message = `${keys} cannot be changed without changing something else in this file.`;
  return fail([{ file, line: null, message, hint: 'change the file by hand' }]);
}

function apply(document: Document, { path, value }: Edit): void {
  if (value === undefined) return removeKey(document, path);
  for (let length = 1; length < path.length; length++) {
    const above = path.slice(0, length);
    if (!isYamlMap(document.getIn(above, true))) document.setIn(above, document.createNode({}));
  }
  const old = document.getIn(path, true);
  const node = document.createNode(value);
  if (isNode(old)) {
    node.comment = old.comment ?? null;
    node.commentBefore = old.commentBefore ?? null;
  }
  document.setIn(path, node);
}

/** Takes maps that the key leaves empty along. A comment above the key may be about more than it, and goes to the next. */
function removeKey(document: Document, path: readonly string[]): void {
  if (!document.hasIn(path)) return;
  const above = path.slice(0, -1);
  const map = above.length === 0 ? document.contents : document.getIn(above, true);
  if (!isYamlMap(map)) return;
  const at = map.items.findIndex(({ key }) => isScalar(key) && String(key.value) === path.at(-1));
  const key = map.items[at]?.key;
  const next = map.items[at + 1]?.key;
  const comment = isNode(key) ? key.commentBefore : null;
  map.items.splice(at, 1);
  if (isNode(next) && at === 0) next.spaceBefore = false;
  if (comment != null && isNode(next)) next.commentBefore = [comment, next.commentBefore].filter(Boolean).join('\n');
  if (map.items.length === 0 && above.length > 0) removeKey(document, above);
}

/** The same change of plain data, to hold the edited text to. */
function applyPlain(root: unknown, { path, value }: Edit): unknown {
  const [name, ...rest] = path;
  if (name === undefined) return value;
  if (value === undefined && !hasPath(root, path)) return root;
  const map = isMap(root) ? root : {};
  const below = applyPlain(map[name], { path: rest, value });
  const isGone = below === undefined || (value === undefined && isMap(below) && Object.keys(below).length === 0);
  if (!isGone) return { ...map, [name]: below };
  return Object.fromEntries(Object.entries(map).filter(([key]) => key !== name));
}

const hasPath = (root: unknown, [name, ...rest]: readonly string[]): boolean =>
  name === undefined || (isMap(root) && Object.hasOwn(root, name) && hasPath(root[name], rest));

/** What a person typed as a value: as YAML, and as the plain text it is, where the two differ. */
export function readTyped(text: string): readonly unknown[] {
  try {
    const value: unknown = parse(text);
    return value === text || value === null || value === undefined ? [value ?? null, text] : [value, text];
  } catch (error) {
    if (!(error instanceof YAMLParseError)) throw error;
    return [text];
  }
}
