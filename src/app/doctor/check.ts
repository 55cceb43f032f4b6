/** One thing that was looked at. `warning`: it works with less; `fault`: it does not work. */
export interface Check {
  readonly name: 'node' | 'sandbox' | 'git' | 'ripgrep' | 'home' | 'database' | 'policy';
  readonly level: 'ok' | 'warning' | 'fault';
  /** One sentence. */
  readonly says: string;
  /** The way out; null where none is needed. */
  readonly hint: string | null;
}
