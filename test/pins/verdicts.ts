import { join } from 'node:path';
import { findDangers } from '../../src/policy/danger/find-dangers.ts';
import { decide } from '../../src/policy/decide.ts';
import { effectsOf } from '../../src/policy/effects.ts';
import { grantFor, sessionWidth } from '../../src/policy/answers/grants.ts';
import { toJudged, type Judged } from '../../src/policy/judged.ts';
import { callDigestOf } from '../../src/policy/steps/doom-loop.ts';
import { findWrites } from '../../src/policy/writes.ts';
import { gatherFacts, type Moment } from '../../src/run/facts/gather-facts.ts';
import { createTools } from '../../src/tools/all-tools.ts';
import type { Call } from '../../src/vocab/call.ts';
import type { Decision, SegmentVerdict, TraceEntry } from '../../src/vocab/decision.ts';
import type { Facts, Grant } from '../../src/vocab/facts.ts';
import { readRows } from '../policy/case-files.ts';
import { writeBook, type Book, type BookRow } from './book.ts';
import { policyOf, readSections, sceneOf, type Asked, type Section } from './scene.ts';

/**
 * What the judge says of every line of `test/cases` and of `verdict-lines.txt`, as text, so that each change of a verdict,
 * a class, a reason or an effect shows in a review as the lines it changes. `node test/pins/verdicts.ts` writes it anew.
 */
export const VERDICT_BOOKS: readonly Book[] = [
  toBook('verdicts.txt', () => readSections('verdict-lines.txt')),
  toBook('verdicts-cases.txt', () => CASES.map(toSection)),
];

function toBook(name: string, read: () => readonly Section[]): Book {
  return {
    file: join(import.meta.dirname, name),
    command: 'node test/pins/verdicts.ts',
    rows: () => [SAID_OF_MOST, ...read().flatMap(({ title, rows }) => rows.map((row) => toBookRow(row, title)))],
  };
}

const CASES = ['commands.jsonl', 'commands-2.jsonl', 'attacks.jsonl', 'rubino-verdicts.jsonl'];

function toSection(name: string): Section {
  const rows = readRows(name) as readonly (Asked & { readonly cmd?: string })[];
  return { title: name, rows: rows.map(({ cmd, ...row }) => (cmd === undefined ? row : { ...row, command: cmd })) };
}

const TOOLS = new Map(createTools().map((tool) => [tool.name, tool]));
const NOW = Date.UTC(2026, 0, 1);

interface Scenery {
  readonly call: Call;
  readonly facts: Facts;
}

function toBookRow(asked: Asked, title: string): BookRow {
  const { command, tool = 'shell', input = { command } } = asked;
  const shown = tool === 'shell' && command !== undefined ? command : `${tool} ${JSON.stringify(input)}`;
  return {
    question: `${shown}   # ${title}`,
    answer: () => {
      const { judged, decision } = judge(asked);
      return [
        ...renderDecision(decision, saidOfMost()),
        ...renderFindings(judged, decision),
        ...renderAgain(judged, decision),
      ];
    },
  };
}

function judge(asked: Asked): { readonly judged: Judged; readonly decision: Decision } {
  const { command, tool = 'shell', input = { command } } = asked;
  const { sessionApproved, compiled: policy } = policyOf(asked.policy);
  const grants = sessionApproved.flatMap((text) => grantsOf(gather(asked, 'shell', { command: text }, [])));
  const { call, facts } = gather(asked, tool, input, grants);
  return { judged: toJudged(call, facts, policy), decision: decide(call, facts, policy) };
}

let said: ReadonlySet<string> | null = null;

/** What the steps say of these is what they say of nearly every row: it is told once, in front. */
function saidOfMost(): ReadonlySet<string> {
  const ordinary = [{ command: 'x' }, { command: 'ls' }, { tool: 'read', input: { path: 'a.txt' } }];
  said ??= new Set(ordinary.flatMap((asked) => judge(asked).decision.trace.map(renderStep)));
  return said;
}

const SAID_OF_MOST: BookRow = { question: 'what the steps say of most lines', answer: () => [...saidOfMost()] };

function gather(
  asked: Asked,
  tool: string,
  input: Readonly<Record<string, unknown>>,
  grants: readonly Grant[],
): Scenery {
  const { scene, disk, cwd } = sceneOf(asked);
  const { mode = 'default' } = policyOf(asked.policy);
  const call: Call = { id: 'call_1', tool, input, cwd };
  const { taint = [], window = [] } = asked;
  const moment: Moment = {
    window: window.map((entry) => ({ ...entry, call: callDigestOf(call) })),
    grants,
    taint,
    mode,
    requester: 'local',
    now: NOW,
    tool: tool === 'shell' ? null : (TOOLS.get(tool) ?? null),
    fault: null,
  };
  return { call, facts: gatherFacts(call, scene, moment, disk) };
}

function grantsOf({ call, facts }: Scenery): readonly Grant[] {
  const answer = { answer: 'session', session: 'question', by: 'local', callDigest: '' } as const;
  const grant = grantFor(answer, call, facts, findDangers(call, facts));
  return grant === null ? [] : [grant];
}

/** Said of nearly every line that is asked about. */
const ASKED = 'every shell command that is not known to be harmless is asked about';

function renderDecision(decision: Decision, silent: ReadonlySet<string>): readonly string[] {
  const { verdict, step, code, reason, rule, class: danger, segments, grants, trace } = decision;
  const deciding = trace.find((entry) => entry.step === step);
  const about = deciding?.segments === undefined ? '' : ` #${deciding.segments.join(' #')}`;
  const because = rule?.because === undefined ? '' : `: ${rule.because}`;
  const others = trace.filter((entry) => entry !== deciding && !isSaid(entry, decision));
  return [
    `${verdict} ${step} ${code}${about}${danger === null ? '' : ` [${danger}]`}: ${reason.replace(ASKED, '..')}`,
    ...(rule === null ? [] : [`rule ${rule.layer} ${rule.text}${because}`]),
    ...(verdict !== 'ask' || grants.length === 2 ? [] : [`lifted by ${grants.join(' ')} only`]),
    ...segments.flatMap((segment, i) => renderSegment(segment, i, decision)),
    ...others.map(renderStep).filter((text) => !silent.has(text)),
  ];
}

/** The deciding step gives the same reason, or a program simply stands in no table of read-only ones. */
const isSaid = ({ reason }: TraceEntry, decision: Decision): boolean =>
  decision.reason.endsWith(reason.slice(reason.lastIndexOf(': ') + 1)) ||
  /^not proven to read only: .*: \S+ is not among the read-only commands$/s.test(reason);

function renderSegment(segment: SegmentVerdict, i: number, { verdict, step, segments }: Decision): readonly string[] {
  const words = segment.words.map((word) => word ?? '<?>').join('|');
  const danger = segment.class === undefined ? '' : ` [${segment.class}]`;
  const source = segment.text === segment.words.join(' ') || segments.length === 1 ? '' : ` <- ${segment.text}`;
  const answer = segment.verdict === verdict && segment.step === step ? '' : ` ${segment.verdict} ${segment.step}`;
  return segments.length === 1 && answer === '' && segment.text === segment.words.join(' ')
    ? []
    : [`#${i}${answer}${danger} ${words}${source}`];
}

function renderStep({ step, answer, code, reason, segments }: TraceEntry): string {
  const about = segments === undefined ? '' : ` #${segments.join(' #')}`;
  return `- ${step} ${answer} ${code}${about}: ${reason.replace(ASKED, '..')}`;
}

function renderFindings(judged: Judged, { reason }: Decision): readonly string[] {
  const { facts } = judged;
  const dangers = judged.dangers.map(
    ({ class: danger, command, because, words, paths }) =>
      `! ${danger}${[command === null ? '' : ` #${command}`, ...words, ...paths].join(' ')}${because === reason ? '' : `: ${because}`}`,
  );
  const writes = (facts.line?.commands ?? []).flatMap((command) =>
    findWrites(command).map(({ kind, place, redirect }) => `${kind} ${redirect ? '>' : ''}${place.path}`),
  );
  const effects = effectsOf(judged)
    .filter(({ kind }) => kind !== 'exec' && kind !== 'read' && kind !== 'write')
    .map(({ kind, target }) => `${kind} ${target}`);
  const { gitExec } = facts;
  return [
    ...dangers,
    ...(writes.length === 0 ? [] : [`changes ${writes.join(', ')}`]),
    ...(effects.length === 0 ? [] : [`effects ${effects.join(', ')}`]),
    ...(gitExec.length === 0 ? [] : [`git ${gitExec.join(' ')}`]),
  ];
}

/** The same call once more, after a person allowed it for the session; what is allowed word by word has a section. */
function renderAgain({ call, facts, policy, dangers }: Judged, { verdict }: Decision): readonly string[] {
  const width = verdict === 'ask' ? sessionWidth(call, facts, dangers) : null;
  if (width === null || (width.kind === 'exact' && facts.line?.commands.length === 1)) return [];
  const again = decide(call, { ...facts, grants: grantsOf({ call, facts }) }, policy);
  return [
    `again ${again.verdict} ${again.step}${width.kind === 'exact' ? '' : `, ${width.toValue()}: ${width.width}`}`,
  ];
}

if (import.meta.main) for (const book of VERDICT_BOOKS) writeBook(book);
