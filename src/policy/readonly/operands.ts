import { baseName } from '../../base/path.ts';
import type { SimpleCommand, Word } from '../../vocab/shell-line.ts';
import { behind, readFlags, type FlagsRead } from '../flags.ts';
import { componentGives, isAnything, shortestOf } from '../paths.ts';
import { NAMED_SECRETS } from '../secrets.ts';
import { findHead, type FoundHead } from './find-head.ts';
import { PATTERN_HEADS } from './heads/pattern-first.ts';
import { textOf } from '../../shell/words/word-text.ts';

/**
 * The words by which a command names what it reads: operands that are files, and values of flags that name files. The
 * pattern of grep, the filter of jq and what echo prints are no paths. Of a head that no table knows every word counts
 * that is no flag, and the value behind `--name=`.
 */
export function readPaths({ words }: SimpleCommand): readonly Word[] {
  let paths = known.get(words);
  if (paths === undefined) {
    paths = withoutRepeats(findPaths(words));
    known.set(words, paths);
  }
  return paths;
}

/** Many checks ask about the same command. */
const known = new WeakMap<readonly Word[], readonly Word[]>();

/** Below so many words it costs more to look for repeats than to look at them. */
const FEW = 64;

/** The same word again names nothing else. */
function withoutRepeats(words: readonly Word[]): readonly Word[] {
  if (words.length < FEW) return words;
  return [
    ...new Map(words.map((word) => [`${word.value ?? `\0${word.prefix}`}\0${word.pattern ?? ''}`, word])).values(),
  ];
}

function findPaths(words: readonly Word[]): readonly Word[] {
  const [first] = words;
  if (first === undefined) return [];
  const found = findFitting(words);
  if (found !== null) return pathsOf(found);
  const name = textOf(first);
  if (name === 'printf') return [];
  const spec = Object.hasOwn(PATTERN_HEADS, name) ? PATTERN_HEADS[name] : undefined;
  if (spec === undefined)
    return looseWords(words.slice(1)).flatMap((word) =>
      name === 'git' && !/\s/.test(textOf(word)) ? gitPaths(word) : [word],
    );
  const behindHead = words.slice(1);
  return pathsOf({ spec, preset: null, words: behindHead, read: readFlags(behindHead, spec.table), git: null });
}

/** A head of the preset `dev` stands there for one question only (`node --version`); any other use is not described. */
function findFitting(words: readonly Word[]): FoundHead | null {
  const found = findHead(words);
  if (found === null || found.preset !== 'dev') return found;
  const { read } = found;
  return read.unknown.length === 0 && (found.spec.refuse?.(read) ?? null) === null ? found : null;
}

/** The files that a command's flags name, without its operands. */
export function readNamedFiles(command: SimpleCommand): readonly Word[] {
  const found = findHead(command.words);
  return found === null ? [] : namedBy(found.read);
}

const namedBy = (read: FlagsRead): readonly Word[] =>
  read.flags.flatMap(({ flag, value }) =>
    value !== null && (flag.effect === 'reads' || flag.effect === 'lists') ? [value] : [],
  );

function pathsOf(found: FoundHead): readonly Word[] {
  const { read } = found;
  const named = namedBy(read);
  const files = filesAmong(found);
  if (found.git === null) return [...named, ...files];
  const elsewhere = found.git.globals.flags.flatMap(({ name, value }) =>
    name === '-C' && value !== null ? [value] : [],
  );
  // `-L 1,5:file` and `-L:function:file` name a file behind the last colon.
  const ranges = read.flags.flatMap(({ name, value }) => (name === '-L' && value !== null ? rangeFile(value) : []));
  const pathsIn = NAMES_REFS.has(found.git.subcommand) ? revisionPath : gitPaths;
  return [...elsewhere, ...named, ...ranges, ...withoutRepeats(files).flatMap(pathsIn)];
}

/** Subcommands whose operands are names of references, and patterns of such. */
const NAMES_REFS: ReadonlySet<string> = new Set(['branch', 'tag', 'show-ref', 'for-each-ref', 'name-rev', 'describe']);

/**
 * A path given to git is a pattern of git's own, in which `*` crosses folders and no dot is special: besides the word
 * itself each name of a secret that it gives. One of wildcards alone names none, as no path at all does.
 */
function gitPaths(word: Word): readonly Word[] {
  if (!/[*?[\\:A-Z]/.test(textOf(word))) return [word];
  return revisionPath(word).flatMap((path) => {
    const text = (path.pattern ?? textOf(path)).toLowerCase();
    const name = baseName(text);
    const patterns = [name, ...endsOf(name)].filter((piece) => piece.startsWith('.') || !isAnything(piece));
    const secrets = NAMED_SECRETS.filter(
      (secret) => secret !== baseName(textOf(path)) && patterns.some((piece) => componentGives(piece, secret)),
    );
    return [path, ...secrets.map((secret) => ({ ...path, value: secret, pattern: null, prefix: secret }))];
  });
}

const LONGEST = Math.max(...NAMED_SECRETS.map(({ length }) => length));

/** What may stand behind the last slash that a `*` takes in: each end that begins with one and could give a secret. */
function endsOf(glob: string): readonly string[] {
  const name = glob.replaceAll(/\*+/g, '*');
  const ends: string[] = [];
  for (let at = name.lastIndexOf('*'); at !== -1; at = at === 0 ? -1 : name.lastIndexOf('*', at - 1)) {
    const end = name.slice(at);
    if (shortestOf(end) > LONGEST) break;
    ends.push(end);
  }
  return ends;
}

function filesAmong({ spec, read }: FoundHead): readonly Word[] {
  if (spec.files === 'none') return [];
  const hasPattern = read.flags.some(({ name }) => spec.patternFlags?.includes(name) === true);
  return spec.files === 'behind-pattern' && !hasPattern ? read.operands.slice(1) : read.operands;
}

function rangeFile(word: Word): readonly Word[] {
  const colon = textOf(word).lastIndexOf(':');
  return colon === -1 ? [] : [behind(word, colon + 1)];
}

const looseWords = (words: readonly Word[]): readonly Word[] =>
  words.flatMap((word) => {
    const text = word.value ?? word.prefix;
    if (!/^-./s.test(text)) return [word];
    const equals = text.indexOf('=');
    return equals === -1 ? [] : [behind(word, equals + 1)];
  });

/**
 * `HEAD:.env` shows the file `.env` as it was, `:.env` the one in the index; `:/.env` and `:(top).env` are paths from
 * the top. `:!.env` leaves a path out.
 */
function revisionPath(word: Word): readonly Word[] {
  const text = textOf(word);
  const magic = /^:(?:\([^)]*\)|[!^/]+)/.exec(text)?.[0];
  if (magic !== undefined) return /[!^]|exclude/.test(magic) ? [] : [behind(word, magic.length)];
  const colon = text.indexOf(':');
  if (colon === -1) return [word];
  const stage = /^:[0-3]:/.exec(text)?.[0];
  return [word, behind(word, stage?.length ?? colon + 1)];
}
