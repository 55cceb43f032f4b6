import { parse, YAMLParseError } from 'yaml';
import * as z from 'zod/mini';
import { Fault } from '../../base/fault.ts';
import { PROPOSAL_STATUSES } from '../../vocab/proposal.ts';

const texts = () => z.union([z.string(), z.array(z.string())]);

const given = z.strictObject({
  /** The configuration of the throw-away home. */
  config: z.optional(z.record(z.string(), z.unknown())),
  /** Files of the throw-away project. */
  files: z.optional(z.record(z.string(), z.string())),
});

/** What is done, one after the other; each of them is one key. */
const step = z.union([
  z.strictObject({
    say: z.string(),
    answers: z.optional(z.array(z.enum(['once', 'deny']))),
    /** How the turn must end; `answered` where nothing is said. */
    ends: z.optional(z.string()),
  }),
  /** The skills that the next turn's index holds among others. */
  z.strictObject({ index: z.array(z.string()) }),
  z.strictObject({ work: z.literal('after turns') }),
  z.strictObject({ accept: z.string() }),
  z.strictObject({ reject: z.string() }),
  z.strictObject({ reopen: z.string() }),
  z.strictObject({ revise: z.string(), text: z.string() }),
  z.strictObject({ revert: z.string() }),
  z.strictObject({ edit: z.string(), text: z.string() }),
]);

const expected = z.strictObject({
  proposals: z.optional(
    z.array(
      z.strictObject({
        skill: z.optional(z.string()),
        status: z.enum(PROPOSAL_STATUSES),
        source: z.optional(z.string()),
        quarantine: z.optional(z.string()),
        contains: z.optional(texts()),
      }),
    ),
  ),
  /** What stands in files of the project; null: there is none. */
  files: z.optional(z.record(z.string(), z.nullable(texts()))),
  /** Names that the next turn's index holds, besides those that come with the program. */
  skills: z.optional(z.array(z.string())),
  /** Codes of `workshop log`, in this order; others may stand between. */
  log: z.optional(z.array(z.string())),
});

export type Given = z.infer<typeof given>;
export type Step = z.infer<typeof step>;
export type Expected = z.infer<typeof expected>;

/** One scenario: what there is, what is done, and what must have come of it. */
export interface QaScenario {
  readonly name: string;
  readonly title: string;
  readonly given: Given;
  readonly steps: readonly Step[];
  readonly expected: Expected;
  /** What a scripted model plays in the turns, as text; null: there is none, and a real one is needed. */
  readonly model: string | null;
  /** What it plays when it reviews. */
  readonly reviewer: string | null;
}

const SECTIONS = ['Given', 'Steps', 'Expected', 'Model', 'Reviewer'] as const;
type Section = (typeof SECTIONS)[number];

/** Reads a scenario: Markdown with one block of YAML under each of its sections. Throws a Fault that names the place. */
export function parseQaScenario(name: string, file: string, text: string): QaScenario {
  const blocks = findBlocks(file, text);
  const read = <T>(section: Section, schema: z.ZodMiniType<T>): T => {
    const block = blocks.get(section);
    if (block === undefined) throw broken(file, `there is no block of YAML under "## ${section}"`);
    const parsed = z.safeParse(schema, parseYaml(file, block) ?? {});
    if (parsed.success) return parsed.data;
    const [issue] = parsed.error.issues;
    const path = [section, ...(issue?.path ?? [])].join('.');
    throw broken(`${file}:${block.line}`, `${path}: ${issue?.message ?? 'it does not fit'}`);
  };
  return {
    name,
    title: /^# (.+)$/m.exec(text)?.[1] ?? name,
    given: read('Given', given),
    steps: read('Steps', z.array(step)),
    expected: read('Expected', expected),
    model: blocks.get('Model')?.text ?? null,
    reviewer: blocks.get('Reviewer')?.text ?? null,
  };
}

interface Block {
  readonly text: string;
  /** Of its first line in the file. */
  readonly line: number;
}

function findBlocks(file: string, text: string): ReadonlyMap<Section, Block> {
  const found = new Map<Section, Block>();
  const lines = text.split('\n');
  let section: Section | null = null;
  for (let at = 0; at < lines.length; at++) {
    const heading = /^## (.+?)\s*$/.exec(lines[at] ?? '')?.[1];
    if (heading !== undefined) {
      section = SECTIONS.find((one) => one === heading) ?? null;
      if (section === null)
        throw broken(`${file}:${at + 1}`, `a scenario has ${SECTIONS.join(', ')}, and no "${heading}"`);
    }
    if (!/^```ya?ml\s*$/.test(lines[at] ?? '')) continue;
    const end = lines.findIndex((line, i) => i > at && /^```\s*$/.test(line));
    if (end < 0) throw broken(`${file}:${at + 1}`, 'the block has no end');
    if (section !== null && !found.has(section))
      found.set(section, { text: lines.slice(at + 1, end).join('\n'), line: at + 2 });
    at = end;
  }
  return found;
}

function parseYaml(file: string, { text, line }: Block): unknown {
  try {
    return parse(text);
  } catch (error) {
    if (!(error instanceof YAMLParseError)) throw error;
    const at = line + (error.linePos?.[0].line ?? 1) - 1;
    throw broken(`${file}:${at}`, error.message.split(/ at line \d+|\n/, 1).join(''));
  }
}

const broken = (place: string, message: string): Fault =>
  new Fault('config-invalid', `${place}: ${message}.`, { hint: 'see qa/scenarios/README.md' });
