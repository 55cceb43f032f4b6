import type { Approval } from '../vocab/approval.ts';
import type { Call } from '../vocab/call.ts';
import type { Decision } from '../vocab/decision.ts';
import type { EventBody, EventOf, RunEvent } from '../vocab/event.ts';
import type { Facts, Grant } from '../vocab/facts.ts';
import type { Mode } from '../vocab/principal.ts';

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
  createRun(run: RunRow): Promise<void>;
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
  /** Stores the row and appends its event. */
  save(row: DecisionRow, event: EventOf<'call-decided'>): Promise<readonly RunEvent[]>;
  /** The newest decision on a call; null when there is none. */
  find(run: string, call: string): Promise<DecisionRow | null>;
  /** Every decision of a run, oldest first. */
  list(run: string): Promise<readonly DecisionRow[]>;
}

export interface Approvals {
  /** Stores a pending question and appends its event. */
  ask(approval: Approval, event: EventOf<'approval-required'>): Promise<readonly RunEvent[]>;
  find(id: string): Promise<Approval | null>;
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
}

export interface Grants {
  /** What this requester's answers left in this session, oldest first. */
  list(session: string, requester: string): Promise<readonly Grant[]>;
}
