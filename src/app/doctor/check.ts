/** One thing that was looked at. `warning`: it works with less; `fault`: it does not work. */
export interface Check {
  readonly name:
    | 'node'
    | 'terminal'
    | 'git'
    | 'ripgrep'
    | 'config'
    | 'sandbox'
    | 'home'
    | 'cache'
    | 'database'
    | 'keys'
    | 'model'
    | 'trust'
    | 'plugins'
    | 'policy';
  readonly level: 'ok' | 'warning' | 'fault';
  /** One sentence. */
  readonly says: string;
  /** The way out; null where none is needed. */
  readonly hint: string | null;
}
