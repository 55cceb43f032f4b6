import type { ScanFinding } from './sanitize.ts';

/** Something odd about a skill's text that a person may want to mend; the skill works all the same. */
export interface SkillNote {
  readonly code:
    | 'frontmatter-unclosed'
    | 'frontmatter-repaired'
    | 'key-twice'
    | 'name-differs'
    | 'description-missing'
    | 'description-cut'
    | 'description-long';
  /** From 1; null where it is about the whole. */
  readonly line: number | null;
  readonly message: string;
}

/** What a SKILL.md says, read tolerantly. Everything in it is data: nothing here grants or runs anything. */
export interface SkillText {
  /** The name as written in the frontmatter, when it can be called by it; null: the folder or file names the skill. */
  readonly name: string | null;
  /** On one line, whole. */
  readonly description: string;
  readonly license: string | null;
  readonly compatibility: string | null;
  /** A request of the author; never a grant. */
  readonly allowedTools: readonly string[];
  readonly metadata: Readonly<Record<string, unknown>>;
  /** Keys that the standard does not know, kept for display. */
  readonly extra: Readonly<Record<string, unknown>>;
  /** Everything behind the frontmatter, with `\n` for line ends. */
  readonly body: string;
  readonly notes: readonly SkillNote[];
}

/** Why a skill cannot be used at all. */
export interface SkillFault {
  readonly line: number | null;
  readonly message: string;
}

/** A folder that skills are read from. */
export interface SkillPlace {
  /** Absolute. */
  readonly path: string;
  readonly kind: 'builtin' | 'agents' | 'own';
  /** It belongs to the project: read only where a person trusts that. */
  readonly isProject: boolean;
  /** The folder whose trust decides; what leads out of it is not read. Absent: the place is a person's own. */
  readonly project?: string;
}

/** A skill as it was found on disk; its body stays there until it is loaded. */
export interface FoundSkill {
  /** What it is called by. */
  readonly name: string;
  /** On one line, at most 1,024 characters. */
  readonly description: string;
  readonly place: SkillPlace;
  /** The `SKILL.md`, or the one file it is made of; absolute. */
  readonly file: string;
  /** The folder of a skill that may have bundled files; null for a single file. */
  readonly folder: string | null;
  readonly notes: readonly SkillNote[];
  /** A request of the author; never a grant. */
  readonly allowedTools: readonly string[];
  /** Changes with every change of one of its files: names, sizes, times, inodes. */
  readonly stamp: string;
  /** What the stamp is made of: paths of its files and folders within its folder. */
  readonly watched: readonly string[];
  /** Critical ones keep it out of use; none for a built-in skill. */
  readonly findings: readonly ScanFinding[];
  /** Findings that a person took upon himself when he accepted exactly this text; absent for none. */
  readonly waived?: readonly Pick<ScanFinding, 'rule' | 'excerpt'>[];
}

/** A skill that cannot be used. */
export interface BrokenSkill {
  readonly name: string;
  readonly place: SkillPlace;
  readonly file: string;
  readonly line: number | null;
  readonly reason: string;
}

/** `quarantined`: the scanner found something critical. */
export type SkillState = 'enabled' | 'disabled' | 'quarantined';

/** A skill that is called by its name: no nearer one has the same. */
export interface Skill extends FoundSkill {
  readonly state: SkillState;
  /** Files of skills of the same name that this one hides. */
  readonly shadows: readonly string[];
}

/** Every skill that can be seen from a workspace. */
export interface Shelf {
  /** By name; names that differ only in case or encoding are one. */
  readonly skills: readonly Skill[];
  readonly broken: readonly BrokenSkill[];
  /** Folders that are not read because nobody trusts the project. */
  readonly withheld: readonly string[];
  /** Where new skills are written: absolute. */
  readonly writePlace: SkillPlace;
}

/** A skill somebody wants to make. */
export interface SkillDraft {
  readonly name: string;
  readonly description: string;
  readonly body: string;
}
