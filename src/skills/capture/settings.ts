import * as z from 'zod/mini';
import { fail, ok, type Result } from '../../base/result.ts';
import { nearest, showOnOneLine } from '../../base/text.ts';

export const workshopSettingsSchema = z.strictObject({
  enabled: z._default(z.boolean(), true),
  autoCapture: z._default(z.boolean(), true),
  approvalPolicy: z._default(z.enum(['pending', 'auto']), 'pending'),
  reviewMode: z._default(z.enum(['off', 'heuristic', 'llm', 'hybrid']), 'hybrid'),
  reviewInterval: z._default(z.int().check(z.gte(1), z.lte(200)), 15),
  reviewMinToolCalls: z._default(z.int().check(z.gte(1), z.lte(500)), 8),
  reviewTimeoutMs: z._default(z.int().check(z.gte(5_000), z.lte(180_000)), 45_000),
  maxPending: z._default(z.int().check(z.gte(1), z.lte(200)), 50),
  maxSkillBytes: z._default(z.int().check(z.gte(1_024), z.lte(200_000)), 40_000),
});

/** The settings of the skill workshop, every one of them there. */
export type WorkshopSettings = Readonly<z.infer<typeof workshopSettingsSchema>>;

type WorkshopKey = keyof WorkshopSettings;

/** Completes "must be ...". */
const TAKES: Readonly<Record<WorkshopKey, string>> = {
  enabled: 'true or false',
  autoCapture: 'true or false',
  approvalPolicy: 'pending or auto',
  reviewMode: 'off, heuristic, llm or hybrid',
  reviewInterval: 'a whole number from 1 to 200',
  reviewMinToolCalls: 'a whole number from 1 to 500',
  reviewTimeoutMs: 'a whole number from 5000 to 180000',
  maxPending: 'a whole number from 1 to 200',
  maxSkillBytes: 'a whole number from 1024 to 200000',
};

export interface SettingsFault {
  /** Null: it is about the whole. */
  readonly key: string | null;
  readonly message: string;
  readonly hint: string;
}

/**
 * Reads the settings; what is left out has its default, and nothing at all is every default. A wrong value is a fault and
 * never taken for another one: whoever gets faults has no settings, and starts nothing. All faults are given at once.
 */
export function parseWorkshopSettings(value: unknown): Result<WorkshopSettings, readonly SettingsFault[]> {
  const parsed = z.safeParse(workshopSettingsSchema, value ?? {});
  if (parsed.success) return ok(parsed.data);
  return fail(parsed.error.issues.flatMap((issue) => toFaults(issue, value)));
}

function toFaults(issue: z.core.$ZodIssue, root: unknown): readonly SettingsFault[] {
  if (issue.code === 'unrecognized_keys') return issue.keys.map(unknownKey);
  const key = issue.path[0];
  if (typeof key !== 'string') {
    const message = `The settings of the skill workshop must be a map of keys, not ${show(root)}.`;
    return [{ key: null, message, hint: 'write `key: value` lines, or leave them out' }];
  }
  const given: unknown = Object.getOwnPropertyDescriptor(Object(root), key)?.value;
  const words = issue.code === 'invalid_value' ? issue.values.map(String) : [];
  const meant = typeof given === 'string' ? nearest(given.toLowerCase(), words) : null;
  const takes = Object.entries(TAKES).find(([name]) => name === key)?.[1] ?? 'something else';
  const hint = meant === null ? 'leave it out for the default' : `did you mean ${meant}?`;
  return [{ key, message: `${key} must be ${takes}, not ${show(given)}.`, hint }];
}

function unknownKey(key: string): SettingsFault {
  const names = Object.keys(TAKES);
  const meant = names.find((name) => name.toLowerCase() === key.toLowerCase()) ?? nearest(key, names);
  const hint = meant === null ? `the keys are ${names.join(', ')}` : `did you mean ${meant}?`;
  return { key, message: `There is no key ${show(key)} of the skill workshop.`, hint };
}

const show = (value: unknown): string => showOnOneLine(JSON.stringify(value) ?? String(value)).slice(0, 80);
