import { createId } from '../base/ids.ts';
import { Fault } from '../base/fault.ts';
import type { Job, Jobs, JobSpec, JobState } from '../ports/jobs.ts';
import type { CommandSandbox, StartedCommand } from './create-sandbox.ts';
import { createHeldOutput, type HeldOutput } from './job-output.ts';
import type { Ended } from './start-command.ts';

const MAX_RUNNING = 8;

/** Ended jobs that are still answered for; of more the oldest is forgotten. */
const MAX_ENDED = 32;

const MAX_OUTPUT_BYTES = 1024 * 1024;

/** Held for a job that does not read its input. */
const MAX_UNREAD_BYTES = 64 * 1024;

/** Jobs of one run in this process; see the port. */
export function createJobs(sandbox: Pick<CommandSandbox, 'start'>): Jobs {
  const jobs = new Map<string, Job>();
  const closing = new AbortController();
  const running = (): readonly Job[] => [...jobs.values()].filter((job) => job.state().running);
  const forget = (): void => {
    const ended = [...jobs.values()].filter((job) => !job.state().running);
    for (const { id } of ended.slice(0, Math.max(0, ended.length - MAX_ENDED))) jobs.delete(id);
  };
  return {
    async start(command, spec) {
      if (closing.signal.aborted || running().length >= MAX_RUNNING) {
        const ids = running().map(({ id }) => id);
        throw new Fault('usage', `${MAX_RUNNING} jobs run already (${ids.join(', ')})`, {
          hint: 'end one with shell_kill first',
        });
      }
      const job = await startJob(command, spec, { sandbox, signal: closing.signal });
      jobs.set(job.id, job);
      forget();
      return job;
    },
    find: (id) => jobs.get(id) ?? null,
    async end() {
      const open = running();
      closing.abort();
      await Promise.all(open.map((job) => job.stop()));
      return open;
    },
  };
}

interface Ground {
  readonly sandbox: Pick<CommandSandbox, 'start'>;
  readonly signal: AbortSignal;
}

async function startJob(command: string, spec: JobSpec, { sandbox, signal }: Ground): Promise<Job> {
  const startedAt = performance.now();
  const held = createHeldOutput(MAX_OUTPUT_BYTES);
  const news = new EventTarget();
  const tell = (): boolean => news.dispatchEvent(new Event('news'));
  const onOutput = (chunk: Uint8Array): void => {
    held.add(chunk);
    spec.onOutput?.(chunk);
    tell();
  };
  const started = await sandbox.start({ ...spec, signal, stdin: 'pipe', onOutput });
  const course: { ended: Ended | null; endedAt: number } = { ended: null, endedAt: 0 };
  const finish = (ended: Ended): void => {
    course.ended = ended;
    course.endedAt = performance.now();
    tell();
  };
  const done = started.done.then(finish, () => finish({ exitCode: null, signal: null, end: 'exit' }));
  const state = (): JobState => ({
    running: course.ended === null,
    exitCode: course.ended?.exitCode ?? null,
    signal: course.ended?.signal ?? null,
    end: course.ended?.end ?? null,
    durationMs: Math.round((course.ended === null ? performance.now() : course.endedAt) - startedAt),
  });
  return {
    id: createId('job'),
    command,
    ranIn: started.ranIn,
    state,
    take: held.take,
    tail: held.tail,
    wait: (maxMs, stopped) => waitForNews(maxMs, stopped, { news, isOver: () => course.ended !== null, held }),
    ...createInput(started, () => course.ended !== null),
    async stop() {
      started.stop();
      await done;
    },
  };
}

interface News {
  readonly news: EventTarget;
  readonly held: HeldOutput;
  readonly isOver: () => boolean;
}

function waitForNews(maxMs: number, stopped: AbortSignal, { news, held, isOver }: News): Promise<void> {
  if (held.hasNew() || isOver() || stopped.aborted || maxMs <= 0) return Promise.resolve();
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, maxMs);
  const onNews = (): void => resolve();
  news.addEventListener('news', onNews, { once: true });
  stopped.addEventListener('abort', onNews, { once: true });
  return promise.finally(() => {
    clearTimeout(timer);
    news.removeEventListener('news', onNews);
    stopped.removeEventListener('abort', onNews);
  });
}

function createInput({ stdin }: StartedCommand, isOver: () => boolean): Pick<Job, 'typed' | 'write' | 'closeInput'> {
  let typed = '';
  stdin?.on('error', () => undefined); // it closed its input or ended; the next write is told so
  return {
    typed: () => typed,
    write(text) {
      if (stdin === null || isOver() || !stdin.writable) return 'ended';
      if (stdin.writableLength + Buffer.byteLength(text) > MAX_UNREAD_BYTES) return 'full';
      stdin.write(text);
      typed += text;
      return 'written';
    },
    closeInput: () => void stdin?.end(),
  };
}
