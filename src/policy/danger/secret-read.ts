import { readSed } from '../../shell/sed-script.ts';
import { literalWord } from '../../shell/words/fields.ts';
import type { Facts } from '../../vocab/facts.ts';
import type { SimpleCommand, Word } from '../../vocab/shell-line.ts';
import { feedersOf, headOf, outersOf, startsOfFind } from '../command-view.ts';
import { piecesOf, placeOf, placeOfText, realPathsOf } from '../paths.ts';
import { readNamedFiles, readPaths } from '../readonly/operands.ts';
import { isSecretPath } from '../secrets.ts';
import { NONE, type DangerCheck } from './found.ts';

/** Heads that print names and sizes, not what is in a file (POLICY 6); what their flags read still counts. */
const LISTERS = new Set(['find', 'ls', 'du', 'tree']);

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
  const named = new Set(secretsOf(command, facts));
  const secrets = named.size > 0 ? [...named] : [secretFromFind(command, facts, all)].flatMap((found) => found ?? []);
  return secrets.length === 0
    ? NONE
    : [{ class: 'secret-read', because: `${secrets[0]} is a place where secrets are kept`, paths: secrets }];
};

function secretsOf(command: SimpleCommand, facts: Facts): readonly string[] {
  const head = headOf(command) ?? '';
  const operands = LISTERS.has(head) ? readNamedFiles(command) : LOOKERS.has(head) ? [] : readPaths(command);
  const written = command.redirects.flatMap(({ target, op }) => (target === null || op === '<<<' ? [] : [target]));
  const insideScript =
    head === 'sed' || head === 'gsed' ? readSed(command.words, command.stdin).reads.map(literalWord) : [];
  return [...withoutMessages(operands, command), ...insideScript, ...written].flatMap(
    (word) => secretAt(word, command, facts) ?? [],
  );
}

/** The text behind `git commit -m` is printed, not opened. */
function withoutMessages(words: readonly Word[], command: SimpleCommand): readonly Word[] {
  if (headOf(command) !== 'git') return words;
  const messages = command.words.filter((_, i) =>
    /^(-m|--message|--grep|--author)$/.test(command.words[i - 1]?.value ?? ''),
  );
  return words.filter((word) => !messages.includes(word));
}

function secretAt(word: Word, command: SimpleCommand, facts: Facts): string | null {
  const pieces = piecesOf(word.value ?? '');
  const places = [placeOf(word, command), ...pieces.map((piece) => placeOfText(piece, command))];
  for (const place of places) {
    const found = place === null ? undefined : realPathsOf(place, facts).find((path) => isSecretPath(path, facts));
    if (found !== undefined) return found;
  }
  // `"$HOME/.ssh/$name"` is not known whole, but its beginning already lies in a secret folder.
  const start = word.value === null && word.prefix.includes('/') ? placeOfText(word.prefix, command) : null;
  return start !== null && isSecretPath(start.path, facts) ? start.path : null;
}

/** `find ~/.ssh -exec cat {} +`, `find ~/.ssh | xargs cat`: what find puts into a command that reads. */
function secretFromFind(command: SimpleCommand, facts: Facts, all: readonly SimpleCommand[]): string | null {
  const finds = [...outersOf(command, all), ...feedersOf(command, all)].filter((source) => headOf(source) === 'find');
  if (finds.length === 0 || LISTERS.has(headOf(command) ?? '') || readPaths(command).length === 0) return null;
  const starts = finds.flatMap((find) => startsOfFind(find).flatMap((word) => placeOf(word, find) ?? []));
  return starts.flatMap((place) => realPathsOf(place, facts)).find((path) => isSecretPath(path, facts)) ?? null;
}
