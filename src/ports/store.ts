import type { Approval, ApprovalState } from '../vocab/approval.ts';
import type { Call } from '../vocab/call.ts';
import type { Decision } from '../vocab/decision.ts';
import type { EventBody, EventOf, RunEvent } from '../vocab/event.ts';
import type { Facts, Grant } from '../vocab/facts.ts';
import type { Mode } from '../vocab/principal.ts';
import type { JobQueue } from './job-queue.ts';
import type { SkillStore } from './skill-store.ts';

/**
 * What is kept. Every method is one transaction: wholly done when its promise resolves, or not at all. A store that
 * cannot be read or written throws a Fault `store-failed` that names the file.
 */
export interface Store {
  readonly sessions: Sessions;
  readonly log: EventLog;
  readonly decisions: Decisions;
  readonly approvals: Approvals;
  readonly grants: Grants;
  readonly locks: RunLocks;
  readonly skills: SkillStore;
  readonly queue: JobQueue;
  /** Runs the work while no other process writes: it is one transaction, undone when the work throws. */
  exclusively<T>(work: () => T): Promise<T>;
  /** Nothing may be called afterwards. */
  close(): Promise<void>;
}

/** A conversation. `workspace` is the real path of the repository's top, else of the working directory. */
export interface SessionRow {
  readonly id: string;
  readonly workspace: string;
  readonly cwd: string;
  readonly mode: Mode;
  readonly requester: string;
  readonly at: number;
}

/** One turn of a session: a message and everything until its end. */
export interface RunRow {
  readonly id: string;
  readonly session: string;
  readonly at: number;
}

export interface Sessions {
  create(session: SessionRow): Promise<void>;
  find(id: string): Promise<SessionRow | null>;
  /** The session of a run. */
  findByRun(run: string): Promise<SessionRow | null>;
  /** The session of this workspace in which something happened last; null when there is none. */
  findNewest(workspace: string): Promise<SessionRow | null>;
  setMode(id: string, mode: Mode): Promise<void>;
  /** Adds a run behind the session's newest, `after` (null: it has none). False: another process was faster. */
  createRun(run: RunRow, after: string | null): Promise<boolean>;
}

/** Who drives a run: one process at a time. The kernel frees the lock of a process that dies. */
export interface RunLocks {
  /** Null when another process holds it. */
  take(run: string): Promise<RunLock | null>;
}

export interface RunLock {
  /** `isOver`: the run has ended and needs no lock any more. */
  release(isOver: boolean): Promise<void>;
}

export interface EventLog {
  /** Stores the events in this order with the next `seq` of the run; gives them back as stored. */
  append(run: string, events: readonly EventBody[]): Promise<readonly RunEvent[]>;
  /** All events of a session's runs, in the order of commits. */
  read(session: string): Promise<readonly RunEvent[]>;
}

/** One judgement with all it was given; replay needs nothing else. */
export interface DecisionRow {
  readonly id: string;
  readonly run: string;
  readonly call: Call;
  readonly facts: Facts;
  readonly policyDigest: string;
  readonly decision: Decision;
  readonly at: number;
}

export interface Decisions {
  /** Stores the row and appends its event; and the start of the call, where it starts at once. */
  save(
    row: DecisionRow,
    decided: EventOf<'call-decided'>,
    started?: EventOf<'call-started'>,
  ): Promise<readonly RunEvent[]>;
  /** The newest decision on a call; null when there is none. */
  find(run: string, call: string): Promise<DecisionRow | null>;
  /** Every decision of a run, oldest first. */
  list(run: string): Promise<readonly DecisionRow[]>;
}

export interface Approvals {
  /** Stores a pending question and appends its event. */
  ask(approval: Approval, event: EventOf<'approval-required'>): Promise<readonly RunEvent[]>;
  find(id: string): Promise<Approval | null>;
  /** Those in this state, oldest first; null: all of them. At most `limit`, the newest. */
  list(state: ApprovalState | null, limit: number): Promise<readonly Approval[]>;
  /**
   * Compare and set: settles the question if it is still pending and stores the grant the answer left, together with
   * the event. Null when somebody was earlier; then nothing changed.
   */
  answer(settled: Settled): Promise<readonly RunEvent[] | null>;
}

export interface Settled {
  readonly id: string;
  readonly run: string;
  readonly at: number;
  readonly event: EventOf<'approval-settled'>;
  /** A grant that outlives the call (`session`); null for the others. */
  readonly grant: Grant | null;
  /** Done in the same transaction: when it throws, nothing is settled. */
  readonly alongside?: () => void;
}

export interface Grants {
  /** What this requester's answers left in this session, oldest first. */
  list(session: string, requester: string): Promise<readonly Grant[]>;
}
