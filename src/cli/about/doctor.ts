import type { Check } from '../../app/doctor/check.ts';
import { examine } from '../../app/doctor/examine.ts';
import { toWorld } from '../../app/load-config.ts';
import { showOnOneLine } from '../../base/text.ts';
import { booleanFlag, type Command } from '../command.ts';
import type { Color, Out } from '../out.ts';

const COLORS: Readonly<Record<Check['level'], Color>> = { ok: 'green', warning: 'yellow', fault: 'red' };

/** `doctor`: exit code 1 when something is broken; what is merely missing is a warning. */
export const command: Command = {
  name: 'doctor',
  summary: 'Look whether everything Bailiwick uses is there and works',
  usage: 'doctor [flags]',
  examples: [
    'bailiwick doctor',
    'bailiwick doctor --online',
    'bailiwick doctor --json | jq \'.checks[] | select(.level != "ok")\'',
  ],
  operands: 0,
  args: {
    online: { type: 'boolean', help: 'also ask the chosen models for one word each' },
    json: { type: 'boolean', help: 'print one JSON object' },
  },
  async run(context, args, out) {
    const checks = await examine(toWorld(context), {
      isTerminal: out.resultIsTerminal,
      online: booleanFlag(args, 'online'),
      signal: context.signal,
    });
    const isWell = checks.every(({ level }) => level !== 'fault');
    if (booleanFlag(args, 'json')) out.json({ ok: isWell, checks });
    else for (const check of checks) printCheck(check, out);
    return isWell ? 0 : 1;
  },
};

function printCheck({ name, level, says, hint }: Check, out: Out): void {
  out.line(
    `${out.paint(COLORS[level], level.padEnd(7), 'result')}  ${name.padEnd(8)}  ${showOnOneLine(says.replaceAll('\n', ' '))}`,
  );
  if (hint !== null) out.line(`${' '.repeat(19)}${showOnOneLine(hint)}`);
}
