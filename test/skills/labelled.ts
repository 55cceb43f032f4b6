import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';

/** One prompt as people type it, with the skills that fit it. */
export interface Prompt {
  readonly prompt: string;
  readonly fits: readonly string[];
}

const skill = z.object({ skill: z.string(), description: z.string() });
const fits = z.array(z.string());
const prompt = z.object({ prompt: z.string(), fits, held: z.optional(z.boolean()), batch: z.optional(z.string()) });
const covered = z.object({ request: z.string(), covered: z.nullable(z.string()) });

const readCases = <T>(file: string, schema: z.ZodMiniType<T>): readonly T[] =>
  readFileSync(join(import.meta.dirname, '../cases', file), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => schema.parse(JSON.parse(line)));

const rows = readCases('skill-index.jsonl', z.union([skill, prompt]));
const later = readCases('skill-index-late.jsonl', prompt);

export const LABELLED_SKILLS = rows.flatMap((row) =>
  'skill' in row ? [{ name: row.skill, description: row.description }] : [],
);

const prompts = rows.flatMap((row) => ('prompt' in row ? [row] : []));

/**
 * The ranking was tuned on `tuned` and `second`, not on `held`; its table of words was written by the hand that wrote all
 * of these. `unseen` was written when ranking and table were settled.
 */
export const LABELLED_PROMPTS: Readonly<Record<'tuned' | 'held' | 'second' | 'unseen', readonly Prompt[]>> = {
  tuned: prompts.filter(({ held }) => held !== true),
  held: prompts.filter(({ held }) => held === true),
  second: later.filter(({ batch }) => batch === 'second'),
  unseen: later.filter(({ batch }) => batch === 'fresh' || batch === 'last'),
};

export const COVERED_CASES = readCases('skill-covers.jsonl', covered);
