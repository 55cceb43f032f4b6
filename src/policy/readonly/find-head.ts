import type { ReadonlyPreset } from '../../vocab/policy.ts';
import type { Word } from '../../vocab/shell-line.ts';
import { readFlags, type FlagsRead } from '../flags.ts';
import type { ReadonlyHead } from './head.ts';
import { DEV_HEADS, NPM_HEADS } from './heads/dev.ts';
import { ECHO } from './heads/echo.ts';
import { FILE_HEADS } from './heads/files.ts';
import { GIT_GLOBALS, GIT_PRESET_HEADS } from './heads/git-preset.ts';
import { GIT_HEADS } from './heads/git.ts';
import { SEARCH_HEADS } from './heads/search.ts';
import { SYSTEM_HEADS } from './heads/system.ts';
import { TEXT_HEADS } from './heads/text.ts';
import { textOf } from '../../shell/words/word-text.ts';

/** A use of git: its subcommand and the options in front of it. */
export interface GitUse {
  readonly subcommand: string;
  readonly globals: FlagsRead;
  /** The subcommand belongs to the default set, not to the preset. */
  readonly isDefault: boolean;
}

/** A head that some table knows, and the words that the table speaks of. */
export interface FoundHead {
  readonly spec: ReadonlyHead;
  /** The preset that must be switched on; null for the default set. */
  readonly preset: ReadonlyPreset | null;
  /** The words behind the head and its verbs. */
  readonly words: readonly Word[];
  /** Those words by the head's own table. `echo` prints every word, so it has no flags. */
  readonly read: FlagsRead;
  readonly git: GitUse | null;
}

type Entry = Omit<FoundHead, 'read'>;

const PLAIN: readonly (readonly [Readonly<Record<string, ReadonlyHead>>, ReadonlyPreset | null])[] = [
  [FILE_HEADS, null],
  [SEARCH_HEADS, null],
  [TEXT_HEADS, 'text'],
  [SYSTEM_HEADS, 'system'],
  [DEV_HEADS, 'dev'],
];

/** Many checks ask about the same command. */
const known = new WeakMap<readonly Word[], FoundHead | null>();

/** The table for a command's words, whatever presets are on; null when no table knows it. */
export function findHead(words: readonly Word[]): FoundHead | null {
  let found = known.get(words);
  if (found === undefined) {
    const entry = findEntry(words);
    found = entry === null ? null : { ...entry, read: readEntry(entry) };
    known.set(words, found);
  }
  return found;
}

function findEntry(words: readonly Word[]): Entry | null {
  const name = textOf(words[0]);
  if (name === 'git') return findGit(words);
  if (name === 'echo') return { spec: ECHO, preset: null, words: words.slice(1), git: null };
  if (name === 'npm') {
    const spec = pick(NPM_HEADS, textOf(words[1]));
    if (spec !== null) return { spec, preset: 'dev', words: words.slice(2), git: null };
  }
  for (const [heads, preset] of PLAIN) {
    const spec = pick(heads, name);
    if (spec !== null) return { spec, preset, words: words.slice(1), git: null };
  }
  return null;
}

function findGit(words: readonly Word[]): Entry | null {
  const globals = readFlags(words.slice(1), GIT_GLOBALS.table);
  if (globals.unknown.length > 0) return null;
  const [verb, ...rest] = globals.operands;
  const version = pick(GIT_PRESET_HEADS, 'version');
  if (version !== null && globals.flags.some(({ name }) => name === '-v')) {
    const git = { subcommand: 'version', globals, isDefault: false };
    return { spec: version, preset: 'git', words: globals.operands, git };
  }
  // `--` in front of the subcommand is an error of git's; it is not taken for an end of options here.
  if (verb === undefined || words[words.indexOf(verb) - 1]?.value === '--') return null;
  const [second, ...behind] = rest;
  const two = `${textOf(verb)} ${textOf(second)}`;
  const preset: ReadonlyPreset | null = globals.flags.length > 0 ? 'git' : null;
  const pair = pick(GIT_PRESET_HEADS, two);
  if (pair !== null)
    return { spec: pair, preset: 'git', words: behind, git: { subcommand: two, globals, isDefault: false } };
  const subcommand = textOf(verb);
  const own = pick(GIT_HEADS, subcommand);
  if (own !== null) return { spec: own, preset, words: rest, git: { subcommand, globals, isDefault: true } };
  const more = pick(GIT_PRESET_HEADS, subcommand);
  return more === null
    ? null
    : { spec: more, preset: 'git', words: rest, git: { subcommand, globals, isDefault: false } };
}

const pick = (heads: Readonly<Record<string, ReadonlyHead>>, name: string): ReadonlyHead | null =>
  (Object.hasOwn(heads, name) ? heads[name] : null) ?? null;

const readEntry = ({ spec, words }: Entry): FlagsRead =>
  spec === ECHO
    ? { flags: [], operands: words, unknown: [], behindMarker: words.length }
    : readFlags(words, spec.table);
