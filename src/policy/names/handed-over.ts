import type { SimpleCommand } from '../../vocab/shell-line.ts';
import { feedersOf, headOf, outersOf, upstreamOf, nameOf } from '../command-view.ts';
import { matchesOf } from '../../base/text.ts';

/**
 * The commands whose finds or output a command is given as names: a find that starts it, what feeds the xargs around it
 * or a list that it reads, what runs in its words, and what a `read` took into a variable that it uses.
 */
export function namersOf(command: SimpleCommand, all: readonly SimpleCommand[]): readonly SimpleCommand[] {
  const runs: number[] = [];
  const unknown: string[] = [];
  const listFlag = LIST_FLAGS.get(nameOf(command)) ?? LONG_LIST;
  let readsList = headOf(command) === 'cpio';
  for (const { value, text, runs: started } of command.words) {
    for (const index of started) if (!runs.includes(index)) runs.push(index);
    if (value === null && started.length === 0) unknown.push(text);
    else if (value !== null && listFlag.test(value)) readsList = true;
  }
  const namers = command.outer === null ? [] : [...outersOf(command, all), ...feedersOf(command, all)];
  for (const index of runs) {
    const run = all[index];
    if (run !== undefined) namers.push(run);
  }
  if (readsList) namers.push(...upstreamOf(command, all));
  if (unknown.length > 0) namers.push(...takenInBy(unknown, all));
  return namers;
}

/** `sort --files0-from=-`, `rsync --files-from=-`: the names come from the input. */
const LONG_LIST = /^--?files0?-from(?:=(?:-|\/dev\/stdin))?$/;
const LIST_FLAGS: ReadonlyMap<string, RegExp> = new Map([
  ['file', /^-[a-zA-Z]*f-?$|^--files-from(?:=-)?$/],
  ['tar', /^-?[a-zA-Z]*T-?$|^--files-from(?:=-)?$/],
  ['zip', /^-@$/],
]);

const TAKES_IN: ReadonlySet<string | null> = new Set(['read', 'mapfile', 'readarray']);

const takers = new WeakMap<readonly SimpleCommand[], readonly SimpleCommand[]>();

/** `find . | while read f; do cat "$f"; done`. Every command of the loop asks. */
function takenInBy(texts: readonly string[], all: readonly SimpleCommand[]): readonly SimpleCommand[] {
  const taking = takers.get(all) ?? all.filter((other) => TAKES_IN.has(headOf(other)));
  takers.set(all, taking);
  if (taking.length === 0) return [];
  const names = new Set(texts.flatMap((text) => matchesOf(text, /(?<=\$\{?)\w+/g)));
  return taking
    .filter(({ words }) => words.some(({ value }) => value !== null && names.has(value)))
    .flatMap((other) => upstreamOf(other, all));
}
