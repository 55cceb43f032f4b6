import { booleanFlag, type Command } from '../command.ts';
import { withApp } from '../skills/with-app.ts';
import { readCount } from '../turn/prompt-args.ts';
import { jobLine } from './job-words.ts';

const LIMIT = 50;

/** `jobs list`: what is done after turns. */
export const command: Command = {
  name: 'jobs list',
  summary: 'List the work that is done after turns, and what came of it',
  usage: 'jobs list [flags]',
  examples: ['bailiwick jobs list', 'bailiwick jobs list --all --json'],
  operands: 0,
  args: {
    all: { type: 'boolean', help: 'of every workspace' },
    limit: { type: 'string', value: 'N', help: `the newest N (${LIMIT})` },
    json: { type: 'boolean', help: 'one JSON array' },
  },
  async run(context, args, out) {
    const limit = readCount(args, 'limit') ?? LIMIT;
    const found = await withApp(context, (app) => app.jobs.list({ all: booleanFlag(args, 'all'), limit }));
    if (booleanFlag(args, 'json')) out.json(found);
    else for (const job of found) out.line(jobLine(job));
    if (found.length === 0) out.log('There is no job.');
    return 0;
  },
};
