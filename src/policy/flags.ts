import type { Flag, FlagTable } from '../vocab/flag-table.ts';
import type { Word } from '../vocab/shell-line.ts';
import { textOf } from '../shell/words/word-text.ts';

/** One use of a flag. */
export interface UsedFlag {
  /** The spelling that stands for all its synonyms: `-r` and `--recursive` both give the table's first. */
  readonly name: string;
  readonly flag: Flag;
  /** The glued or following value; null when there is none. */
  readonly value: Word | null;
}

export interface FlagsRead {
  readonly flags: readonly UsedFlag[];
  readonly operands: readonly Word[];
  /** Index in `operands` of the first one behind `--`; the number of operands when there is no `--`. */
  readonly behindMarker: number;
  /** What the table does not explain, as written: an unknown flag, a missing value, a value where none is taken. */
  readonly unknown: readonly string[];
}

interface Reading {
  readonly table: FlagTable;
  readonly words: readonly Word[];
  at: number;
  readonly flags: UsedFlag[];
  readonly operands: Word[];
  readonly unknown: string[];
}

/**
 * Reads the words behind a head strictly: what the table does not explain is reported, never guessed. For the proof a
 * single entry in `unknown` is a refusal, so every doubt goes there.
 */
export function readFlags(words: readonly Word[], table: FlagTable): FlagsRead {
  const reading: Reading = { table, words, at: 0, flags: [], operands: [], unknown: [] };
  let behindMarker = -1;
  while (reading.at < words.length) {
    const word = words[reading.at] as Word;
    if (behindMarker === -1 && word.value === '--' && table.style !== 'find') {
      behindMarker = reading.operands.length;
      reading.at++;
    } else if (behindMarker === -1 && mayBeFlag(word)) {
      reading.at++;
      readFlagWord(reading, word);
    } else {
      reading.at++;
      reading.operands.push(word);
      if (table.stopsAtOperand === true && behindMarker === -1) behindMarker = reading.operands.length;
    }
  }
  const { flags, operands, unknown } = reading;
  return { flags, operands, unknown, behindMarker: behindMarker === -1 ? operands.length : behindMarker };
}

/** `-` alone is a file name, and no program has a blank for a flag. A word that is not known may begin with a dash. */
const mayBeFlag = (word: Word): boolean =>
  word.value === null ? word.prefix === '' || word.prefix.startsWith('-') : /^-[^ \t\n]/.test(word.value);

function readFlagWord(reading: Reading, word: Word): void {
  const { table } = reading;
  const text = word.value;
  if (text === null) {
    reading.unknown.push(word.text);
    reading.operands.push(word);
  } else if (table.style === 'find') readFindWord(reading, word, text);
  else if (text.startsWith('--') || table.style === 'plain') readLong(reading, word, text);
  else readCluster(reading, word, text);
}

function readFindWord(reading: Reading, word: Word, text: string): void {
  const exact = flagOf(reading.table, text);
  if (exact !== null) {
    take(reading, text, exact, null);
    return;
  }
  const glued = Object.keys(reading.table.flags).find(
    (name) => reading.table.flags[name]?.arity === 'attached' && text.startsWith(name),
  );
  const flag = glued === undefined ? null : flagOf(reading.table, glued);
  if (glued === undefined || flag === null) reading.unknown.push(word.text);
  else take(reading, glued, flag, behind(word, glued.length));
}

function readLong(reading: Reading, word: Word, text: string): void {
  const equals = text.indexOf('=');
  const written = equals === -1 ? text : text.slice(0, equals);
  const name = findLong(reading.table, written);
  const flag = name === null ? null : flagOf(reading.table, name);
  if (name === null || flag === null || (equals !== -1 && flag.arity === 0)) {
    reading.unknown.push(word.text);
    if (equals !== -1) reading.operands.push(behind(word, equals + 1));
  } else take(reading, name, flag, equals === -1 ? null : behind(word, equals + 1));
}

function readCluster(reading: Reading, word: Word, text: string): void {
  const { table } = reading;
  for (let i = 1; i < text.length; i++) {
    const name = `-${text.charAt(i)}`;
    const flag = flagOf(table, name);
    const rest = text.slice(i + 1);
    if (flag === null) {
      if (table.numbers === true && /^-\d$/.test(name)) continue;
      reading.unknown.push(word.text);
      return;
    }
    if (flag.arity === 0) {
      take(reading, name, flag, null);
      continue;
    }
    if (table.loneValues === true && rest !== '' && !/^\d+$/.test(rest)) reading.unknown.push(word.text);
    take(reading, name, flag, rest === '' ? null : behind(word, i + 1));
    return;
  }
}

function take(reading: Reading, written: string, flag: Flag, glued: Word | null): void {
  const name = flag.same ?? written;
  if (glued !== null || flag.arity !== 1) {
    reading.flags.push({ name, flag, value: glued });
    return;
  }
  const value = reading.words[reading.at] ?? null;
  reading.at++;
  if (value === null) reading.unknown.push(written);
  reading.flags.push({ name, flag, value });
}

/** The table's spelling of a long flag; a beginning counts when all flags that begin so mean the same one. */
function findLong(table: FlagTable, written: string): string | null {
  if (flagOf(table, written) !== null) return written;
  if (table.style !== 'gnu' || table.exactLong === true || written.length < 3) return null;
  const names = Object.keys(table.flags).filter((name) => name.startsWith(written));
  const [first] = names;
  const meanings = new Set(names.map((name) => table.flags[name]?.same ?? name));
  return first !== undefined && meanings.size === 1 ? first : null;
}

const flagOf = (table: FlagTable, name: string): Flag | null =>
  (Object.hasOwn(table.flags, name) ? table.flags[name] : null) ?? null;

/** The word without its first `count` characters: the value glued to a flag. */
export function behind(word: Word, count: number): Word {
  const head = textOf(word).slice(0, count);
  const pattern = word.pattern?.startsWith(head) === true ? word.pattern.slice(count) : word.pattern;
  return {
    ...word,
    value: word.value === null ? null : word.value.slice(count),
    pattern,
    prefix: word.prefix.slice(count),
  };
}
