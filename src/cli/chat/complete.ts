import {
  CombinedAutocompleteProvider,
  type AutocompleteItem,
  type AutocompleteProvider,
  type AutocompleteSuggestions,
  type SlashCommand as Completed,
} from '@earendil-works/pi-tui';
import { showOnOneLine } from '../../base/text.ts';
import type { ChatDesk } from './chat-desk.ts';
import { openCustom, SLASH_COMMANDS } from './slash.ts';

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

/** Completes commands with what may stand behind them, and paths. Files of commands are looked at when a `/` begins. */
export function createCompletion(desk: ChatDesk): AutocompleteProvider {
  const builtIn = listBuiltIn(desk);
  const open = (custom: readonly Completed[]): CombinedAutocompleteProvider =>
    new PlainNames([...builtIn, ...custom], desk.app.config.cwd);
  let current = open([]);
  let listed: Promise<readonly Completed[]> | null = null;
  return {
    async getSuggestions(lines, row, column, options) {
      if (listed === null || (lines[row] ?? '').slice(0, column).trimStart() === '/')
        listed = listCustom(desk).catch(() => []); // what is wrong there is said by /commands
      current = open(await listed);
      return current.getSuggestions(lines, row, column, options);
    },
    applyCompletion: (...given) => current.applyCompletion(...given),
    shouldTriggerFileCompletion: (...given) => current.shouldTriggerFileCompletion(...given),
  };
}

async function listCustom(desk: ChatDesk): Promise<readonly Completed[]> {
  const [commands, added] = await Promise.all([(await openCustom(desk)).list(), desk.app.openPlugins()]);
  const own = commands.flatMap(({ name, state, text }) => {
    if (state !== 'ready' || name === null || text === null) return [];
    const { description, argumentHint } = text;
    const hint = argumentHint === null ? {} : { argumentHint: showOnOneLine(argumentHint) };
    return [{ name, description: showOnOneLine(description), ...hint }];
  });
  const ofPlugins = added.commands.filter(({ name }) => !own.some((one) => one.name === name));
  return [...own, ...ofPlugins.map(({ name, summary }) => ({ name, description: showOnOneLine(summary) }))];
}

function listBuiltIn(desk: ChatDesk): readonly Completed[] {
  return SLASH_COMMANDS.map(({ name, args, summary, complete }): Completed => ({
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
}
