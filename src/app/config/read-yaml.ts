import {
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  parseDocument,
  type Document,
  type Node,
  type YAMLError,
  visit,
} from 'yaml';
import { fail, ok, type Result } from '../../base/result.ts';
import { toPathKey } from '../../policy/config/source.ts';
import type { PolicyFault } from '../../vocab/policy.ts';

/** Plain data out of a YAML text, with the line of each key and list entry by `toPathKey`. */
export interface YamlData {
  /** An empty text is an empty map. */
  readonly root: unknown;
  readonly lines: ReadonlyMap<string, number>;
}

/** Bounds for what anchors can blow up, and for nesting: no configuration comes near them. */
const MAX_NODES = 20_000;
const MAX_DEPTH = 32;

/** The parser searches the whole document for the anchor of each alias. */
const MAX_ALIASES = 100;

/** One broken line makes the parser complain about many. */
const MAX_FAULTS = 10;

type Path = readonly (string | number)[];

interface Walk {
  readonly file: string;
  readonly document: Document;
  readonly counter: LineCounter;
  readonly lines: Map<string, number>;
  nodes: number;
}

/** One YAML 1.2 document. Duplicate keys, tags, a second document, keys that are no text: a fault with its line. */
export function readYaml(text: string, file: string): Result<YamlData, readonly PolicyFault[]> {
  const counter = new LineCounter();
  const document = parseDocument(text, { lineCounter: counter, prettyErrors: false });
  const broken = [...document.errors, ...document.warnings];
  if (broken.length > 0) {
    // The parser recurses, and says so when a text is nested thousands deep; what follows is then of no use.
    const tooDeep = broken.find(({ message }) => message.includes('call stack'));
    if (tooDeep !== undefined) return fail([toFault(file, 1, 'The text is nested too deeply.')]);
    const first = broken.slice(0, MAX_FAULTS);
    return fail(first.map((one) => toFault(file, counter.linePos(one.pos[0]).line, toMessage(one, text))));
  }
  if (document.contents === null) return ok({ root: {}, lines: new Map() });
  const extra = aliasBeyond(document, MAX_ALIASES);
  if (extra !== null) {
    const line = lineAt(counter, extra);
    return fail([toFault(file, line, `The file names its anchors more than ${MAX_ALIASES} times.`)]);
  }
  const walk: Walk = { file, document, counter, lines: new Map(), nodes: 0 };
  try {
    const root = toPlain(walk, document.contents, []);
    return ok({ root: root === null ? {} : root, lines: walk.lines });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return fail([error.fault]);
  }
}

/** The parser speaks to programmers; of a second document it names the function to call. */
function toMessage({ code, message, pos }: YAMLError, text: string): string {
  if (code === 'MULTIPLE_DOCS') return 'Only one document may stand in the file.';
  if (code !== 'DUPLICATE_KEY') return `${message}.`;
  const key = /^[^\n]*?(?=:(?:\s|$)|$)/m.exec(text.slice(pos[0], pos[0] + 200))?.[0] ?? '';
  return `The key ${key} stands twice; put what belongs to it into one place.`;
}

/** Leaves the walk; caught where the walk was started. */
class Refusal extends Error {
  readonly fault: PolicyFault;

  constructor(fault: PolicyFault) {
    super(fault.message);
    this.fault = fault;
  }
}

function toPlain(walk: Walk, node: unknown, path: Path): unknown {
  walk.nodes += 1;
  if (walk.nodes > MAX_NODES)
    throw refuse(walk, node, 'The file holds too many values, or its anchors repeat too much.');
  if (path.length > MAX_DEPTH) throw refuse(walk, node, 'The text is nested too deeply.');
  if (isAlias(node)) return toPlain(walk, node.resolve(walk.document), path);
  if (isMap(node)) return Object.fromEntries(node.items.map(({ key, value }) => toEntry(walk, key, value, path)));
  if (isSeq(node)) {
    return node.items.map((item, i) => {
      walk.lines.set(toPathKey([...path, i]), lineOf(walk, item) ?? 1);
      return toPlain(walk, item, [...path, i]);
    });
  }
  if (!isScalar(node)) return null;
  return typeof node.value === 'bigint' ? Number(node.value) : node.value;
}

function toEntry(walk: Walk, key: unknown, value: unknown, path: Path): readonly [string, unknown] {
  const written: unknown = isScalar(key) ? key.value : null;
  if (typeof written !== 'string' && typeof written !== 'number' && typeof written !== 'boolean') {
    throw refuse(walk, key, 'A key must be a text on one line.');
  }
  const name = String(written);
  walk.lines.set(toPathKey([...path, name]), lineOf(walk, key) ?? 1);
  return [name, toPlain(walk, value, [...path, name])];
}

const refuse = (walk: Walk, node: unknown, message: string): Refusal =>
  new Refusal(toFault(walk.file, lineOf(walk, node), message));

/** The first alias that is one too many. */
function aliasBeyond(document: Document, max: number): Node | null {
  let count = 0;
  let extra: Node | null = null;
  visit(document, {
    Alias(_, node) {
      count += 1;
      if (count <= max) return undefined;
      extra = node;
      return visit.BREAK;
    },
  });
  return extra;
}

const lineOf = (walk: Walk, node: unknown): number | null => lineAt(walk.counter, node);

function lineAt(counter: LineCounter, node: unknown): number | null {
  const range = isNode(node) ? node.range : null;
  return range == null ? null : counter.linePos(range[0]).line;
}

const isNode = (node: unknown): node is Node => isAlias(node) || isMap(node) || isSeq(node) || isScalar(node);

const toFault = (file: string, line: number | null, message: string): PolicyFault => ({
  file,
  line,
  message,
  hint: 'the file must be YAML; quote patterns and texts that hold : # * or &',
});
