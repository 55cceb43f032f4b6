import { compilePolicy } from '../policy/compile.ts';
import { ruleMatchesExample } from '../policy/rules/match-rule.ts';
import type { Disk } from '../ports/disk.ts';
import { gatherPaths } from '../run/facts/gather-paths.ts';
import { readShellLine } from '../shell/read.ts';
import type { Call } from '../vocab/call.ts';
import type { ConfigFile } from '../vocab/config.ts';
import type { Facts } from '../vocab/facts.ts';
import type { LayerName, Policy } from '../vocab/policy.ts';
import { createFacts } from './judge-facts.ts';
import { toSource } from './policy-source.ts';

/** What stands around a line: facts, besides the variables of its environment and the disk it is looked up on. */
export interface LineScene extends Partial<Omit<Facts, 'line' | 'paths' | 'env'>> {
  readonly env?: Readonly<Record<string, string>>;
  readonly disk?: Disk;
}

/** Facts of a shell line, read as the judge would get it. */
export function createLineFacts(command: string, { env, disk, ...changes }: LineScene = {}): Facts {
  const facts = createFacts({
    tool: { name: 'shell', risk: 'high', subject: command, effects: [], fault: null },
    ...changes,
  });
  const line = readShellLine(command, {
    cwd: facts.cwd,
    home: facts.home,
    env: { HOME: facts.home, ...env },
    users: { root: '/root', u: '/home/u' },
  });
  const paths = disk === undefined ? [] : gatherPaths(line, { disk, home: facts.home, aliases: [] });
  if (paths === null) throw new Error('a scene with more paths than are looked at');
  return { ...facts, line, paths };
}

export const createShellCall = (command: string, cwd = '/home/u/proj'): Call => ({
  id: 'call_1',
  tool: 'shell',
  input: { command },
  cwd,
});

/** The policy of these files, one a layer, as the real compiler makes it. A broken one throws. */
export function createCompiled(files: Partial<Readonly<Record<LayerName, ConfigFile>>>): Policy {
  const order = ['system', 'user', 'rules', 'project', 'session'] as const;
  const sources = order.flatMap((layer) => {
    const config = files[layer];
    return config === undefined ? [] : [{ ...toSource(config, layer), trusted: true }];
  });
  const compiled = compilePolicy(sources, ruleMatchesExample);
  if (!compiled.ok) throw new Error(compiled.error.map(({ message }) => message).join('\n'));
  return compiled.value;
}
