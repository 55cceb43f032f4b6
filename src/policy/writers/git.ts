import type { SimpleCommand, Word } from '../../vocab/shell-line.ts';
import { subcommandOf, valuesOf } from '../command-view.ts';
import { placeOf, placeOfText } from '../paths.ts';
import { findHead } from '../readonly/find-head.ts';
import { toTree, toWrites, writesText, type Program, type Write } from './writer.ts';
import { fits, textOf } from '../../shell/words/word-text.ts';

/** `git config -f FILE key value`. */
const configFiles = (rest: readonly Word[]): readonly Word[] =>
  rest.flatMap((word, i) => {
    if (fits(rest[i - 1], /^(-f|--file)$/)) return [word];
    const glued = /^--file=(.+)$/.exec(textOf(word))?.[1];
    return glued === undefined ? [] : [{ ...word, value: glued, prefix: glued }];
  });

const CHANGES_TREE = /^(checkout|restore|rm|mv|clone|init|worktree|apply|am|reset|pull|merge|stash)$/;
/** They change the tree too, but name no path. */
const SWITCHES_TREE = /^(switch|clean|checkout-index|read-tree|cherry-pick|revert|rebase|submodule|sparse-checkout)$/;

/** What they are given they put into the repository or look up there. */
const KEEPS_PATHS =
  /^(add|commit|status|rev-parse|ls-files|ls-tree|check-ignore|check-attr|tag|branch|push|fetch|stage)$/;

/** Where a chain of folders leads; null when one of them is not known. */
const folderBehind = (cwd: string | null, folders: readonly Word[]): string | null =>
  folders.reduce<string | null>((at, word) => placeOf(word, { cwd: at })?.path ?? null, cwd);

/** Long flags whose value is a file or a folder that is written; git takes a beginning of one for the whole. */
const OUTPUT = /^--(?:out(?!put-ind)[a-z-]*|export-[a-z]*)(?:=(.*))?$/s;
const SHORT_OUTPUT = /^(archive|format-patch|bugreport|diagnose|mailsplit|index-pack|send-email)$/;

const NOTHING: readonly string[] = [];

function outputsOf(verb: string, rest: readonly Word[]): readonly string[] {
  const texts = rest.map(textOf);
  return [
    ...texts.flatMap((text, i) => {
      if (!text.startsWith('-')) return NOTHING;
      const [whole, glued] = OUTPUT.exec(text) ?? [];
      if (whole !== undefined) return glued === undefined ? texts.slice(i + 1, i + 2) : [glued];
      const short = SHORT_OUTPUT.test(verb) ? /^-o(.*)$/s.exec(text)?.[1] : undefined;
      return short === '' ? texts.slice(i + 1, i + 2) : short === undefined ? NOTHING : [short];
    }),
    ...(verb === 'bundle' && texts[0] === 'create' ? texts.slice(1).filter((text) => !text.startsWith('-')) : []),
  ];
}

/** The tree that git works on, and whether it is told so: otherwise the folder it runs in, as a repository begins there or above. */
export function workTreeOf(command: SimpleCommand): { readonly isGiven: boolean; readonly folder: string | null } {
  const { globals } = subcommandOf(command);
  const here = { cwd: folderBehind(command.cwd, valuesOf(globals, '-C')) };
  const [given] = [
    ...valuesOf(globals, '--work-tree').map(({ value }) => value),
    ...command.assignments.flatMap(({ name, value }) => (name === 'GIT_WORK_TREE' ? [value] : [])),
    ...valuesOf(globals, '-c').flatMap((word) => /^core\.worktree=(.*)$/is.exec(textOf(word))?.[1] ?? []),
  ];
  if (given === undefined) return { isGiven: false, folder: here.cwd };
  return { isGiven: true, folder: given === null ? null : (placeOfText(given, here)?.path ?? null) };
}

/** Folders in which a verb may write any file that history or a patch names. */
function treesOf(command: SimpleCommand, here: Pick<SimpleCommand, 'cwd'>): readonly Write[] {
  const { verb, rest } = subcommandOf(command);
  const below = verb === 'checkout-index' ? /^--prefix=(.+)$/ : /^--direc[a-z]*=(.+)$/;
  const within = rest.flatMap((word) => below.exec(textOf(word))?.[1] ?? []);
  const { isGiven, folder } = workTreeOf(command);
  const isElsewhere = isGiven || folder !== command.cwd;
  return [...(isElsewhere ? [folder ?? ''] : []), ...within].flatMap((text) => toTree(placeOfText(text, here)));
}

/** Whether it may change any file of the tree it works on. */
export function movesTree(command: SimpleCommand): boolean {
  const { verb } = subcommandOf(command);
  return verb !== null && (CHANGES_TREE.test(verb) || SWITCHES_TREE.test(verb));
}

/** The paths behind a verb that changes files; a folder given by -C counts too, whatever the verb takes from history. */
function writes(command: SimpleCommand): readonly Write[] {
  const { verb, rest, globals } = subcommandOf(command);
  const folders = valuesOf(globals, '-C');
  const here = { ...command, cwd: folderBehind(command.cwd, folders) };
  const changes = verb !== null && CHANGES_TREE.test(verb);
  const moves = movesTree(command);
  const named = (): readonly Word[] => rest.filter((word) => !fits(word, /^-/));
  return [
    ...(changes ? named().flatMap((word) => toTree(placeOf(word, here))) : []),
    ...(verb === 'config' ? toWrites(configFiles(rest), 'content', here) : []),
    ...(moves ? treesOf(command, here) : []),
    ...writesText(verb === null ? NOTHING : outputsOf(verb, rest), here),
  ];
}

export const GIT: Program = {
  writes,
  readsRest(command) {
    const { verb, doubtful } = subcommandOf(command);
    if (doubtful || writes(command).length > 0) return false;
    if (verb !== null && KEEPS_PATHS.test(verb)) return true;
    const found = findHead(command.words);
    return found !== null && found.read.unknown.length === 0;
  },
};
