import {
  CombinedAutocompleteProvider,
  type AutocompleteItem,
  type AutocompleteProvider,
  type AutocompleteSuggestions,
  type SlashCommand as Completed,
} from '@earendil-works/pi-tui';
import { showOnOneLine } from '../../base/text.ts';
import { SLASH_COMMANDS, type ChatDesk } from './slash.ts';

/** Names that would steer the terminal, or look like others, are not offered: whoever wrote the files chose them. */
class PlainNames extends CombinedAutocompleteProvider {
  override async getSuggestions(
    ...asked: Parameters<CombinedAutocompleteProvider['getSuggestions']>
  ): Promise<AutocompleteSuggestions | null> {
    const found = await super.getSuggestions(...asked);
    const items = found?.items.filter(({ value, label }) => showOnOneLine(value + label) === value + label) ?? [];
    return found === null || items.length === 0 ? null : { ...found, items };
  }
}

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
  return new PlainNames(commands, desk.app.config.cwd);
}
