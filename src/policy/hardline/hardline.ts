/** A command with no way back. It never runs, whatever the mode, rules and grants say (POLICY 4). */
export interface Hardline {
  readonly code:
    | 'delete-protected-tree'
    | 'format-disk'
    | 'write-raw-device'
    | 'change-mode-of-root'
    | 'fork-bomb'
    | 'kill-all'
    | 'shut-down'
    | 'sudo-stdin';
  readonly reason: string;
  /** Index of the command; null when the line as a whole does it. */
  readonly command: number | null;
}
