import { readFileSync, writeFileSync } from 'node:fs';
import { renderHelp, renderOverview } from '../src/cli/help.ts';
import { COMMANDS } from '../src/cli/main-table.ts';

/**
 * Writes what every command says with --help into the reference. `node scripts/cli-docs.ts`; a test holds the page to
 * what this makes.
 */

export const PAGE_FILE = new URL('../docs/reference/cli.md', import.meta.url);

const START = '<!-- commands: made by scripts/cli-docs.ts -->';
const END = '<!-- end of commands -->';

/** The page with its made part made anew. */
export async function renderPage(page: string): Promise<string> {
  const start = page.indexOf(START) + START.length;
  const end = page.indexOf(END);
  if (start < START.length || end < start)
    throw new Error(`the marks of the made part are missing in ${PAGE_FILE.pathname}`);
  const parts = [block('bailiwick', renderOverview(COMMANDS))];
  for (const entry of COMMANDS) parts.push(block(entry.name, renderHelp(await entry.load())));
  return `${page.slice(0, start)}\n\n${parts.join('\n')}\n${page.slice(end)}`;
}

const block = (name: string, help: string): string => `## ${name}\n\n\`\`\`text\n${help}\`\`\`\n`;

if (import.meta.main) writeFileSync(PAGE_FILE, await renderPage(readFileSync(PAGE_FILE, 'utf8')));
