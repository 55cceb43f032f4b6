/**
 * Where a message or a tool result came from. `file` is one that others wrote (a dependency), `tool:` ours or a foreign
 * one. What is untrusted among them, and taints the turn it stands in, `guard/envelope.ts` says.
 */
export type Origin = 'owner' | `person:${string}` | 'file' | 'upload' | 'network' | `tool:${string}` | 'model';

/** Who speaks or answers: `local:<uid>`, later also people of security/people.yaml. */
export interface Principal {
  readonly id: string;
}

/** The switch a person sets for a session; never set by a project's file. */
export type Mode = 'default' | 'plan' | 'yolo';

export const MODES = ['default', 'plan', 'yolo'] as const satisfies readonly Mode[];
