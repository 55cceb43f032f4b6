import { writeSync } from 'node:fs';
import { Fault } from '../base/fault.ts';
import { speaksUtf8, toAsciiJson, toCodes } from '../base/ascii.ts';

export type Color = 'red' | 'green' | 'yellow' | 'dim' | 'bold';

/** Where a command speaks: results to stdout, everything else to stderr. Throws a Fault when it cannot be written. */
export interface Out {
  /** Writes result text as it is, without adding a newline. */
  write(text: string): void;
  /** One line of the result. */
  line(text: string): void;
  /** One value of the result as a line of JSON. */
  json(value: unknown): void;
  /** One line for people, to stderr. */
  log(text: string): void;
  /** Text for people, to stderr, without adding a newline. */
  logRaw(text: string): void;
  /** The text in a color when stdout (`for`: 'result') or stderr ('log', the default) is a terminal that wants color. */
  paint(color: Color, text: string, stream?: 'result' | 'log'): string;
  readonly resultIsTerminal: boolean;
  readonly logIsTerminal: boolean;
  /** Aborted when whoever read stdout has gone away; what is written then goes nowhere. */
  readonly resultClosed?: AbortSignal;
}

const CODES: Readonly<Record<Color, readonly [number, number]>> = {
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  dim: [2, 22],
  bold: [1, 22],
};

export interface Sink {
  readonly fd: number;
  readonly isTTY?: boolean;
}

/**
 * Speaks to two file descriptors. NO_COLOR (not empty), TERM=dumb and a pipe turn color off. A terminal whose locale is
 * not UTF-8 gets ASCII, with codes for the rest; a pipe gets the bytes as they are.
 */
export function createOut(
  { stdout, stderr }: { readonly stdout: Sink; readonly stderr: Sink },
  env: Readonly<Record<string, string | undefined>>,
): Out {
  const wantsColor = !env['NO_COLOR'] && env['TERM'] !== 'dumb';
  const closed = new AbortController();
  const isUtf8 = speaksUtf8(env);
  const fitTo = ({ isTTY }: Sink, text: string, toPlain = toCodes): string =>
    isUtf8 || isTTY !== true ? text : toPlain(text);
  const write = (text: string): void => {
    if (!writeAll(stdout.fd, fitTo(stdout, text))) closed.abort();
  };
  return {
    resultClosed: closed.signal,
    write,
    line: (text) => write(`${text}\n`),
    json: (value) => write(`${fitTo(stdout, JSON.stringify(value), toAsciiJson)}\n`),
    log: (text) => void writeAll(stderr.fd, `${fitTo(stderr, text)}\n`),
    logRaw: (text) => void writeAll(stderr.fd, fitTo(stderr, text)),
    paint(color, text, stream = 'log') {
      if (!wantsColor || (stream === 'log' ? stderr : stdout).isTTY !== true) return text;
      const [on, off] = CODES[color];
      return `\u001b[${on}m${text}\u001b[${off}m`;
    },
    get resultIsTerminal() {
      return stdout.isTTY === true;
    },
    get logIsTerminal() {
      return stderr.isTTY === true;
    },
  };
}

/**
 * Synchronous, so that nothing is lost when the process ends. A full pipe (EAGAIN) is waited for; a closed one (EPIPE)
 * ends the writing: whoever read has what they wanted. False when it was closed.
 */
function writeAll(fd: number, text: string): boolean {
  const bytes = Buffer.from(text);
  let written = 0;
  while (written < bytes.length) {
    try {
      written += writeSync(fd, bytes, written);
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : null;
      if (code === 'EPIPE') return false;
      if (code !== 'EAGAIN') throw toOutputFault(error, code);
      Atomics.wait(PAUSE, 0, 0, 5);
    }
  }
  return true;
}

function toOutputFault(cause: unknown, code: unknown): Fault {
  const why = code === 'ENOSPC' ? 'there is no space left where it goes' : `the system says ${String(code)}`;
  return new Fault('store-failed', `The output could not be written: ${why}.`, {
    hint: 'send it to a file or pipe that can be written',
    cause,
  });
}

const PAUSE = new Int32Array(new SharedArrayBuffer(4));
