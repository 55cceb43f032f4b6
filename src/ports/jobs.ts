import type { CommandSpec } from './sandbox.ts';

/**
 * Commands in the background. They belong to one run in one process: what still runs when that ends is ended with it.
 * An id that is not known here may be one from before a restart.
 */
export interface Jobs {
  /** Throws a Fault when the program cannot start, or too many run already. */
  start(command: string, spec: JobSpec): Promise<Job>;
  find(id: string): Job | null;
  /** Ends every job that still runs; gives back those it ended. Nothing can be started afterwards. */
  end(): Promise<readonly Job[]>;
}

/** `timeoutMs` null: until the run ends. */
export type JobSpec = Omit<CommandSpec, 'timeoutMs' | 'maxBytes' | 'signal' | 'unconfined'> & {
  readonly timeoutMs: number | null;
};

export interface Job {
  readonly id: string;
  /** The shell line it was started with. */
  readonly command: string;
  readonly ranIn: 'host' | 'bubblewrap';
  state(): JobState;
  /** Output since it was last taken; taken output is not given again. */
  take(): JobOutput;
  /** The last bytes of the output, at most so many; takes nothing. */
  tail(maxBytes: number): JobOutput;
  /** Resolves when there is output to take, when the job has ended, or after so many ms. */
  wait(maxMs: number, signal: AbortSignal): Promise<void>;
  /** All that was written to its standard input so far. */
  typed(): string;
  /** `ended`: nobody reads any more. `full`: it does not read, and more is not held for it. */
  write(text: string): 'written' | 'ended' | 'full';
  /** Closes its standard input. */
  closeInput(): void;
  /** Returns when the job and what it started are gone. */
  stop(): Promise<void>;
}

export interface JobState {
  readonly running: boolean;
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly end: 'exit' | 'timeout' | 'aborted' | null;
  readonly durationMs: number;
}

export interface JobOutput {
  readonly bytes: Uint8Array;
  /** Bytes in front of these that are no longer held. */
  readonly droppedBytes: number;
}
