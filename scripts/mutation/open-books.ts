import { fork, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import type { Question } from './compare-books.ts';
import type { Outcome } from './shadow.ts';

/** The process that compares the books, in a copy of the sources. */
export interface OpenBooks extends Disposable {
  /** From then on files may be changed: everything is read. */
  ready(): Promise<unknown>;
  compare(question: Question): Promise<Outcome>;
}

export function openBooks(folder: string): OpenBooks {
  let child: ChildProcess | null = null;
  const ready = async (): Promise<ChildProcess> => {
    if (child !== null) return child;
    const started = start(folder);
    if ((await nextMessage(started)) === null) throw new Error('the books of test/pins do not fit the code');
    child = started;
    return started;
  };
  return {
    ready,
    async compare(question) {
      const process = await ready();
      process.send(question);
      const outcome = await nextMessage(process);
      // A change that ends the process is noticed; the next process reads the files when they are as they were.
      if (outcome === null) child = null;
      return outcome === null ? 'killed' : (outcome as Outcome);
    },
    [Symbol.dispose]: () => void child?.kill(),
  };
}

const start = (folder: string): ChildProcess =>
  fork(join(folder, 'scripts', 'mutation', 'compare-books.ts'), [], { cwd: folder, stdio: 'ignore' });

/** What the process says next; null when it ends instead. */
const nextMessage = (child: ChildProcess): Promise<unknown> =>
  new Promise((resolve) => {
    const ends = (): void => resolve(null);
    child.once('exit', ends);
    child.once('message', (message) => {
      child.off('exit', ends);
      resolve(message);
    });
  });
