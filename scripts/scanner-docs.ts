import { readFileSync, writeFileSync } from 'node:fs';
import { MESSAGE_RULES } from '../src/guard/scan/message-rules.ts';
import { SKILL_RULES } from '../src/guard/scan/skill-rules.ts';

/** Writes the tables of docs/reference/scanner.md. `node scripts/scanner-docs.ts`; a test holds the page to them. */

export const PAGE_FILE = new URL('../docs/reference/scanner.md', import.meta.url);

interface Named {
  readonly id: string;
  readonly severity: string;
  readonly says: string;
}

/** The page with its two tables made anew. */
export const renderPage = (page: string): string =>
  put(put(page, 'messages', MESSAGE_RULES), 'skills', [
    ...SKILL_RULES,
    {
      id: 'not-read-whole',
      severity: 'warn',
      says: 'is too long to be read whole, is no regular file, or is one too many',
    },
  ]);

function put(page: string, name: string, rules: readonly Named[]): string {
  const [start, end] = [`<!-- ${name}: made by scripts/scanner-docs.ts -->`, `<!-- end of ${name} -->`];
  const [from, to] = [page.indexOf(start) + start.length, page.indexOf(end)];
  if (from < start.length || to < from) throw new Error(`the marks of ${name} are missing in ${PAGE_FILE.pathname}`);
  const ids = [...new Set(rules.map(({ id }) => id))];
  const rows = ids.map((id) => {
    const same = rules.filter((rule) => rule.id === id);
    return `| \`${id}\` | ${same[0]?.severity} | ${same.map(({ says }) => says).join('; ')} |`;
  });
  const table = ['| id | severity | finds a text that |', '|---|---|---|', ...rows].join('\n');
  return `${page.slice(0, from)}\n\n${table}\n\n${page.slice(to)}`;
}

if (import.meta.main) writeFileSync(PAGE_FILE, renderPage(readFileSync(PAGE_FILE, 'utf8')));
