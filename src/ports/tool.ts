import type { PersonReply } from '../vocab/approval.ts';
import type { Call, Effect } from '../vocab/call.ts';
import type { SkillEvent } from '../vocab/event.ts';
import type { Origin } from '../vocab/principal.ts';
import type { Risk } from '../vocab/tool-names.ts';
import type { Openings } from '../vocab/sandbox.ts';
import type { Jobs } from './jobs.ts';
import type { Sandbox } from './sandbox.ts';

/** Where a tool works, decided before it runs. */
export interface Place {
  /** The folder relative paths start from; absolute. */
  readonly cwd: string;
  /** The root that writing tools are confined to when `strict`; absolute. */
  readonly workspace: string;
  readonly home: string;
  readonly agentHome: string;
  readonly strict: boolean;
}

export interface ToolContext extends Place {
  readonly sandbox: Sandbox;
  /** What the decision on this very call opens in the sandbox. */
  readonly openings: Openings;
  readonly jobs: Jobs;
  /** The environment a shell child gets for this very call, made by the run from the allow-list. */
  readonly env: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  /** Stores bytes that do not fit into a result and gives back a path the model can read on. */
  readonly keep: (callId: string, bytes: Uint8Array) => Promise<string>;
  readonly onOutput?: (chunk: Uint8Array) => void;
  /**
   * The floor once more, on exactly the bytes about to run: the reason to refuse, or null. Given by the run, so that
   * tools need not know the policy.
   */
  readonly floor: (command: string) => string | null;
  /** The same for text that is typed into a shell, together with all that was typed there before. */
  readonly floorOfInput: (call: Call) => string | null;
  /** What the person said to the question that this very call puts; null for every other call. */
  readonly reply: PersonReply | null;
  /** The untrusted origins of what the turn holds. */
  readonly taint: readonly Origin[];
  /** False for a path that holds secrets: our own recursive reads pass it over. */
  readonly isSecret: (path: string) => boolean;
  /** Digest of the {@link Preview} that this very call was decided on; null: the tool gives none. */
  readonly preview: string | null;
  /** The person who said yes to this very call; null: nobody was asked. */
  readonly approvedBy: string | null;
  /** What the call is part of. */
  readonly run: string;
  readonly model: string;
}

export interface ToolResult {
  readonly isError: boolean;
  /** What the model reads; bounded by the tool. */
  readonly text: string;
  /** What tells two results apart where `text` holds something new at each call (a path, a time); absent: `text`. */
  readonly compare?: string;
  /** Where the text came from, where the tool knows it better than its call tells. */
  readonly origin?: Origin;
  /** For people and programs: what changed, how long it took. */
  readonly detail?: Readonly<Record<string, unknown>>;
  /** What happened besides; stored behind the result. */
  readonly events?: readonly SkillEvent[];
}

/** What a call would do, for a person who is asked: an answer counts only while the digest is the same. */
export interface Preview {
  readonly digest: string;
  readonly text: string;
}

/**
 * A tool. `input` reaches `run` only after `parse` accepted it and the judge allowed the call; `run` checks its own
 * confinement again. Expected failures are results with `isError`; exceptions are bugs.
 */
export interface Tool {
  readonly name: string;
  readonly title: string;
  /** What the model is told: short, with the arguments' traps. */
  readonly description: string;
  readonly risk: Risk;
  /** Running it twice does no harm: a call that a dying process left without a result is run again. */
  readonly repeatable: boolean;
  /** JSON Schema of the arguments, derived from the tool's own schema. */
  readonly schema: Readonly<Record<string, unknown>>;
  /** Null when the input fits, else one sentence that names the argument and what it should be. */
  fault(input: unknown): string | null;
  /** The text that rules match: path, command, pattern. */
  subject(input: Readonly<Record<string, unknown>>): string;
  /** A function of the arguments alone. */
  effects(input: Readonly<Record<string, unknown>>, place: Place): readonly Effect[];
  /** Where the arguments do not tell by themselves what would happen. Nothing is changed. */
  preview?(input: Readonly<Record<string, unknown>>): Promise<Preview | null>;
  run(call: Call, context: ToolContext): Promise<ToolResult>;
}
