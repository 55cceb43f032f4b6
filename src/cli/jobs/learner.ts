import type { App } from '../../app/create-app.ts';
import type { Conversation } from '../chat/conversation.ts';
import type { CommandContext } from '../command.ts';
import { jobWords } from './job-words.ts';

/** Does the work after turns beside a conversation, which never waits for it. */
export interface Learner {
  /** Begins what is due, and tells what came of the last while something else was on the screen. */
  wake(): void;
  /** Stops; what is not done is done by a process of its own. */
  close(): Promise<void>;
}

interface LearnerParts {
  readonly app: Pick<App, 'jobs'>;
  readonly program: CommandContext['program'];
  /** While it is busy, a line would break into an answer that is coming. */
  readonly conversation: Pick<Conversation, 'status' | 'notice'>;
  /** In place of the conversation's own. */
  readonly notice?: (text: string) => void;
}

export function createLearner({ app, program, conversation, ...given }: LearnerParts): Learner {
  const notice = given.notice ?? ((text: string): void => conversation.notice(text));
  const stop = new AbortController();
  const kept: string[] = [];
  let [working, isAsked]: [Promise<void> | null, boolean] = [null, false];
  const say = (text: string): void => void (conversation.status.isBusy ? kept.push(text) : notice(text));
  const work = async (): Promise<void> => {
    while (isAsked && !stop.signal.aborted) {
      isAsked = false;
      try {
        await app.jobs.run({
          signal: stop.signal,
          waits: false,
          tell: (job) =>
            job.state !== 'queued' &&
            say(`${job.kind === 'distill' ? 'learning from a turn' : job.kind}: ${jobWords(job)}`),
        });
      } catch (error) {
        say(`learning from a turn: ${error instanceof Error ? error.message : String(error)}`);
      }
    }
    working = null;
  };
  return {
    wake() {
      for (const text of kept.splice(0)) notice(text);
      isAsked = true;
      working ??= work();
    },
    async close() {
      stop.abort();
      await working;
      if (program !== undefined) await app.jobs.runElsewhere(program);
    },
  };
}
