import type { Redirect, Stdin, Word } from '../../vocab/shell-line.ts';
import { constantOutput, listedOutput } from '../words/constant-output.ts';
import { printGlob } from '../words/printed.ts';

/** Programs that give the lines of their input, or some of them: for what a shell reads next, that is all there is. */
function passesLines(words: readonly Word[]): boolean {
  const [head, ...args] = words.map(({ value }) => value ?? '');
  if (head === 'sed') return args.length === 1 && args[0] === '';
  return (
    /^(?:head|tail|sort|uniq|tac)$/.test(head ?? '') &&
    args.every((arg) => /^-[nru]?\d*$|^\d+$/.test(arg) && arg !== '-')
  );
}

export function outputOf(words: readonly Word[], redirects: readonly Redirect[], stdin: Stdin): string | null {
  if (redirects.some(({ writes, copies }) => writes || copies)) return null;
  const [head] = words;
  if (head?.value === 'tee') return stdin.kind === 'text' || stdin.kind === 'pipe' ? stdin.text : null;
  if (head?.value === 'cat' && (words.length === 1 || (words.length === 2 && words[1]?.value === '-'))) {
    return stdin.kind === 'text' || stdin.kind === 'pipe' ? stdin.text : null;
  }
  if (passesLines(words)) return stdin.kind === 'text' || stdin.kind === 'pipe' ? stdin.text : null;
  if (head?.pattern !== null) return null;
  const texts = words.map(({ value, pattern }) => (pattern === null ? value : printed(pattern)));
  return constantOutput(texts) ?? listedOutput(texts);
}

/** Whether a backslash goes with the quotes or stays depends on where it came from and on what is there. */
const printed = (pattern: string): string | null => (pattern.includes('\\') ? null : printGlob(pattern));
