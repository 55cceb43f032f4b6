import { isWithin } from '../../base/path.ts';
import { headOf, subcommandOf } from '../../policy/command-view.ts';
import type { Disk } from '../../ports/disk.ts';
import type { Tool } from '../../ports/tool.ts';
import { readShellLine } from '../../shell/read.ts';
import type { Call, ToolFacts } from '../../vocab/call.ts';
import type { Facts, Grant, WindowEntry } from '../../vocab/facts.ts';
import type { Mode, Origin } from '../../vocab/principal.ts';
import type { ShellLine, SimpleCommand, Unparsable } from '../../vocab/shell-line.ts';
import { isForeignToolName, isToolName, TOOLS } from '../../vocab/tool-names.ts';
import { withMemory } from './disk-memory.ts';
import type { Names } from './follow-path.ts';
import { gatherPaths, gatherToolPaths, listFolders } from './gather-paths.ts';
import { readInput, type TypedJob } from './gather-input.ts';
import { gatherScripts } from './gather-scripts.ts';
import { findGitSigning } from './git-signing.ts';
import { findGitExec } from './repository.ts';

/** What stands around every call of a process: made once. */
export interface Scene {
  readonly home: string;
  readonly agentHome: string;
  readonly workspace: string;
  /** The folder of every account by its name, for `~name`; accounts of programs included. */
  readonly users: Readonly<Record<string, string>>;
  /** Home folders of root and of people. */
  readonly homes: readonly string[];
  readonly skillFolders?: readonly string[];
  readonly tmp: readonly string[];
  readonly apiAddress: string | null;
  readonly platform: string;
  /** The very environment a shell call would get. */
  readonly env: Readonly<Record<string, string>>;
  readonly sudoPassword: boolean;
}

/** What the run adds: everything that changes from call to call. */
export interface Moment {
  readonly window: readonly WindowEntry[];
  readonly grants: readonly Grant[];
  readonly taint: readonly Origin[];
  readonly mode: Mode;
  readonly requester: string;
  readonly now: number;
  /** Null: a name that no tool has here; the table of names tells its risk. */
  readonly tool: Tool | null;
  /** Why the arguments could not be read at all. */
  readonly fault: string | null;
  /** For text that is typed into a job: the job, when this process has it. */
  readonly job?: TypedJob | null;
}

/** Looks at everything the judge needs for this call, and at nothing else. The disk is read, nothing is started. */
export function gatherFacts(call: Call, scene: Scene, moment: Moment, host: Disk): Facts {
  const disk = withMemory(host);
  const bare = gatherBare(call, scene, moment, disk);
  const { line } = bare;
  if (line === null) return bare;
  return {
    ...bare,
    scripts: gatherScripts(line, disk),
    gitExec: gatherGitExec(line, call, scene, disk),
    gitSigning: gatherGitSigning(line, call, scene, disk),
    workspaceHeads: gatherWorkspaceHeads(line, scene, disk),
  };
}

/** Only what the floor looks at: the line and its paths, without what files say. */
export const gatherLine = (call: Call, scene: Scene, moment: Moment, host: Disk): Facts =>
  gatherBare(call, scene, moment, withMemory(host));

function gatherBare(call: Call, scene: Scene, moment: Moment, disk: Disk): Facts {
  const command = lineOf(call);
  const read =
    command === null
      ? readInput(call, moment.job ?? null, (text) => readLine(text, call, scene, disk))
      : readLine(command, call, scene, disk);
  const tool = toolFacts(call, scene, moment);
  const names: Names = { disk, home: scene.home, aliases: aliasesOf(scene, disk) };
  const { line, paths } =
    read === null ? { line: null, paths: gatherToolPaths(call, tool.effects, names) } : withPaths(read, names);
  return {
    tool,
    cwd: call.cwd,
    home: scene.home,
    agentHome: scene.agentHome,
    workspace: scene.workspace,
    homes: scene.homes,
    ...(scene.skillFolders === undefined ? {} : { skillFolders: scene.skillFolders }),
    tmp: scene.tmp,
    apiAddress: scene.apiAddress,
    platform: scene.platform,
    env: line === null ? {} : pick(scene.env, line.reads),
    line,
    paths,
    scripts: [],
    gitExec: [],
    gitSigning: [],
    workspaceHeads: [],
    sudoPassword: scene.sudoPassword,
    taint: moment.taint,
    window: moment.window,
    grants: moment.grants,
    mode: moment.mode,
    requester: moment.requester,
    now: moment.now,
  };
}

/** The text that is judged as a shell line: a call of `git` is the line that would do the same (POLICY 2). */
function lineOf({ tool, input }: Call): string | null {
  const { command } = input;
  if (typeof command !== 'string') return null;
  // A NUL byte is denied whatever stands behind it.
  const [text = ''] = command.split('\0', 1);
  return tool === 'shell' ? text : tool === 'git' ? `git ${text}` : null;
}

/** A line that names too many paths is none that can be judged whole. */
function withPaths(
  line: ShellLine | Unparsable,
  names: Names,
): Pick<Facts, 'paths'> & { line: ShellLine | Unparsable } {
  const paths = gatherPaths(line, names);
  if (paths !== null) return { line, paths };
  const { source, commands, functions, reads } = line;
  const reason = 'it names more paths, or its patterns match more files, than can be looked at each';
  return { line: { kind: 'unparsable', source, reason, commands, functions, reads }, paths: [] };
}

interface Reading {
  readonly command: string;
  readonly cwd: string;
  readonly line: ShellLine | Unparsable;
}

/** Of each scene the line that was read last, unless its reading looked at the disk: the floor asks for it once more. */
const lastRead = new WeakMap<Scene, Reading>();

function readLine(command: string, { cwd }: Call, scene: Scene, disk: Disk): ShellLine | Unparsable {
  const last = lastRead.get(scene);
  if (last?.command === command && last.cwd === cwd) return last.line;
  let looks = false;
  const look = (): Disk => {
    looks = true;
    return disk;
  };
  const line = readShellLine(command, {
    cwd,
    home: scene.home,
    env: scene.env,
    users: scene.users,
    realPath: (path) => look().realPath(path),
    isFolder: (path) => look().kind(disk.realPath(path) ?? path) === 'folder',
    foldersOf: (pattern) =>
      listFolders(pattern, cwd, [scene.agentHome, ...scene.homes], {
        disk: look(),
        home: scene.home,
        aliases: aliasesOf(scene, disk),
      }),
  });
  if (looks) lastRead.delete(scene);
  else lastRead.set(scene, { command, cwd, line });
  return line;
}

function toolFacts(call: Call, scene: Scene, { tool, fault }: Moment): ToolFacts {
  const place = {
    cwd: call.cwd,
    workspace: scene.workspace,
    home: scene.home,
    agentHome: scene.agentHome,
    strict: true,
  };
  if (tool === null) return factsByName(call, fault);
  const wrong = fault ?? tool.fault(call.input);
  return {
    name: tool.name,
    risk: tool.risk,
    subject: wrong === null ? tool.subject(call.input) : '',
    effects: wrong === null ? tool.effects(call.input, place) : [],
    fault: wrong,
  };
}

/** A tool that is not built here, or not loaded: what its name alone tells. */
function factsByName(call: Call, fault: string | null): ToolFacts {
  const known = isToolName(call.tool) ? TOOLS[call.tool] : null;
  const subject = known === null ? Object.values(call.input)[0] : call.input[known.subject];
  const missing = call.tool === 'shell' && typeof call.input['command'] !== 'string' ? 'command must be a text' : null;
  const unknown =
    known === null && !isForeignToolName(call.tool) ? `there is no tool ${JSON.stringify(call.tool)}` : null;
  return {
    name: call.tool,
    risk: known?.risk ?? 'medium',
    subject: typeof subject === 'string' ? subject : '',
    effects: known === null ? UNDECLARED : [{ kind: known.effect, target: typeof subject === 'string' ? subject : '' }],
    fault: fault ?? unknown ?? missing,
  };
}

/** A tool that declares no effect counts as write and net-out (CONTRACTS, Effect). */
const UNDECLARED: ToolFacts['effects'] = [
  { kind: 'write', where: 'outside', target: '' },
  { kind: 'net-out', target: '' },
];

const pick = (env: Readonly<Record<string, string>>, names: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.flatMap((name) => (Object.hasOwn(env, name) ? [[name, env[name] ?? '']] : [])));

/** Folders that links lead to, under the name they have here: a real path inside them is told by that name. */
function aliasesOf({ workspace, home, agentHome }: Scene, disk: Disk): readonly (readonly [string, string])[] {
  return [workspace, agentHome, home].flatMap((folder) => {
    const real = disk.realPath(folder);
    return real === null || real === folder ? [] : [[real, folder] as const];
  });
}

function gatherGitExec(line: ShellLine | Unparsable, call: Call, scene: Scene, disk: Disk): readonly string[] {
  const folders = new Set<string>();
  const found = new Set<string>();
  for (const command of line.commands) {
    if (headOf(command) !== 'git') continue;
    if (command.cwd === null) found.add('(unreadable)');
    for (const folder of gitFolders(command, call.cwd)) {
      if (folder === null) found.add('(unreadable)');
      else folders.add(folder);
    }
  }
  for (const folder of folders) for (const key of findGitExec(folder, disk, scene.home)) found.add(key);
  return [...found].toSorted();
}

/** Subcommands that make commits or tags, or sign what they send. */
const GIT_SIGNERS: ReadonlySet<string | null> = new Set(
  'commit merge rebase cherry-pick revert am pull tag push commit-tree'.split(' '),
);

function gatherGitSigning(line: ShellLine | Unparsable, call: Call, scene: Scene, disk: Disk): readonly string[] {
  const signers = line.commands.filter(
    (command) => headOf(command) === 'git' && GIT_SIGNERS.has(subcommandOf(command).verb),
  );
  // A folder that is not known is taken for that of the call.
  const folders = new Set(signers.flatMap((command) => gitFolders(command, call.cwd).at(-1) ?? call.cwd));
  const git = { home: scene.home, configHome: scene.env['XDG_CONFIG_HOME'] };
  return [...new Set([...folders].flatMap((folder) => findGitSigning(folder, disk, git)))].toSorted();
}

/** No one writes more `-C` than these; behind them nothing is known. */
const MAX_MOVES = 8;

function gitFolders(command: SimpleCommand, cwd: string): readonly (string | null)[] {
  let at = command.cwd ?? cwd;
  const folders: (string | null)[] = [at];
  for (const [i, word] of command.words.entries()) {
    if (command.words[i - 1]?.value !== '-C') continue;
    if (word.value === null || folders.length > MAX_MOVES) return [...folders, null];
    at = word.value.startsWith('/') ? word.value : `${at}/${word.value}`;
    folders.push(at);
  }
  return folders;
}

/** Programs that the search path finds inside the workspace: what a repository brings is not the system's `ls`. */
function gatherWorkspaceHeads(line: ShellLine | Unparsable, scene: Scene, disk: Disk): readonly string[] {
  const heads = new Set(
    line.commands.flatMap(({ words }) => words[0]?.value ?? []).filter((head) => /^[^/\s]+$/.test(head)),
  );
  const folders = (scene.env['PATH'] ?? '').split(':').filter((folder) => folder.startsWith('/'));
  const root = disk.realPath(scene.workspace) ?? scene.workspace;
  const isInside = (path: string): boolean =>
    isWithin(path, scene.workspace) || isWithin(disk.realPath(path) ?? path, root);
  // Only folders of the workspace, and links into it, can give such a program.
  const first = (head: string): string | undefined =>
    folders.map((folder) => `${folder}/${head}`).find((path) => disk.isExecutable(path));
  return [...heads].filter((head) => {
    const path = first(head);
    return path !== undefined && isInside(path);
  });
}
