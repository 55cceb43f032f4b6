import { resolve } from 'node:path';
import { validatePath } from '../../app/skills/validate-path.ts';
import { Fault } from '../../base/fault.ts';
import { showOnOneLine } from '../../base/text.ts';
import { booleanFlag, type Command } from '../command.ts';

/** `skills validate`: for authors, before others read their skill. */
export const command: Command = {
  name: 'skills validate',
  summary: 'Check a skill against the standard and for what makes it hard to use',
  usage: 'skills validate [flags] DIR...',
  examples: ['bailiwick skills validate ./skills/demo', 'bailiwick skills validate --json ./skills/demo'],
  operands: Number.POSITIVE_INFINITY,
  args: { json: { type: 'boolean', help: 'print one JSON array, an entry for each folder' } },
  run: async (context, args, out) => {
    if (args.positionals.length === 0)
      throw new Fault('usage', 'skills validate needs a folder.', { hint: 'bailiwick skills validate ./skills/demo' });
    const checked = args.positionals.map((path) => ({ path, verdicts: validatePath(resolve(context.cwd, path)) }));
    const isValid = (verdicts: (typeof checked)[number]['verdicts']): boolean =>
      verdicts.every(({ kind }) => kind !== 'error');
    if (booleanFlag(args, 'json'))
      out.json(checked.map(({ path, verdicts }) => ({ path, valid: isValid(verdicts), verdicts })));
    else {
      for (const { path, verdicts } of checked) {
        for (const { kind, file, line, message } of verdicts) {
          const at = file === null ? '' : ` ${file}${line === null || line === 0 ? '' : `:${line}`}`;
          out.line(`${showOnOneLine(path)}:${showOnOneLine(at)} ${kind}: ${showOnOneLine(message)}`);
        }
        if (isValid(verdicts)) out.line(`${showOnOneLine(path)} is valid`);
      }
    }
    return checked.every(({ verdicts }) => isValid(verdicts)) ? 0 : 1;
  },
};
