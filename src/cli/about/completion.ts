import { Fault } from '../../base/fault.ts';
import { nearest } from '../../base/text.ts';
import type { Command } from '../command.ts';
import { readOne } from '../input/read-positional.ts';
import type { TableEntry } from '../run-command.ts';

/** `completion`: a script that a shell reads, made of the table of commands. */
export const completion = (table: readonly TableEntry[]): Command => ({
  name: 'completion',
  summary: 'Print a script that completes commands and flags in bash, zsh or fish',
  usage: 'completion <bash|zsh|fish>',
  examples: [
    'source <(bailiwick completion bash)',
    'bailiwick completion zsh > ~/.zfunc/_bailiwick',
    'bailiwick completion fish > ~/.config/fish/completions/bailiwick.fish',
  ],
  operands: 1,
  args: {},
  async run(_context, args, out) {
    const { renderCompletion, SHELLS } = await import('./completion-scripts.ts');
    const name = readOne(args, 'completion', 'shell');
    const shell = SHELLS.find((known) => known === name);
    if (shell === undefined) {
      const meant = nearest(name, SHELLS);
      const asked = meant === null ? '' : ` Did you mean ${meant}?`;
      throw new Fault('usage', `There is no completion for ${name}.${asked}`, { hint: `one of ${SHELLS.join(', ')}` });
    }
    out.write(renderCompletion(shell, await Promise.all(table.map((entry) => entry.load()))));
    return 0;
  },
});
