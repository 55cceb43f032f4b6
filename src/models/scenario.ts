import {
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  parseDocument,
  visit,
  type Node,
  type ParsedNode,
  type YAMLMap,
} from 'yaml';
import { Fault } from '../base/fault.ts';
import { fail, ok, type Result } from '../base/result.ts';
import { nearest, showOnOneLine } from '../base/text.ts';
import { parseArguments, type ParsedArguments } from './parse-arguments.ts';

interface ScriptedCall extends ParsedArguments {
  readonly tool: string;
}

/** One reply of a scenario; `line` is where it begins in the file, 1-based. */
export interface ScriptedReply {
  readonly line: number;
  readonly expect: readonly string[];
  readonly reasoning: string;
  readonly say: string;
  readonly calls: readonly ScriptedCall[];
  readonly fail: string | null;
}

export interface Scenario {
  readonly file: string;
  readonly replies: readonly ScriptedReply[];
}

const REPLY_KEYS = ['say', 'reasoning', 'calls', 'fail', 'expect'] as const;
const CALL_KEYS = ['tool', 'input'] as const;

/** Reads the text of a scenario: YAML or JSON, a list of replies. The fault names the file and the line. */
export function parseScenario(file: string, text: string): Result<Scenario, Fault> {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  try {
    const [broken] = document.errors;
    if (broken !== undefined) throw new Mistake(broken.pos[0], showOnOneLine(broken.message));
    // A map with an alias inside cannot be read by itself, and aliases in aliases can grow without bound.
    visit(document, {
      Alias(_key, alias) {
        throw new Mistake(alias, 'write it out: a scenario has no aliases');
      },
    });
    const read = createReader((offset) => lines.linePos(offset).line);
    return ok({ file, replies: read(document.contents) });
  } catch (error) {
    if (!(error instanceof Mistake)) throw error;
    const line = Math.max(1, lines.linePos(error.offset).line);
    return fail(
      new Fault('config-invalid', `${file}:${line}: ${error.message}.`, {
        hint: 'a scenario is a list of replies, each with say, reasoning, calls, fail or expect',
      }),
    );
  }
}

/** A mistake of the person who wrote the scenario; leaves `parseScenario` as a value. */
class Mistake extends Error {
  readonly offset: number;

  constructor(at: number | Node | null, message: string) {
    super(message);
    this.offset = typeof at === 'number' ? at : (at?.range?.[0] ?? 0);
  }
}

type LineOf = (offset: number) => number;
type Read = ParsedNode | Node | null;

const createReader =
  (lineOf: LineOf) =>
  (contents: Read): readonly ScriptedReply[] => {
    if (!isSeq(contents)) throw new Mistake(contents, 'the scenario must be a list of replies');
    if (contents.items.length === 0) throw new Mistake(contents, 'the scenario has no replies');
    return contents.items.map((item) => readReply(item as Node, lineOf));
  };

function readReply(node: Node, lineOf: LineOf): ScriptedReply {
  const fields = readMap(node, 'a reply', REPLY_KEYS);
  const reply = {
    line: lineOf(node.range?.[0] ?? 0),
    expect: readExpect(fields.get('expect') ?? null),
    reasoning: readText(fields.get('reasoning'), 'reasoning') ?? '',
    say: readText(fields.get('say'), 'say') ?? '',
    calls: readCalls(fields.get('calls') ?? null),
    fail: readText(fields.get('fail'), 'fail'),
  };
  if (reply.say === '' && reply.calls.length === 0 && reply.fail === null) {
    throw new Mistake(node, 'a reply needs say, calls or fail');
  }
  return reply;
}

/** The fields of a map, none of them unknown. */
function readMap(node: Read, what: string, keys: readonly string[]): ReadonlyMap<string, Node> {
  if (!isMap(node)) throw new Mistake(node, `${what} must be a map with ${keys.join(', ')}`);
  const fields = new Map<string, Node>();
  for (const { key, value } of (node as YAMLMap<Node, Node | null>).items) {
    const name = isScalar(key) ? String(key.value) : '';
    if (!keys.includes(name)) {
      const meant = nearest(name, keys);
      const suggestion = meant === null ? `${what} knows ${keys.join(', ')}` : `did you mean ${meant}?`;
      throw new Mistake(key, `${what} has no key ${showOnOneLine(name)}; ${suggestion}`);
    }
    if (value !== null) fields.set(name, value);
  }
  return fields;
}

function readText(node: Node | undefined, key: string): string | null {
  if (node === undefined || (isScalar(node) && node.value === null)) return null;
  if (isScalar(node) && typeof node.value === 'string') return node.value;
  throw new Mistake(node, `${key} must be a text`);
}

function readExpect(node: Read): readonly string[] {
  if (node === null) return [];
  const items = isSeq(node) ? (node.items as Node[]) : [node];
  return items.map((item) => {
    const text = readText(item, 'expect');
    if (text === null || text === '') throw new Mistake(item, 'expect must hold a text to look for');
    return text;
  });
}

function readCalls(node: Read): readonly ScriptedCall[] {
  if (node === null) return [];
  if (!isSeq(node)) throw new Mistake(node, 'calls must be a list');
  return (node.items as Node[]).map((item) => {
    const fields = readMap(item, 'a call', CALL_KEYS);
    const tool = readText(fields.get('tool'), 'tool');
    if (tool === null || tool === '') throw new Mistake(item, 'a call needs the name of a tool');
    return { tool, ...readInput(fields.get('input') ?? null) };
  });
}

/** A map is the arguments; a text is what a model would send for them, so that a scenario can send broken ones. */
function readInput(node: Read): ParsedArguments {
  if (node === null) return { input: {}, fault: null };
  if (isScalar(node) && typeof node.value === 'string') return parseArguments(node.value);
  if (!isMap(node)) throw new Mistake(node, 'input must be a map of arguments, or their JSON as a text');
  return { input: node.toJSON() as Record<string, unknown>, fault: null };
}
