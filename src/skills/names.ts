/** The longest name of the standard, in characters. */
export const MAX_NAME = 64;

/** The longest description of the standard, in characters. */
export const MAX_DESCRIPTION = 1024;

/** Words that mean something behind `/skills`. */
const RESERVED: ReadonlySet<string> = new Set(['none', 'enable', 'disable', 'list']);

/** Names that some system takes for a device, whatever stands behind a dot. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

/** Whether no file can be called so on some system. */
export const isDevice = (name: string): boolean => DEVICE.test(name);

/** Why a skill may not be given this name; null when it may. Kebab-case of the standard, two characters at least. */
export function findNameFault(name: string): string | null {
  if (name.length < 2 || name.length > MAX_NAME)
    return `a name has 2 to ${MAX_NAME} characters, and this one has ${name.length}`;
  if (!/^[a-z0-9](?:-?[a-z0-9])*$/.test(name))
    return 'a name is made of lower-case letters and digits with single hyphens between them';
  if (isDevice(name)) return `${name} is the name of a device on some systems`;
  return RESERVED.has(name) ? `${name} is a word that /skills takes for itself` : null;
}

/** The nearest name that may be given; null where nothing is left of it. */
export function toName(text: string): string | null {
  const name = text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_NAME)
    .replace(/^-+|-+$/g, '');
  return findNameFault(name) === null ? name : null;
}

/**
 * Whether a skill that exists may be called by this name: letters of any script, digits, single hyphens or underscores.
 * Wider than what is written, for skills of others.
 */
export const isCallable = (name: string): boolean =>
  [...name].length <= MAX_NAME && /^[\p{Ll}\p{Lo}\p{Lm}\p{N}]+(?:[-_][\p{Ll}\p{Lo}\p{Lm}\p{N}]+)*$/u.test(name);

/** Two names that differ only in case or in how their characters are encoded are one. */
export const toKey = (name: string): string => name.normalize('NFKC').toLowerCase();
