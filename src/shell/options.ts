import type { Flag, FlagTable } from '../vocab/flag-table.ts';
import type { Word } from '../vocab/shell-line.ts';

/** One flag as it was used. `name` is the spelling of the table; `value` null when it takes none. */
export interface UsedFlag {
  readonly name: string;
  readonly flag: Flag;
  readonly value: Word | null;
}

export interface OptionsRead {
  readonly flags: readonly UsedFlag[];
  readonly operands: readonly Word[];
  /** Index in `words` of the first operand; the number of words when there is none. */
  readonly operandsAt: number;
  /** What looks like a flag and stands in no table, or cannot be known. */
  readonly unknown: readonly string[];
}

/**
 * Reads a command's words (head at `words[0]`) by its table: clusters, glued and following values, long abbreviations,
 * `--`. A word that is not known may be a flag and counts as unknown.
 */
export function readOptions(words: readonly Word[], table: FlagTable, from = 1): OptionsRead {
  const state: State = { words, table, at: from, flags: [], operands: [], operandsAt: words.length, unknown: [] };
  let options = true;
  while (state.at < words.length) {
    const word = words[state.at] as Word;
    const text = word.value;
    if (options && text === '--') {
      options = false;
      state.at++;
      continue;
    }
    if (options && isFlagLike(text ?? word.prefix, table)) readFlag(state, word);
    else {
      if (options && text === null && word.prefix === '') state.unknown.push(word.text);
      if (state.operands.length === 0) state.operandsAt = state.at;
      if (table.stopsAtOperand === true) break;
      state.operands.push(word);
      state.at++;
    }
  }
  if (table.stopsAtOperand === true) {
    state.operandsAt = state.at;
    state.operands.push(...words.slice(state.at));
  }
  return state;
}

interface State extends OptionsRead {
  readonly words: readonly Word[];
  readonly table: FlagTable;
  at: number;
  flags: UsedFlag[];
  operands: Word[];
  operandsAt: number;
  unknown: string[];
}

const isFlagLike = (text: string, table: FlagTable): boolean =>
  text.length > 1 && (text.startsWith('-') || (table.style === 'plain' && text.startsWith('+') && '+' in table.flags));

function readFlag(state: State, word: Word): void {
  const { table } = state;
  const text = word.value ?? word.prefix;
  state.at++;
  if (text.startsWith('--') || table.style !== 'gnu') readLong(state, word, text);
  else readCluster(state, word, text);
}

function readLong(state: State, word: Word, text: string): void {
  const equals = text.indexOf('=');
  const written = equals === -1 ? text : text.slice(0, equals);
  const found = findFlag(written, state.table);
  if (found === null || (word.value === null && equals === -1)) {
    state.unknown.push(word.text);
    return;
  }
  const [name, flag] = found;
  if (equals !== -1) {
    const value = {
      ...word,
      value: word.value === null ? null : text.slice(equals + 1),
      prefix: text.slice(equals + 1),
    };
    state.flags.push({ name, flag, value });
    if (flag.arity === 0) state.unknown.push(word.text);
  } else takeValue(state, name, flag);
}

function takeValue(state: State, name: string, flag: Flag): void {
  const value = flag.arity === 1 ? (state.words[state.at] ?? null) : null;
  if (flag.arity === 1) state.at++;
  state.flags.push({ name, flag, value });
}

function readCluster(state: State, word: Word, text: string): void {
  for (let i = 1; i < text.length; i++) {
    const name = `-${text.charAt(i)}`;
    const flag = Object.hasOwn(state.table.flags, name) ? state.table.flags[name] : undefined;
    if (flag === undefined) {
      state.unknown.push(name);
      return;
    }
    const rest = text.slice(i + 1);
    if (flag.arity === 0) state.flags.push({ name, flag, value: null });
    else if (rest !== '' || (word.value === null && flag.arity !== 1)) {
      state.flags.push({ name, flag, value: { ...word, value: word.value === null ? null : rest, prefix: rest } });
      return;
    } else {
      takeValue(state, name, flag);
      return;
    }
  }
  if (word.value === null) state.unknown.push(word.text);
}

/** The flag that a spelling names; a unique abbreviation of a long one counts where the program allows it. */
export function findFlag(written: string, table: FlagTable): readonly [string, Flag] | null {
  const exact = Object.hasOwn(table.flags, written) ? table.flags[written] : undefined;
  if (exact !== undefined) return [written, exact];
  if (table.style !== 'gnu' || !written.startsWith('--') || written.length < 3) return null;
  const candidates = Object.keys(table.flags).filter((name) => name.startsWith(written));
  const meanings = new Set(candidates.map((name) => table.flags[name]?.same ?? name));
  const [first] = candidates;
  const flag = first === undefined ? undefined : table.flags[first];
  return meanings.size === 1 && first !== undefined && flag !== undefined ? [first, flag] : null;
}
