import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { QueuedJob } from '../../src/app/create-app.ts';
import type { Ended, Ground } from './start-prompt.ts';

const TASK = 'Cut a release of this project: raise the version, tag it and publish it';

export const DRAFT = {
  name: 'cut-release',
  description: 'Cut a release of a project: raise the version, write the changelog, tag it, publish it.',
  body: '# Cut a release\n\n1. Raise the version.\n\n```sh\ngit tag v1\n```\n\n2. Publish it.',
};
export const LEARNED = JSON.stringify({ action: 'create', ...DRAFT });

const ENV = { BAILIWICK_ALLOW_FAKE: '1', BAILIWICK_DISTILL_TOOL_THRESHOLD: '' };

const reads = (paths: readonly string[]): unknown => ({
  calls: paths.map((path) => ({ tool: 'read', input: { path } })),
});

/** A ground on which a turn of six calls is played, and a model plays what makes a skill of it. */
export interface School {
  /** One session whose model plays this file. */
  turn(scenario?: 'turn.yml' | 'tainted.yml' | 'next.yml'): Promise<Ended>;
  run(...words: readonly string[]): Promise<Ended>;
  listJobs(): Promise<readonly QueuedJob[]>;
  /** Waits for what is done after the turns, and gives every job. */
  settle(): Promise<readonly QueuedJob[]>;
  isWritten(): boolean;
  readonly file: string;
}

export function openSchool(ground: Ground, { reply = LEARNED, model = '' } = {}): School {
  const { project } = ground;
  const paths = Array.from({ length: 6 }, (_, at) => `notes/${at}.md`);
  for (const path of paths) ground.write(path, `step of ${path}`);
  ground.write('node_modules/x/README.md', 'Written by others.');
  const answer = { say: 'It is released.' };
  ground.write('turn.yml', JSON.stringify([reads(paths), answer]));
  ground.write('tainted.yml', JSON.stringify([reads([...paths, 'node_modules/x/README.md']), answer]));
  ground.write('distil.yml', JSON.stringify([{ say: reply, expect: ['It is released.', 'step of notes/5.md'] }]));
  const loaded = { say: 'Loaded.', expect: ["Skill 'cut-release' loaded:", 'git tag v1'] };
  ground.write('next.yml', JSON.stringify([{ calls: [{ tool: 'skill', input: { name: DRAFT.name } }] }, loaded]));
  const distil = model === '' ? `auxiliary:\n  distill: scripted:${join(project, 'distil.yml')}\n` : model;
  ground.write('../home/.bailiwick/config.yml', distil);
  const run = (...words: readonly string[]): Promise<Ended> => ground.run(words, { env: ENV });
  const file = join(ground.home, '.bailiwick', 'skills', DRAFT.name, 'SKILL.md');
  const listJobs: School['listJobs'] = async () =>
    JSON.parse((await run('jobs', 'list', '--json')).out) as readonly QueuedJob[];
  return {
    run,
    file,
    listJobs,
    turn: (scenario = 'turn.yml') => run('prompt', '--model', `scripted:${join(project, scenario)}`, TASK),
    async settle() {
      const { exit, err } = await run('jobs', 'run');
      if (exit !== 0) throw new Error(`jobs run ended with ${exit}: ${err}`);
      return listJobs();
    },
    isWritten: () => existsSync(file) || existsSync(join(project, '.bailiwick', 'skills', DRAFT.name)),
  };
}

export const codesOf = (jobs: readonly QueuedJob[]): readonly unknown[] =>
  jobs.map(({ state, outcome }) => [state, outcome?.code]);
