import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { validatePath } from '../../app/skills/validate-path.ts';
import { Fault } from '../../base/fault.ts';
import { showOnOneLine } from '../../base/text.ts';
import { booleanFlag, type Command, type CommandContext } from '../command.ts';
import { withApp } from './with-app.ts';

/** `skills validate`: for authors, before others read their skill. */
export const command: Command = {
  name: 'skills validate',
  summary: 'Check a skill against the standard and for what makes it hard to use',
  usage: 'skills validate [flags] DIR|NAME...',
  examples: ['bailiwick skills validate ./skills/demo', 'bailiwick skills validate --json skill-author'],
  operands: Number.POSITIVE_INFINITY,
  args: { json: { type: 'boolean', help: 'print one JSON array, an entry for each folder' } },
  run: async (context, args, out) => {
    if (args.positionals.length === 0)
      throw new Fault('usage', 'skills validate needs a folder.', { hint: 'bailiwick skills validate ./skills/demo' });
    const paths = await Promise.all(args.positionals.map((given) => findPath(given, context)));
    const checked = paths.map(({ shown, path }) => ({ path: shown, verdicts: validatePath(path) }));
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

/** What is there is a path; else a bare word names a skill. */
async function findPath(given: string, context: CommandContext): Promise<{ shown: string; path: string }> {
  const path = resolve(context.cwd, given);
  if (given.includes('/') || existsSync(path)) return { shown: given, path };
  const { file, folder } = await withApp(context, ({ skills }) => skills.find(given));
  return { shown: folder ?? file, path: folder ?? file };
}
