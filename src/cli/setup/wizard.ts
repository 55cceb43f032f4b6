import * as clack from '@clack/prompts';
import { toAscii } from '../../base/ascii.ts';

/** The person left a question by Ctrl-C or Esc; caught where the questions began. */
export class Left extends Error {
  constructor() {
    super('the person left');
    this.name = 'Left';
  }
}

/** The answer; throws {@link Left} where there is none. */
export async function answerOf<T>(asked: Promise<T | symbol>): Promise<T> {
  const answer = await asked;
  if (clack.isCancel(answer)) throw new Left();
  return answer as T; // what is no sign of leaving is an answer
}

/** One of some things to choose; the first is offered. */
export interface Choice<T extends string> {
  readonly value: T;
  readonly label: string;
  readonly hint?: string;
}

/** Until it is disposed of, questions are drawn with what a terminal without UTF-8 can show. */
export function drawAscii(): Disposable {
  const { stdout } = process;
  const write = stdout.write.bind(stdout);
  stdout.write = (data: string | Uint8Array, ...rest: never[]) =>
    write(typeof data === 'string' ? toAscii(data) : data, ...rest);
  return { [Symbol.dispose]: () => void (stdout.write = write) };
}

export interface Question {
  readonly message: string;
  readonly signal: AbortSignal;
}

const ROWS = 12;

export const choose = <T extends string>(
  { message, signal }: Question,
  choices: readonly Choice<T>[],
  initial?: T,
): Promise<T> => {
  const options = choices.map((choice) => ({ ...choice })) as never[]; // the type of the package is conditional on T
  return answerOf<T>(
    clack.select<T>({
      message,
      signal,
      options,
      maxItems: ROWS,
      ...(initial === undefined ? {} : { initialValue: initial }),
    }),
  );
};

/** A line of text; `check` says what is wrong with it. */
export const askText = (
  { message, signal }: Question,
  initial: string,
  check: (text: string) => string | undefined,
): Promise<string> =>
  answerOf<string>(
    clack.text({ message, signal, initialValue: initial, validate: (text) => check((text ?? '').trim()) }),
  ).then((text) => text.trim());

/** A key: what is typed is not shown. */
export const askSecret = ({ message, signal }: Question): Promise<string> =>
  answerOf<string>(
    clack.password({
      message,
      signal,
      validate: (text) =>
        /^[\u0021-\u007e]+$/.test((text ?? '').trim()) ? undefined : 'A key has no spaces and is not empty.',
    }),
  ).then((text) => text.trim());

export const chooseSome = <T extends string>(
  { message, signal }: Question,
  choices: readonly Choice<T>[],
  initial: readonly T[],
): Promise<readonly T[]> => {
  const options = choices.map((choice) => ({ ...choice })) as never[];
  return answerOf<readonly T[]>(
    clack.multiselect<T>({ message, signal, options, initialValues: [...initial], required: false }),
  );
};

export const askYes = ({ message, signal }: Question): Promise<boolean> =>
  answerOf<boolean>(clack.confirm({ message, signal }));

export const { intro, outro, note, cancel, log } = clack;
