import type { Stdin, Word } from '../../vocab/shell-line.ts';
import { constantOutput, listedOutput } from '../words/constant-output.ts';
import { printGlob, uncertain } from '../words/printed.ts';
import type { Reader } from '../reader.ts';
import type { Scope } from '../scope.ts';
import { heardOf, inputText, isInputFile } from '../unwrap/inner.ts';
import { filePart, printedFile } from './files.ts';
import { printerOf } from './printer.ts';
import { fits, textOf } from '../words/word-text.ts';

/**
 * Programs that give the lines of their input, or some of them, in some order: for what a shell reads next, that is all
 * there is.
 */
function passesLines(words: readonly Word[]): boolean {
  const line = words.map(textOf).join(' ');
  return /^(?:head|tail)(?: -\d+| -n ?-?\d+)*$|^(?:sort|uniq|tac)(?: -[nru]+)*$|^sed $/.test(line);
}

/** What `cat` is given to print; `-u` changes nothing. */
const filesOf = (words: readonly Word[]): readonly Word[] => words.slice(1).filter((word) => !fits(word, /^-[u-]$/));

const isInput = (word: Word): boolean => word.value === '-' || isInputFile(word);

/** The constant that a command prints, wherever that goes. */
export function printedBy(words: readonly Word[], stdin: Stdin, scope: Scope, reader: Reader): string | null {
  const printer = printerOf(words, stdin, scope, reader);
  const text = constantOf(printer.words, printer.stdin, scope, reader);
  return text === null || printer.sure ? text : uncertain(text);
}

function constantOf(words: readonly Word[], stdin: Stdin, scope: Scope, reader: Reader): string | null {
  const [head] = words;
  const input = stdin.kind === 'text' || stdin.kind === 'pipe' ? stdin.text : null;
  if (head?.value === 'tee') return input;
  if (head?.value === 'cat') {
    const files = filesOf(words);
    if (files.length === 0) return input;
    const texts = files.map((word) =>
      isInput(word) ? input : (reader.contents.get(word)?.text ?? printedFile(word, scope, reader)),
    );
    return texts.every((text) => typeof text === 'string') ? texts.join('') : null;
  }
  if (passesLines(words)) return input === null ? null : uncertain(input);
  if (head?.pattern !== null) return null;
  const texts = words.map(({ value, pattern }) => (pattern === null ? value : printed(pattern)));
  return constantOutput(texts) ?? listedOutput(texts);
}

/** What is known of what a command prints where the whole is not; nothing where nothing is. */
export function partOfOutput(given: readonly Word[], input: Stdin, scope: Scope, reader: Reader): string | undefined {
  const { words, stdin } = printerOf(given, input, scope, reader);
  const [head] = words;
  const heard = inputText(stdin) ?? heardOf(stdin);
  if (head?.value === 'tee' || passesLines(words)) return heard;
  if (head?.value === 'cat') {
    const files = filesOf(words);
    if (files.length === 0) return heard;
    const partOf = (word: Word): string =>
      reader.contents.get(word)?.text ?? printedFile(word, scope, reader) ?? filePart(word, scope, reader);
    return files.map((word) => (isInput(word) ? (heard ?? '') : partOf(word))).join('') || undefined;
  }
  if (words.every(({ template }) => template === undefined)) return undefined;
  return constantOutput(words.map(({ value, template }) => value ?? template ?? '"$_"')) ?? undefined;
}

/** Whether a backslash goes with the quotes or stays depends on where it came from and on what is there. */
const printed = (pattern: string): string | null => (pattern.includes('\\') ? null : printGlob(pattern));
