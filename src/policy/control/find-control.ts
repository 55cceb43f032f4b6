import { baseName, isWithin } from '../../base/path.ts';
import type { Call } from '../../vocab/call.ts';
import type { Facts } from '../../vocab/facts.ts';
import type { SimpleCommand, Word } from '../../vocab/shell-line.ts';
import { TOOLS, isToolName } from '../../vocab/tool-names.ts';
import { headOf, outersOf, startsOfFind, upstreamOf } from '../command-view.ts';
import { placeOf, placeOfText, realPathsOf, type Place } from '../paths.ts';
import { PRINTERS, READERS } from '../readers.ts';
import { findWrites, isKnownWriter } from '../writes.ts';
import { callsOwnAddress, isOwnAddress } from './own-address.ts';
import { isInterpreter } from '../danger/code.ts';
import { findListedInText, holdsListedFile, isListedFile, isListedName, isUnreadable } from './listed-files.ts';
import { isReadingVerb, ownArguments } from './own-verbs.ts';

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
  const own = ownArguments(command);
  if (own !== null && !isReadingVerb(own)) {
    const verb = own.map((word) => word ?? '?').join(' ');
    return {
      code: 'own-verb',
      reason: `bailiwick ${verb}`.trim() + ' is for people; the agent does not administer itself',
    };
  }
  return inFiles(command, facts) ?? inWords(command, facts, all);
}

function inFiles(command: SimpleCommand, facts: Facts): Found {
  for (const { place, kind } of findWrites(command)) {
    for (const path of realPathsOf(place, facts)) {
      const takesAlong = (kind === 'remove' || kind === 'meta' || kind === 'link') && holdsListedFile(path, facts);
      if (isListedFile(path, facts) || takesAlong) return ownFile(path);
    }
  }
  if (deletesListed(command, facts)) return ownFile(facts.agentHome);
  const unpacked = findWrites(command).find(({ place }) => unpacksOver(command, place, facts));
  return unpacked === undefined ? null : ownFile(unpacked.place.path);
}

/** A find from above the agent's home that changes what it finds, and whose names do not leave the listed files out. */
function deletesListed(command: SimpleCommand, facts: Facts): boolean {
  if (headOf(command) !== 'find') return false;
  const above = findWrites(command).some(
    ({ place, kind }) => kind === 'remove' && isWithin(facts.agentHome, place.path),
  );
  const names = command.words.filter((_, i) => /^-i?name$/.test(command.words[i - 1]?.value ?? ''));
  return above && (names.length === 0 || names.some(({ value }) => value === null || isListedName(value)));
}

const UNPACKERS: ReadonlySet<string | null> = new Set(
  'tar bsdtar gtar unzip cpio 7z 7za unrar rsync scp git curl wget cp mv install ln ditto'.split(' '),
);

/** An archive or a copied tree that lands in the folder of listed files may replace them. */
const unpacksOver = (command: SimpleCommand, place: Place, facts: Facts): boolean =>
  UNPACKERS.has(headOf(command)) &&
  isTree(command) &&
  realPathsOf(place, facts).some((path) => holdsListedFile(path, facts));

const NAMES_SOURCES: ReadonlySet<string | null> = new Set(['cp', 'mv', 'install', 'ln', 'ditto']);

/** cp puts a named source below the folder, where its own path is judged; a whole content may hold any name. */
const isTree = (command: SimpleCommand): boolean =>
  !NAMES_SOURCES.has(headOf(command)) ||
  command.words.some(({ value }) => /^(-[a-zA-Z]*T[a-zA-Z]*|--no-target-directory)$/.test(value ?? '')) ||
  command.words
    .slice(1, -1)
    .some(({ value, pattern }) => value === null || pattern !== null || /(^|\/)\.?$/.test(value));

function inWords(command: SimpleCommand, facts: Facts, all: readonly SimpleCommand[]): Found {
  const head = headOf(command);
  if (callsOwnAddress(command, facts.apiAddress)) return ownApi;
  const code = isInterpreter(head ?? '') ? inputOf(command) : null;
  const given =
    code === null ? null : (findListedInText(code, facts) ?? (isOwnAddress(code, facts.apiAddress) ? '' : null));
  if (given !== null) return given === '' ? ownApi : ownFile(given);
  const found = readByFind(command, all, facts) ?? readsHome(command, facts) ?? importsHome(command, facts);
  if (found !== null) return ownSecret(found);
  const prints = head !== null && PRINTERS.has(head);
  for (const word of [
    ...(prints ? [] : command.words.slice(1)),
    ...command.redirects.flatMap(({ target }) => target ?? []),
  ]) {
    const found = inWord(word, command, facts);
    if (found !== null) return found;
  }
  return null;
}

const inputOf = ({ stdin }: SimpleCommand): string | null =>
  stdin.kind === 'text' || stdin.kind === 'pipe' ? stdin.text : null;

/** `find ~/.bailiwick -name credentials.json -exec cat {} +`: what find puts into a command that reads. */
function readByFind(command: SimpleCommand, all: readonly SimpleCommand[], facts: Facts): string | null {
  const outers = outersOf(command, all);
  const fed = outers.filter((outer) => headOf(outer) === 'xargs').flatMap((outer) => upstreamOf(outer, all));
  const find = [...outers, ...fed].find((source) => headOf(source) === 'find');
  if (find === undefined || LISTERS.has(headOf(command) ?? '') || PRINTERS.has(headOf(command) ?? '')) return null;
  const names = find.words.filter((_, i) => /^-(name|path)$/.test(find.words[i - 1]?.value ?? ''));
  const starts = startsOfFind(find).flatMap((word) => placeOf(word, find) ?? []);
  const paths = starts.flatMap((place) => [
    ...realPathsOf(place, facts),
    ...names.flatMap(({ value }) => (value === null ? [] : [`${place.path}/${value}`])),
  ]);
  return paths.find((path) => isUnreadable(path, facts) || path === facts.agentHome) ?? null;
}

const READS_TREES = /^(grep|egrep|fgrep|rg|ag|ack|tar|bsdtar|zip|7z|cp|rsync|scp|cat)$/;

/** A program that reads the contents of a whole tree, given the agent's own home. */
function readsHome(command: SimpleCommand, facts: Facts): string | null {
  const head = headOf(command) ?? '';
  const unpacks =
    head.endsWith('tar') && command.words.some(({ value }, i) => i === 1 && /^-?[a-zA-Z]*x/.test(value ?? ''));
  if (!READS_TREES.test(head) || unpacks) return null;
  const sources = /^(cp|rsync|scp)$/.test(head) ? command.words.slice(1, -1) : command.words.slice(1);
  const paths = sources.flatMap((word) => placeOf(word, command) ?? []).flatMap((place) => realPathsOf(place, facts));
  return paths.find((path) => path === facts.agentHome) ?? null;
}

/** `jq -L ~/.bailiwick 'import "credentials" as $c; $c'`: a module of jq is any file of JSON. */
function importsHome(command: SimpleCommand, facts: Facts): string | null {
  if (headOf(command) !== 'jq') return null;
  const texts = command.words.slice(1).map(({ value, prefix }) => value ?? prefix);
  const imports = texts.some((text) => /\b(import|include)\b/.test(text));
  return imports && texts.some((text) => text.includes(baseName(facts.agentHome))) ? facts.agentHome : null;
}

/** Heads that only print names and sizes. */
const LISTERS = new Set([
  'ls',
  'find',
  'du',
  'tree',
  'stat',
  'test',
  '[',
  'realpath',
  'readlink',
  'basename',
  'dirname',
]);

function inWord(word: Word, command: SimpleCommand, facts: Facts): Found {
  const head = headOf(command) ?? '';
  const text = word.value ?? word.prefix;
  const pieces = /[=@:,]/.test(text) ? text.split(/[=@:,]+/).filter((piece) => piece !== '' && piece !== text) : [];
  const here = { cwd: gitFolder(command) };
  const places = [
    placeOf(word, here),
    glued(text, command),
    ...pieces.map((piece) => placeOfText(piece.replace(/^\/\/(?=\/)/, ''), here)),
  ];
  const paths = places.flatMap((place) => (place === null ? [] : realPathsOf(place, facts)));
  if (!LISTERS.has(head)) {
    const secret = paths.find((path) => isUnreadable(path, facts));
    if (secret !== undefined) return ownSecret(secret);
  }
  // What a program that no table knows does with a listed file is not known.
  const known = READERS.has(head) || LISTERS.has(head) || isKnownWriter(head) || head === 'bailiwick';
  const listed = known ? undefined : paths.find((path) => isListedFile(path, facts));
  if (listed !== undefined) return ownFile(listed);
  const inText = isCode(head, text) ? findListedInText(text, facts) : null;
  return inText === null ? null : ownFile(inText);
}

/** `git -C FOLDER` names its paths from there. */
function gitFolder(command: SimpleCommand): string | null {
  const at = headOf(command) === 'git' ? command.words.findIndex(({ value }) => value === '-C') : -1;
  const folder = at < 0 ? undefined : command.words[at + 1];
  return folder === undefined ? command.cwd : (placeOf(folder, command)?.path ?? null);
}

const glued = (text: string, command: SimpleCommand): Place | null =>
  /^-[a-zA-Z][~/.]/.test(text) ? placeOfText(text.slice(2), command) : null;

/** Text with blanks or brackets, given to a program that no table knows to only read or print. */
const isCode = (head: string, text: string): boolean =>
  /[\s('"]/.test(text) && !READERS.has(head) && !LISTERS.has(head) && head !== 'bailiwick' && head !== 'git';
