import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Fault } from '../../base/fault.ts';
import { nearest } from '../../base/text.ts';
import { loadApp } from '../load-app.ts';
import type { World } from '../load-config.ts';
import { findPackage } from '../find-package.ts';
import { runQaScenario, type QaOutcome } from './run-scenario.ts';
import { parseQaScenario, type QaScenario } from './scenario.ts';

export type { QaOutcome } from './run-scenario.ts';

export interface QaPlan {
  /** By name; empty: all of them. */
  readonly names: readonly string[];
  /** A folder of scenarios of one's own; null: those of the program. */
  readonly folder: string | null;
  readonly model: string | null;
  readonly concurrency: number;
  readonly signal: AbortSignal;
  /** Told of each as it ends. */
  readonly tell: (outcome: QaOutcome) => void;
}

/** Plays scenarios, so many at a time. Throws a Fault before the first one where a name is not known or a file is broken. */
export async function runQaSuite(world: World, plan: QaPlan): Promise<readonly QaOutcome[]> {
  const chosen = choose(loadScenarios(plan.folder ?? join(findPackage(), 'qa', 'scenarios')), plan.names);
  const { env } = world;
  const real = plan.model === null ? { providers: {}, credentials: null } : await readProviders(world);
  const options = { model: plan.model, ...real, env, signal: plan.signal };
  const waiting = [...chosen];
  const done: QaOutcome[] = [];
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined && !plan.signal.aborted; next = waiting.shift()) {
      const outcome = await runQaScenario(next, options);
      done.push(outcome);
      plan.tell(outcome);
    }
  };
  await Promise.all(Array.from({ length: plan.concurrency }, work));
  return done;
}

function loadScenarios(folder: string): ReadonlyMap<string, string> {
  if (!existsSync(folder)) throw new Fault('not-found', `There are no scenarios in ${folder}.`);
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.md') && basename(file) !== 'README.md',
  );
  return new Map(files.toSorted().map((file) => [basename(file, '.md'), join(folder, file)]));
}

function choose(known: ReadonlyMap<string, string>, names: readonly string[]): readonly QaScenario[] {
  const wanted = names.length === 0 ? [...known.keys()] : names;
  return wanted.map((name) => {
    const file = known.get(name);
    if (file !== undefined) return parseQaScenario(name, file, readFileSync(file, 'utf8'));
    const meant = nearest(name, [...known.keys()]);
    throw new Fault('not-found', `There is no scenario ${name}.${meant === null ? '' : ` Did you mean ${meant}?`}`, {
      hint: `there are ${[...known.keys()].join(', ')}`,
    });
  });
}

/** The person's own providers and keys, for a real model. */
async function readProviders(world: World): Promise<{
  readonly providers: Readonly<Record<string, unknown>>;
  readonly credentials: string | null;
}> {
  const { sources, agentHome } = await loadApp(world);
  const providers = Object.assign({}, ...sources.map(({ config }) => config.providers ?? {})) as Record<
    string,
    unknown
  >;
  const file = join(agentHome, 'credentials.json');
  return { providers, credentials: existsSync(file) ? readFileSync(file, 'utf8') : null };
}
