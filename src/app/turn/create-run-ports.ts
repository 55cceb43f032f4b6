import { nearest } from '../../base/text.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Model } from '../../ports/model.ts';
import type { Sandbox } from '../../ports/sandbox.ts';
import type { Store } from '../../ports/store.ts';
import type { Tool } from '../../ports/tool.ts';
import { decide } from '../../policy/decide.ts';
import { isSecretPath } from '../../policy/secrets.ts';
import { readonlyGitEnv } from '../../run/child-env.ts';
import { gatherFacts, type Moment, type Scene } from '../../run/gather-facts.ts';
import type { Instruction } from '../../run/model/instructions.ts';
import type { Judge, Judgement, Progress, RunPorts, Situation } from '../../run/run-ports.ts';
import type { Decision } from '../../vocab/decision.ts';

import type { Policy } from '../../vocab/policy.ts';
import { loadRulesWriter } from '../approval-desk.ts';
import { loadApp } from '../load-app.ts';
import { keepResult } from './keep-result.ts';
import type { AppConfig } from '../load-config.ts';
import { hostDisk } from '../host-disk.ts';
import { createScene } from '../scene.ts';

export interface RunParts {
  readonly run: string;
  readonly store: Store;
  readonly model: Model;
  readonly clock: Clock;
  readonly sandbox?: Sandbox;
  readonly instructions: readonly Instruction[];
  /** How long this process may work on the run, in ms; null: no limit. */
  readonly maxMs: number | null;
  readonly watch: (progress: Progress) => void;
}

/** Everything one run works with. Loads the tools and the sandbox. */
export async function createRunPorts(config: AppConfig, parts: RunParts): Promise<RunPorts> {
  const { agentHome, workspace, cwd, world, waitTimeoutSeconds } = config;
  let policy = config.policy;
  const { run, clock, store, model, watch, maxMs, instructions } = parts;
  const beganAt = performance.now();
  const [tools, sandbox] = await Promise.all([loadTools(config), parts.sandbox ?? loadSandbox()]);
  const scene = createScene(config, run);
  const judge = createJudge(() => policy, scene, { tools, clock });
  return {
    store,
    model,
    clock,
    watch,
    instructions,
    tools,
    sandbox,
    judge,
    place: { cwd, workspace, home: world.home, agentHome, strict: policy.workspaceStrict },
    commandEnv: (judgement) => toCommandEnv(scene, judgement),
    keep: (callId, bytes) => keepResult(agentHome, run, callId, bytes),
    floor: (command) => findFloor(judge, command, cwd),
    isSecret: (path) => isSecretPath(path, { home: scene.home, homes: scene.homes, agentHome }),
    waitTimeoutMs: waitTimeoutSeconds === null ? null : waitTimeoutSeconds * 1000,
    async refresh() {
      ({ policy } = await loadApp(world));
    },
    loadRulesWriter: () => loadRulesWriter(agentHome),
    isOverTime: () => maxMs !== null && performance.now() - beganAt >= maxMs,
  };
}

async function loadTools({ policy }: AppConfig): Promise<ReadonlyMap<string, Tool>> {
  const { createTools } = await import('./turn-parts.ts');
  const on = createTools().filter(({ name }) => !policy.toolsOff.includes(name));
  return new Map(on.map((tool) => [tool.name, tool]));
}

async function loadSandbox(): Promise<Sandbox> {
  const { createHostSandbox } = await import('./turn-parts.ts');
  return createHostSandbox();
}

/** The judge of a run: facts by the scene and the run's situation, then the one decision. */
function createJudge(
  getPolicy: () => Policy,
  scene: Scene,
  { tools, clock }: { readonly tools: ReadonlyMap<string, Tool>; readonly clock: Clock },
): Judge {
  const disk = hostDisk;
  return (call, situation) => {
    const tool = tools.get(call.tool) ?? null;
    const fault = situation.fault ?? (tool === null ? unknownTool(call.tool, [...tools.keys()]) : null);
    const moment: Moment = { ...situation, tool, fault, now: clock.now() };
    const facts = gatherFacts(call, scene, moment, disk);
    return { facts, decision: decide(call, facts, getPolicy()) };
  };
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

const NOWHERE: Situation = { mode: 'default', requester: '', window: [], grants: [], taint: [], fault: null };

/** The floor alone, on the very text that is about to run; null when nothing there refuses. */
function findFloor(judge: Judge, command: string, cwd: string): string | null {
  const { decision } = judge({ id: 'floor', tool: 'shell', input: { command }, cwd }, NOWHERE);
  const floor = decision.trace.find(({ step, answer }) => step === 'hardline' && answer === 'deny');
  return floor === undefined && decision.code !== 'judge-failed' ? null : (floor?.reason ?? decision.reason);
}
