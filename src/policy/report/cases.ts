import { fail, ok, type Result } from '../../base/result.ts';
import { nearest } from '../../base/text.ts';
import { STEPS, VERDICTS, type Decision, type StepName, type Verdict } from '../../vocab/decision.ts';
import type { CaseOutcome, Flip, PolicyCase, PolicyQuestion } from '../../vocab/policy-report.ts';
import type { PolicyFault } from '../../vocab/policy.ts';
import { MODES, type Mode } from '../../vocab/principal.ts';
import { isToolName, isForeignToolName } from '../../vocab/tool-names.ts';
import { isMap, showValue } from '../config/show-value.ts';
import { refOf } from '../config/source.ts';

/** Answers one question under one policy. */
export type Judge = (question: PolicyQuestion) => Decision;

const KEYS = ['line', 'tool', 'input', 'expect', 'step', 'mode', 'note'];

/** Reads `cases: [{line | tool + input, expect, step?, mode?, note?}]`. A file without a case is a fault. */
export function parseCases(
  root: unknown,
  place: { readonly file: string; readonly lines: ReadonlyMap<string, number> },
): Result<readonly PolicyCase[], readonly PolicyFault[]> {
  const { file } = place;
  const lineOf = (...path: readonly (string | number)[]) => refOf({ ...place, layer: 'session' }, path).line;
  const refuse = (line: number, message: string): PolicyFault => ({ file, line, message, hint: HINT });
  const list = isMap(root) ? root['cases'] : undefined;
  const other = isMap(root) ? Object.keys(root).find((key) => key !== 'cases') : undefined;
  if (other !== undefined) return fail([refuse(lineOf(other), `There is no key ${other} in a file of cases.`)]);
  if (!Array.isArray(list) || list.length === 0) return fail([refuse(1, 'The file holds no case.')]);
  const cases: PolicyCase[] = [];
  const faults: PolicyFault[] = [];
  list.forEach((item: unknown, i) => {
    const line = lineOf('cases', i);
    const read = isMap(item) ? parseCase(item) : 'A case must be a map of keys.';
    if (typeof read === 'string') faults.push(refuse(line, read));
    else cases.push({ file, line, ...read });
  });
  return faults.length > 0 ? fail(faults) : ok(cases);
}

const HINT = 'write cases as docs/guide/policy.md shows: line or tool and input, and expect';

/** The case, or the sentence that says what is wrong with it. */
function parseCase(item: Readonly<Record<string, unknown>>): Omit<PolicyCase, 'file' | 'line'> | string {
  const unknown = Object.keys(item).find((key) => !KEYS.includes(key));
  if (unknown !== undefined) {
    const meant = nearest(unknown, KEYS);
    return `There is no key ${unknown} in a case${meant === null ? '' : `; did you mean ${meant}`}.`;
  }
  const { expect, step = null, mode = 'default', note = null } = item;
  if (!isVerdict(expect)) return `expect must be ${VERDICTS.join(', ')}, not ${showValue(expect ?? null)}.`;
  if (step !== null && !isStep(step)) return `There is no step ${showValue(step)}.`;
  if (!isMode(mode)) return `mode must be ${MODES.join(', ')}, not ${showValue(mode)}.`;
  if (note !== null && typeof note !== 'string') return 'note must be a text.';
  const call = parseCall(item);
  return typeof call === 'string' ? call : { question: { ...call, mode }, expect, step, note };
}

function parseCall(item: Readonly<Record<string, unknown>>): Omit<PolicyQuestion, 'mode'> | string {
  const { line, tool, input } = item;
  if ((line === undefined) === (tool === undefined)) return 'A case needs either line, or tool and input.';
  if (line !== undefined) {
    if (typeof line !== 'string' || input !== undefined) return 'line must be a text, and no input stands beside it.';
    return { tool: 'shell', input: { command: line } };
  }
  if (typeof tool !== 'string' || !(isToolName(tool) || isForeignToolName(tool))) {
    return `There is no tool ${showValue(tool)}.`;
  }
  return isMap(input) ? { tool, input } : 'input must be a map of the arguments of the tool.';
}

const isVerdict = (value: unknown): value is Verdict => VERDICTS.some((verdict) => verdict === value);
const isMode = (value: unknown): value is Mode => MODES.some((mode) => mode === value);
const isStep = (value: unknown): value is StepName => STEPS.some((step) => step === value);

/** Asks the judge each case, in order. */
export const runCases = (cases: readonly PolicyCase[], judge: Judge): readonly CaseOutcome[] =>
  cases.map((item) => {
    const { verdict, step, reason } = judge(item.question);
    const passed = verdict === item.expect && (item.step === null || item.step === step);
    return { case: item, verdict, step, reason, passed };
  });

/** The cases that one policy answers otherwise than the other. */
export const findFlips = (cases: readonly PolicyCase[], before: Judge, after: Judge): readonly Flip[] =>
  cases
    .map((item) => ({ case: item, before: before(item.question).verdict, after: after(item.question).verdict }))
    .filter((flip) => flip.before !== flip.after);
