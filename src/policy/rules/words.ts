import { baseName } from '../../base/path.ts';
import { matchesWildcard } from '../../base/wildcard.ts';
import { RM } from '../hardline/disk.ts';
import { findFlag } from '../../shell/options.ts';
import { GLOBAL_OPTIONS } from '../../shell/tables/global-options.ts';
import type { FlagTable } from '../../vocab/flag-table.ts';
import type { SimpleCommand, Word } from '../../vocab/shell-line.ts';
import { asGit, headOf, subcommandOf } from '../command-view.ts';
import { fullNpmVerb } from '../names/npm-verbs.ts';
import { componentGives } from '../paths.ts';
import { flagTable } from '../../shell/tables/table.ts';
import { upToMarker } from '../../shell/words/word-text.ts';

/**
 * How a deny or ask rule sees a command: wider than it is written (POLICY 5). Folders of the head and global options are
 * skipped, flags are a set in all spellings, and a word that is not known may be any word.
 */
export function meetsStrictly(pattern: string, command: SimpleCommand): boolean {
  const git = asGit(command);
  return meetsAsIs(pattern, command) || (git !== null && meetsAsIs(pattern, git));
}

function meetsAsIs(pattern: string, command: SimpleCommand): boolean {
  const [program = '', ...rest] = splitPattern(pattern);
  const isAny = program === '*';
  if (isAny && rest.length === 0) return true;
  const head = headFor(program, command);
  // A program that is not known is meant by what is said of every program, and by nothing else.
  if (head === null ? !isAny : !matchesWildcard(program, head)) return matchesAsText(pattern, command, head);
  if (matchesAsText(pattern, command, head)) return true;
  const words = command.words.slice(1);
  if (head === null || !GLOBAL_OPTIONS.has(head)) return matchesWords(rest, words, words, head);
  const { doubtful, globals, verb } = subcommandOf(withHead(command, head));
  // An option in no table may hide which word is the subcommand.
  if (doubtful) return true;
  const behind = command.words.slice(globals.operandsAt);
  if (matchesWords(rest, behind, words, head)) return true;
  return head === 'npm' && verb !== null && matchesWords(withFullVerb(rest), withVerb(behind, verb), words, head);
}

/** The head as a rule about this program sees it: a glob that can give the program is the program. */
function headFor(program: string, command: SimpleCommand): string | null {
  const pattern = command.words[0]?.pattern ?? null;
  const name = program.replaceAll('*', '');
  return pattern !== null && name !== '' && componentGives(baseName(pattern), name) ? name : headOf(command);
}

const withHead = (command: SimpleCommand, head: string): SimpleCommand =>
  command.words[0]?.pattern == null
    ? command
    : { ...command, words: [{ ...command.words[0], value: head, pattern: null }, ...command.words.slice(1)] };

const withVerb = (words: readonly Word[], verb: string): readonly Word[] =>
  words.map((word, i) => (i === 0 ? { ...word, value: verb } : word));

/** `npm i` is `npm install` in a rule as well. */
function withFullVerb(tokens: readonly string[]): readonly string[] {
  const at = tokens.findIndex((token) => !isFlag(token));
  return tokens.map((token, i) => (i === at && !token.includes('*') ? fullNpmVerb(token) : token));
}

const splitPattern = (pattern: string): readonly string[] => pattern.split(/\s+/).filter((token) => token !== '');

function matchesAsText(pattern: string, command: SimpleCommand, head: string | null): boolean {
  if (head === null || command.words.some(({ value }) => value === null)) return false;
  return matchesText(pattern, [head, ...command.words.slice(1).map(({ value }) => value)].join(' '));
}

/** `*` is any run of characters; behind a blank at the end it is also no arguments at all. */
export function matchesText(pattern: string, text: string): boolean {
  return matchesWildcard(pattern, text) || (pattern.endsWith(' *') && matchesWildcard(pattern.slice(0, -2), text));
}

/** Flags of the pattern must be among the command's; the other tokens must fit its other words in order. */
function matchesWords(
  tokens: readonly string[],
  behindGlobals: readonly Word[],
  words: readonly Word[],
  head: string | null,
): boolean {
  const table = SPELLINGS.get(head);
  const wanted = tokens.filter(isFlag);
  const flagged = new Set(upToMarker(words));
  const isOperand = (word: Word): boolean => word.value === null || !isFlag(word.value) || !flagged.has(word);
  const operands = behindGlobals.filter((word) => isOperand(word) && (word.value !== '--' || tokens.includes('--')));
  const unknown = words.some(({ value, many }) => value === null && many);
  const used = new Set(
    [...flagged].flatMap(({ value }) => (value !== null && isFlag(value) ? spellings(value, table) : [])),
  );
  const flagsMeet = wanted.every(
    (flag) =>
      unknown ||
      [...flagged].some(({ value }) => value === flag) ||
      spellings(flag, table).every((one) => used.has(one)),
  );
  return (
    flagsMeet &&
    fits(
      tokens.filter((token) => !isFlag(token)),
      operands,
    )
  );
}

const isFlag = (text: string): boolean => /^-./.test(text) && text !== '--';

/** A cluster as single letters, a long flag by its short name where the table has one. */
function spellings(flag: string, table: FlagTable | undefined): readonly string[] {
  const name = flag.replace(/=.*$/s, '');
  if (name.startsWith('--')) {
    const found = table === undefined ? null : findFlag(name, table);
    return [found === null ? name : (found[1].same ?? found[0])];
  }
  return [...name.slice(1)].map((letter) => {
    const found = table?.flags[`-${letter}`];
    return found?.same ?? `-${letter}`;
  });
}

/** Whether pattern tokens fit words in order; `*` takes any run, an unknown word may be whatever is wanted. */
function fits(tokens: readonly string[], words: readonly Word[]): boolean {
  const [token, ...rest] = tokens;
  if (token === undefined) return words.every(({ value, many }) => value === null && many);
  if (/^\*+$/.test(token)) {
    for (let skipped = 0; skipped <= words.length; skipped++) if (fits(rest, words.slice(skipped))) return true;
    return false;
  }
  const [word, ...behind] = words;
  if (word === undefined) return false;
  if (word.value === null) return fits(rest, behind) || (word.many && (fits(tokens, behind) || fits(rest, words)));
  return matchesWildcard(token, word.value) && fits(rest, behind);
}

/** Short and long spellings of the same flag, of programs that rules are often written for. */
const SPELLINGS: ReadonlyMap<string | null, FlagTable> = new Map(
  [
    RM,
    flagTable('git', {
      '0':
        '-f|--force -d|--delete -n|--dry-run -a|--all -q|--quiet -v|--verbose -u|--set-upstream -i|--interactive -p|--patch -r|--remotes ' +
        '-s|--signoff -m|--move -c|--copy -S|--staged -W|--worktree -D -x -X --hard --soft --mixed --merge --keep --tags --mirror --amend',
    }),
    flagTable('cp', {
      '0': '-r|-R|--recursive -a|--archive -f|--force -i|--interactive -n|--no-clobber -l|--link -s|--symbolic-link -u|--update -v|--verbose -p',
    }),
    flagTable('mv', { '0': '-f|--force -i|--interactive -n|--no-clobber -u|--update -v|--verbose' }),
    flagTable('ln', { '0': '-s|--symbolic -f|--force -n|--no-dereference -r|--relative -v|--verbose' }),
    flagTable('chmod', { '0': '-R|--recursive -v|--verbose -c|--changes -f|--silent|--quiet' }),
    flagTable('chown', { '0': '-R|--recursive -v|--verbose -h|--no-dereference' }),
    flagTable('curl', {
      '0': '-f|--fail -s|--silent -S|--show-error -L|--location -k|--insecure -O|--remote-name -X|--request -d|--data -F|--form -T|--upload-file -o|--output -H|--header',
    }),
    flagTable('docker', { '0': '-f|--force -v|--volumes -a|--all -d|--detach -i|--interactive -t|--tty -q|--quiet' }),
    flagTable('npm', { '0': '-g|--global -f|--force -s|--silent -D|--save-dev -S|--save -y|--yes' }),
    flagTable('kubectl', { '0': '-f|--filename -n|--namespace -A|--all-namespaces -l|--selector' }),
  ].map((table) => [table.head, table]),
);
