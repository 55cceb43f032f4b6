import { booleanFlag, type Command } from '../command.ts';
import { toColumns } from '../columns.ts';
import { showTime } from '../show-time.ts';
import { withApp } from './with-app.ts';

/** `skills stats`: whether skills are worth what they cost. */
export const command: Command = {
  name: 'skills stats',
  summary: 'Show how often each skill was loaded, when last, and what it costs in the index',
  usage: 'skills stats [flags]',
  examples: ['bailiwick skills stats', 'bailiwick skills stats --json'],
  operands: 0,
  args: { json: { type: 'boolean', help: 'print one JSON object' } },
  run: (context, args, out) =>
    withApp(context, async (app) => {
      const stats = await app.skills.stats();
      if (booleanFlag(args, 'json')) {
        out.json(stats);
        return 0;
      }
      const rows = stats.skills.map(({ name, state, loads, indexTokens, lastLoadedAt }) => [
        `${name}${state === 'enabled' ? '' : ` (${state})`}`,
        `${loads} ${loads === 1 ? 'load' : 'loads'}`,
        `${indexTokens} tokens in the index${lastLoadedAt === null ? '' : `, last loaded ${showTime(lastLoadedAt)}`}`,
      ]);
      for (const line of toColumns(rows)) out.line(line);
      out.line(`skills_loaded_total ${stats.loaded}`);
      out.line(`skills_created_total ${stats.created}`);
      out.line(`index ${stats.indexTokens} tokens in full; at most ${stats.budgetTokens} are used`);
      return 0;
    }),
};
