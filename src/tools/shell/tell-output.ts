import { digestText } from '../../base/digest.ts';
import { Fault } from '../../base/fault.ts';
import { type BoundOutput, boundOutput } from './bound-output.ts';

/** Stores bytes; gives back a path the model can read. */
export type Keep = (bytes: Uint8Array) => Promise<string>;

/** The path of what was kept, or why it could not be; the command has run, and its head and tail are told either way. */
async function keepOrSay(keep: Keep, bytes: Uint8Array): Promise<{ path: string | null; fault: string | null }> {
  try {
    return { path: await keep(bytes), fault: null };
  } catch (error) {
    if (error instanceof Fault) return { path: null, fault: error.message };
    throw error;
  }
}

export interface ToldOutput {
  readonly text: string;
  /** As `text`, but the same for the same output: no path of this very call is in it. */
  readonly compare: string;
  /** Where the whole of it is, when it was too long. */
  readonly kept: string | null;
}

/** Output for the model: whole, or head and tail and where the rest is. `gap`: bytes that were dropped, and where. */
export async function tellOutput(
  output: Uint8Array,
  gap: { readonly at: number; readonly bytes: number } | null,
  keep: Keep,
): Promise<ToldOutput> {
  const bound = boundOutput(output, gap);
  const nothing = { path: null, fault: null };
  const { path, fault } = bound.leftOut === 0 ? nothing : await keepOrSay(keep, markGap(output, gap));
  const note = fault === null ? [] : [`[${fault}]`];
  const toText = (where: string | null): string => [...toParts(bound, where, gap?.bytes ?? 0), ...note].join('\n');
  return { text: toText(path), compare: digestText(output) + toText(null), kept: path };
}

function markGap(output: Uint8Array, gap: { at: number; bytes: number } | null): Uint8Array {
  if (gap === null) return output;
  const mark = Buffer.from(`\n[... ${gap.bytes} bytes dropped ...]\n`);
  return Buffer.concat([output.subarray(0, gap.at), mark, output.subarray(gap.at)]);
}

function toParts({ head, tail, leftOut }: BoundOutput, kept: string | null, lost: number): readonly string[] {
  if (tail === null) return [head === '' ? '(no output)' : trimNewline(head)];
  const where = kept === null ? '' : `; read them in ${kept}${lost > 0 ? ` but for ${lost} that were dropped` : ''}`;
  return [trimNewline(head), `[... ${leftOut} bytes left out${where} ...]`, trimNewline(tail)];
}

const trimNewline = (text: string): string => (text.endsWith('\n') ? text.slice(0, -1) : text);
