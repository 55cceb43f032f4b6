import { fork, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import type { Question } from './compare-books.ts';
import type { Outcome } from './shadow.ts';

/** The process that compares the books, in a copy of the sources. */
export interface OpenBooks extends Disposable {
  /** From now on files may be changed: everything is read. */
  readonly ready: Promise<unknown>;
  compare(question: Question): Promise<Outcome>;
}

export function openBooks(folder: string): OpenBooks {
  let child = start(folder);
  let ready = nextMessage(child);
  return {
    get ready() {
      return ready;
    },
    async compare(question) {
      await ready;
      child.send(question);
      const outcome = await nextMessage(child);
      if (outcome !== null) return outcome as Outcome;
      // A change that ends the process is noticed; the next one, started when the file is as it was, reads everything anew.
      child = start(folder);
      ready = nextMessage(child);
      return 'killed';
    },
    [Symbol.dispose]: () => void child.kill(),
  };
}

const start = (folder: string): ChildProcess =>
  fork(join(folder, 'scripts', 'mutation', 'compare-books.ts'), [], { cwd: folder, stdio: 'ignore' });

/** What the process says next; null when it ends instead. */
const nextMessage = (child: ChildProcess): Promise<unknown> =>
  new Promise((resolve) => {
    child.once('message', resolve);
    child.once('exit', () => resolve(null));
  });
