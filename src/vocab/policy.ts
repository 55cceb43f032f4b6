import type { DangerClass } from './danger.ts';
import type { Verdict } from './verdict.ts';

/** From strictest to nearest to the person; denies of all unite, no lower one loosens what `system` sets. */
export type LayerName = 'system' | 'user' | 'rules' | 'project' | 'session';

/** Where a rule or a value stands. `line` is 1-based. */
export interface SourceRef {
  readonly layer: LayerName;
  readonly file: string;
  readonly line: number;
}

/** One entry of `permissions:`, checked and compiled; `text` is the pattern as written. */
export interface Rule extends SourceRef {
  readonly text: string;
  readonly action: Verdict;
  /** The tool part; may hold `*`. */
  readonly tool: string;
  /** The argument part; null when the rule is a bare tool name. */
  readonly argument: string | null;
  /** `key=pattern`: the argument that is matched instead of the tool's subject. */
  readonly key: string | null;
  readonly because: string | null;
  readonly except: readonly string[];
  readonly danger: readonly DangerClass[];
  /** Holds also in a tainted turn (user and system files only). */
  readonly tainted: boolean;
  /** Epoch ms after which the rule no longer matches. */
  readonly expires: number | null;
}

export type ConfirmPolicy = 'confirm_all' | 'dangerous_only';
export type ApprovalsMode = 'manual' | 'auto' | 'skip';
export type ReadonlyPreset = 'discard' | 'text' | 'git' | 'system' | 'cd' | 'dev';

export const READONLY_PRESETS = [
  'discard',
  'text',
  'git',
  'system',
  'cd',
  'dev',
] as const satisfies readonly ReadonlyPreset[];

/** What is in force, compiled from every layer. Frozen; equal content has an equal digest. */
export interface Policy {
  readonly digest: string;
  readonly rules: readonly Rule[];
  readonly confirmPolicy: ConfirmPolicy;
  /** Leading words of one simple command each, never empty. */
  readonly allowlist: readonly { readonly words: readonly string[]; readonly source: SourceRef }[];
  readonly approvalsMode: ApprovalsMode;
  readonly autoAllowReadonly: boolean;
  readonly readonlyCommands: readonly (readonly string[])[];
  readonly readonlyPresets: readonly ReadonlyPreset[];
  readonly workspaceStrict: boolean;
  readonly askRulesHoldInYolo: boolean;
  readonly taint: 'off' | 'ask' | 'deny';
  /** Tools switched off by `tools.<name>: false`. */
  readonly toolsOff: readonly string[];
}

/** Something wrong in a source of policy: the process refuses to start with it. */
export interface PolicyFault {
  /** What the file says is not known: it could not be read at all. */
  readonly unreadable?: true;
  readonly file: string;
  readonly line: number | null;
  readonly message: string;
  readonly hint: string;
}
