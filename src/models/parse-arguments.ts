import { showOnOneLine } from '../base/text.ts';

/** Arguments as they stand in a `call` delta: the object, or why there is none. */
export interface ParsedArguments {
  readonly input: Readonly<Record<string, unknown>> | null;
  readonly fault: string | null;
}

const MAX_SHOWN_CHARS = 120;

/** Objects and lists inside each other; what digests and stores a call goes down into each. */
const MAX_DEPTH = 64;

/** Reads the argument text of a tool call. No text at all means no arguments. Never throws. */
export function parseArguments(text: string): ParsedArguments {
  if (text.trim() === '') return { input: {}, fault: null };
  try {
    const value: unknown = JSON.parse(text);
    if (isRecord(value) && isDeeper(value, MAX_DEPTH))
      return { input: null, fault: `The arguments are nested more than ${MAX_DEPTH} levels deep.` };
    if (isRecord(value)) return { input: value, fault: null };
    return { input: null, fault: `The arguments must be a JSON object, but they are: ${shorten(text)}` };
  } catch (error) {
    const why = error instanceof Error ? `: ${showOnOneLine(error.message)}` : '';
    return { input: null, fault: `The arguments are not valid JSON${why}` };
  }
}

function isDeeper(value: object, levels: number): boolean {
  let level: readonly object[] = [value];
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > levels) return true;
    level = level.flatMap((one) => Object.values(one).filter((inner) => typeof inner === 'object' && inner !== null));
  }
  return false;
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const shorten = (text: string): string =>
  showOnOneLine(text.length > MAX_SHOWN_CHARS ? `${text.slice(0, MAX_SHOWN_CHARS)}…` : text);
