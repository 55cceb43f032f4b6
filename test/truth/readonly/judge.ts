import { hostDisk } from '../../../src/app/host-disk.ts';
import { judgeQuestion } from '../../../src/app/judge.ts';
import { childEnv, readonlyGitEnv } from '../../../src/run/facts/child-env.ts';
import type { Scene } from '../../../src/run/facts/gather-facts.ts';
import { createPolicy } from '../../../src/testing/judge-facts.ts';
import { READONLY_PRESETS, type ReadonlyPreset } from '../../../src/vocab/policy.ts';
import type { Fixture } from './fixture.ts';
import type { Candidate } from './grammar.ts';
import type { Run } from './sandbox.ts';

/** What the process of the agent would have; the child's environment is made from it as ever. */
const PARENT = {
  PATH: '/usr/local/bin:/usr/bin:/bin',
  USER: 'me',
  LOGNAME: 'me',
  LANG: 'C.UTF-8',
  TERM: 'xterm-256color',
  TZ: 'UTC',
};

export const createTruthScene = ({ home, workspace }: Fixture): Scene => {
  const agentHome = `${home}/.bailiwick`;
  const env = childEnv({ ...PARENT, HOME: home }, { names: [], home, workspace, run: 'run_truth', agentHome });
  return {
    home,
    agentHome,
    workspace,
    users: { root: '/root' },
    homes: [home],
    tmp: ['/tmp'],
    apiAddress: null,
    platform: 'linux',
    env,
    sudoPassword: false,
  };
};

/** How the shell tool would run the line; null unless the judge lets it through as read-only. */
export function toRun({ line, cwd, presets }: Candidate, scene: Scene): Run | null {
  const allowed: readonly ReadonlyPreset[] = presets ? READONLY_PRESETS : [];
  const { decision } = judgeQuestion(
    { tool: 'shell', input: { command: line } },
    {
      scene,
      policy: createPolicy({ readonlyPresets: allowed }),
      disk: hostDisk,
      cwd,
      now: 0,
      findTool: () => null,
    },
  );
  if (decision.verdict !== 'allow' || decision.step !== 'readonly') return null;
  const usesGit = decision.segments.some(({ step, words }) => step === 'readonly' && words[0] === 'git');
  return { line, cwd, env: usesGit ? { ...scene.env, ...readonlyGitEnv() } : scene.env };
}
