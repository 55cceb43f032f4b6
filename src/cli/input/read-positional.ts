import { Fault } from '../../base/fault.ts';
import type { ParsedArgs } from '../command.ts';

/** The one word behind the verb. Throws a Fault `usage` when there is none, or more. */
export function readOne({ positionals }: ParsedArgs, verb: string, what: string): string {
  const [word] = positionals;
  if (word !== undefined && word !== '' && positionals.length === 1) return word;
  throw new Fault('usage', `${verb} needs one ${what}.`, { hint: `bailiwick ${verb} --help` });
}
