import { baseName } from '../../base/path.ts';
import type { Redirect, Stdin, Word } from '../../vocab/shell-line.ts';
import type { Reader } from '../reader.ts';
import type { Scope } from '../scope.ts';
import { addText, fileText, pathOf, writeOutput } from './files.ts';
import { printedBy } from './output.ts';

/** `echo x > f`, `echo x | tee f`, `cp f g`: what a command writes that it is known to write. */
export function writeFiles(
  { words, redirects }: { readonly words: readonly Word[]; readonly redirects: readonly Redirect[] },
  stdin: Stdin,
  scope: Scope,
  reader: Reader,
): void {
  const head = baseName(words[0]?.value ?? '');
  if (redirects.some(({ writes }) => writes)) {
    writeOutput(redirects, printedBy(words, stdin, scope, reader), { place: scope, reader });
  }
  const operands = words.slice(1).filter(({ value }) => value?.startsWith('-') !== true);
  if (head === 'tee' || head === 'sponge') {
    const text = stdin.kind === 'text' || stdin.kind === 'pipe' ? stdin.text : null;
    for (const { value } of operands) addText(pathOf(value, scope), text, reader);
  } else if (reader.files.size > 0 && COPIERS.has(head)) copyFiles(operands, scope, reader);
}

const COPIERS = new Set(['cp', 'mv', 'ln', 'install', 'link']);

function copyFiles(operands: readonly Word[], scope: Scope, reader: Reader): void {
  const into = pathOf(operands.at(-1)?.value, scope);
  for (const word of operands.slice(0, -1)) {
    const text = fileText(word, scope, reader);
    if (text === undefined || into === null) continue;
    addText(into, text, reader);
    addText(`${into}/${baseName(word.value ?? '')}`, text, reader);
  }
}
