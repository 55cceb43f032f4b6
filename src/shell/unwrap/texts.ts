import type { Word } from '../../vocab/shell-line.ts';
import { literalWord } from '../words/fields.ts';
import { runsText, startsWords, type Inner } from './inner.ts';

const RUNS_ITS_VALUE =
  /(pager|editor|sshcommand|fsmonitor|external|textconv|command|cmd|helper|driver|clean|smudge|process)$/;

/** `git -c alias.x='!rm -rf ~' x`, `git rebase -x 'make test'`, `git bisect run make`: what git starts for its user. */
export function unwrapGit(words: readonly Word[]): readonly Inner[] {
  const settings = words.flatMap(({ value }, i) => {
    const setting = words[i - 1]?.value === '-c' ? /^([^=]+)=([^]*)$/.exec(value ?? '') : null;
    const [, key = '', text = ''] = setting ?? [];
    if (text.startsWith('!')) return [runsText(text.slice(1))];
    const alias = /^alias\.(.+)$/i.exec(key)?.[1];
    if (alias !== undefined) return startsAlias(words, i, { alias, text });
    return setting !== null && RUNS_ITS_VALUE.test(key.toLowerCase()) ? [runsText(text)] : [];
  });
  return [...settings, ...unwrapVerb(words)];
}

/** `git -c alias.p=push p origin` is `git push origin`. */
function startsAlias(
  words: readonly Word[],
  at: number,
  { alias, text }: { readonly alias: string; readonly text: string },
): readonly Inner[] {
  const verb = words.findIndex(({ value }, i) => i > at && value?.toLowerCase() === alias.toLowerCase());
  if (verb < 0) return [];
  const meant = text.split(/\s+/).filter((word) => word !== '');
  const globals = [...words.slice(0, at - 1), ...words.slice(at + 1, verb)];
  return [startsWords([...globals, ...meant.map(literalWord), ...words.slice(verb + 1)])];
}

function unwrapVerb(words: readonly Word[]): readonly Inner[] {
  const texts = words.map(({ value }) => value);
  const at = texts.findIndex((text) => text === 'rebase' || text === 'bisect' || text === 'submodule');
  const behind = words.slice(at + 1);
  if (texts[at] === 'rebase') return textsBehind(behind, /^(-x|--exec)$/, /^(?:--exec=|-x)([^]+)$/);
  if (texts[at] === 'bisect' && texts[at + 1] === 'run') return [startsWords(behind.slice(1))];
  if (texts[at] !== 'submodule' || !texts.includes('foreach')) return [];
  const inner = words.slice(texts.indexOf('foreach') + 1).filter(({ value }) => value !== '--recursive');
  return inner.length === 1 ? [runsText(inner[0]?.value ?? null)] : inner.length > 1 ? [startsWords(inner)] : [];
}

/** The values of a flag, behind it or glued to it, as texts that a shell runs. */
function textsBehind(words: readonly Word[], flag: RegExp, glued: RegExp): readonly Inner[] {
  return words.flatMap(({ value }, i) => {
    if (flag.test(words[i - 1]?.value ?? '')) return [runsText(value)];
    const text = glued.exec(value ?? '')?.[1];
    return text === undefined ? [] : [runsText(text)];
  });
}

export const unwrapTar = (words: readonly Word[]): readonly Inner[] => [
  ...textsBehind(
    words,
    /^(--to-command|--use-compress-program|-I|--info-script|-F|--rsh-command)$/,
    /^--(?:to-command|use-compress-program|info-script|rsh-command)=([^]+)$/,
  ),
  ...textsBehind(words, /^(?!)/, /^(?:--checkpoint-action=)?exec=([^]+)$/),
];

/** `npx -c 'text'`, `npm exec -c 'text'`. */
export const unwrapRunner = (words: readonly Word[]): readonly Inner[] =>
  words[0]?.value === 'npx' || /^(exec|x|dlx)$/.test(words[1]?.value ?? '')
    ? textsBehind(words, /^(-c|--call|--shell-mode)$/, /^(?:--call=|-c)([^]+)$/)
    : [];

const STARTS_TMUX =
  /^(new|new-session|neww|new-window|split-window|splitw|respawn-pane|respawn-window|run|run-shell|if|if-shell|display-popup|popup|pipe-pane|pipep)$/;

/** tmux hands its last words to a shell. */
export function unwrapTmux(words: readonly Word[]): readonly Inner[] {
  const at = words.findIndex(({ value }) => STARTS_TMUX.test(value ?? ''));
  const behind = at < 0 ? [] : words.slice(at + 1);
  return behind.filter(({ value }) => value !== null && !value.startsWith('-')).map(({ value }) => runsText(value));
}

/** `mapfile -C 'text'`, `complete -C 'text'`. */
export const unwrapCallbacks = (words: readonly Word[]): readonly Inner[] => textsBehind(words, /^-C$/, /^-C([^]+)$/);
