import type { SkillEvent } from '../vocab/event.ts';
import type { Origin } from '../vocab/principal.ts';
import type { SkillDraft } from '../vocab/skill.ts';

/** What the model gets of skills. Every text is for the model; what goes wrong is told and never thrown. */
export interface SkillLibrary {
  /** Level 2: the instructions of a skill, with a list of its files. */
  load(name: string): Promise<SkillAnswer>;
  /** Level 3: a file of a skill; nothing outside its folder. */
  readFile(name: string, path: string): Promise<SkillAnswer>;
  /** The skills that can be loaded, nearest to the query first; `page` from 1. */
  list(query: string | null, page: number): Promise<SkillAnswer>;
  /** Writes a new skill, or keeps it as a proposal where it may not be written at once. */
  create(draft: SkillDraft, taint: readonly Origin[]): Promise<SkillAnswer>;
}

export interface SkillAnswer {
  readonly isError: boolean;
  readonly text: string;
  readonly events?: readonly SkillEvent[];
  /** For people and programs. */
  readonly detail?: Readonly<Record<string, unknown>>;
}
