/** Where the standard output of the list that is read goes, whatever that is. */
export const OUT = '';
/** A stream of which only a variable knows the number. */
export const ANY = '\0';

/** What streams lead to: the output of the list, or a file that was opened on them. Any other is not known. */
export type Outputs = ReadonlyMap<number, string>;

export const START: Outputs = new Map([[1, OUT]]);

/** Whether what is printed comes out where the list prints. */
export const keepsOutput = (outputs: Outputs): boolean => outputs.get(1) === OUT;

/** The files that standard output goes to. */
export function writtenTo(outputs: Outputs): readonly string[] {
  const led = outputs.get(1);
  if (led === ANY) return [...outputs.values()].filter((path) => path !== OUT && path !== ANY);
  return led === undefined || led === OUT ? [] : [led];
}

/** The streams inside of what prints to where `outputs` leads, which is looked at there: its output is that. */
export function inside(outputs: Outputs): Outputs {
  const led = outputs.get(1);
  const inner = new Map<number, string>([[1, OUT]]);
  for (const [stream, path] of outputs) {
    if (stream === 1) continue;
    if (path === led) inner.set(stream, OUT);
    else if (path !== OUT) inner.set(stream, path);
  }
  return inner;
}

/** The streams of what prints into a pipe or for a substitution. */
export const piped = (outputs: Outputs): Outputs =>
  new Map([[1, OUT], ...[...outputs].filter(([stream, path]) => stream !== 1 && path !== OUT)]);
