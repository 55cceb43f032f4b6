import { constants } from 'node:fs';
import { access, realpath } from 'node:fs/promises';
import { isWithin } from '../../base/path.ts';
import type { CommandOutcome } from '../../ports/sandbox.ts';
import type { ToolContext } from '../../ports/tool.ts';
import { codeOf } from '../files/disk-fault.ts';

/** Searches longer than this end with what was found so far. */
export const SEARCH_MS = 30_000;

/** Files beyond this are passed over by a search, by ripgrep and without it. */
export const MAX_FILE_BYTES = 32 * 1024 * 1024;

/**
 * The same choice of files as our own walk: .gitignore with or without a repository, hidden files too, never `.git`,
 * and no configuration of the machine.
 */
const CHOICE = [
  '--no-config',
  '--no-messages',
  '--color=never',
  '--hidden',
  '--no-require-git',
  '--no-ignore-global',
  '--no-ignore-exclude',
  '--no-ignore-dot',
  '--glob=!.git',
  '--sort=path',
  '--null',
];

/**
 * ripgrep on the PATH of the context; null when there is none. One inside the workspace does not count: a search runs
 * unasked, and the agent could have put it there.
 */
export async function findRipgrep(context: ToolContext): Promise<string | null> {
  for (const folder of (context.env['PATH'] ?? '').split(':')) {
    const path = folder.startsWith('/') ? await realProgram(`${folder}/rg`) : null;
    if (path !== null && !isWithin(path, context.workspace) && !isWithin(folder, context.workspace)) return path;
  }
  return null;
}

async function realProgram(path: string): Promise<string | null> {
  try {
    await access(path, constants.X_OK);
    return await realpath(path);
  } catch (error) {
    if (codeOf(error) === null) throw error;
    return null;
  }
}

export interface RipgrepRun {
  readonly program: string;
  readonly args: readonly string[];
  readonly folder: string;
  readonly onOutput: (chunk: Uint8Array) => void;
  /** Ends the search early; what was read is enough. */
  readonly enough: AbortSignal;
}

export function runRipgrep(
  { program, args, folder, ...run }: RipgrepRun,
  context: ToolContext,
): Promise<CommandOutcome> {
  return context.sandbox.run({
    unconfined: true,
    argv: [program, ...CHOICE, ...args],
    cwd: folder,
    env: { ...context.env },
    timeoutMs: SEARCH_MS,
    maxBytes: 4000,
    signal: AbortSignal.any([context.signal, run.enough]),
    onOutput: run.onOutput,
  });
}
