import { headOf } from '../../policy/command-view.ts';
import { SHELLS } from '../../shell/tables/wrappers.ts';
import type { Call } from '../../vocab/call.ts';
import type { ShellLine, Unparsable } from '../../vocab/shell-line.ts';

/** A job that text is typed into: the line it was started with, and what it was given before. */
export interface TypedJob {
  readonly command: string;
  readonly typed: string;
}

/** Programs that hand their input to a shell. */
const STARTERS = new Set(['su', 'sudo', 'doas', 'chroot', 'script', 'ssh']);

/**
 * What a shell makes of the text, read together with all that was typed before: a variable, a folder or half a command
 * may come from there. Null where no shell reads it.
 */
export function readInput(
  call: Call,
  job: TypedJob | null,
  read: (text: string) => ShellLine | Unparsable,
): ShellLine | Unparsable | null {
  const { text } = call.input;
  if (call.tool !== 'shell_input' || typeof text !== 'string' || job === null) return null;
  const heads = read(job.command).commands.map((command) => headOf(command) ?? '');
  const isShell = heads.some((head) => SHELLS.has(head) || STARTERS.has(head));
  return isShell ? read(`${job.typed}${text}\n`) : null;
}
