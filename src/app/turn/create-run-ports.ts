import { nearest } from '../../base/text.ts';
import { createRedactor } from '../../guard/redact.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Model } from '../../ports/model.ts';
import type { Jobs } from '../../ports/jobs.ts';
import type { Sandbox } from '../../ports/sandbox.ts';
import type { Store } from '../../ports/store.ts';
import type { Tool } from '../../ports/tool.ts';
import { decide, decideFloor } from '../../policy/decide.ts';
import { isSecretPath } from '../../policy/secrets.ts';
import type { Instruction } from '../../run/model/instructions.ts';
import { readonlyGitEnv } from '../../run/facts/child-env.ts';
import { gatherFacts, gatherLine, type Moment, type Scene } from '../../run/facts/gather-facts.ts';
import { guardJobs } from '../../run/guarded/guard-jobs.ts';
import type { Judge, Judgement, Progress, RunPorts } from '../../run/run-ports.ts';
import type { TypedJob } from '../../run/facts/gather-input.ts';
import type { Call } from '../../vocab/call.ts';
import type { Decision } from '../../vocab/decision.ts';
import type { SandboxState } from '../../vocab/sandbox.ts';
import { JOB_TOOLS } from '../../vocab/tool-names.ts';

import type { Policy } from '../../vocab/policy.ts';
import { loadRulesWriter } from '../approval-desk.ts';
import { loadApp } from '../load-app.ts';
import { loadImage } from './images.ts';
import { keepResult } from './keep-result.ts';
import type { AppConfig } from '../load-config.ts';
import type { PluginSet } from '../plugins/no-plugins.ts';
import type { TurnSkills } from '../skills/turn-skills.ts';
import { hostDisk } from '../host-disk.ts';
import { createScene } from '../scene.ts';

export interface RunParts {
  readonly run: string;
  readonly store: Store;
  readonly model: Model;
  readonly clock: Clock;
  readonly sandbox?: Sandbox;
  readonly instructions: readonly Instruction[];
  readonly skills: TurnSkills;
  readonly plugins: Pick<PluginSet, 'tools' | 'guidance'>;
  /** How long this process may work on the run, in ms; null: no limit. */
  readonly maxMs: number | null;
  readonly watch: (progress: Progress) => void;
}

export interface PortsOfRun extends RunPorts {
  readonly sandboxState: () => SandboxState;
}

/**
 * Everything one run works with. Loads the tools and the sandbox. Throws a Fault `sandbox-unavailable` where one is
 * required and does not work; otherwise that is found out by the first command.
 */
export async function createRunPorts(config: AppConfig, parts: RunParts): Promise<PortsOfRun> {
  const { agentHome, workspace, cwd, world, waitTimeoutSeconds } = config;
  let policy = config.policy;
  const { run, clock, store, model, watch, maxMs, instructions, skills, plugins } = parts;
  const beganAt = performance.now();
  const scene = createScene(config, run);
  const [tools, commands] = await Promise.all([
    loadTools(config, skills, plugins),
    openCommands(config, { scene, parts }),
  ]);
  const { jobs } = commands;
  const judge = createJudge(() => policy, scene, { tools, clock, jobs });
  const findFloor = (call: Call): string | null =>
    decideFloor(gatherLine(call, scene, { ...NOWHERE, now: clock.now(), job: typedInto(call, jobs) }, hostDisk));
  const redact = createRedactor(config.secrets);
  return {
    run,
    store,
    redact,
    model,
    clock,
    watch,
    instructions: instructions.map((one) => ({ ...one, text: redact.text(one.text) })),
    skills: redact.text(skills.text + plugins.guidance()),
    tools,
    ...commands,
    jobs: guardJobs(jobs, redact),
    judge,
    place: { cwd, workspace, home: world.home, agentHome, strict: policy.workspaceStrict },
    commandEnv: (judgement) => toCommandEnv(scene, judgement),
    keep: (callId, bytes) => keepResult(agentHome, run, callId, bytes),
    loadImage,
    floor: (command) => findFloor({ id: 'floor', tool: 'shell', input: { command }, cwd }),
    floorOfInput: findFloor,
    isSecret: (path) => isSecretPath(path, { home: scene.home, homes: scene.homes, agentHome }),
    waitTimeoutMs: waitTimeoutSeconds === null ? null : waitTimeoutSeconds * 1000,
    async refresh() {
      ({ policy } = await loadApp(world));
    },
    loadRulesWriter: () => loadRulesWriter(agentHome),
    isOverTime: () => maxMs !== null && performance.now() - beganAt >= maxMs,
  };
}

/** The tools that are switched on; those of plugins come last. */
export async function loadTools(
  { policy }: AppConfig,
  { library }: TurnSkills,
  plugins: Pick<PluginSet, 'tools'>,
): Promise<ReadonlyMap<string, Tool>> {
  const { createTools } = await import('./turn-parts.ts');
  const off = [...policy.toolsOff, ...(policy.toolsOff.includes('shell') ? JOB_TOOLS : [])];
  const on = [...createTools(library), ...plugins.tools].filter(({ name }) => !off.includes(name));
  return new Map(on.map((tool) => [tool.name, tool]));
}

type Commands = Pick<PortsOfRun, 'sandbox' | 'sandboxState'> & { readonly jobs: Jobs };

async function openCommands(
  config: AppConfig,
  { scene, parts }: { readonly scene: Scene; readonly parts: RunParts },
): Promise<Commands> {
  const { createSandbox, createHostSandbox, createJobs, createLayout } = await import('./turn-parts.ts');
  if (parts.sandbox !== undefined) {
    const state: SandboxState = { name: parts.sandbox.name, why: null };
    return { sandbox: parts.sandbox, jobs: createJobs(createHostSandbox()), sandboxState: () => state };
  }
  const { mode } = config.sandbox;
  const onMissing = (why: string): void =>
    parts.watch({ kind: 'notice', text: `commands run without a sandbox: ${why}; bailiwick doctor says more` });
  const sandbox = createSandbox(config.sandbox, createLayout(config, scene, parts.run), onMissing);
  if (mode === 'require') await sandbox.demand();
  return { sandbox, jobs: createJobs(sandbox), sandboxState: sandbox.state };
}

/** The judge of a run: facts by the scene and the run's situation, then the one decision. */
function createJudge(
  getPolicy: () => Policy,
  scene: Scene,
  { tools, clock, jobs }: { readonly tools: ReadonlyMap<string, Tool>; readonly clock: Clock; readonly jobs: Jobs },
): Judge {
  const disk = hostDisk;
  return (call, situation) => {
    const tool = tools.get(call.tool) ?? null;
    const fault = situation.fault ?? (tool === null ? unknownTool(call.tool, [...tools.keys()]) : null);
    const moment: Moment = { ...situation, tool, fault, now: clock.now(), job: typedInto(call, jobs) };
    const found = gatherFacts(call, scene, moment, disk);
    const { preview } = situation;
    const facts = preview === null ? found : { ...found, preview: preview.digest };
    return { facts, decision: decide(call, facts, getPolicy()) };
  };
}

function typedInto({ tool, input }: Call, jobs: Jobs): TypedJob | null {
  const job = tool === 'shell_input' && typeof input['job'] === 'string' ? jobs.find(input['job']) : null;
  return job === null ? null : { command: job.command, typed: job.typed() };
}

function unknownTool(name: string, known: readonly string[]): string {
  const meant = nearest(name, known);
  const hint = meant === null ? `the tools are ${known.join(', ')}` : `did you mean ${meant}?`;
  return `there is no tool ${JSON.stringify(name)}; ${hint}`;
}

/** Where the proof covers a git command, git gets the configuration that the proof counts on (POLICY 6). */
const toCommandEnv = ({ env }: Scene, { decision }: Judgement): Readonly<Record<string, string>> =>
  provesGit(decision) ? { ...env, ...readonlyGitEnv() } : env;

const provesGit = ({ segments }: Decision): boolean =>
  segments.some(({ step, verdict, words }) => step === 'readonly' && verdict === 'allow' && words[0] === 'git');

const NOWHERE: Omit<Moment, 'now' | 'job'> = {
  mode: 'default',
  requester: '',
  window: [],
  grants: [],
  taint: [],
  tool: null,
  fault: null,
};
