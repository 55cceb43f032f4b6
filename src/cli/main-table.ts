import type { TableEntry } from './run-command.ts';

/** Every command. A module is loaded when its verb is called, so that each pays only for itself. */
export const COMMANDS: readonly TableEntry[] = [
  {
    name: 'check',
    summary: 'Ask the judge about a shell line or a tool call; nothing runs',
    load: async () => (await import('./check.ts')).command,
  },
  {
    name: 'policy explain',
    summary: 'Show what every step of the judge answers to a line, and why',
    load: async () => (await import('./policy/explain.ts')).command,
  },
  {
    name: 'policy test',
    summary: 'Judge the cases of a file and compare the answers',
    load: async () => (await import('./policy/test.ts')).command,
  },
  {
    name: 'policy lint',
    summary: 'Find rules and entries that do not do what they seem to',
    load: async () => (await import('./policy/lint.ts')).command,
  },
  {
    name: 'policy diff',
    summary: 'Compare two configuration files, and the verdicts they give',
    load: async () => (await import('./policy/diff.ts')).command,
  },
  {
    name: 'policy show',
    summary: 'Show the policy in force, with the file and line of every value',
    load: async () => (await import('./policy/show.ts')).command,
  },
  {
    name: 'doctor',
    summary: 'Look whether everything Bailiwick uses is there and works',
    load: async () => (await import('./doctor.ts')).command,
  },
  {
    name: 'prompt',
    summary: 'Give the agent one task and print its answer',
    load: async () => (await import('./turn/prompt.ts')).command,
  },
  {
    name: 'approvals list',
    summary: 'List the questions that wait for a person',
    load: async () => (await import('./approvals/list.ts')).command,
  },
  {
    name: 'approvals show',
    summary: 'Show a question: the exact call, what asks and why, and how wide each answer is',
    load: async () => (await import('./approvals/show.ts')).command,
  },
  {
    name: 'approvals answer',
    summary: 'Answer a question that waits, from any terminal',
    load: async () => (await import('./approvals/answer.ts')).command,
  },
  {
    name: 'rules list',
    summary: 'List the rules that answers wrote into rules.yml',
    load: async () => (await import('./rules/list.ts')).command,
  },
  {
    name: 'rules revoke',
    summary: 'Take a rule out of rules.yml',
    load: async () => (await import('./rules/revoke.ts')).command,
  },
];
