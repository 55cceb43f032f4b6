import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ruleMatchesExample } from '../../src/policy/rules/match-rule.ts';
import { compilePolicy } from '../../src/policy/compile.ts';
import { parsePolicyOverlay, type PolicyOverlay } from '../../src/policy/config/overlay.ts';
import { withLinks } from '../../src/app/linked-disk.ts';
import type { Scene } from '../../src/run/facts/gather-facts.ts';
import type { Disk } from '../../src/ports/disk.ts';
import { createMemoryDisk } from '../../src/testing/memory-disk.ts';
import type { WindowEntry } from '../../src/vocab/facts.ts';
import type { Policy } from '../../src/vocab/policy.ts';
import type { Origin } from '../../src/vocab/principal.ts';

/** A question of the books: one line of `verdict-lines.txt` with what its section says, or a row of `test/cases`. */
export interface Asked {
  readonly command?: string;
  readonly tool?: string;
  readonly input?: Readonly<Record<string, unknown>>;
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly links?: Readonly<Record<string, string>>;
  readonly api?: string;
  readonly policy?: unknown;
  /** What a section may say besides. */
  readonly taint?: readonly Origin[];
  readonly window?: readonly WindowEntry[];
}

/** The lines below one heading, each with what the heading says. */
export interface Section {
  readonly title: string;
  readonly rows: readonly Asked[];
}

/**
 * `== title {"policy": ...}` begins a section, `#` a comment, `{"` a row of its own; any other line is a shell line, in
 * which `⏎` stands for a line break.
 */
export function readSections(name: string): readonly Section[] {
  const sections: { title: string; rows: Asked[] }[] = [];
  let around: Asked = {};
  for (const text of readFileSync(join(import.meta.dirname, name), 'utf8').split('\n')) {
    if (text.trim() === '' || text.startsWith('#')) continue;
    if (text.startsWith('== ')) {
      const [, title = '', json = '{}'] = /^== (.*?)(?: (\{.*\}))?$/.exec(text) ?? [];
      sections.push({ title, rows: [] });
      around = JSON.parse(json) as Asked;
    } else {
      const own: Asked = text.startsWith('{"') ? (JSON.parse(text) as Asked) : { command: text.replaceAll('⏎', '\n') };
      sections.at(-1)?.rows.push({ ...around, ...own });
    }
  }
  return sections;
}

/** Repositories below `/home/u/repo`, each with one thing in its configuration by which git may run a program, or not. */
const REPOSITORIES: Readonly<Record<string, string>> = {
  alias: '[alias]\n\tx = !y\n',
  bare: '[core]\n\tbare = true\n',
  broken: '[core\n',
  clean: '[filter "f"]\n\tclean = x\n',
  comment: '# [core]\n; fsmonitor = x\n[core]\n\tignorecase = true # x\n',
  credential: '[credential "u"]\n\thelper = x\n',
  diff: '[diff "d"]\n\tcommand = x\n',
  external: '[diff]\n\texternal = x\n',
  folded: '[CORE]\n\tFSMonitor = \\\n x\n',
  include: '[include]\n\tpath = other\n',
  merge: '[merge "m"]\n\tdriver = x\n',
  merges: '[log]\n\tdiffMerges = remerge\n',
  off: '[core]\n\tfsmonitor = false\n[log]\n\tshowSignature = no\n',
  on: '[core] fsmonitor\n',
  pretty: '[format]\n\tpretty = %G?\n',
  promisor: '[remote "o"]\n\tpromisor = true\n',
  quoted: '[core]\n\tfsmonitor = "x y" \\"z\\"\n',
  signature: '[log]\n\tshowSignature = true\n',
  smudge: '[filter "f"]\n\tsmudge = x\n',
  sort: '[branch]\n\tsort = signature\n[tag]\n\tsort = signature\n',
  split: '[core]\n\tsplitIndex = true\n',
  submodules: '[status]\n\tsubmoduleSummary = true\n',
};

/** A small machine that is the same everywhere. */
const DISK = createMemoryDisk({
  ...Object.fromEntries(
    Object.entries(REPOSITORIES).flatMap(([name, config]) => [
      [`/home/u/repo/${name}/.git/HEAD`, 'ref: refs/heads/main\n'],
      [`/home/u/repo/${name}/.git/config`, config],
    ]),
  ),
  '/home/u/proj/a.txt': 'a\n',
  '/home/u/proj/b.txt': 'b\n',
  '/home/u/proj/src/x.ts': 'x\n',
  '/home/u/proj/run.sh': 'echo x\n',
  '/home/u/proj/AGENTS.md': 'read this\n',
  '/home/u/proj/.env': 'KEY=1\n',
  '/home/u/proj/.env.example': 'KEY=\n',
  '/home/u/proj/.git/HEAD': 'ref: refs/heads/main\n',
  '/home/u/proj/.git/config': '[core]\n\tbare = false\n',
  '/home/u/proj/out': { link: '/home/u/other' },
  '/home/u/proj/keys': { link: '/home/u/.ssh' },
  '/home/u/proj/steer': { link: '/home/u/.bailiwick/config.yml' },
  '/home/u/proj/disk': { link: '/dev/sda' },
  '/home/u/other/x': 'x\n',
  '/home/u/hostile/.git/HEAD': 'ref: refs/heads/main\n',
  '/home/u/hostile/.git/config': '[core]\n\tfsmonitor = ./x\n[diff "d"]\n\ttextconv = ./x\n',
  '/home/u/.bashrc': '',
  '/home/u/.ssh/id_rsa': 'key\n',
  '/home/u/.bailiwick/config.yml': '',
  '/home/u/.bailiwick/rules.yml': '',
  '/home/u/.bailiwick/credentials.json': '{}',
  '/home/u/.bailiwick/state.db': '',
  '/home/u/.bailiwick/skills/s/SKILL.md': '',
  '/etc/passwd': '',
  '/usr/bin/ls': '',
  '/bin': { link: '/usr/bin' },
});

const PLACE = { home: '/home/u', cwd: '/home/u/proj' } as const;
const ENV = { HOME: '/home/u', PATH: '/usr/local/bin:/usr/bin:/bin', LANG: 'C.UTF-8', USER: 'u', A: 'x', B: 'a b' };

/** Where a question is asked: the row's own folder, environment and links, else those of the small machine. */
export function sceneOf({ cwd = PLACE.cwd, env = ENV, links, api }: Asked): { scene: Scene; disk: Disk; cwd: string } {
  const home = env['HOME'] ?? PLACE.home;
  const scene: Scene = {
    home,
    agentHome: env['BAILIWICK_HOME'] ?? `${home === '/' ? '' : home}/.bailiwick`,
    workspace: cwd,
    users: { root: '/root', u: '/home/u', bin: '/bin' },
    homes: ['/root', '/home/u'],
    tmp: ['/tmp'],
    apiAddress: api ?? null,
    platform: 'linux',
    env,
    sudoPassword: 'SUDO_PASSWORD' in env,
  };
  return { scene, disk: links === undefined ? DISK : withLinks(DISK, links), cwd };
}

const policies = new Map<string, PolicyOverlay & { readonly compiled: Policy }>();

/** The policy of a row, put together once. */
export function policyOf(given: unknown = {}): PolicyOverlay & { readonly compiled: Policy } {
  const key = JSON.stringify(given);
  const known = policies.get(key);
  if (known !== undefined) return known;
  const overlay = parsePolicyOverlay(given, 'policy');
  if (!overlay.ok) throw new Error(`${key}: ${overlay.error.map(({ message }) => message).join(' ')}`);
  const compiled = compilePolicy([overlay.value.source], ruleMatchesExample);
  if (!compiled.ok) throw new Error(`${key}: ${compiled.error.map(({ message }) => message).join(' ')}`);
  const found = { ...overlay.value, compiled: compiled.value };
  policies.set(key, found);
  return found;
}
