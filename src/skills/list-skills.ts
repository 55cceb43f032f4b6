import { rankSkills, type Ranked } from './rank.ts';
import type { Indexed } from './registry.ts';

export interface SkillPage<S extends Indexed> {
  readonly skills: readonly S[];
  /** From 1; the last one where more was asked for. */
  readonly page: number;
  readonly pages: number;
  /** How many there are on all pages. */
  readonly total: number;
}

export interface PageInput<S extends Indexed> {
  readonly skills: readonly S[];
  /** Absent or without a word: all of them by name. */
  readonly query?: string;
  /** From 1. */
  readonly page: number;
  readonly pageSize: number;
}

/** One page of the skills that have something in common with the query, the nearest first; without a query of all. */
export function listSkills<S extends Indexed>({ skills, query = '', page, pageSize }: PageInput<S>): SkillPage<S> {
  const found = /[\p{L}\p{N}]/u.test(query) ? findSkills(skills, query) : byName(skills);
  const pages = Math.max(1, Math.ceil(found.length / pageSize));
  const at = Math.min(Math.max(1, Math.floor(page)), pages);
  return { skills: found.slice((at - 1) * pageSize, at * pageSize), page: at, pages, total: found.length };
}

function findSkills<S extends Indexed>(skills: readonly S[], query: string): readonly S[] {
  const isFound = ({ relevance }: Ranked<S>): boolean => relevance > 0;
  return rankSkills(skills, { text: query }, new Map())
    .filter(isFound)
    .map(({ skill }) => skill);
}

const byName = <S extends Indexed>(skills: readonly S[]): readonly S[] =>
  skills.toSorted((a, b) => (a.name < b.name ? -1 : 1));
