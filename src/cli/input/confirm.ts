import { createInterface } from 'node:readline';
import { Fault } from '../../base/fault.ts';
import { dropTypedAhead } from '../turn/ask-terminal.ts';
import type { CommandContext } from '../command.ts';
import type { Out } from '../out.ts';

/**
 * Asks a person yes or no; only a yes counts. Null: stopped. Throws a Fault `usage` where nobody can be asked, which
 * names the flags that stand for a yes.
 */
export async function confirm(
  context: CommandContext,
  out: Out,
  question: string,
  flags = '--yes',
): Promise<boolean | null> {
  const { stdin, signal } = context;
  if (!stdin.isTTY || !out.logIsTerminal) {
    throw new Fault('usage', 'There is no terminal to ask in.', { hint: `look at what it would do, and add ${flags}` });
  }
  await dropTypedAhead({ input: stdin });
  const lines = createInterface({ input: stdin, terminal: false, signal });
  const typed = lines[Symbol.asyncIterator]();
  try {
    out.logRaw(`${question} (y/n): `);
    const { value, done } = await typed.next();
    if (signal.aborted) return null;
    if (done === true) out.log('');
    return done !== true && /^\s*y(es)?\s*$/i.test(value);
  } finally {
    lines.close();
  }
}
