import { createId } from '../base/ids.ts';
import type { Clock } from '../ports/clock.ts';
import type { Model } from '../ports/model.ts';
import type { Store } from '../ports/store.ts';
import { createDesk, type ApprovalDesk } from './approval-desk.ts';
import { createPeople, type People } from './turn/people.ts';
import { createRedactor } from '../guard/redact.ts';
import { redactStore } from '../run/guarded/redacted.ts';
import { loadApp } from './load-app.ts';
import type { AppConfig, World } from './load-config.ts';
import type { ShownContext } from './guidance/show-context.ts';
import { openSkillLearning } from './jobs/open-learning.ts';
import { openJobs, type AppJobs } from './jobs/open-jobs.ts';
import { BUILT_IN } from './plugins/built-in.ts';
import { createPlugins, logToStderr } from './plugins/plugins.ts';
import type { PluginSet } from './plugins/no-plugins.ts';
import { openSkills } from './skills/open-skills.ts';
import { createDesk as createSkillDesk, type SkillDesk } from './skills/desk.ts';
import type { SkillDoor } from './skills/door.ts';
import { openConfigured } from './providers/open-configured.ts';
import type { AppPorts, SessionChoice, TurnOptions } from './turn/turn-options.ts';
import type { TurnResult } from './turn/turn-result.ts';

export type { WrittenRule } from './approval-desk.ts';
export type { AppJobs, QueuedJob } from './jobs/open-jobs.ts';
export type { OwnCommand, People } from './turn/people.ts';
export type { Progress } from '../run/run-ports.ts';
export type { AppPorts, SessionChoice, TurnOptions } from './turn/turn-options.ts';
export type { TurnResult } from './turn/turn-result.ts';

/** The whole program behind its front ends. */
export interface App {
  readonly config: AppConfig;
  /**
   * One turn: the message and everything until its end, or until a question that stays open. Without a text it goes on
   * with a turn that another process left. The model is opened before anything is stored. Throws a Fault when the
   * model, the session or the store cannot be opened, or another process is at work in the session.
   */
  say(session: SessionChoice, text: string | null, options: TurnOptions): Promise<TurnResult>;
  /** What the model would be given for this message; nobody is asked. */
  context(session: SessionChoice, text: string, activeSkill: string | null): Promise<ShownContext>;
  /** What a front end for people needs besides turns. */
  readonly people: People;
  /** Questions that wait for a person, and the rules their answers wrote. */
  readonly desk: ApprovalDesk;
  /** The skills of the folder. */
  readonly skills: SkillDesk;
  /** Where skills are written; loaded when it is asked for. */
  openDoor(): Promise<SkillDoor>;
  /** What is done after turns and not in them. */
  readonly jobs: AppJobs;
  /**
   * Loads the plugins that are enabled, as the first turn would, and gives back what they add. Throws a
   * Fault `plugin-refused` that names the one that cannot be loaded.
   */
  openPlugins(): Promise<Pick<PluginSet, 'commands' | 'tools'>>;
  close(): Promise<void>;
}

const CLOCK: Clock = { now: () => Date.now(), createId: (prefix) => createId(prefix) };

/** Loads the configuration; store, models and tools are loaded by the first turn. */
export async function createApp(world: World, ports: AppPorts = {}): Promise<App> {
  const config = ports.config ?? (await loadApp(world));
  const redact = createRedactor(config.secrets);
  let opened: Store | null = ports.store === undefined ? null : redactStore(ports.store, redact);
  const getStore = async (): Promise<Store> => {
    if (opened !== null) return opened;
    const { openStore } = await import('./turn/turn-parts.ts');
    opened = redactStore(openStore(`${config.agentHome}/state.db`, CLOCK.now), redact);
    return opened;
  };
  const skills = openSkills(config, getStore, CLOCK);
  const { shelf } = skills;
  const openModel = (reference: string, where: AppConfig): Promise<Model> =>
    openConfigured(where, { chosen: reference, before: null }, ports);
  const { builtInPlugins: builtIn = BUILT_IN, log = logToStderr } = ports;
  const plugins = createPlugins({ builtIn, clock: CLOCK, getStore, openModel, log });
  const scene = { config, ports, getStore, skills, plugins, clock: CLOCK };
  const openLearning = ports.openLearning ?? openSkillLearning(CLOCK);
  return {
    config,
    desk: createDesk(config.agentHome, getStore, CLOCK),
    people: createPeople(config, getStore),
    skills: createSkillDesk(config, { getStore, shelf, now: CLOCK.now }),
    openDoor: skills.openDoor,
    jobs: openJobs({ config, clock: CLOCK, getStore, openLearning, openModel, plugins }),
    openPlugins: () => plugins.open(config),
    async say(session, text, options) {
      const { takeTurn } = await import('./turn/take-turn.ts');
      return takeTurn(scene, session, text, options);
    },
    async context(choice, text, activeSkill) {
      const [{ findConversation, findGuidance }, { showContext }] = await Promise.all([
        import('./guidance/find-guidance.ts'),
        import('./guidance/show-context.ts'),
      ]);
      const found = await findConversation(choice, scene);
      const wish = { text, activeSkill, by: '', evidence: { run: null, model: null } };
      const guidance = await findGuidance(found, wish, { scene, clock: CLOCK });
      const mode = choice.mode ?? found.row?.mode ?? 'default';
      const added = await plugins.open(found.config);
      return showContext(found, { ...guidance, plugins: added }, { text, mode, now: CLOCK.now() });
    },
    async close() {
      await plugins.close();
      await opened?.close();
      opened = null;
    },
  };
}
