/**
 * Names that a glob gives and a program prints (`echo /*`) are not known, but what they look like is. In the text of
 * such an output each active wildcard stands as a sign of its own, from a range that no script uses, so that whatever
 * takes the text apart keeps it, and nothing takes it for what it says. The last sign is empty: it only says that what
 * is printed is not certain.
 */
const SIGNS = '\uf8f0\uf8f1\uf8f2\uf8f3';
const MEANINGS = '*?[';
const ANY_SIGN = /[\uf8f0-\uf8f3]/;

/** Says of a text that it may not be what is printed. */
export const UNCERTAIN = '\uf8f3';

/** The text with every word of it marked so. */
export const uncertain = (text: string): string => text.replace(/\S+/g, `$&${UNCERTAIN}`);

export const isPrinted = (text: string): boolean => ANY_SIGN.test(text);

/** What a program prints that is given the names of a glob. */
export const printGlob = (pattern: string): string =>
  pattern.replace(/\\([^])|[*?[]/g, (wild: string, quoted?: string) => quoted ?? SIGNS.charAt(MEANINGS.indexOf(wild)));

/** The text with its wildcards in the clear, as a shell that reads it would meet them. */
export const toShellText = (text: string): string =>
  isPrinted(text) ? text.replace(/[\uf8f0-\uf8f3]/g, (sign) => MEANINGS.charAt(SIGNS.indexOf(sign))) : text;

/** The glob that gives what was printed; other specials of the text are quoted. */
export const toGlob = (text: string): string => toShellText(text.replace(/[*?[\]\\]/g, '\\$&'));
