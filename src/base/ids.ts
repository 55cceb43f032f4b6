import { randomBytes } from 'node:crypto';

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const CHANCE_BYTES = 12;

/** Fetched for many ids at once: each byte is used once. */
let chance: Uint8Array = new Uint8Array();

/** A new id such as `run_01jd…`: the prefix, then 10 characters of time and 12 of chance, sortable by time. */
export function createId(prefix: string, at: number = Date.now()): string {
  let time = '';
  for (let left = at, i = 0; i < 10; i++, left = Math.floor(left / 32)) time = ALPHABET[left % 32] + time;
  if (chance.length === 0) chance = randomBytes(64 * CHANCE_BYTES);
  let rest = '';
  for (const byte of chance.subarray(0, CHANCE_BYTES)) rest += ALPHABET[byte % 32];
  chance = chance.subarray(CHANCE_BYTES);
  return `${prefix}_${time}${rest}`;
}
