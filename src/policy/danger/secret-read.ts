import type { Facts } from '../../vocab/facts.ts';
import type { SimpleCommand } from '../../vocab/shell-line.ts';
import { headOf } from '../command-view.ts';
import { placeOf, placeOfText, realPathsOf } from '../paths.ts';
import { readPaths } from '../readonly/operands.ts';
import { isSecretPath } from '../secrets.ts';
import { NONE, type DangerCheck } from './found.ts';

/** Heads that print names and sizes, not what is in a file (POLICY 6). */
const LISTERS = new Set(['find', 'ls', 'du', 'tree']);

/** A command that names a secret place as something it reads or writes. */
export const findSecretRead: DangerCheck = (command, facts) => {
  const secret = secretOf(command, facts);
  return secret === null
    ? NONE
    : [{ class: 'secret-read', because: `${secret} is a place where secrets are kept`, paths: [secret] }];
};

function secretOf(command: SimpleCommand, facts: Facts): string | null {
  const lists = LISTERS.has(headOf(command) ?? '');
  const words = [
    ...(lists ? [] : readPaths(command)),
    ...command.redirects.flatMap(({ target, op }) => (target === null || op === '<<<' ? [] : [target])),
  ];
  for (const word of words) {
    const glued = /^(?:[\w-]*=)?@?(.+)$/.exec(word.value ?? '')?.[1];
    for (const place of [placeOf(word, command), glued === undefined ? null : placeOfText(glued, command)]) {
      const found = place === null ? undefined : realPathsOf(place, facts).find((path) => isSecretPath(path, facts));
      if (found !== undefined) return found;
    }
    // `"$HOME/.ssh/$name"` is not known whole, but its beginning already lies in a secret folder.
    const start = word.value === null && word.prefix.includes('/') ? placeOfText(word.prefix, command) : null;
    if (start !== null && isSecretPath(start.path, facts)) return start.path;
  }
  return null;
}
