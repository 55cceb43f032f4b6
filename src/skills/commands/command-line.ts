/** A line that calls a command by its name. */
export interface CalledCommand {
  readonly name: string;
  /** Everything behind the name, without blanks around it. */
  readonly args: string;
  /** `--preview` stood in front of the arguments: show it, send nothing. */
  readonly isPreview: boolean;
}

/** A part of a name: letters and digits, with single hyphens or underscores between them. */
const PART = '[a-z0-9]+(?:[-_][a-z0-9]+)*';
const CALL = new RegExp(`^/(${PART}(?::${PART})*)(?:\\s+([^]*))?$`);
const SLUG = new RegExp(`^${PART}$`);

const MAX_PART = 64;
const MAX_FOLDERS = 4;

/** Null for a text that calls nothing, such as `/etc/hosts is wrong`. */
export function parseCall(text: string): CalledCommand | null {
  const [, name, rest = ''] = CALL.exec(text) ?? [];
  if (name === undefined) return null;
  const [preview] = /^--preview(?=\s|$)/.exec(rest) ?? [];
  return { name, args: rest.slice(preview?.length ?? 0).trim(), isPreview: preview !== undefined };
}

/** The name that a file is called by, out of its path in the folder of commands (`git/tidy.md`: `git:tidy`). */
export function toCommandName(
  path: string,
): { readonly name: string; readonly fault: null } | { readonly name: null; readonly fault: string } {
  if (!path.endsWith('.md')) return { name: null, fault: 'it is no Markdown file' };
  const parts = path.slice(0, -'.md'.length).split('/');
  if (parts.length > MAX_FOLDERS + 1) {
    return { name: null, fault: `it lies more than ${MAX_FOLDERS} folders deep` };
  }
  const wrong = parts.find((part) => !SLUG.test(part) || part.length > MAX_PART);
  if (wrong === undefined) return { name: parts.join(':'), fault: null };
  const message = `"${wrong}" is no name: lower-case letters and digits with single hyphens between them, ${MAX_PART} at most`;
  return { name: null, fault: message };
}
