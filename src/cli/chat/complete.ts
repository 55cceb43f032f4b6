import {
  CombinedAutocompleteProvider,
  type AutocompleteItem,
  type AutocompleteProvider,
  type SlashCommand as Completed,
} from '@earendil-works/pi-tui';
import { SLASH_COMMANDS, type ChatDesk } from './slash.ts';

/** Completes commands with what may stand behind them, and paths. */
export function createCompletion(desk: ChatDesk): AutocompleteProvider {
  const commands = SLASH_COMMANDS.map(({ name, args, summary, complete }): Completed => ({
    name,
    description: summary,
    ...(args === '' ? {} : { argumentHint: args }),
    ...(complete === undefined
      ? {}
      : {
          async getArgumentCompletions(prefix: string): Promise<AutocompleteItem[] | null> {
            const rows = await complete(desk);
            const found = rows.filter(({ value, label }) =>
              `${value} ${label}`.toLowerCase().includes(prefix.toLowerCase()),
            );
            // A word that is whole needs no choice, and Enter runs the command.
            const isWhole = found.some(({ value }) => value === prefix);
            return found.length === 0 || isWhole ? null : found.map((row) => ({ ...row }));
          },
        }),
  }));
  return new CombinedAutocompleteProvider(commands, desk.app.config.cwd);
}
