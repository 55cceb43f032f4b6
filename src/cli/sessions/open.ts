import { openArchive, type Archive } from '../../app/history/open-archive.ts';
import { toWorld } from '../../app/load-config.ts';
import { Fault } from '../../base/fault.ts';
import type { CommandContext, ParsedArgs } from '../command.ts';

/** Does its work with the archive of this home, and closes it whatever happens. */
export async function withArchive<T>(context: CommandContext, work: (archive: Archive) => Promise<T>): Promise<T> {
  const archive = await openArchive(toWorld(context));
  try {
    return await work(archive);
  } finally {
    await archive.close();
  }
}

/** The session that the one word of a command names. */
export function sessionWord({ positionals }: ParsedArgs, example: string): string {
  const [word, ...more] = positionals;
  if (word !== undefined && word !== '' && more.length === 0) return word;
  throw new Fault('usage', 'Name one session by its id, the beginning of one, or last.', { hint: example });
}
