/** Something odd about a skill's text that a person may want to mend; the skill works all the same. */
export interface SkillNote {
  readonly code:
    | 'frontmatter-unclosed'
    | 'frontmatter-repaired'
    | 'key-twice'
    | 'name-differs'
    | 'name-missing'
    | 'description-missing'
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
