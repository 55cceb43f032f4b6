/** Where a message or a tool result came from. Everything but `owner` taints the turn it stands in. */
export type Origin = 'owner' | `person:${string}` | 'file' | 'upload' | 'network' | `tool:${string}` | 'model';

/** Who speaks or answers: `local:<uid>`, later also people of security/people.yaml. */
export interface Principal {
  readonly id: string;
}

/** The switch a person sets for a session; never set by a project's file. */
export type Mode = 'default' | 'plan' | 'yolo';

export const MODES = ['default', 'plan', 'yolo'] as const satisfies readonly Mode[];
