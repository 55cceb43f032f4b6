import { resolve } from 'node:path';
import { Fault } from '../../base/fault.ts';
import { showOnOneLine } from '../../base/text.ts';
import { scanPath, scanText, type Scanned } from '../../app/guard/scan-skills.ts';
import { booleanFlag, type Command } from '../command.ts';
import { answerLines } from '../guard/answer-lines.ts';
import type { Out } from '../out.ts';

const EXIT = { clean: 0, warn: 0, quarantine: 3 } as const;

/** `skills scan`: what the scanner finds in a skill before anybody uses it. */
export const command: Command = {
  name: 'skills scan',
  summary: 'Look through the files of a skill for injected orders and dangerous commands',
  usage: 'skills scan [flags] DIR',
  examples: ['bailiwick skills scan ./skills/demo', 'bailiwick skills scan --jsonl < skills.jsonl'],
  operands: 1,
  args: {
    json: { type: 'boolean', help: 'print the answer as JSON' },
    jsonl: {
      type: 'boolean',
      help: 'read {"id", "content"} or {"id", "path"} a line from standard input, answer each with one',
    },
  },
  async run(context, args, out) {
    if (booleanFlag(args, 'jsonl')) {
      return answerLines(context, args, out, ({ content, path }) => {
        if (typeof content === 'string' && path === undefined) return scanText(content);
        if (typeof path === 'string' && content === undefined) return scanPath(resolve(context.cwd, path));
        throw new Fault('usage', 'a line needs content or path, and one of them only');
      });
    }
    const [folder] = args.positionals;
    if (folder === undefined) throw new Fault('usage', 'skills scan needs a folder or a file.');
    const scanned = scanPath(resolve(context.cwd, folder));
    if (booleanFlag(args, 'json')) out.json(scanned);
    else out.write(render(scanned, out));
    return EXIT[scanned.status];
  },
};

const COLORS = { clean: 'green', warn: 'yellow', quarantine: 'red', note: 'dim', critical: 'red' } as const;

function render({ status, findings }: Scanned, out: Out): string {
  const lines = findings.map(
    ({ rule, severity, file, line, excerpt }) =>
      `${showOnOneLine(file)}${line === 0 ? '' : `:${line}`}  ${out.paint(COLORS[severity], severity, 'result')} ${rule}  ${showOnOneLine(excerpt)}`,
  );
  return `${[...lines, `status  ${out.paint(COLORS[status], status, 'result')}`].join('\n')}\n`;
}
