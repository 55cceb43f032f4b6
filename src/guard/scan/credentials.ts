import type { Place } from './near.ts';

/** Keys, tokens and private keys in the forms that their issuers give them. Linear: each begins with letters of its own. */
const LITERAL =
  /\b(?:sk|pk|rk)[-_](?:live|test|proj|ant)?[-_]?[A-Za-z0-9_-]{16,}|\bgh[pousr]_[A-Za-z0-9]{20,}|\bgithub_pat_\w{20,}|\bglpat-[\w-]{16,}|\bnpm_[A-Za-z0-9]{30,}|\bxox[abeprs]-[\w-]{10,}|\bA(?:KIA|SIA)[A-Z0-9]{16}\b|\bAIza[\w-]{30,}|\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*|-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----[^]*?(?:-----END [A-Z ]{0,40}PRIVATE KEY-----|$)/g;

/** Words and runs that stand for a value. No issuer gives out the like. */
const PLACEHOLDER =
  /example|sample|placeholder|dummy|redacted|changeme|your|insert|here|secret|token|(.)\1{4}|\.{3}|1234567|abcdefg/i;
const HAS_DIGIT = /\d/;

const isValue = (text: string): boolean =>
  text.startsWith('-----') ? /\n[A-Za-z0-9+/=]{16}/.test(text) : HAS_DIGIT.test(text) && !PLACEHOLDER.test(text);

/** Where a text holds a value that is a secret by its form; what only stands for one is none. */
export function* findCredentials(text: string): Generator<Place> {
  for (const { 0: found, index } of text.matchAll(LITERAL))
    if (isValue(found)) yield { start: index, end: index + found.length };
}

/** What stands in the place of a value. */
export const HIDDEN_VALUE = '<secret>';

/** The text without values that are secrets by their form. */
export const hideCredentials = (text: string): string =>
  text.replaceAll(LITERAL, (found) => (isValue(found) ? HIDDEN_VALUE : found));
