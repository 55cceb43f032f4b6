import { baseName } from '../../base/path.ts';
import type { Stdin, Word } from '../../vocab/shell-line.ts';
import type { Reader } from '../reader.ts';
import type { Scope } from '../scope.ts';
import { heardOf, inputText, isInputFile } from '../unwrap/inner.ts';
import { addText, filePart, fileText, pathOf } from './files.ts';
import { partOfOutput, printedBy } from './output.ts';
import { writtenTo } from './outputs.ts';
import { writeOutput } from './streams.ts';
import { literalWord } from '../words/fields.ts';
import { keepRenamed } from './renamed.ts';
import { textOf } from '../words/word-text.ts';

/** `echo x > f`, `echo x | tee f`, `cp f g`: what a command writes that it is known to write. */
export function writeFiles(
  { words }: { readonly words: readonly Word[] },
  stdin: Stdin,
  scope: Scope,
  reader: Reader,
): void {
  const head = baseName(textOf(words[0]));
  if (writtenTo(scope.outputs).length > 0) {
    const heard = partOfOutput(words, stdin, scope, reader) ?? '';
    if (head === 'cat' && words[1] !== undefined)
      for (const path of writtenTo(scope.outputs)) keepRenamed(words[1], path, scope, reader);
    writeOutput(scope.outputs, printedBy(words, stdin, scope, reader), heard, reader);
  }
  const operands = words.slice(1).filter(({ value }) => value?.startsWith('-') !== true);
  if (head === 'tee' || head === 'sponge') {
    const text = inputText(stdin);
    for (const word of operands) {
      const path = reader.contents.get(word)?.feed ?? pathOf(word.value, scope);
      addText(path, text, reader, text ?? heardOf(stdin));
    }
  } else if (head === 'dd') {
    const [from, into] = ['if=', 'of='].map((name) =>
      words.find(({ value }) => value?.startsWith(name))?.value?.slice(3),
    );
    if (from !== undefined) keepRenamed(literalWord(from), pathOf(into, scope), scope, reader);
    const text = from === undefined ? inputText(stdin) : fileText({ value: from }, scope, reader);
    if (into !== undefined && text !== undefined) addText(pathOf(into, scope), text, reader);
  } else if (COPIERS.has(head)) copyFiles(operands, stdin, scope, reader);
}

const COPIERS = new Set(['cp', 'mv', 'ln', 'install', 'link']);

function copyFiles(operands: readonly Word[], stdin: Stdin, scope: Scope, reader: Reader): void {
  const into = pathOf(operands.at(-1)?.value, scope);
  for (const word of operands.slice(0, -1)) {
    const text = isInputFile(word)
      ? inputText(stdin)
      : (reader.contents.get(word)?.text ?? fileText(word, scope, reader));
    keepRenamed(word, into, scope, reader);
    if (text === undefined || into === null) continue;
    const heard = text ?? filePart(word, scope, reader);
    addText(into, text, reader, heard);
    addText(`${into}/${baseName(textOf(word))}`, text, reader, heard);
  }
}
