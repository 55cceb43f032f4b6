import type { AppConfig } from '../load-config.ts';

const NAMES = /(?:^|_)(?:KEY|TOKEN|SECRET|PASSWORD|PASSWD|PASSPHRASE|CREDENTIALS)$/;

/** Shorter values stand in ordinary text too, and say little. */
const MIN_LENGTH = 8;

export const MASK = '[secret]';

/**
 * Puts a mark in place of every secret value that is known here: keys of providers, and variables that are named like
 * one. By value and not by keyword, in every text of the value.
 */
export function createMask({ models, world }: AppConfig): <T>(value: T) => T {
  const keys = Object.values(models.providers).map((provider) => provider?.apiKey);
  const named = Object.entries(world.env).map(([name, value]) => (NAMES.test(name.toUpperCase()) ? value : undefined));
  const secrets = [...new Set([...keys, ...named])]
    .filter((value) => value !== undefined && value.length >= MIN_LENGTH)
    .toSorted((a, b) => (b?.length ?? 0) - (a?.length ?? 0));
  const maskText = (text: string): string =>
    secrets.reduce<string>((masked, secret) => masked.replaceAll(secret ?? '', MASK), text);
  const mask = (value: unknown): unknown => {
    if (typeof value === 'string') return maskText(value);
    if (Array.isArray(value)) return value.map(mask);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [maskText(key), mask(inner)]));
  };
  // The shape stays: texts become texts.
  return secrets.length === 0 ? (value) => value : <T>(value: T) => mask(value) as T;
}
