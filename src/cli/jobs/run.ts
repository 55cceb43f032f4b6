import { booleanFlag, type Command } from '../command.ts';
import { withApp } from '../skills/with-app.ts';
import { jobLine } from './job-words.ts';

/** `jobs run`: what is due, and what another process is doing right now. */
export const command: Command = {
  name: 'jobs run',
  summary: 'Do the work after turns that is due, such as making skills of them',
  usage: 'jobs run [flags]',
  examples: ['bailiwick jobs run', 'bailiwick jobs run --json'],
  operands: 0,
  args: { json: { type: 'boolean', help: 'each job as a line of JSON' } },
  async run(context, args, out) {
    const isJson = booleanFlag(args, 'json');
    let count = 0;
    await withApp(context, (app) =>
      app.jobs.run({
        signal: context.signal,
        waits: true,
        tell(job) {
          count++;
          if (isJson) out.json(job);
          else out.line(jobLine(job));
        },
      }),
    );
    if (count === 0) out.log('Nothing is due.');
    return context.signal.aborted ? 130 : 0;
  },
};
