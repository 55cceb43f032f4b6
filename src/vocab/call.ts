import type { Risk } from './tool-names.ts';

/** A tool call as the model, a person or another program asks for it. */
export interface Call {
  readonly id: string;
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** The folder the call is made in, absolute. */
  readonly cwd: string;
}

export type EffectKind = 'read' | 'write' | 'exec' | 'net-in' | 'net-out' | 'message';

/** What a call does to the world, as far as its arguments tell. A tool that declares none counts as write and net-out. */
export interface Effect {
  readonly kind: EffectKind;
  readonly where?: 'workspace' | 'outside' | 'home' | 'host';
  readonly target: string;
}

/** What the judge knows of the tool itself; tools are not imported by the policy. */
export interface ToolFacts {
  readonly name: string;
  readonly risk: Risk;
  /** The argument that a rule's pattern is matched against. */
  readonly subject: string;
  readonly effects: readonly Effect[];
  /** Why the arguments do not fit the tool's schema; null when they do. */
  readonly fault: string | null;
}
