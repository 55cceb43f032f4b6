import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { digestText } from '../../base/digest.ts';
import { Fault } from '../../base/fault.ts';
import { parseCall, toCommandName } from '../../skills/commands/command-line.ts';
import { expandTemplate } from '../../skills/commands/expand-template.ts';
import { MAX_COMMAND_BYTES, parseCommand } from '../../skills/commands/parse-command.ts';
import { settleCommands } from '../../skills/commands/settle-commands.ts';
import type { ExpandedCommand, ListedCommand } from '../../vocab/custom-command.ts';
import type { TrustEntry } from '../../vocab/trust.ts';
import { listProjectFolders } from '../config/project-files.ts';
import { hostDisk } from '../host-disk.ts';
import { toConfigFault, type AppConfig } from '../load-config.ts';
import { findCommandFiles, type FoundFile } from './find-files.ts';

/** The commands that people wrote for themselves and their projects. Read anew at each call: a change counts at once. */
export interface CustomCommands {
  /** All files that may be commands, in the order of their names. Throws a Fault where `trust.json` is broken. */
  list(): Promise<readonly ListedCommand[]>;
  /**
   * The line with a command's text in place of its name; null where it names no file. Throws a Fault that says why
   * when there is a file of that name and none that runs.
   */
  expand(line: string): Promise<ExpandedCommand | null>;
}

/** The commands that count in the folder of this configuration; `builtIns` are names they cannot take. */
export function openCommands(
  { cwd, agentHome }: Pick<AppConfig, 'cwd' | 'agentHome'>,
  builtIns: readonly string[],
): CustomCommands {
  const list = async (): Promise<readonly ListedCommand[]> => {
    const projects = await readProjects(cwd, agentHome);
    return settleCommands([...projects, ...readHome(agentHome)], new Set(builtIns));
  };
  return {
    list,
    async expand(line) {
      const call = parseCall(line);
      if (call === null) return null;
      const named = (await list()).filter(({ name }) => name === call.name);
      const ready = named.find(({ state }) => state === 'ready');
      if (ready?.text == null) {
        const [first] = named;
        if (first === undefined) return null;
        throw refuse(first);
      }
      const { template, model } = ready.text;
      const { name, args, isPreview } = call;
      const notes = [
        ...named.slice(0, named.indexOf(ready)).map((nearer) => `${sayWhy(nearer)}, so ${ready.file} is taken`),
        ...ready.text.notes.map((note) => `${ready.file}: ${note}`),
      ];
      return { name, text: expandTemplate(template, args), model, isPreview, notes };
    },
  };
}

const sayWhy = ({ file, line, state, reason }: ListedCommand): string =>
  `${line === null ? file : `${file}:${line}`} does not count (${state}: ${(reason ?? '').replace(/\.$/, '')})`;

function refuse(command: ListedCommand): Fault {
  const hint = {
    broken: 'mend the file; bailiwick commands list shows them all',
    untrusted: 'read its commands, then run: bailiwick trust',
    shadowed: 'give the file another name',
    ready: '',
  }[command.state];
  return new Fault('usage', `/${command.name} does not run: ${sayWhy(command)}.`, { hint });
}

const readHome = (agentHome: string): readonly ListedCommand[] => {
  const folder = join(agentHome, 'commands');
  return findCommandFiles(folder).map((found) => readFile('home', join(folder, found.path), found));
};

/** The nearest folder first. */
async function readProjects(given: string, agentHome: string): Promise<readonly ListedCommand[]> {
  const folders = listProjectFolders(hostDisk.realPath(given) ?? given, agentHome).filter((folder) =>
    existsSync(join(folder, '.bailiwick', 'commands')),
  );
  if (folders.length === 0) return [];
  const trusted = await readTrusted(agentHome);
  const { findTrust } = await import('../trust/settle-trust.ts');
  return folders.toReversed().flatMap((folder) => {
    const trust = findTrust(folder, trusted);
    const commands = join(folder, '.bailiwick', 'commands');
    return findCommandFiles(commands).map((found): ListedCommand => {
      const file = join(commands, found.path);
      const digest = trust.kind === 'trusted' ? trust.state.digests[`.bailiwick/commands/${found.path}`] : null;
      if (trust.kind === 'trusted') return readFile('project', file, found, digest);
      const reason = trust.kind === 'changed' ? trust.why.message : `${folder} is not trusted`;
      const { name } = toCommandName(found.path);
      return { name, layer: 'project', file, state: 'untrusted', reason, line: null, text: null };
    });
  });
}

async function readTrusted(agentHome: string): Promise<readonly TrustEntry[]> {
  if (!existsSync(join(agentHome, 'trust.json'))) return [];
  const { readTrust } = await import('../trust/trust-file.ts');
  const trusted = await readTrust(agentHome);
  if (!trusted.ok) throw toConfigFault([trusted.error]);
  return trusted.value;
}

/** `digest`: what the bytes must be of, where a person trusted exactly them. */
function readFile(
  layer: ListedCommand['layer'],
  file: string,
  { path, fault }: FoundFile,
  digest?: string | null,
): ListedCommand {
  const { name, fault: wrongName } = toCommandName(path);
  const broken = (reason: string, line: number | null = null): ListedCommand => ({
    name,
    layer,
    file,
    state: 'broken',
    reason,
    line,
    text: null,
  });
  if (fault !== null) return broken(fault);
  if (wrongName !== null) return broken(wrongName);
  const bytes = hostDisk.readBytes(file, MAX_COMMAND_BYTES);
  if (bytes === null) return broken('it cannot be read');
  if (layer === 'project' && digestText(bytes) !== digest) return broken('it is not what was trusted');
  const read = parseCommand(bytes);
  if (!read.ok) return broken(read.error.message, read.error.line);
  return { name, layer, file, state: 'ready', reason: null, line: null, text: read.value };
}
