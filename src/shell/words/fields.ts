import type { Word, WordFeature } from '../../vocab/shell-line.ts';
import type { Printed } from '../reader.ts';
import { isPrinted, toGlob, toShellText } from './printed.ts';

/**
 * A piece of a word after expansion. `text: null` is not known. `split`: subject to word splitting (an expansion outside
 * quotes). `active`: `*`, `?` and `[` in it are a glob.
 */
export interface Fragment {
  readonly text: string | null;
  readonly split: boolean;
  readonly active: boolean;
  /** Of a text that is not known: what is known of it. */
  readonly heard?: string;
}

/** Text that stays as it is. */
export const fixed = (text: string | null): Fragment => ({ text, split: false, active: false });

/** Text that may be split, and a glob. */
export const open = (text: string | null, isOpen = true): Fragment => ({ text, split: isOpen, active: isOpen });

export interface WordSource {
  readonly text: string;
  readonly features: readonly WordFeature[];
  readonly runs: readonly number[];
}

/** Joins fragments to the words that bash would pass. `ifs` null: not known, so nothing that splits is known. */
export function toFields(fragments: readonly Fragment[], source: WordSource, ifs: string | null): Word[] {
  const fields: Field[] = [];
  let field: Field | null = null;
  const opened = (): Field => {
    if (field === null) fields.push((field = emptyField()));
    return field;
  };
  for (const fragment of fragments) {
    const { text, split, heard = '' } = fragment;
    if (split && text === '') continue;
    if (text === null || (split && ifs === null)) {
      appendUnknown(opened(), split, heard);
      continue;
    }
    const pieces = split && ifs !== null ? splitText(text, ifs) : [text];
    for (const [i, piece] of pieces.entries()) {
      if (i > 0) field = null;
      if (piece !== null) append(opened(), piece, fragment);
    }
  }
  return fields.map((done) => toWord(done, source));
}

/** The one word that they make where nothing is split. */
export function toWhole(fragments: readonly Fragment[], source: WordSource): Word {
  const field = emptyField();
  for (const { text, active, heard = '' } of fragments) {
    if (text === null) appendUnknown(field, false, heard);
    else append(field, text, { text, active, split: false });
  }
  return toWord(field, source);
}

/** Stands for what is not known in a text that a shell reads once more: `$_` never is. */
const NOT_KNOWN = '"$_"';

/** A text for a shell: what is known of it stands on lines of its own between what is not. */
export const templateOf = ({ text, heard }: Printed): string =>
  text ?? (heard === '' ? NOT_KNOWN : `${NOT_KNOWN}\n${heard}\n${NOT_KNOWN}`);

/** Whether anything of such a text is known. */
export const holdsWords = (template: string): boolean => /\w/.test(template.replaceAll(NOT_KNOWN, ''));

const BLANKS = ' \t\n';

/** The pieces that word splitting makes; null where a separator begins or ends the text without a word of its own. */
function splitText(text: string, ifs: string): readonly (string | null)[] {
  if (ifs === '') return [text];
  const blanks = [...ifs].filter((char) => BLANKS.includes(char)).join('');
  const marks = [...ifs].filter((char) => !BLANKS.includes(char)).join('');
  const oneOf = (chars: string): string => `[${chars.replace(/[\]\\^-]/g, '\\$&')}]`;
  const separator =
    marks === ''
      ? new RegExp(`${oneOf(blanks)}+`)
      : blanks === ''
        ? new RegExp(oneOf(marks))
        : new RegExp(`${oneOf(blanks)}*${oneOf(marks)}${oneOf(blanks)}*|${oneOf(blanks)}+`);
  const pieces = text.split(separator);
  const startsBlank = blanks.includes(text.charAt(0));
  return pieces.map((piece, i) => {
    // Between two marks lies an empty word; at the end there is none, and blanks never make one.
    const isEmptyWord = marks !== '' && i < pieces.length - 1 && !(i === 0 && startsBlank);
    return piece === '' && !isEmptyWord ? null : piece;
  });
}

interface Field {
  value: string;
  pattern: string;
  glob: boolean;
  known: boolean;
  /** It holds names that some program prints. */
  printed: boolean;
  many: boolean;
  prefix: string;
  template: string;
}

const emptyField = (): Field => ({
  value: '',
  pattern: '',
  glob: false,
  known: true,
  printed: false,
  many: false,
  prefix: '',
  template: '',
});

function appendUnknown(field: Field, many: boolean, heard: string): void {
  field.known = false;
  field.template += templateOf({ text: null, heard });
  field.many ||= many;
}

function append(field: Field, text: string, { active, split }: Fragment): void {
  const printed = isPrinted(text);
  field.value += text;
  field.template += text;
  if (field.known && !field.printed) field.prefix += printed ? text.replace(/[\uf8f0-\uf8f3][^]*/, '') : text;
  field.printed ||= printed;
  field.many ||= printed && split;
  field.glob ||= printed || (active && /[*?[]/.test(text));
  field.pattern += printed ? toGlob(text) : active ? text : text.replace(/[*?[\]\\]/g, '\\$&');
}

function toWord(field: Field, source: WordSource): Word {
  return {
    text: source.text,
    value: field.known && !field.printed ? field.value : null,
    pattern: field.known && field.glob ? field.pattern : null,
    many: field.many,
    prefix: field.prefix,
    ...(field.known || !holdsWords(field.template) ? {} : { template: field.template }),
    features: source.features,
    runs: source.runs,
  };
}

/** A word that is plain text, for what is put together by unwrapping. */
export const literalWord = (value: string): Word => ({
  text: value,
  value,
  pattern: null,
  many: false,
  prefix: value,
  features: [],
  runs: [],
});

/** The same for an item of an output, which may hold names that are not known. */
export const printedWord = (text: string): Word =>
  isPrinted(text)
    ? { ...literalWord(''), text: toShellText(text), value: null, pattern: toGlob(text) }
    : literalWord(text);

/** A word about which nothing is known; `many` when it may be none or several. */
export const unknownWord = (many: boolean): Word => ({ ...literalWord(''), value: null, many });
