import { baseName, isWithin } from '../../base/path.ts';
import { SHELLS, WRAPPERS } from '../../shell/tables/wrappers.ts';
import type { Call } from '../../vocab/call.ts';
import type { Facts } from '../../vocab/facts.ts';
import type { SimpleCommand, Word } from '../../vocab/shell-line.ts';
import { TOOLS, isToolName } from '../../vocab/tool-names.ts';
import { headOf, nameOf } from '../command-view.ts';
import { piecesOf, placeOf, placeOfText, realPathsOf, removedPathsOf, type Place } from '../paths.ts';
import { PRINTERS, READERS } from '../readers.ts';
import { movesTree } from '../writers/git.ts';
import { findWrites, readsRest, type Write } from '../writes.ts';
import { callsOwnAddress, isOwnAddress } from './own-address.ts';
import { isInterpreter } from '../danger/code.ts';
import {
  findListedInText,
  holdsListedFile,
  isHomeOrAbove,
  isListedFile,
  isUnreadable,
  isWholeHome,
} from './listed-files.ts';
import { isReadingVerb, ownArguments, textsFor, verbInText } from './own-verbs.ts';
import { findReadTree, SEARCHES } from './read-trees.ts';
import { findFound, handedOver, readsNames, withHanded } from './handed-over.ts';
import { beginningOf, textOf, upToMarker } from '../../shell/words/word-text.ts';

/** The agent administers itself: denied in every mode (POLICY 4b). */
export interface Control {
  readonly code: 'own-file' | 'own-secret' | 'own-verb' | 'own-api';
  readonly reason: string;
  readonly command: number | null;
}

type Found = Omit<Control, 'command'> | null;

const ownFile = (path: string): Found => ({
  code: 'own-file',
  reason: `${path} decides what the agent may do; only a person changes it`,
});
const ownSecret = (path: string): Found => ({
  code: 'own-secret',
  reason: `${path} holds what the agent may not read`,
});

/** Whether a call would have the agent change its own configuration, approve for itself, or read its own keys. */
export function findControl(call: Call, facts: Facts): Control | null {
  if (facts.line !== null) {
    for (const command of facts.line.commands) {
      const found = inCommand(command, facts, facts.line.commands);
      if (found !== null) return { ...found, command: command.index };
    }
    return null;
  }
  const found = inTool(call, facts);
  return found === null ? null : { ...found, command: null };
}

function inTool(call: Call, facts: Facts): Found {
  const texts = Object.values(call.input).filter((value) => typeof value === 'string');
  const network = facts.tool.effects.some(({ kind }) => kind === 'net-in' || kind === 'net-out');
  if (network && texts.some((text) => isOwnAddress(text, facts.apiAddress))) return ownApi;
  const writes = isToolName(call.tool) && TOOLS[call.tool].effect === 'write';
  for (const { absolute, real } of facts.paths) {
    for (const path of real === null ? [absolute] : [absolute, real]) {
      if (isUnreadable(path, facts)) return ownSecret(path);
      if (writes && isListedFile(path, facts)) return ownFile(path);
    }
  }
  return null;
}

const ownApi: Found = {
  code: 'own-api',
  reason: "it calls the agent's own interface, where people's answers are taken",
};

function inCommand(command: SimpleCommand, facts: Facts, all: readonly SimpleCommand[]): Found {
  const started = ownArguments(command, all);
  const own =
    started !== null && !isReadingVerb(started)
      ? started
      : (textsFor(command, String(headOf(command)))
          .map(verbInText)
          .find((found) => found !== null) ?? null);
  if (own !== null) {
    const verb = own.map((word) => word ?? '?').join(' ');
    return {
      code: 'own-verb',
      reason: `bailiwick ${verb}`.trim() + ' is for people; the agent does not administer itself',
    };
  }
  return inPaths(command, facts) ?? inHanded(command, all, facts);
}

function inPaths(command: SimpleCommand, facts: Facts): Found {
  const read = findReadTree(command, facts);
  return read === null ? (inFiles(command, facts) ?? inWords(command, facts)) : ownSecret(read);
}

function inFiles(command: SimpleCommand, facts: Facts): Found {
  const writes = findWrites(command);
  if (writes.length > 0) return inWrites(writes, command, facts);
  return movesHome(command, facts);
}

function inWrites(writes: readonly Write[], command: SimpleCommand, facts: Facts): Found {
  const ways: Ways = { takesWhole: takesWhole(command), copiesFolder: copiesFolder(command) };
  const seen = new Set<string>();
  for (const write of writes) {
    const { place, kind, tree } = write;
    // `rm * * *`: what is named again is not looked at again.
    if (seen.size === seen.add(`${place.path}\0${kind} ${place.entersFolder} ${tree}`).size) continue;
    // Of a link rm and mv take the name alone.
    const ofName = write.kind === 'remove' && headOf(command) !== 'find';
    const path = (ofName ? removedPathsOf : realPathsOf)(write.place, facts).find(
      (one) => isListedFile(one, facts) || changesHome(one, write, ways, facts),
    );
    if (path !== undefined) return ownFile(path);
  }
  return movesHome(command, facts);
}

function movesHome(command: SimpleCommand, facts: Facts): Found {
  const inHome = command.cwd === facts.agentHome && headOf(command) === 'git' && movesTree(command);
  return inHome ? ownFile(facts.agentHome) : null;
}

/** What find deletes itself, and what it or another lister puts into a command. */
function inHanded(command: SimpleCommand, all: readonly SimpleCommand[], facts: Facts): Found {
  const head = String(headOf(command));
  if (head === 'find') {
    const [first] = command.words.some(({ value }) => value === '-delete') ? findFound(command, facts) : [];
    return first === undefined ? null : ownFile(first.path);
  }
  if (LISTERS.has(head) || PRINTERS.has(head)) return null;
  for (const { path, by } of handedOver(command, all, facts)) {
    if (by !== 'maybe' && readsNames(command) && isUnreadable(path, facts)) return ownSecret(path);
    const given = withHanded(command, path);
    // A search from above only asks, as any search through secrets does.
    const reads = by === 'named' || (by === 'whole' && !SEARCHES.test(head));
    const found = given === null ? null : reads ? inPaths(given, facts) : inFiles(given, facts);
    if (found !== null) return found;
  }
  return null;
}

/** What a command does to whatever path it changes. */
interface Ways {
  /** Of a folder everything in it goes along. */
  readonly takesWhole: boolean;
  /** A folder may come to stand under the name it is given. */
  readonly copiesFolder: boolean;
}

function takesWhole(command: SimpleCommand): boolean {
  const head = headOf(command);
  const options = upToMarker(command.words);
  return (
    head === 'mv' || (head !== 'find' && options.some((word) => /^(-[a-zA-Z]*[rR]|--recursive$)/.test(textOf(word))))
  );
}

function copiesFolder(command: SimpleCommand): boolean {
  const head = headOf(command);
  if (head !== 'cp') return head === 'mv' || head === 'ln';
  return command.words.some((word) => /^(-[a-zA-Z]*[raR]|--recursive$|--archive$)/.test(textOf(word)));
}

/** Taking the agent's home away, opening it, giving it another name, or putting other files into it. */
function changesHome(path: string, write: Write, ways: Ways, facts: Facts): boolean {
  const holds = holdsListedFile(path, facts);
  if (write.kind === 'content') return holds && (write.tree === true || becomesProjectFolder(path, write, ways, facts));
  if (holds) return true;
  // Of a folder above it only what takes everything in it along.
  return (write.kind === 'link' || ways.takesWhole) && isHomeOrAbove(path, facts);
}

/** `mv x .bailiwick`: a folder that gets the name brings its own configuration. */
const becomesProjectFolder = (path: string, { place }: Write, ways: Ways, facts: Facts): boolean =>
  path !== facts.agentHome && !place.entersFolder && ways.copiesFolder;

function inWords(command: SimpleCommand, facts: Facts): Found {
  const head = headOf(command);
  if (callsOwnAddress(command, facts.apiAddress)) return ownApi;
  const variable = setsOwnFile(command, facts);
  if (variable !== null) return ownFile(variable);
  const code = head !== null && (isInterpreter(head) || READS_CODE.test(head)) ? inputOf(command) : null;
  const given =
    code === null ? null : (findListedInText(code, facts) ?? (isOwnAddress(code, facts.apiAddress) ? '' : null));
  if (given !== null) return given === '' ? ownApi : ownFile(given);
  const imported = importsHome(command, facts);
  if (imported !== null) return ownSecret(imported);
  const prints = head !== null && PRINTERS.has(head);
  const reader = readerOf(command, facts);
  for (const word of [
    ...(prints ? [] : command.words.slice(1)),
    ...command.redirects.flatMap(({ target }) => target ?? []),
  ]) {
    const found = isFarAway(word, reader) ? null : inWord(word, reader, facts);
    if (found !== null) return found;
  }
  return null;
}

/** Programs that open the files that their input names. */
const READS_CODE = /^(?:sqlite3?|duckdb|psql|ex|ed|red|n?vim|vi|curl|gdb)$/;

/** Variables by which a program is told a file or a folder that it writes or reads its settings from. */
const NAMES_FILE =
  /^(?:(?:\w+_)?HIST(?:ORY)?(?:_?FILE)?|\w+HISTFILE|GIT_TRACE\w*|GIT_CONFIG(?:_GLOBAL|_SYSTEM)?|GIT_INDEX_FILE|npm_config_\w+|SSLKEYLOGFILE|TMPDIR|TMP|TEMP|WGETRC)$/i;

/** `HISTFILE=~/.bailiwick/rules.yml`, `export GIT_TRACE=...`: a file that steers the agent, handed over by a variable. */
function setsOwnFile(command: SimpleCommand, facts: Facts): string | null {
  const exported = /^(?:export|declare|typeset|env)$/.test(nameOf(command))
    ? command.words.flatMap((word) => {
        const [, name = '', value = ''] = /^(\w+)=([^]*)$/.exec(textOf(word)) ?? [];
        return name === '' ? [] : [{ name, value }];
      })
    : [];
  const values = [...command.assignments, ...exported].flatMap(({ name, value }) =>
    NAMES_FILE.test(name) && typeof value === 'string' ? [value] : [],
  );
  const paths = values
    .flatMap((value) => placeOfText(value, command) ?? [])
    .flatMap((place) => realPathsOf(place, facts));
  return paths.find((path) => isListedFile(path, facts)) ?? null;
}

const inputOf = ({ stdin }: SimpleCommand): string | null =>
  stdin.kind === 'text' || stdin.kind === 'pipe' ? stdin.text : null;

/** What a command does with its words, whichever they are. */
interface Reader {
  readonly head: string;
  readonly cwd: string | null;
  /** Where its paths start; null: nobody knows. */
  readonly from: string | null;
  readonly isLister: boolean;
  /** It is known to only read a file it is given. */
  readonly isKnown: boolean;
  /** What its words mean is judged by the command that it starts. */
  readonly isWrapper: boolean;
  /** Neither the folders it runs in nor a link that the line names leads near what steers the judge. */
  readonly isAway: boolean;
  /** The name of the agent's home. */
  readonly homeName: string;
}

const WRAPS: ReadonlySet<string> = new Set([...WRAPPERS.keys(), ...SHELLS, 'xargs', 'parallel']);

/** Heads that only print names and sizes. */
const LISTERS: ReadonlySet<string> = new Set(
  'ls find du tree stat test [ realpath readlink basename dirname exa eza lsd ncdu'.split(' '),
);

function readerOf(command: SimpleCommand, facts: Facts): Reader {
  const head = nameOf(command);
  const isLister = LISTERS.has(head);
  const isKnown = isLister || head === 'bailiwick' || readsRest(command);
  const from = gitFolder(command);
  const isNear = (folder: string): boolean => comesNear(folder, facts);
  const isAway = !leadsHome(facts) && ![from ?? '/', command.cwd ?? '/', facts.cwd].some(isNear);
  const isWrapper = WRAPS.has(head);
  return { head, cwd: command.cwd, from, isLister, isKnown, isWrapper, isAway, homeName: baseName(facts.agentHome) };
}

/** `jq -L ~/.bailiwick 'import "credentials" as $c; $c'`: a module of jq is any file of JSON. */
function importsHome(command: SimpleCommand, facts: Facts): string | null {
  if (headOf(command) !== 'jq') return null;
  const texts = command.words.slice(1).map(beginningOf);
  const imports = texts.some((text) => /\b(import|include)\b/.test(text));
  return imports && texts.some((text) => text.includes(baseName(facts.agentHome))) ? facts.agentHome : null;
}

/** Most words are nowhere near what steers the judge: they do not name its folders, hold no wildcard, and no link leads there. */
const isFarAway = ({ value }: Word, { isAway, homeName }: Reader): boolean =>
  isAway && value !== null && !value.includes('.bailiwick') && !value.includes(homeName) && !/[*?[]/.test(value);

const comesNear = (path: string, { agentHome }: Facts): boolean =>
  isWithin(path, agentHome) || path.includes('/.bailiwick');

/** Looked for once a call: every word of the line asks. */
function leadsHome(facts: Facts): boolean {
  let found = leads.get(facts);
  if (found === undefined) {
    found = facts.paths.some(
      ({ absolute, real }) => comesNear(absolute, facts) || (real !== null && comesNear(real, facts)),
    );
    leads.set(facts, found);
  }
  return found;
}

const leads = new WeakMap<Facts, boolean>();

function inWord(word: Word, reader: Reader, facts: Facts): Found {
  const text = word.value ?? word.prefix;
  const here = { cwd: reader.from };
  const places = [
    placeOf(word, here),
    glued(text, reader),
    ...piecesOf(text).map((piece) => placeOfText(piece.replace(/^\/\/(?=\/)/, ''), here)),
  ];
  const paths = places.flatMap((place) => (place === null ? [] : realPathsOf(place, facts)));
  if (!reader.isLister) {
    const secret = paths.find((path) => isUnreadable(path, facts));
    if (secret !== undefined) return ownSecret(secret);
  }
  // An unknown rest of a name may be any name there, and no table of writers speaks of it.
  const guess = word.value === null && !reader.isLister ? placeOfText(`${word.prefix}*`, here) : null;
  const [counts, refuse] = READERS.has(reader.head) ? [isUnreadable, ownSecret] : [isListedFile, ownFile];
  const guessed = guess === null ? undefined : realPathsOf(guess, facts).find((path) => counts(path, facts));
  if (guessed !== undefined) return refuse(guessed);
  // A program that is not known to only read a file it is given may do anything with it.
  const listed = reader.isKnown
    ? undefined
    : paths.find((path) => isListedFile(path, facts) || (!reader.isWrapper && isWholeHome(path, facts)));
  if (listed !== undefined) return ownFile(listed);
  const inText = isCode(reader.head, text) ? findListedInText(text, facts) : null;
  return inText === null ? null : ownFile(inText);
}

/** `git -C FOLDER` names its paths from there. */
function gitFolder(command: SimpleCommand): string | null {
  const at = headOf(command) === 'git' ? command.words.findIndex(({ value }) => value === '-C') : -1;
  const folder = at === -1 ? undefined : command.words[at + 1];
  return folder === undefined ? command.cwd : (placeOf(folder, command)?.path ?? null);
}

const glued = (text: string, reader: Reader): Place | null =>
  /^-[a-zA-Z][~/.]/.test(text) ? placeOfText(text.slice(2), reader) : null;

/** Text with blanks or brackets, given to a program that no table knows to only read or print. */
const isCode = (head: string, text: string): boolean =>
  /[\s('"<{]/.test(text) && !READERS.has(head) && !LISTERS.has(head) && head !== 'bailiwick' && head !== 'git';
