import { Fault } from '../base/fault.ts';
import { showHidden } from '../base/text.ts';

/**
 * What a person sees of a failure: the sentence, its place where there is one, the way out. Further lines of a message
 * (a configuration with several faults) keep their own places.
 */
export function renderFault(fault: Fault, paint: (text: string) => string): string {
  const [first = '', ...more] = showHidden(fault.message).split('\n');
  const { place, text } = splitPlace(first);
  return [
    `${paint('error:')} ${text}`,
    ...(place === null ? [] : [`  at ${place}`]),
    ...more.map((line) => `  ${line}`),
    `  hint: ${showHidden(fault.hint)}`,
  ].join('\n');
}

/** Whatever was thrown as a Fault; what is none is a bug of ours. */
export const toFault = (error: unknown): Fault =>
  error instanceof Fault ? error : new Fault('internal', messageOf(error), { cause: error });

const messageOf = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error));

/** Whether a program reads standard output: by the words alone, for they may be what is wrong. */
export function asksForJson(words: readonly string[]): boolean {
  const flags = words.slice(0, words.indexOf('--') + 1 || words.length);
  return flags.some((word, i) => {
    const [name, format] = word.startsWith('--output-format=') ? word.split('=') : [word, flags[i + 1]];
    return word === '--json' || (name === '--output-format' && (format === 'json' || format === 'stream-json'));
  });
}

/** The last line of standard output where a program reads it and the command failed. */
export const toErrorObject = ({ code, message, hint, exit }: Fault) => ({ error: { code, message, hint, exit } });

/** A message may begin with `file:line:`; people find it on a line of its own. */
function splitPlace(line: string): { readonly place: string | null; readonly text: string } {
  const found = /^((?:\/[^:\n]+|[^:\n]+\.(?:ya?ml|json)):\d+): (.*)$/.exec(line);
  return found === null ? { place: null, text: line } : { place: found[1] ?? null, text: found[2] ?? '' };
}
