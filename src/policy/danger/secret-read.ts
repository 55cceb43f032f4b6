import { baseName, resolvePath } from '../../base/path.ts';
import { readSed } from '../../shell/sed-script.ts';
import { literalWord } from '../../shell/words/fields.ts';
import type { Facts } from '../../vocab/facts.ts';
import type { SimpleCommand, Word } from '../../vocab/shell-line.ts';
import { headOf, keepByFacts, startsOfFind, nameOf } from '../command-view.ts';
import { namersOf } from '../names/handed-over.ts';
import { componentGives, piecesOf, placeOf, placeOfText, realPathsOf, type Place } from '../paths.ts';
import { LISTERS } from '../readers.ts';
import { findHead } from '../readonly/find-head.ts';
import { readNamedFiles, readPaths } from '../readonly/operands.ts';
import { isSecretPath, NAMED_SECRETS } from '../secrets.ts';
import { readTar } from '../writers/archive.ts';
import { NONE, type DangerCheck } from './found.ts';
import { behindEach, fits, textOf } from '../../shell/words/word-text.ts';

/** Heads that look whether something is there, or go there. */
const LOOKERS = new Set([
  'cd',
  'pushd',
  'popd',
  'test',
  '[',
  '[[',
  'command',
  'type',
  'hash',
  'which',
  'man',
  'info',
  'help',
]);

/** A command that names a secret place as something it reads or writes. */
export const findSecretRead: DangerCheck = (command, facts, all) => {
  const named = secretsOf(command, facts);
  const secrets =
    named.length > 0 ? [...new Set(named)] : [secretHandedOver(command, facts, all)].flatMap((found) => found ?? []);
  return secrets.length === 0
    ? NONE
    : [{ class: 'secret-read', because: `${secrets[0]} is a place where secrets are kept`, paths: secrets }];
};

function secretsOf(command: SimpleCommand, facts: Facts): readonly string[] {
  const head = nameOf(command);
  // What the flags of a lister read still counts.
  const operands = LISTERS.has(head) ? readNamedFiles(command) : LOOKERS.has(head) ? NO_WORDS : readPaths(command);
  const { redirects } = command;
  const written =
    redirects.length === 0
      ? NO_WORDS
      : redirects.flatMap(({ target, op }) => (target === null || op === '<<<' ? NO_WORDS : [target]));
  const packed = head.endsWith('tar') ? packedBy(command, facts) : [];
  const insideScript =
    head === 'sed' || head === 'gsed' ? readSed(command.words, command.stdin).reads.map(literalWord) : NO_WORDS;
  const keys = /^gpg2?$/.test(head) && command.words.some(({ value }) => value?.startsWith('--export-secret') === true);
  const found = [...packed, ...(keys ? [`${facts.home}/.gnupg`] : [])];
  for (const words of [withoutMessages(operands, command), chosenNames(command), insideScript, written]) {
    for (const word of words) {
      const secret = secretAt(word, command, facts);
      if (secret !== null) found.push(secret);
    }
  }
  return found;
}

const NO_WORDS: readonly Word[] = [];

/** `grep -r x --include=.env .`, `rg -g '*.{ts,pem}' x`: the names a search is kept to, with the braces of rg's own. */
function chosenNames({ words }: SimpleCommand): readonly Word[] {
  if (!/^(?:grep|rg)$/.test(baseName(textOf(words[0])))) return NO_WORDS;
  const flags = findHead(words)?.read.flags ?? [];
  return flags.flatMap(({ name, value }) => {
    const [, text = ''] = CHOOSES.has(name) ? (/^(?!!)(?:\w+:)*([^]*)$/.exec(textOf(value ?? undefined)) ?? []) : [];
    const [whole, front = '', choice = '', end = ''] = /^(.*)\{([^{}]*)\}(.*)$/s.exec(text) ?? [];
    const names = whole === undefined ? [text] : choice.split(',').map((one) => `${front}${one}${end}`);
    return names.filter((one) => one !== '').map(literalWord);
  });
}

const CHOOSES: ReadonlySet<string> = new Set(['--include', '-g', '--iglob', '--type-add']);

/** `tar cf x -C ~ .ssh`: names count from another folder. */
function packedBy(command: SimpleCommand, facts: Facts): readonly string[] {
  const { read, verb, folders } = readTar(command);
  if (verb !== 'pack') return [];
  return folders.flatMap((cwd) => read.operands.flatMap((word) => secretAt(word, { cwd }, facts) ?? []));
}

/** The text behind `git commit -m` is printed, not opened. */
function withoutMessages(words: readonly Word[], command: SimpleCommand): readonly Word[] {
  if (words.length === 0 || headOf(command) !== 'git') return words;
  const messages = behindEach(command.words, (word) => MESSAGE_FLAGS.has(textOf(word)));
  return words.filter((word) => !messages.includes(word));
}

const MESSAGE_FLAGS: ReadonlySet<string> = new Set(['-m', '--message', '--grep', '--author']);

function secretAt(word: Word, command: Pick<SimpleCommand, 'cwd'>, facts: Facts): string | null {
  const secretOf = (place: Place | null): string | undefined =>
    place === null ? undefined : realPathsOf(place, facts).find((path) => isSecretPath(path, facts));
  const found = secretOf(placeOf(word, command));
  if (found !== undefined) return found;
  // `/proc/$$/environ`: whichever process it is.
  if (word.value === null && /^"?\/proc\/[^/]+\/environ"?$/.test(word.text)) return '/proc/*/environ';
  for (const piece of piecesOf(textOf(word))) {
    const inPiece = secretOf(placeOfText(piece, command));
    if (inPiece !== undefined) return inPiece;
  }
  // `"$HOME/.ssh/$name"` is not known whole, but its beginning already lies in a secret folder; what may be it is looked at.
  const known = word.pattern?.replace(/\\([^])/g, '$1') ?? (word.prefix.includes('/') ? word.prefix : '');
  const start = word.value === null ? placeOfText(known, command) : null;
  return start !== null && isSecretPath(start.path, facts) ? start.path : null;
}

/** `find ~/.ssh -exec cat {} +`, `find . -name .env | xargs cat`, `cat $(ls ~/.ssh/id_*)`: names that others hand over. */
function secretHandedOver(command: SimpleCommand, facts: Facts, all: readonly SimpleCommand[]): string | null {
  const head = nameOf(command);
  if (LISTERS.has(head) || LOOKERS.has(head)) return null;
  const namers = namersOf(command, all);
  if (namers.length === 0 || (head !== 'cpio' && readPaths(command).length === 0)) return null;
  for (const namer of namers) {
    const name = nameOf(namer);
    const found = name === 'find' ? foundBy(namer, facts) : name === 'ls' ? listedBy(namer, facts) : null;
    if (found !== null) return found;
  }
  return null;
}

function listedBy(ls: SimpleCommand, facts: Facts): string | null {
  const words = ls.words.slice(1).filter(({ value }) => value?.startsWith('-') !== true);
  const inFolder = words.length === 0 && ls.cwd !== null ? `${ls.cwd}/x` : null;
  if (inFolder !== null && isSecretPath(inFolder, facts)) return ls.cwd;
  return words.flatMap((word) => secretAt(word, ls, facts) ?? [])[0] ?? null;
}

const foundBy = keepByFacts((find, facts): string | null => {
  const starts = startsOfFind(find).flatMap((word) => placeOf(word, find) ?? []);
  return (
    starts.flatMap((place) => realPathsOf(place, facts)).find((path) => isSecretPath(path, facts)) ??
    find.words.find((_, i) => testsForSecret(find, i, facts))?.value ??
    null
  );
});

/** Whether the word is what a test of find looks for, and that is the name of a secret. */
function testsForSecret({ words }: SimpleCommand, at: number, facts: Facts): boolean {
  const test = textOf(words[at - 1]);
  const text = textOf(words[at]).toLowerCase();
  if (text === '' || fits(words[at - 2], /^(?:!|-not)$/)) return false;
  if (/^-i?regex$/.test(test)) return NAMED_SECRETS.some((name) => text.replaceAll('\\', '').includes(name));
  if (!/^-i?(?:name|path|wholename)$/.test(test)) return false;
  const name = baseName(text);
  const isNamed =
    name.replaceAll(/[*?]/g, '').length > 2 && NAMED_SECRETS.some((secret) => componentGives(name, secret));
  return isNamed || isSecretPath(resolvePath(facts.home, text.replace(/^[*/]+/, '')), facts);
}
