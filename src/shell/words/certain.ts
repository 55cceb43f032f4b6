import type { ParameterExpansionPart } from 'unbash';

/**
 * Where quotes count inside a quoted `${..}` and where they do not, bash and the parser see differently. Sure are single
 * quotes without expansions or other quotes beside them, and double quotes around plain text.
 */
export function isTangled(text: string): boolean {
  if (/\$['"]|'[^]*(?:`|\$\()|`[^]*'|\\'|'[^']*\\|'[^]*"|"[^]*'/.test(text)) return true;
  const plain = text.replace(/\$\([^()'"`]*\)/g, 'x').replace(/"[\w ./:=@%+,-]*"/g, '');
  return !/`|\$\(/.test(plain) && plain.includes('"');
}

/** `~name` and what follows up to the next slash. No other text names a user. */
export const TILDE = /^~([\w.+-]*)(?=$|[/:])([^/]*)/;

/** Escapes above 0x7f give bytes, not characters, and NUL ends the string: the parser's decoding is not bash's. */
export const isPlainAnsiC = (text: string, value: string): boolean =>
  !/\\(?:x(?:[89a-fA-F]|[^\da-fA-F]|$)|[2-7][0-7]{2}|c)/.test(text) && !/[^\x01-\x7f]/.test(value);

const PARAMETER = String.raw`(?:[A-Za-z_]\w*(?:\[[^]+?\])?|\d+|[-@*#?$!])`;
const SUBSTITUTION = new RegExp(
  String.raw`^\$\{(?:${PARAMETER}|#${PARAMETER}|!${PARAMETER}[@*]?|!?${PARAMETER}(?:[-=?+#%/^,~][^]*|:[^}][^]*|@[A-Za-z]))\}$`,
);

/** Whether bash takes this for a parameter with one of its operations; otherwise it ends there. */
export const isSubstitution = (text: string): boolean => SUBSTITUTION.test(text);

/** `${x%/}`, `${x//a/b}`, `${x^^}`: whatever they do to nothing gives nothing. What they start is not passed over. */
export const staysEmpty = ({ operation, text }: ParameterExpansionPart): boolean =>
  /^(?:Remove|Replace|CaseModification)$/.test(operation?.type ?? '') && !/[$`]|[<>]\(/.test(text.slice(2));
