import { readFileSync, writeFileSync } from 'node:fs';
import { KEYS } from '../src/cli/chat/keys.ts';
import { SLASH_COMMANDS } from '../src/cli/chat/slash.ts';

/** Writes the keys and commands of the chat into its guide. `node scripts/chat-docs.ts`; a test holds the page to it. */

export const PAGE_FILE = new URL('../docs/guide/chat.md', import.meta.url);

/** The page with its made parts made anew. */
export function renderPage(page: string): string {
  const keys = KEYS.map((row) => [code(row.keys), row.does] as const);
  const commands = SLASH_COMMANDS.map(({ name, args, summary }) => [code(`/${name} ${args}`.trim()), summary] as const);
  return put(put(page, 'keys', table('key', keys)), 'commands', table('command', commands));
}

const code = (text: string): string => `\`${text.replaceAll('|', '\\|')}\``;

const table = (what: string, rows: readonly (readonly [string, string])[]): string =>
  [`| ${what} | what it does |`, '|---|---|', ...rows.map(([first, second]) => `| ${first} | ${second} |`)].join('\n');

function put(page: string, name: string, text: string): string {
  const start = `<!-- ${name}: made by scripts/chat-docs.ts -->`;
  const [from, to] = [page.indexOf(start), page.indexOf(`<!-- end of ${name} -->`)];
  if (from < 0 || to < from) throw new Error(`the marks of ${name} are missing in ${PAGE_FILE.pathname}`);
  return `${page.slice(0, from + start.length)}\n\n${text}\n\n${page.slice(to)}`;
}

if (import.meta.main) writeFileSync(PAGE_FILE, renderPage(readFileSync(PAGE_FILE, 'utf8')));
