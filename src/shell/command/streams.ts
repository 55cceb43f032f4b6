import type { RedirectOp, Word } from '../../vocab/shell-line.ts';
import type { Reader } from '../reader.ts';
import type { Scope } from '../scope.ts';
import { fits, textOf } from '../words/word-text.ts';
import { addText, pathOf } from './files.ts';
import { ANY, writtenTo, type Outputs } from './outputs.ts';

interface Opening {
  readonly op: RedirectOp;
  /** The stream that is named; null: the one that the operator means by itself. `named`: bash takes a free one. */
  readonly fd: number | null;
  readonly named: boolean;
  readonly target: Word | null;
}

/** What the streams lead to behind one redirect. */
export function turnOutput(outputs: Map<number, string>, opening: Opening, scope: Scope, reader: Reader): void {
  const led = leadsTo(outputs, opening, scope, reader);
  for (const stream of streamsOf(outputs, opening)) {
    if (led === undefined) outputs.delete(stream);
    else outputs.set(stream, led);
  }
  const moved = /^[<>]&$/.test(opening.op) ? /^(\d+)-$/.exec(textOf(opening.target))?.[1] : undefined;
  if (moved !== undefined) outputs.delete(Number(moved));
}

function streamsOf(outputs: Outputs, { op, fd, named, target }: Opening): readonly number[] {
  if (named) return [-1 - outputs.size];
  if (fd !== null) return [fd];
  const isBoth = op.startsWith('&>') || (op === '>&' && !fits(target, /^(?:\d+-?|-)$/) && target?.value !== null);
  return isBoth ? [1, 2] : [op.startsWith('<') ? 0 : 1];
}

const STREAM_FILE = /^\/dev\/std(?:(out)|(err))$|^\/(?:dev|proc\/self)\/fd\/(\d+)$/;

function leadsTo(outputs: Outputs, { op, target }: Opening, scope: Scope, reader: Reader): string | undefined {
  if (target === null || op === '<' || op.startsWith('<<')) return undefined;
  const text = textOf(target);
  if (op.endsWith('&')) {
    if (target.value === null) return ANY;
    if (/^(?:\d+-?|-)$/.test(text)) return text === '-' ? undefined : outputs.get(Number.parseInt(text, 10));
  }
  const [whole, out, , number] = STREAM_FILE.exec(text) ?? [];
  if (whole !== undefined) return outputs.get(out === undefined ? Number(number ?? 2) : 1);
  return reader.contents.get(target)?.feed ?? pathOf(target.value, scope) ?? undefined;
}

/** What is printed goes to the files that standard output leads to. */
export function writeOutput(outputs: Outputs, output: string | null, heard: string, reader: Reader): void {
  for (const path of writtenTo(outputs)) addText(path, output, reader, output ?? heard);
}
