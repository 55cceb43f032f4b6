import { Fault } from '../../base/fault.ts';
import { nearest } from '../../base/text.ts';
import { stringFlag, type ParsedArgs } from '../command.ts';

const MAX_COUNT = 1_000_000;

/** A whole number above zero; null when the flag was not given. */
export function countFlag(args: ParsedArgs, name: string): number | null {
  const given = stringFlag(args, name);
  if (given === undefined) return null;
  const count = Number(given);
  if (/^[0-9]+$/.test(given) && count > 0 && count <= MAX_COUNT) return count;
  throw new Fault('usage', `--${name} needs a whole number from 1 to ${MAX_COUNT}, not ${given}.`);
}

/** One of these words; null when the flag was not given. */
export function wordFlag<T extends string>(args: ParsedArgs, name: string, words: readonly T[]): T | null {
  const given = stringFlag(args, name);
  if (given === undefined) return null;
  const word = words.find((known) => known === given);
  if (word !== undefined) return word;
  const meant = nearest(given, words);
  throw new Fault('usage', `There is no ${name} ${given}.${meant === null ? '' : ` Did you mean ${meant}?`}`, {
    hint: `one of ${words.join(', ')}`,
  });
}

const UNITS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 };
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?(?:Z|[+-]\d{2}:\d{2})?$/;

/**
 * Epoch ms of `2026-11-30`, `2026-11-30T08:00`, or `30d` ago; null when the flag was not given. Local
 * time where no zone is named. A plain day counts from its start, or with `end: 'day'` to its end.
 */
export function timeFlag(args: ParsedArgs, name: string, { now, end }: TimeReading): number | null {
  const given = stringFlag(args, name);
  if (given === undefined) return null;
  const [, count, unit] = /^(\d{1,6})([mhdw])$/.exec(given) ?? [];
  if (count !== undefined && unit !== undefined) return now - Number(count) * (UNITS[unit] ?? 0);
  const at = toMoment(given);
  if (Number.isNaN(at)) {
    throw new Fault('usage', `--${name} needs a time, not ${given}.`, {
      hint: 'such as 2026-11-30, 2026-11-30T08:00, or 30d, 12h, 45m for so long ago',
    });
  }
  return DAY.test(given) && end === 'day' ? at + 86_399_999 : at;
}

interface TimeReading {
  readonly now: number;
  readonly end?: 'day';
}

/** NaN for what is no time, and for a day that the calendar does not have. */
function toMoment(given: string): number {
  const date = given.slice(0, 10);
  const day = Date.parse(`${date}T00:00:00Z`);
  if (Number.isNaN(day) || new Date(day).toISOString().slice(0, 10) !== date) return Number.NaN;
  if (DAY.test(given)) return Date.parse(`${given}T00:00`);
  return MOMENT.test(given) ? Date.parse(given) : Number.NaN;
}
