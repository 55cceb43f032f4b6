import { readFileSync, writeFileSync } from 'node:fs';
import { openChecker } from '../src/app/open-checker.ts';
import { showOnOneLine } from '../src/base/text.ts';
import { readCases, readRows, showQuestion } from '../test/policy/case-files.ts';

/**
 * Writes the page of judgements: where the specification is silent and how we read it, and every line on which this judge
 * and an earlier agent's differ, each with the reviewed reason. `node scripts/judgement-docs.ts`; a test holds the page to
 * what this makes, and the reviews to the differences there are.
 */

export const PAGE_FILE = new URL('../docs/reference/judgements.md', import.meta.url);

/** A line with the verdict another agent gives it under its defaults: not a right answer, but a second opinion. */
interface OtherVerdict {
  readonly cmd: string;
  readonly default_decision: 'allow' | 'ask' | 'deny/hardline';
}

/** Why our answer stands on these lines (1-based) of the other agent's file. */
interface Review {
  readonly lines: readonly number[];
  readonly why: string;
}

export interface Difference {
  readonly line: number;
  readonly command: string;
  readonly theirs: string;
  readonly ours: string;
}

const PLACE = { cwd: '/home/u/project', env: { HOME: '/home/u', PATH: '/usr/bin:/bin' } };
const WORLD = { cwd: '/home/u/project', home: '/home/u', env: PLACE.env, system: { file: '/nowhere', owner: 0 } };

/** Every line on which the two judges differ, ours asked in a home without any configuration. */
export async function findDifferences(): Promise<readonly Difference[]> {
  const checker = await openChecker(WORLD);
  const rows = readRows('rubino-verdicts.jsonl') as readonly OtherVerdict[];
  const found: Difference[] = [];
  for (const [i, { cmd, default_decision: theirs }] of rows.entries()) {
    const answer = await checker.checkRow({ command: cmd, ...PLACE });
    if (!answer.ok) throw new Error(`line ${i + 1}: ${answer.error}`);
    const { verdict, step } = answer.value;
    const ours = step === 'hardline' ? 'deny/hardline' : verdict;
    if (ours !== theirs) found.push({ line: i + 1, command: cmd, theirs, ours });
  }
  return found;
}

export const readReviews = (): readonly Review[] => readRows('rubino-reviewed.jsonl') as readonly Review[];

/** The page; lines between marks are made, the rest is written by hand. */
export async function renderPage(page: string): Promise<string> {
  const differences = await findDifferences();
  return [['silent', renderSilent()] as const, ['differences', renderDifferences(differences)] as const].reduce(
    (text, [name, made]) => replaceMade(text, name, made),
    page,
  );
}

function replaceMade(page: string, name: string, made: string): string {
  const start = `<!-- ${name}: made by scripts/judgement-docs.ts -->`;
  const end = `<!-- end of ${name} -->`;
  const [before, rest] = page.split(start);
  const after = rest?.split(end)[1];
  if (before === undefined || after === undefined) throw new Error(`the marks of "${name}" are missing`);
  return `${before}${start}\n\n${made}\n${end}${after}`;
}

const JUDGEMENT = /^Judgement[^:]*: */;

function renderSilent(): string {
  const rows = readCases()
    .filter(({ why = '' }) => JUDGEMENT.test(why))
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
    .map((row) => [row.id, code(showQuestion(row)), row.expect, toSentence((row.why ?? '').replace(JUDGEMENT, ''))]);
  return table(['case', 'line', 'answer', 'because'], rows);
}

const toSentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

function renderDifferences(differences: readonly Difference[]): string {
  const whys = new Map(readReviews().flatMap(({ lines, why }) => lines.map((line) => [line, why] as const)));
  const groups = Map.groupBy(differences, ({ theirs, ours }) => `${show(theirs)} there, ${show(ours)} here`);
  return [...groups]
    .map(([title, rows]) => {
      const cells = rows.map(({ line, command }) => [`${line}`, code(command), whys.get(line) ?? '']);
      return `### ${title}: ${rows.length}\n\n${table(['#', 'line', 'why ours stands'], cells)}`;
    })
    .join('\n');
}

const show = (verdict: string): string =>
  verdict === 'deny/hardline' ? 'denied by the floor' : (SHOWN[verdict] ?? '');
const SHOWN: Readonly<Record<string, string>> = { allow: 'allowed', ask: 'asked', deny: 'denied' };

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |\n`;
  return `${line(head)}|${head.map(() => '---').join('|')}|\n${rows.map(line).join('')}`;
}

/** A code span, fenced by more backticks than it holds. */
function code(text: string): string {
  const shown = showOnOneLine(text);
  const longest = Math.max(0, ...[...shown.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  const pad = /^`|`$|^ | $/.test(shown) ? ' ' : '';
  return `${fence}${pad}${shown}${pad}${fence}`;
}

if (import.meta.main) writeFileSync(PAGE_FILE, await renderPage(readFileSync(PAGE_FILE, 'utf8')));
