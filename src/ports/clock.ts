/** Time and chance as values, so that a test can fix them. */
export interface Clock {
  /** Epoch ms. */
  now(): number;
  /** A new id with this prefix, such as `run_…`; never given twice. */
  createId(prefix: string): string;
}
