import { fail, ok, type Result } from '../base/result.ts';
import { resolvePath } from '../base/path.ts';
import { nearest } from '../base/text.ts';
import { compilePolicy } from '../policy/compile.ts';
import { ruleMatchesExample } from '../policy/rules/match-rule.ts';
import type { Tool } from '../ports/tool.ts';
import type { Decision } from '../vocab/decision.ts';
import type { Policy } from '../vocab/policy.ts';
import type { Mode } from '../vocab/principal.ts';
import { judgeQuestion, type Bench, type Question } from './judge.ts';
import { withLinks } from './linked-disk.ts';
import { loadConfig, renderFault, toConfigFault, type AppConfig, type World } from './load-config.ts';
import { hostDisk } from './host-disk.ts';
import { createScene } from './scene.ts';

export { explain, showRule } from '../policy/explain.ts';

/** Answers questions to the judge: no model, no key, nothing runs. */
export interface Checker {
  readonly config: AppConfig;
  check(question: Question): Promise<Decision>;
  /** One row of `check --jsonl`; the error says what is wrong with the row. */
  checkRow(row: unknown): Promise<Result<Decision, string>>;
}

/** Loads the configuration once. Throws a Fault when it is broken. */
export async function openChecker(world: World): Promise<Checker> {
  const loaded = await loadConfig(world, async () => ruleMatchesExample);
  if (!loaded.ok) throw toConfigFault(loaded.error);
  const config = loaded.value;
  const bench = createBench(config);
  const policies = new Map<string, Promise<Result<RowPolicy, string>>>();
  const check = async (question: Question, at: Bench): Promise<Decision> =>
    judgeQuestion(question, question.tool === 'shell' ? at : { ...at, findTool: await loadTools() }).decision;
  return {
    config,
    check: (question) => check(question, bench),
    async checkRow(row) {
      const read = readRow(row);
      if (!read.ok) return read;
      const { policy, ...rest } = read.value;
      const known = policy === undefined ? ok({ policy: bench.policy }) : await policyOf(policy, config, policies);
      if (!known.ok) return known;
      const { mode, approved } = known.value as RowPolicy;
      const at = placeRow(rest, { ...bench, policy: known.value.policy }, world);
      return ok(
        await check(
          { tool: rest.tool, input: rest.input, ...(mode === undefined ? {} : { mode }), approved: approved ?? [] },
          at,
        ),
      );
    },
  };
}

/** What every question of a process is judged with. */
export function createBench(config: AppConfig, policy: Policy = config.policy): Bench {
  return {
    scene: createScene(config, 'check'),
    policy,
    disk: hostDisk,
    cwd: config.cwd,
    now: Date.now(),
    findTool: () => null,
  };
}

let tools: Promise<ReadonlyMap<string, Tool>> | null = null;

/** The tools' own word on their arguments; loaded only when a question is about one that is not the shell. */
async function loadTools(): Promise<(name: string) => Tool | null> {
  tools ??= import('../tools/all-tools.ts').then(
    ({ createTools }) => new Map(createTools().map((tool) => [tool.name, tool])),
  );
  const known = await tools;
  return (name) => known.get(name) ?? null;
}

interface RowPolicy {
  readonly policy: Policy;
  readonly mode?: Mode;
  readonly approved?: readonly string[];
}

interface Row {
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly links?: Readonly<Record<string, string>>;
  readonly api?: string;
  readonly policy?: unknown;
}

const isMap = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isTexts = (value: unknown): value is Readonly<Record<string, string>> =>
  isMap(value) && Object.values(value).every((text) => typeof text === 'string');

const ROW_KEYS = ['id', 'command', 'tool', 'input', 'cwd', 'env', 'links', 'api', 'policy'];
/** What files of cases say besides; some of it is spelled almost like a key of ours. */
const NOTE_KEYS = ['expect', 'class', 'dangerClass', 'why', 'source', 'note', 'comment', 'line', 'lines'];
/** Among shorter words everything is near to everything. */
const MIN_SLIP = 4;
const LONG_KEYS = ROW_KEYS.filter(({ length }) => length >= MIN_SLIP);

/** A key that was meant to be one of ours and would have no effect; other keys are notes and pass. */
function findSlip(keys: readonly string[]): string | null {
  for (const key of keys.filter((one) => !ROW_KEYS.includes(one) && !NOTE_KEYS.includes(one))) {
    const lower = key.toLowerCase();
    const near = [lower, ...(key.length < MIN_SLIP ? [] : LONG_KEYS)].filter((name) => ROW_KEYS.includes(name));
    const meant = nearest(lower, near);
    if (meant !== null) return `there is no key "${key}"; did you mean "${meant}"?`;
  }
  return null;
}

function readRow(row: unknown): Result<Row, string> {
  if (!isMap(row)) return fail('a row is a JSON object such as {"command": "ls"}');
  const slip = findSlip(Object.keys(row));
  if (slip !== null) return fail(slip);
  const { command, tool, input, cwd, env, links, api, policy } = row;
  if (command === undefined && tool === undefined) return fail('a row needs "command", or "tool" with "input"');
  if (command !== undefined && typeof command !== 'string') return fail('"command" must be a text');
  if (tool !== undefined && typeof tool !== 'string') return fail('"tool" must be a text');
  if (command !== undefined && tool !== undefined) return fail('a row has "command" or "tool", not both');
  if (tool !== undefined && !isMap(input)) return fail('"input" must be an object with the arguments of the tool');
  if (cwd !== undefined && (typeof cwd !== 'string' || !cwd.startsWith('/')))
    return fail('"cwd" must be an absolute path');
  if (env !== undefined && !isTexts(env)) return fail('"env" must be an object of texts');
  if (links !== undefined && !isTexts(links)) return fail('"links" must be an object of paths');
  if (api !== undefined && typeof api !== 'string') return fail('"api" must be host:port');
  return ok({
    tool: tool ?? 'shell',
    input: tool === undefined ? { command } : (input as Readonly<Record<string, unknown>>),
    ...(cwd === undefined ? {} : { cwd: resolvePath('/', cwd) }),
    ...(env === undefined ? {} : { env }),
    ...(links === undefined ? {} : { links }),
    ...(api === undefined ? {} : { api }),
    ...(policy === undefined ? {} : { policy }),
  });
}

/** A row's own folder, environment and links; the agent's home follows the home (POLICY 10). */
function placeRow(row: Row, bench: Bench, world: World): Bench {
  const home = row.env?.['HOME'] ?? world.home;
  const own = row.env?.['BAILIWICK_HOME'];
  const agentHome = own ?? (row.env === undefined ? bench.scene.agentHome : `${home === '/' ? '' : home}/.bailiwick`);
  const cwd = row.cwd ?? bench.cwd;
  return {
    ...bench,
    cwd,
    disk: row.links === undefined ? bench.disk : withLinks(bench.disk, row.links),
    scene: {
      ...bench.scene,
      home: resolvePath('/', home),
      agentHome: resolvePath('/', agentHome),
      workspace: cwd,
      apiAddress: row.api ?? bench.scene.apiAddress,
      ...(row.env === undefined ? {} : { env: row.env, sudoPassword: 'SUDO_PASSWORD' in row.env }),
    },
  };
}

/** Rows often share a policy: each is compiled once. */
function policyOf(
  given: unknown,
  config: AppConfig,
  known: Map<string, Promise<Result<RowPolicy, string>>>,
): Promise<Result<RowPolicy, string>> {
  const key = JSON.stringify(given);
  let found = known.get(key);
  if (found === undefined) {
    found = compileRow(given, config);
    if (known.size < 10_000) known.set(key, found);
  }
  return found;
}

async function compileRow(given: unknown, config: AppConfig): Promise<Result<RowPolicy, string>> {
  const { parsePolicyOverlay, standIn } = await import('../policy/config/overlay.ts');
  const overlay = parsePolicyOverlay(given, 'policy');
  if (!overlay.ok) return fail(overlay.error.map(renderFault).join('; '));
  const { source, mode, sessionApproved } = overlay.value;
  const compiled = compilePolicy(standIn(config.sources, source), ruleMatchesExample);
  if (!compiled.ok) return fail(compiled.error.map(renderFault).join('; '));
  return ok({ policy: compiled.value, ...(mode === undefined ? {} : { mode }), approved: sessionApproved });
}
