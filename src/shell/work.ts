import { addText } from './command/files.ts';
import { MAX_BYTES, MAX_STEPS } from './context.ts';
import type { Reader } from './reader.ts';

/** Of outputs that are longer, or of more than so many, nothing is kept. */
const MAX_HEARD = 1000;

/** What reading one line has cost so far, and what came in the way of it. */
export class Work {
  readonly faults = new Set<string>();
  readonly files: Reader['files'] = new Map();
  readonly fileParts: Reader['fileParts'] = new Map();
  readonly programs: Reader['programs'] = new Map();
  readonly evaluated = new Set<string>();
  readonly outputs = new Set<string>();
  exhausted = false;
  #steps = 0;
  #heard: string[] = [];

  /** Known output of a command that goes on to where the list that it stands in prints. */
  hear(output: string | null): string | null {
    for (const path of output === null ? [] : this.outputs) addText(path, output, this);
    if (output !== null && output !== '' && output.length < MAX_HEARD && this.#heard.length < MAX_HEARD)
      this.#heard.push(output);
    return output;
  }

  /** Reads what prints elsewhere; gives what was heard of it. */
  apart<T>(read: () => T): readonly [T, string] {
    const outer = this.#heard;
    this.#heard = [];
    const result = read();
    const heard = this.#heard.join('');
    this.#heard = outer;
    return [result, heard];
  }

  spend(steps: number): boolean {
    this.#steps += steps;
    if (this.#steps > MAX_STEPS && !this.exhausted) this.giveUp('it comes down to more steps than can be read in time');
    return !this.exhausted;
  }

  fits(length: number): boolean {
    if (length > MAX_BYTES) this.faults.add(`a value in it is longer than ${MAX_BYTES} bytes`);
    return length <= MAX_BYTES;
  }

  /** Nothing more of the line is read. */
  giveUp(fault: string): void {
    this.faults.add(fault);
    this.exhausted = true;
  }
}
