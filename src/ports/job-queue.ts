/** `retrying`: it failed and is tried again at `dueAt`; `failed`: it is not tried again. */
export const QUEUE_STATES = ['queued', 'running', 'retrying', 'done', 'failed'] as const;
export type QueueState = (typeof QUEUE_STATES)[number];

/** Work that is done after a turn and not in it. */
export interface QueuedJob {
  readonly id: string;
  readonly workspace: string;
  /** What is to be done, such as `distill`. */
  readonly kind: string;
  /** What it is about, such as a run's id; the same job is not queued twice for one subject. */
  readonly subject: string;
  /** JSON that it is given; absent: the subject says it all. */
  readonly payload?: string;
  readonly state: QueueState;
  /** How often it was begun. */
  readonly attempts: number;
  readonly createdAt: number;
  readonly updatedAt: number;
  /** Not begun before; epoch ms. */
  readonly dueAt: number;
  /** What came of it, or why it failed: a code and a sentence; null before. */
  readonly outcome: { readonly code: string; readonly message: string } | null;
}

/** A queue in the store, shared by processes. */
export interface JobQueue {
  /**
   * False when there is one of this kind and subject already, or when a thousand wait. Forgets what was settled more
   * than 30 days ago.
   */
  add(
    job: Pick<QueuedJob, 'id' | 'workspace' | 'kind' | 'subject' | 'payload' | 'dueAt'>,
    at: number,
  ): Promise<boolean>;
  find(id: string): Promise<QueuedJob | null>;
  /** Newest first; null: of all workspaces. */
  list(filter: { readonly workspace: string | null; readonly limit: number }): Promise<readonly QueuedJob[]>;
  /**
   * Takes the job that has been due longest, also one whose runner did not renew its lease, for `leaseMs`; null when
   * there is none.
   */
  take(now: number, leaseMs: number): Promise<QueuedJob | null>;
  /** Whether `take` would give one. */
  isDue(now: number): Promise<boolean>;
  /** Keeps a job that is being run; false when another process has it now. */
  renew(job: QueuedJob, until: number): Promise<boolean>;
  /** Settles the job as it was taken: compare and set by attempts. */
  settle(job: QueuedJob, end: Pick<QueuedJob, 'state' | 'outcome' | 'dueAt'>, at: number): Promise<boolean>;
}
