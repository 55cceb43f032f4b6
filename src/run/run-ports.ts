import type { Redactor } from '../guard/redact.ts';
import type { StandingRule } from '../policy/answers/standing.ts';
import type { Clock } from '../ports/clock.ts';
import type { Model, ModelDelta } from '../ports/model.ts';
import type { GuardedJobs } from './guarded/guard-jobs.ts';
import type { Sandbox } from '../ports/sandbox.ts';
import type { Store } from '../ports/store.ts';
import type { Place, Preview, Tool } from '../ports/tool.ts';
import type { AnswerKind, Decision } from '../vocab/decision.ts';
import type { Call } from '../vocab/call.ts';
import type { RunEvent } from '../vocab/event.ts';
import type { Facts, Grant, WindowEntry } from '../vocab/facts.ts';
import type { StoredImage } from '../vocab/message.ts';
import type { CallState } from './run-state.ts';
import type { Mode, Origin } from '../vocab/principal.ts';
import type { Instruction } from './model/instructions.ts';

/** What the judge has to know of the run besides the call. */
export interface Situation {
  readonly mode: Mode;
  readonly requester: string;
  readonly window: readonly WindowEntry[];
  readonly grants: readonly Grant[];
  readonly taint: readonly Origin[];
  /** Why the call's arguments could not be read at all; null when they could. */
  readonly fault: string | null;
  /** What the tool says it would do. */
  readonly preview: Preview | null;
}

/** A decision with everything it was made from. */
export interface Judgement {
  readonly facts: Facts;
  readonly decision: Decision;
  /** For whoever is asked. */
  readonly preview?: Preview | null;
}

/** Gathers facts and decides. Throws only when the world is broken; then nothing runs. */
export type Judge = (call: Call, situation: Situation) => Judgement;

/** What a run tells those who watch it. Stored events come after they are stored; deltas are never stored. */
export type Progress =
  | { readonly kind: 'event'; readonly event: RunEvent }
  /** A run goes on that another process began: its calls without a result. */
  | { readonly kind: 'open-calls'; readonly calls: readonly Pick<CallState, 'call' | 'decided'>[] }
  /** What the project says about working in it, and what it would say if a person trusted it. */
  | {
      readonly kind: 'instructions';
      readonly files: readonly Pick<Instruction, 'path' | 'cut'>[];
      readonly withheld: readonly string[];
    }
  | { readonly kind: 'text'; readonly text: string }
  /** What the model thinks before it speaks, as far as its provider shows it; never stored. */
  | { readonly kind: 'thought'; readonly text: string }
  | Extract<ModelDelta, { kind: 'retry' | 'fallback' }>
  | { readonly kind: 'output'; readonly call: string; readonly chunk: Uint8Array }
  /** Something a person should know of this turn that is no part of it. */
  | { readonly kind: 'notice'; readonly text: string };

/** Writes what a person decided for good. Synchronous: it happens while no other process writes. */
export type RulesWriter = (rules: readonly StandingRule[], origin: RuleOrigin) => void;

export interface RuleOrigin {
  readonly answer: AnswerKind;
  readonly by: string;
  readonly at: number;
  readonly approval: string;
}

/** What an answer needs of the world. */
export interface AnswerPorts {
  readonly store: Store;
  readonly clock: Clock;
  /** Loads what writes rules; only few answers need it. */
  readonly loadRulesWriter: () => Promise<RulesWriter>;
}

/** The world of a run. Everything it does to anything goes through here. */
export interface RunPorts extends AnswerPorts {
  readonly run: string;
  readonly model: Model;
  readonly tools: ReadonlyMap<string, Tool>;
  readonly sandbox: Sandbox;
  readonly jobs: GuardedJobs;
  readonly judge: Judge;
  readonly place: Place;
  /** What a trusted project says about working in it. */
  readonly instructions: readonly Instruction[];
  /** The index of skills and the active one, as part of the instructions; empty for none. */
  readonly skills: string;
  /** The environment a command gets for this call; the read-only proof may ask for more of it. */
  readonly commandEnv: (judgement: Judgement) => Readonly<Record<string, string>>;
  /** Keeps bytes that do not fit into a result; gives back a path the model can read. */
  readonly keep: (callId: string, bytes: Uint8Array) => Promise<string>;
  /** The bytes of a picture that was kept; null when they are gone. */
  readonly loadImage: (image: StoredImage) => Promise<Uint8Array | null>;
  /** The floor on exactly these bytes: the reason to refuse, or null. */
  readonly floor: (command: string) => string | null;
  readonly floorOfInput: (call: Call) => string | null;
  readonly isSecret: (path: string) => boolean;
  /** Replaces known secret values in whatever is stored, shown or sent. */
  readonly redact: Redactor;
  /** How long a question waits for a person, in ms; null: until the run is stopped. */
  readonly waitTimeoutMs: number | null;
  /** The time this process may spend on the run is over: the model is not asked again. */
  readonly isOverTime: () => boolean;
  /** Reads the policy again, after an answer that wrote a rule. Throws a Fault when it is broken now. */
  readonly refresh: () => Promise<void>;
  readonly watch: (progress: Progress) => void;
}
