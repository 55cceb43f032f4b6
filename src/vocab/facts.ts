import type { ToolFacts } from './call.ts';
import type { DangerClass } from './danger.ts';
import type { Mode, Origin } from './principal.ts';
import type { ShellLine, Unparsable } from './shell-line.ts';

/** A path that the call names, as given and as the disk resolves it. */
export interface PathFact {
  readonly given: string;
  readonly absolute: string;
  /** After symlinks; of a missing path the real path of its nearest existing parent plus the rest. Null: not asked. */
  readonly real: string | null;
  /** Where the name itself lies: the real folder in front of it, and the last component as written. */
  readonly named?: string;
  /** The absolute pattern of the line that gave this name on disk. */
  readonly fromGlob?: string;
}

/** One earlier call of the run, oldest first; a person's new message clears the window. */
export interface WindowEntry {
  readonly call: string;
  /** Digest of the result; null for a call that was denied. */
  readonly result: string | null;
  readonly denied: boolean;
}

/** What a person's `once` or `session` answer left behind. Lifts an ask, never a deny. */
export interface Grant {
  readonly session: string;
  readonly requester: string;
  readonly tool: string;
  readonly kind: 'exact' | 'class';
  /** `exact`: the text made by `exactValue`; `class`: a danger class or `workspace-edit`. */
  readonly value: string;
  readonly cwd: string;
  readonly by: string;
  readonly at: number;
  /** A `once` answer: bound to this call digest, holds in steps that only `once` lifts. */
  readonly callDigest?: string;
  /** Taint sources present when the answer was given. */
  readonly taint?: readonly Origin[];
}

/** Everything `decide` is given, gathered before by `gatherFacts`; stored with the decision, replay uses nothing else. */
export interface Facts {
  readonly tool: ToolFacts;
  readonly cwd: string;
  readonly home: string;
  readonly agentHome: string;
  /** The root that file tools are confined to: `terminal.cwd`, else the working directory. */
  readonly workspace: string;
  readonly homes: readonly string[];
  /** Folders of skills besides the usual ones, as `skills.paths` names them; absent for none. */
  readonly skillFolders?: readonly string[];
  readonly tmp: readonly string[];
  readonly apiAddress: string | null;
  readonly platform: string;
  /** The environment the command will get, as far as the line mentions it. */
  readonly env: Readonly<Record<string, string>>;
  readonly line: ShellLine | Unparsable | null;
  readonly paths: readonly PathFact[];
  readonly scripts: readonly { readonly path: string; readonly sha256: string }[];
  /**
   * What the repository's own configuration holds that could run a program, lower case: `core.fsmonitor`,
   * `filter.lfs.clean`, `format.pretty=%g`; besides `(unreadable)`, `(embedded-bare)`, `(split-index)`.
   */
  readonly gitExec: readonly string[];
  /**
   * What git's configuration, the person's and the repository's, switches on about signing, for lines with a git command
   * that may sign: `commit.gpgsign`, `tag.gpgsign`, `push.gpgsign`, `gpg.format=ssh`. No verdict depends on it.
   */
  readonly gitSigning: readonly string[];
  /** Heads on the line that resolve to a program inside the workspace. */
  readonly workspaceHeads: readonly string[];
  readonly sudoPassword: boolean;
  /** Digest of what the tool said that the call would do; absent where it says nothing. */
  readonly preview?: string;
  readonly taint: readonly Origin[];
  readonly window: readonly WindowEntry[];
  readonly grants: readonly Grant[];
  readonly mode: Mode;
  readonly requester: string;
  readonly now: number;
}

/** A danger class found in a call, with the command that has it (null: the call as a whole). */
export interface Danger {
  readonly class: DangerClass;
  readonly command: number | null;
  readonly because: string;
  /** The words that make it dangerous: an allow rule covers it when it names all of them. */
  readonly words: readonly string[];
  /** The paths that make it dangerous: an allow rule covers it when its literal part lies in the same place. */
  readonly paths: readonly string[];
}
