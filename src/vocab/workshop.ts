/** How the skill workshop works where it is switched on. */
export interface WorkshopSettings {
  /** Whether turns are looked at once they are over. */
  readonly autoCapture: boolean;
  /** `auto`: what is clean and untainted is written when it is suggested. */
  readonly approvalPolicy: 'pending' | 'auto';
  readonly reviewMode: 'off' | 'heuristic' | 'llm' | 'hybrid';
  /** Successful turns between two reviews. */
  readonly reviewInterval: number;
  /** Tool calls after which a review is due sooner. */
  readonly reviewMinToolCalls: number;
  readonly reviewTimeoutMs: number;
  /** Of each workspace; of quarantined proposals again so many. */
  readonly maxPending: number;
  /** Of one file, in bytes of UTF-8. */
  readonly maxSkillBytes: number;
}

/** What the workshop did or left, and why; the newest tells why nothing came of a turn. */
export interface WorkshopEntry {
  readonly at: number;
  /** The real path of the repository's top, else of the folder. */
  readonly workspace: string;
  /** `queued`, `applied`, `capture-skipped`: what happened, for programs. */
  readonly code: string;
  readonly skill: string | null;
  readonly proposal: string | null;
  readonly session: string | null;
  /** One line for people. */
  readonly message: string;
}
