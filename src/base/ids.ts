import { randomBytes } from 'node:crypto';

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

/** A new id such as `run_01jd…`: the prefix, then 10 characters of time and 12 of chance, sortable by time. */
export function createId(prefix: string, at: number = Date.now()): string {
  let time = '';
  for (let rest = at, i = 0; i < 10; i++, rest = Math.floor(rest / 32)) time = ALPHABET[rest % 32] + time;
  const chance = Array.from(randomBytes(12), (byte) => ALPHABET[byte % 32]).join('');
  return `${prefix}_${time}${chance}`;
}
