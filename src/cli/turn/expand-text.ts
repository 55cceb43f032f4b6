import type { App } from '../../app/create-app.ts';
import { Fault } from '../../base/fault.ts';
import { nearest, showOnOneLine } from '../../base/text.ts';
import { booleanFlag, type ParsedArgs } from '../command.ts';

/** A text as it is sent. */
export interface SentText {
  /** Null: a session goes on without one. */
  readonly text: string | null;
  /** The command that it was; null for a text of its own. */
  readonly command: string | null;
  /** What the command wants to be asked; null: as without it. */
  readonly model: string | null;
  /** `--preview` stood behind the command's name. */
  readonly isPreview: boolean;
  readonly notes: readonly string[];
}

/**
 * A text that calls a command, with the command's text in its place; anything else as it is, also what standard input
 * brought. Throws a Fault for a command that does not run, and for a name that is nearly one.
 */
export async function expandText(app: App, { positionals }: ParsedArgs, text: string | null): Promise<SentText> {
  const plain: SentText = { text, command: null, model: null, isPreview: false, notes: [] };
  if (text?.startsWith('/') !== true || positionals[0] === '-') return plain;
  const [{ openCommands }, { SLASH_COMMANDS }] = await Promise.all([
    import('../../app/commands/open-commands.ts'),
    import('../chat/slash.ts'),
  ]);
  const builtIns = SLASH_COMMANDS.map(({ name }) => name);
  const commands = openCommands(app.config, builtIns);
  const found = await commands.expand(text);
  if (found !== null) return { ...found, command: found.name };
  const [, name] = /^\/([\w:-]+)(?:\s|$)/.exec(text) ?? [];
  if (name === undefined) return plain;
  const names = (await commands.list()).flatMap((one) => (one.state === 'ready' ? (one.name ?? []) : []));
  // A text must not be held up for a word that is only of the same length.
  const meant = nearest(
    name,
    names.filter((one) => one[0] === name[0]),
  );
  if (meant === null) return plain;
  throw new Fault('usage', `There is no command /${showOnOneLine(name)}. Did you mean /${meant}?`, {
    hint: 'bailiwick commands list shows them; a text that begins with a slash is sent as it is behind a blank',
  });
}

/** Whether the person only wants to see what would be sent. Throws a Fault where there is nothing to see. */
export function wantsPreview(args: ParsedArgs, { text, isPreview }: SentText): boolean {
  if (isPreview || !booleanFlag(args, 'preview')) return isPreview;
  if (text !== null) return true;
  throw new Fault('usage', '--preview shows a text, and there is none.', {
    hint: 'bailiwick prompt --preview "/NAME ..."',
  });
}
