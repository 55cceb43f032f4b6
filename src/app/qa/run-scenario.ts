import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { stringify } from 'yaml';
import { Fault } from '../../base/fault.ts';
import type { Answerer } from '../../vocab/approval.ts';
import type { Proposal, ProposalStatus } from '../../vocab/proposal.ts';
import { createApp, type App, type SessionChoice } from '../create-app.ts';
import type { World } from '../load-config.ts';
import { openTrust } from '../trust/open-trust.ts';
import type { Expected, QaScenario, Step } from './scenario.ts';

export interface QaOptions {
  /** `<provider>:<name>` of a real model; null: what the scenario scripts is played. */
  readonly model: string | null;
  /** Providers and credentials for a real one. */
  readonly providers: Readonly<Record<string, unknown>>;
  readonly credentials: string | null;
  readonly env: World['env'];
  readonly signal: AbortSignal;
}

/** What a scenario came to: nothing in `missed` means that it passed. */
export interface QaOutcome {
  readonly name: string;
  readonly title: string;
  readonly missed: readonly string[];
  readonly durationMs: number;
}

const PERSON = 'local:qa';
const MAX_STEPS = 30;

/** Plays a scenario in a throw-away home and project; what goes wrong in it is what it missed. */
export async function runQaScenario(scenario: QaScenario, options: QaOptions): Promise<QaOutcome> {
  const began = performance.now();
  const top = await realpath(await mkdtemp(join(tmpdir(), 'bailiwick-qa-')));
  const { name, title } = scenario;
  const end = (missed: readonly string[]): QaOutcome => ({
    ...{ name, title, missed },
    durationMs: Math.round(performance.now() - began),
  });
  try {
    const world = await prepare(scenario, top, options);
    const app = await createApp(world);
    try {
      const played: Played = {
        app,
        project: world.cwd,
        model: modelOf(scenario, top, options),
        session: null,
        options,
      };
      const missed: string[] = [];
      for (const step of scenario.steps) missed.push(...(await play(step, played)));
      return end([...missed, ...(await compare(scenario.expected, played))]);
    } finally {
      await app.close();
    }
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return end([`${error.message} ${error.hint}`.trim()]);
  } finally {
    await rm(top, { recursive: true, force: true });
  }
}

interface Played {
  readonly app: App;
  readonly project: string;
  readonly model: string;
  session: string | null;
  readonly options: QaOptions;
}

async function prepare({ given, model, reviewer }: QaScenario, top: string, options: QaOptions): Promise<World> {
  const [home, project] = [join(top, 'home'), join(top, 'project')];
  const agentHome = join(home, '.bailiwick');
  await mkdir(agentHome, { recursive: true, mode: 0o700 });
  await mkdir(project);
  const files = given.files ?? {};
  for (const [path, text] of Object.entries(files)) await put(join(project, path), text);
  if (model !== null) await put(join(top, 'model.yml'), model);
  if (reviewer !== null) await put(join(top, 'reviewer.yml'), reviewer);
  const isReal = options.model !== null;
  const review = reviewer === null || isReal ? {} : { auxiliary: { review: `scripted:${join(top, 'reviewer.yml')}` } };
  const config = { ...given.config, ...review, ...(isReal ? { providers: options.providers } : {}) };
  await put(join(agentHome, 'config.yml'), stringify(config));
  if (isReal && options.credentials !== null)
    await writeFile(join(agentHome, 'credentials.json'), options.credentials, { mode: 0o600 });
  const env = {
    ...(isReal ? options.env : { PATH: options.env['PATH'], LANG: options.env['LANG'] }),
    ...{
      HOME: home,
      BAILIWICK_HOME: undefined,
      XDG_CONFIG_HOME: undefined,
      BAILIWICK_DISTILL_TOOL_THRESHOLD: '999999',
    },
    ...(isReal ? {} : { BAILIWICK_ALLOW_FAKE: '1' }),
  };
  const world = { cwd: project, home, env };
  const trust = openTrust(world);
  await trust.trust(await trust.look('.'), PERSON);
  return world;
}

async function put(file: string, text: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
}

function modelOf({ model, name }: QaScenario, top: string, options: QaOptions): string {
  if (options.model !== null) return options.model;
  if (model !== null) return `scripted:${join(top, 'model.yml')}`;
  throw new Fault('usage', `${name} scripts no model.`, { hint: 'give a real one: --model <provider>:<name>' });
}

/** Does one step; gives back what did not come out as it should. */
async function play(step: Step, played: Played): Promise<readonly string[]> {
  const { app, project, options } = played;
  if (options.signal.aborted) throw new Fault('usage', 'It was stopped.');
  if ('say' in step) return say(step, played);
  if ('index' in step) return compareIndex(step.index, played);
  if ('work' in step) await app.jobs.run({ signal: options.signal, tell: () => undefined, waits: true });
  else if ('edit' in step) await put(join(project, step.edit), step.text);
  else await decide(step, app);
  return [];
}

/** What the model would be given next. */
async function compareIndex(names: readonly string[], { app, session }: Played): Promise<readonly string[]> {
  const { system } = await app.context(choiceOf(session), 'What now?', null);
  return names.flatMap((name) => (system.includes(`${name}: `) ? [] : [`the index has no ${name}`]));
}

const choiceOf = (session: string | null): SessionChoice =>
  session === null ? { kind: 'new', mode: 'default' } : { kind: 'id', id: session, mode: null };

async function say(step: Extract<Step, { say: string }>, played: Played): Promise<readonly string[]> {
  const { app, model, session, options } = played;
  const answers = [...(step.answers ?? [])];
  const answerer: Answerer = {
    ask: async () => {
      const answer = answers.shift();
      return answer === undefined ? null : { answer, by: PERSON };
    },
  };
  const result = await app.say(choiceOf(session), step.say, {
    principal: { id: PERSON },
    answerer,
    signal: options.signal,
    model,
    maxSteps: MAX_STEPS,
    maxTokens: null,
    maxMs: null,
    watch: () => undefined,
  });
  played.session = result.session;
  const { ends = 'answered' } = step;
  return result.reason === ends ? [] : [`"${step.say}" ended ${result.reason}, not ${ends}: ${result.message}`];
}

type Deciding = Exclude<Step, { say: string } | { work: string } | { edit: string } | { index: string[] }>;

const WAITING = ['pending', 'quarantined', 'conflicted'] as const;

/** What a person does with the oldest proposal of a skill that waits, or with the skill. */
async function decide(step: Deciding, app: App): Promise<void> {
  const door = await app.openDoor();
  const oldest = async (skill: string, statuses: readonly ProposalStatus[]): Promise<Proposal> => {
    const found = (await door.list({ statuses, limit: 500 })).findLast((one) => one.skill === skill);
    if (found === undefined) throw new Fault('not-found', `No proposal of a skill ${skill} waits for that.`);
    return found;
  };
  if ('revert' in step) {
    await door.revert(step.revert, null, PERSON);
  } else if ('accept' in step) {
    const { id, revision } = await oldest(step.accept, WAITING);
    await door.apply(id, revision, PERSON);
  } else if ('reject' in step) await door.reject((await oldest(step.reject, WAITING)).id, PERSON, 'not wanted');
  else if ('reopen' in step) await door.reopen((await oldest(step.reopen, ['rejected', 'expired'])).id, PERSON, null);
  else {
    const { id } = await oldest(step.revise, WAITING);
    await door.revise(id, { change: { kind: 'rewrite', text: step.text }, by: PERSON, note: 'revised' });
  }
}

async function compare(expected: Expected, { app, project }: Played): Promise<readonly string[]> {
  const door = await app.openDoor();
  const missed: string[] = [];
  const proposals = (await door.list({ statuses: null, limit: 500 })).toReversed();
  if (expected.proposals !== undefined) missed.push(...compareProposals(expected.proposals, proposals));
  for (const [path, texts] of Object.entries(expected.files ?? {})) {
    const file = join(project, path);
    const text = existsSync(file) ? await readFile(file, 'utf8') : null;
    if (texts === null && text !== null) missed.push(`${path} is there, and should not be`);
    if (texts !== null && text === null) missed.push(`there is no ${path}`);
    for (const one of [texts ?? []].flat())
      if (text?.includes(one) === false) missed.push(`${path} does not hold ${show(one)}`);
  }
  if (expected.skills !== undefined) {
    const { skills } = await app.skills.look();
    const names = skills
      .filter(({ place, state }) => place.kind !== 'builtin' && state === 'enabled')
      .map(({ name }) => name);
    const wanted = expected.skills.toSorted().join(', ');
    if (names.toSorted().join(', ') !== wanted)
      missed.push(`the skills are ${names.toSorted().join(', ')}, not ${wanted}`);
  }
  const codes = (await door.log(1000)).map(({ code }) => code).toReversed();
  let at = 0;
  for (const code of expected.log ?? []) {
    const found = codes.indexOf(code, at);
    if (found < 0) missed.push(`the log has no ${code} behind ${codes.slice(0, at).join(', ') || 'its beginning'}`);
    else at = found + 1;
  }
  return missed;
}

function compareProposals(wanted: NonNullable<Expected['proposals']>, found: readonly Proposal[]): readonly string[] {
  const told = found.map(({ skill, status, source }) => `${skill} ${status} (${source})`).join(', ') || 'none';
  if (wanted.length !== found.length) return [`there are ${found.length} proposals, not ${wanted.length}: ${told}`];
  return wanted.flatMap(({ skill, status, source, quarantine, contains }, i) => {
    const one = found[i];
    if (one === undefined) return [];
    const text = one.files.map((file) => file.text).join('\n');
    return [
      ...(skill === undefined || skill === one.skill ? [] : [`proposal ${i + 1} is about ${one.skill}, not ${skill}`]),
      ...(status === one.status ? [] : [`proposal ${i + 1} is ${one.status}, not ${status}`]),
      ...(source === undefined || source === one.source
        ? []
        : [`proposal ${i + 1} came from ${one.source}, not ${source}`]),
      ...(quarantine === undefined || one.quarantineReason?.includes(quarantine) === true
        ? []
        : [`proposal ${i + 1} is quarantined for ${one.quarantineReason ?? 'nothing'}, not ${quarantine}`]),
      ...[contains ?? []]
        .flat()
        .flatMap((part) => (text.includes(part) ? [] : [`proposal ${i + 1} does not hold ${show(part)}`])),
    ];
  });
}

const show = (text: string): string => JSON.stringify(text.slice(0, 80));
