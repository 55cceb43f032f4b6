import { showOnOneLine } from '../base/text.ts';

/** Arguments as they stand in a `call` delta: the object, or why there is none. */
export interface ParsedArguments {
  readonly input: Readonly<Record<string, unknown>> | null;
  readonly fault: string | null;
}

const MAX_SHOWN_CHARS = 120;

/** Reads the argument text of a tool call. No text at all means no arguments. Never throws. */
export function parseArguments(text: string): ParsedArguments {
  if (text.trim() === '') return { input: {}, fault: null };
  try {
    const value: unknown = JSON.parse(text);
    if (isRecord(value)) return { input: value, fault: null };
    return { input: null, fault: `The arguments must be a JSON object, but they are: ${shorten(text)}` };
  } catch (error) {
    const why = error instanceof Error ? `: ${showOnOneLine(error.message)}` : '';
    return { input: null, fault: `The arguments are not valid JSON${why}` };
  }
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const shorten = (text: string): string =>
  showOnOneLine(text.length > MAX_SHOWN_CHARS ? `${text.slice(0, MAX_SHOWN_CHARS)}…` : text);
