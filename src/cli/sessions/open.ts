import { openArchive, type Archive } from '../../app/history/open-archive.ts';
import { toWorld } from '../../app/load-config.ts';
import type { CommandContext } from '../command.ts';

/** Does its work with the archive of this home, and closes it whatever happens. */
export async function withArchive<T>(context: CommandContext, work: (archive: Archive) => Promise<T>): Promise<T> {
  const archive = await openArchive(toWorld(context));
  try {
    return await work(archive);
  } finally {
    await archive.close();
  }
}
