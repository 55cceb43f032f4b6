import { baseName } from '../../base/path.ts';
import type { Word } from '../../vocab/shell-line.ts';
import { literalWord } from '../words/fields.ts';
import { behindEach, behindFirst, fits, textOf } from '../words/word-text.ts';
import { runsText, startsWords, type Inner } from './inner.ts';

type Unwrap = (words: readonly Word[]) => readonly Inner[];

const removes = (path: string): Inner => startsWords(['rm', '-rf', path].map(literalWord));

/** `ansible localhost -a 'ls'`, `-m shell -a 'ls'`, `-m file -a 'path=/x state=absent'`. Another machine is not judged. */
const ansible: Unwrap = (words) => {
  const isHere = words.some((word) => fits(word, /^(?:localhost|127\.0\.0\.1|local|--connection=local)$/));
  const [module] = behindEach(words, (word) => fits(word, /^(?:-m|--module-name)$/)).map(textOf);
  const [args] = behindEach(words, (word) => fits(word, /^(?:-a|--args)$/)).map(textOf);
  if (!isHere || args === undefined) return [];
  if (/(?:^|\.)file$/.test(module ?? '')) {
    const path = /(?:^|\s)(?:path|dest|name)=(\S+)/.exec(args)?.[1];
    return path !== undefined && /\bstate=absent\b/.test(args) ? [removes(path)] : [];
  }
  return /^$|(?:^|\.)(?:command|shell|raw)$/.test(module ?? '') ? [runsText(args)] : [];
};

/** `salt-call --local cmd.run 'ls'`, `file.remove /x`. */
const salt: Unwrap = (words) => {
  const [text] = behindEach(words, (word) => fits(word, /^cmd\.(?:run|shell)\w*$/)).map(textOf);
  const [path] = behindEach(words, (word) => fits(word, /^file\.(?:remove|directory_remove)$/)).map(textOf);
  return [
    ...(text === undefined ? [] : [runsText(text.replace(/^cmd=/, ''))]),
    ...(path === undefined ? [] : [removes(path.replace(/^path=/, ''))]),
  ];
};

/** `go vet -vettool='x'`, `go build -toolexec x`, `go test -exec x`. */
const go: Unwrap = (words) =>
  words.flatMap((word, i) => {
    const [flag, glued] = /^--?(?:vettool|toolexec|exec)(?:=([^]*))?$/.exec(textOf(word)) ?? [];
    const text = flag === undefined ? '' : (glued ?? textOf(words[i + 1]));
    return text === '' ? [] : [runsText(text)];
  });

/** `gcc -wrapper gdb,--args`: words with commas between. */
const compiler: Unwrap = (words) =>
  behindEach(words, ({ value }) => value === '-wrapper').map((word) =>
    startsWords(textOf(word).split(',').map(literalWord)),
  );

/** `hg --config alias.x='!ls' x`, `--config hooks.update=ls`. */
const mercurial: Unwrap = (words) =>
  words.flatMap((word, i) => {
    const set = /^--config=([^]*)$/.exec(textOf(word))?.[1] ?? (words[i - 1]?.value === '--config' ? textOf(word) : '');
    const text = /^(?:alias\.[^=]+=\s*!|hooks\.[^=]+=(?!python:)|ui\.(?:editor|ssh|merge)=)([^]+)$/.exec(set)?.[1];
    return text === undefined ? [] : [runsText(text)];
  });

const just: Unwrap = (words) => {
  const command = behindFirst(words, (word) => fits(word, /^(?:-c|--command)$/));
  return command.length === 0 ? [] : [startsWords(command)];
};

const each = (heads: string, unwrap: Unwrap): readonly (readonly [string, Unwrap])[] =>
  heads.split(' ').map((head) => [head, unwrap]);

const TOOLS: ReadonlyMap<string, Unwrap> = new Map([
  ...each('ansible', ansible),
  ...each('salt-call salt', salt),
  ...each('go', go),
  ...each('gcc g++ cc c++ clang clang++', compiler),
  ...each('hg', mercurial),
  ...each('just', just),
]);

/** Programs of builds and of the care of machines, with a way of their own to be told a command. */
export const unwrapTool = (words: readonly Word[]): readonly Inner[] =>
  TOOLS.get(baseName(textOf(words[0])))?.(words) ?? [];
