import { baseName } from '../../base/path.ts';
import type { Facts } from '../../vocab/facts.ts';
import type { SimpleCommand } from '../../vocab/shell-line.ts';
import { headOf } from '../command-view.ts';
import { componentGives, placeOf, placeOfText, realPathsOf } from '../paths.ts';
import { isHomeOrAbove, isUnreadable, isWholeHome, UNREADABLE } from './listed-files.ts';
import { treesOf, type Trees } from './taken-trees.ts';
import { textOf } from '../../shell/words/word-text.ts';

/** What the agent may not read that a command takes along in a whole tree. */
export function findReadTree(command: SimpleCommand, facts: Facts): string | null {
  for (const trees of treesOf(command)) {
    const paths = pathsOf(trees, facts);
    // One that is asked for by name is not left out.
    const named = paths.find((path) => isUnreadable(path, facts));
    if (named !== undefined) return named;
    const path = paths.find(
      (one) =>
        isWholeHome(one, facts) || (!trees.searches && isHomeOrAbove(one, facts) && !(trees.root && one === '/')),
    );
    if (path !== undefined && !leavesOut(command, facts)) return path;
  }
  return null;
}

const pathsOf = ({ words, folders }: Trees, facts: Facts): readonly string[] =>
  folders
    .flatMap((cwd) => (words.length === 0 ? placeOfText('.', { cwd }) : words.map((word) => placeOf(word, { cwd }))))
    .flatMap((place) => (place === null ? [] : realPathsOf(place, facts)));

/** Programs that look for something in files. */
export const SEARCHES = /^(rg|ag|ack|grep|egrep|fgrep|zgrep|ugrep)$/;

/** `--exclude=.bailiwick`, `--exclude-dir .bailiwick`, `-g '!.bailiwick'`, `--include='*.ts'`. */
function leavesOut(command: SimpleCommand, { agentHome }: Facts): boolean {
  const texts = command.words.map((word) => textOf(word));
  const valuesOf = (flag: RegExp): readonly string[] =>
    texts.flatMap((text, i) => {
      const glued = flag.exec(text)?.[1];
      if (glued !== '') return glued ?? [];
      return texts.slice(i + 1, i + 2);
    });
  const head = String(headOf(command));
  const searches = SEARCHES.test(head);
  const without = valuesOf(searches ? /^--exclude-dir=?(.*)$/s : /^--exclude=?(.*)$/s);
  const globs = valuesOf(/^(?:--i?glob|-g)=?(.*)$/s);
  const only = [...valuesOf(/^--include=?(.*)$/s), ...globs.filter((glob) => !glob.startsWith('!'))];
  const names = ['.bailiwick', baseName(agentHome)];
  // For rsync `/x` is at the top of what it copies, which is in the folder only behind a slash.
  const top = head === 'rsync' && texts.slice(1, -1).every((text) => text.startsWith('-') || text.endsWith('/'));
  const bare = (text: string): string => (top ? text.replace(/^\//, '') : text);
  const omits = (text: string): boolean => names.includes(bare(text).replace(/^(\*\*?\/)+|\/(\*{1,3})?$/g, ''));
  const left = [...without, ...globs.filter((glob) => glob.startsWith('!')).map((glob) => glob.slice(1))].some(omits);
  const again =
    texts.some((text) => LETS_IN.get(head)?.test(text) === true) ||
    only.some((text) => names.some((name) => text.includes(name)));
  return (left && !again) || (searches && only.length > 0 && !only.some(givesUnreadableName));
}

/** Flags by which what another leaves out may be there all the same. */
const LETS_IN: ReadonlyMap<string, RegExp> = new Map([
  ['rsync', /^(--include-from|--filter|-f|-F)/],
  ['tar', /^--(anc|no-wildcards$)/],
]);

const givesUnreadableName = (pattern: string): boolean =>
  UNREADABLE.some((name) => componentGives(pattern.toLowerCase().replace(/^.*\//s, ''), name));
