import { hash } from 'node:crypto';
import { toCanonicalJson } from './canonical-json.ts';

/** SHA-256 in lower-case hex of the UTF-8 text. */
export const digestText = (text: string | Uint8Array): string => hash('sha256', text, 'hex');

/** SHA-256 in lower-case hex of the value's canonical JSON. */
export const digestOf = (value: unknown): string => digestText(toCanonicalJson(value));
