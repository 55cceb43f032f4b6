import type { Approval } from '../vocab/approval.ts';
import type { Call } from '../vocab/call.ts';
import type { Decision, Verdict } from '../vocab/decision.ts';
import type { EventBody } from '../vocab/event.ts';
import type { DecisionRow, SessionRow, Store } from './store.ts';

/** The store with what people ask of it. */
export interface KeptStore extends Store {
  readonly history: History;
}

/** What people ask of the store about earlier work; runs need none of it. Same promises as the store's other parts. */
export interface History {
  /** Sessions of a workspace (null: of all), the one with the newest turn first. */
  sessions(filter: { readonly workspace: string | null; readonly limit: number }): Promise<readonly SessionSummary[]>;
  /** Ids that begin with this text, at most `limit`. */
  matchSessions(prefix: string, limit: number): Promise<readonly string[]>;
  /** The runs of a session, oldest first. */
  runs(session: string): Promise<readonly string[]>;
  /** Where the session was forked from; null when it began on its own, or is not there. */
  findFork(session: string): Promise<ForkOrigin | null>;
  /** Events that hold all the phrases, the newest first. Brings the index up to date before it looks. */
  search(phrases: readonly string[], filter: SearchFilter): Promise<readonly SearchHit[]>;
  /** Every question asked in a session, oldest first. */
  approvals(session: string): Promise<readonly Approval[]>;
  /** Decisions stored before this one (null: the newest), newest first, at most `limit`. */
  decisionsBefore(number: number | null, filter: DecisionFilter, limit: number): Promise<readonly AuditRow[]>;
  /** Whole rows stored after this one (0: the first), oldest first, at most `limit`. The same line is the same object. */
  decisionsAfter(number: number, filter: DecisionFilter, limit: number): Promise<readonly StoredDecision[]>;
  /** Questions a person answered, oldest first: those behind this number, at most `limit`. */
  answersAfter(
    number: number,
    limit: number,
  ): Promise<readonly { readonly number: number; readonly approval: Approval }[]>;
  /** Stores a session with all its runs and events. */
  addFork(fork: ForkedSession): Promise<void>;
  /** Deletes a session and everything stored about its runs; gives back their ids. Nothing of it stays in the file. */
  remove(session: string): Promise<readonly string[]>;
}

export interface ForkOrigin {
  readonly session: string;
  /** How many of its events the fork begins with. */
  readonly events: number;
}

export interface SessionSummary extends SessionRow {
  /** When its newest turn began; epoch ms. */
  readonly lastAt: number;
  readonly runs: number;
  /** The first message; null before there is one. */
  readonly title: string | null;
  readonly forkOf: ForkOrigin | null;
}

export interface SearchFilter {
  readonly workspace: string | null;
  readonly limit: number;
}

export interface SearchHit {
  readonly session: string;
  readonly run: string;
  readonly event: number;
  readonly at: number;
  readonly kind: string;
  readonly excerpt: string;
}

/** Each null: any. Times are epoch ms, both ends included. */
export interface DecisionFilter {
  readonly session: string | null;
  readonly run: string | null;
  readonly since: number | null;
  readonly until: number | null;
}

/** A decision without the facts, and how the question it put was answered. `number` counts up in the order of storing. */
export interface AuditRow {
  readonly number: number;
  readonly id: string;
  readonly session: string;
  readonly run: string;
  readonly at: number;
  readonly call: Call;
  readonly decision: Decision;
  readonly asked: Approval | null;
}

export interface StoredDecision extends Omit<DecisionRow, 'policyDigest' | 'decision'> {
  readonly number: number;
  readonly session: string;
  readonly verdict: Verdict;
  /** Read when it is asked for: of most rows the verdict alone counts. Throws a Fault where it cannot be read. */
  readonly decision: () => Decision;
}

export interface ForkedSession {
  readonly session: SessionRow;
  readonly origin: ForkOrigin;
  readonly runs: readonly ForkedRun[];
}

export interface ForkedRun {
  readonly id: string;
  readonly at: number;
  readonly events: readonly { readonly at: number; readonly body: EventBody }[];
}
