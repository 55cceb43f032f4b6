import { baseName } from '../../base/path.ts';
import type { FlagTable } from '../../vocab/flag-table.ts';
import type { Word } from '../../vocab/shell-line.ts';
import { SSH_MATCHES, SSH_RUNS, TEXT_OPTIONS } from '../tables/text-options.ts';
import { literalWord } from '../words/fields.ts';
import { joinWords, runsText, startsWords, type Inner } from './inner.ts';
import { beginningOf, behindEach, behindFirst, fits, textOf, upToMarker } from '../words/word-text.ts';

const RUNS_ITS_VALUE =
  /(pager|editor|sshcommand|fsmonitor|external|textconv|command|cmd|helper|driver|program|clean|smudge|process)$/;

/** `git -c alias.x='!rm -rf ~' x`, `git rebase -x 'make test'`, `git bisect run make`: what git starts for its user. */
export function unwrapGit(words: readonly Word[]): readonly Inner[] {
  const settings = words.flatMap((word, i) => {
    const set =
      /^--config=([^]*)$/.exec(textOf(word))?.[1] ?? (fits(words[i - 1], /^(?:-c|--config)$/) ? textOf(word) : '');
    const setting = /^([^=]+)=([^]*)$/.exec(set);
    if (setting === null) return [];
    const [, key = '', text = ''] = setting;
    const alias = /^alias\.(.+)$/i.exec(key)?.[1];
    if (text.startsWith('!')) return [runsText(text.slice(1)), ...startsShellAlias(words, i, { alias, text })];
    if (alias !== undefined) return startsAlias(words, i, { alias, text });
    return RUNS_ITS_VALUE.test(key.toLowerCase()) ? [runsText(text)] : [];
  });
  const remotes = words.flatMap((word) => /^ext::([^]+)$/.exec(textOf(word))?.[1] ?? []).map((text) => runsText(text));
  return [...settings, ...remotes, ...configured(words), ...unwrapVerb(words)];
}

/** `git config alias.x '!make'`: what git is told to start later. */
function configured(words: readonly Word[]): readonly Inner[] {
  const at = words.findIndex(({ value }) => value === 'config');
  if (at === -1) return [];
  return words.slice(at + 1).flatMap(({ value }, i) => {
    const key = textOf(words[at + i]);
    if (value === null || !/^[\w-]+\..+/.test(key)) return [];
    if (value.startsWith('!')) return [runsText(value.slice(1))];
    return RUNS_ITS_VALUE.test(key.toLowerCase()) && !value.startsWith('-') ? [runsText(value)] : [];
  });
}

interface Alias {
  readonly alias: string | undefined;
  readonly text: string;
}

/** `git -c alias.z='!rm -rf' z /` gives a shell the words behind, in the folder of `-C`. */
function startsShellAlias(words: readonly Word[], at: number, { alias, text }: Alias): readonly Inner[] {
  const verb = words.findIndex(({ value }, i) => i > at && value?.toLowerCase() === alias?.toLowerCase());
  if (alias === undefined || verb === -1) return [];
  const [folder] = behindEach(words.slice(0, verb), ({ value }) => value === '-C');
  if (folder === undefined && verb === words.length - 1) return [];
  const shell = ['sh', '-c', `${text.slice(1)} "$@"`, 'git'].map(literalWord);
  return [startsWords([...shell, ...words.slice(verb + 1)], folder === undefined ? {} : { folder })];
}

/** `git -c alias.p=push p origin` is `git push origin`. */
function startsAlias(
  words: readonly Word[],
  at: number,
  { alias, text }: { readonly alias: string; readonly text: string },
): readonly Inner[] {
  const verb = words.findIndex(({ value }, i) => i > at && value?.toLowerCase() === alias.toLowerCase());
  if (verb === -1) return [];
  const meant = text.split(/\s+/).filter((word) => word !== '');
  const globals = [...words.slice(0, at - 1), ...words.slice(at + 1, verb)];
  return [startsWords([...globals, ...meant.map(literalWord), ...words.slice(verb + 1)])];
}

function unwrapVerb(words: readonly Word[]): readonly Inner[] {
  const texts = words.map(({ value }) => value);
  const at = texts.findIndex((text) => text === 'bisect' || text === 'submodule');
  if (texts[at] === 'bisect' && texts[at + 1] === 'run') return [startsWords(words.slice(at + 2))];
  if (texts[at] === 'submodule' && texts.includes('foreach')) {
    const inner = words.slice(texts.indexOf('foreach') + 1).filter(({ value }) => value !== '--recursive');
    return inner.length <= 1 ? inner.map(({ value }) => runsText(value)) : [startsWords(inner)];
  }
  // Whichever word is the subcommand: an option in front of it may be one that no table knows.
  return words.slice(1).flatMap((word, i) => optionTexts(`git ${textOf(word)}`, words.slice(i + 1)));
}

/** The values of a program's options that are command lines, glued, behind `=` or in the next word. */
function optionTexts(head: string, words: readonly Word[]): readonly Inner[] {
  const table = TEXT_OPTIONS.get(head);
  return table === undefined ? [] : textsOf(words, table).map((text) => runsText(text));
}

/** Long options count in any beginning, short ones anywhere in a cluster: what is no command line does no harm here. */
function textsOf(words: readonly Word[], { flags }: FlagTable): readonly (string | null)[] {
  const names = Object.keys(flags);
  return upToMarker(words).flatMap((word, i) => {
    const { value } = word;
    const text = beginningOf(word);
    const next = words[i + 1]?.value ?? null;
    // `zip -TT`: a flag of several letters behind one dash.
    if (/^-[^-]./.test(text) && names.includes(text)) return [next];
    const [, written = '', glued] = /^(--[^=]+)(?:=([^]*))?$/.exec(text) ?? [];
    if (written !== '') {
      const name = names.find((each) => each.startsWith(written));
      if (name === undefined) return [];
      return glued !== undefined ? [value === null ? null : glued] : flags[name]?.arity === 1 ? [next] : [];
    }
    if (!/^-[A-Za-z]/.test(text)) return [];
    const at = [...text].findIndex((letter, n) => n > 0 && names.includes(`-${letter}`));
    if (at === -1) return [];
    const rest = text.slice(at + 1);
    return rest !== '' ? [value === null ? null : rest] : flags[`-${text.charAt(at)}`]?.arity === 1 ? [next] : [];
  });
}

const nameOf = ([head]: readonly Word[]): string => baseName(textOf(head));

/** Programs of the table of options that run their value. */
export const unwrapOptions = (words: readonly Word[]): readonly Inner[] => optionTexts(nameOf(words), words.slice(1));

export const unwrapTar = (words: readonly Word[]): readonly Inner[] => [
  ...unwrapOptions(words),
  ...words.flatMap((word) => {
    const text = /^(?:--checkpoint-ac[a-z]*=)?exec=([^]+)$/.exec(textOf(word))?.[1];
    return text === undefined ? [] : [runsText(text)];
  }),
  // `tar xIf zstd x.tar`: letters without a dash take the words behind them in turn.
  ...(fits(words[1], /^[A-Za-z]*[IF]/) ? words.slice(2).map(({ value }) => runsText(value)) : []),
];

/** `ssh -o ProxyCommand='x' host`, and the same behind programs that start ssh. */
export function unwrapSsh(words: readonly Word[]): readonly Inner[] {
  const options = words.slice(1);
  const settings = [
    ...options.flatMap((word) => /^-[A-Za-z0-9]*?o([^]+)$/.exec(textOf(word))?.[1] ?? []),
    ...behindEach(options, (word) => fits(word, /^-[A-Za-z0-9]*o$/)).map(textOf),
  ];
  const runs = settings.flatMap((text) => (SSH_RUNS.exec(text) ?? SSH_MATCHES.exec(text))?.[1] ?? []);
  return runs.map((text) => runsText(/^(["'])([^]*)\1$/.exec(text.trim())?.[2] ?? text));
}

/** `rsync -e 'ssh -p 22'` is how it is used; another program, or what ssh itself would start, counts. */
export function unwrapRsync(words: readonly Word[]): readonly Inner[] {
  const table = TEXT_OPTIONS.get('rsync');
  const texts = table === undefined ? [] : textsOf(words.slice(1), table);
  return texts.flatMap((text) => {
    const remote = text === null ? undefined : /^\s*(?:\/usr\/bin\/)?ssh(?=\s|$)([^|;&$`()<>]*)$/.exec(text)?.[1];
    return remote === undefined
      ? [runsText(text)]
      : unwrapSsh([literalWord('ssh'), ...remote.split(/\s+/).map(literalWord)]);
  });
}

/** `npx -c 'text'`, `npm exec -c 'text'`. */
export const unwrapRunner = (words: readonly Word[]): readonly Inner[] =>
  words[0]?.value === 'npx' || fits(words[1], /^(exec|x|dlx)$/) ? optionTexts('npx', words.slice(1)) : [];

const MAX_STARTS = 8;
const STARTS_TMUX =
  /^(new|new-session|neww|new-window|split-window|splitw|respawn-pane|respawn-window|run|run-shell|if|if-shell|display-popup|popup|pipe-pane|pipep|send|send-keys|bind|bind-key|set-hook|confirm|confirm-before)$/;

/** tmux hands its last words to a shell; which options in front of them take a value is not followed. */
export function unwrapTmux(words: readonly Word[]): readonly Inner[] {
  const behind = behindFirst(words, (word) => fits(word, STARTS_TMUX));
  const starts = behind.flatMap(({ value }, i) => (value !== null && !value.startsWith('-') ? [i] : []));
  return starts.slice(0, MAX_STARTS).map((start) => runsText(joinWords(behind.slice(start))));
}
