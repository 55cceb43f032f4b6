import { findLiterals, type Literals } from './literals.ts';
import { MESSAGE_RULES } from '../message-rules.ts';
import { SKILL_RULES } from '../skill-rules.ts';

const SHAPES = [...MESSAGE_RULES, ...SKILL_RULES].flatMap(({ shapes = [] }) => shapes);

/**
 * By the source of a shape, what each of its matches holds: of every group one text. The build computes this module: it
 * holds nothing but JSON.
 */
export const SHAPE_LITERALS: Readonly<Record<string, readonly Literals[]>> = Object.fromEntries(
  SHAPES.map(({ source }) => [source, findLiterals(source)]),
);
