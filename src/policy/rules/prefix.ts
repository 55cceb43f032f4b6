import { isInterpreter } from '../danger/code.ts';
import { SHELLS, WRAPPERS } from '../../shell/tables/wrappers.ts';
import type { SimpleCommand } from '../../vocab/shell-line.ts';
import { headOf, subcommandOf } from '../command-view.ts';

/**
 * Programs of which a beginning may be remembered, with the verbs that name one. A `+`: the next word belongs to it as
 * well, because the verb alone says too little (`npm run`). `*`: any verb. What runs other programs is not here.
 */
const TABLE: Readonly<Record<string, string>> = {
  git: 'add am branch checkout cherry-pick commit diff fetch log merge mv pull push rebase reset restore revert rm show stash status switch tag',
  npm: 'audit ci i install ls outdated pack prune run+ run-script+ t test update',
  pnpm: 'add audit build i install ls outdated prune run+ t test update',
  yarn: 'add audit build install lint outdated run+ test upgrade',
  cargo: 'add bench build check clippy clean doc fmt test update',
  go: 'build fmt get list mod+ test vet',
  dotnet: 'build clean format restore test',
  mvn: 'compile package test verify',
  gradle: 'assemble build check test',
  make: '*',
  just: '*',
  pip: 'check freeze install list show',
  poetry: 'add build check install lock update',
  uv: 'add build lock pip+ sync',
  bundle: 'check install lock update',
  composer: 'install update validate',
  mix: 'compile deps.get format test',
  docker: 'build images logs ps pull push',
  podman: 'build images logs ps pull push',
  kubectl: 'apply describe diff get logs rollout+',
  helm: 'install lint list status template upgrade',
  terraform: 'fmt init plan show validate',
  tofu: 'fmt init plan show validate',
  systemctl: 'start status',
  gh: 'issue+ pr+ release+ run+ workflow+',
};

const VERBS: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries(TABLE).map(([head, verbs]) => [head, verbs.split(' ')]),
);

/** What may stand as a verb: nothing that a rule would read as a pattern. */
const PLAIN = /^[\w][\w.:@/-]*$/;

/**
 * The words that a rule for "commands like this" begins with: the program and its verb, global options left out. Null
 * where none may be remembered: programs and verbs that are not in the table, wrappers, shells, interpreters, `cd`.
 */
export function prefixOf(command: SimpleCommand): readonly string[] | null {
  const head = headOf(command) ?? '';
  const known = VERBS.get(head);
  if (known === undefined) return null;
  const { verb, rest, doubtful } = subcommandOf(command);
  if (verb === null || doubtful || !PLAIN.test(verb)) return null;
  if (known.includes(verb) || known.includes('*')) return [head, verb];
  const next = rest[0]?.value ?? null;
  return known.includes(`${verb}+`) && next !== null && PLAIN.test(next) ? [head, verb, next] : null;
}

/** Programs of the table, for a test that none of them runs others. */
export const PREFIX_HEADS = Object.keys(TABLE);

/** Whether what a program does is said by its arguments alone. */
export const runsOthers = (head: string): boolean =>
  head === 'cd' || WRAPPERS.has(head) || SHELLS.has(head) || isInterpreter(head);
