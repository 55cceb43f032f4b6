import { findLiterals } from './literals.ts';
import { MESSAGE_RULES } from './message-rules.ts';
import { SKILL_RULES } from './skill-rules.ts';

const SHAPES = [...MESSAGE_RULES, ...SKILL_RULES].flatMap(({ shapes = [] }) => shapes);

/**
 * By the source of a shape, texts of which each of its matches holds at least one; null: not known. The build computes
 * this module: it holds nothing but JSON.
 */
export const SHAPE_LITERALS: Readonly<Record<string, readonly string[] | null>> = Object.fromEntries(
  SHAPES.map(({ source }) => [source, findLiterals(source)]),
);
