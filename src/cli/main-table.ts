import type { TableEntry } from './run-command.ts';

/** Every command. A module is loaded when its verb is called, so that each pays only for itself. */
export const COMMANDS: readonly TableEntry[] = [
  {
    name: 'prompt',
    summary: 'Give the agent one task and print its answer',
    load: async () => (await import('./prompt.ts')).command,
  },
];
