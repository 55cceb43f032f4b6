import { fail, ok, type Result } from '../../base/result.ts';
import { readBlocks, type Blocks, type Heading } from './blocks.ts';
import { findMalformed, type EditFault } from './edit-fault.ts';
import { isBlank, toIndent, toPlainEnds } from './lines.ts';
import { foldTitle, toUnits } from './units.ts';

/** The section that a text goes into. */
export interface Target {
  readonly title: string;
  readonly level: number;
}

/**
 * A text as it can stand in a section: line ends `\n` and none at the end, without blank lines or blanks around, without the section's own heading, its headings below the section's level. All else stays to the character.
 */
export function fitBody(body: string, target: Target): Result<string, EditFault> {
  const malformed = findMalformed('the text', body);
  if (malformed !== null) return fail(malformed);
  const given = dedent(trimLines(toPlainEnds(body.replace(/^\ufeff/, ''))));
  if (/^---[ \t]*\n[\w-]+[ \t]*:/.test(given) && readBlocks(given).body > 0) {
    return fail({
      code: 'body-frontmatter',
      message: 'the text begins with frontmatter, which stands only at the top of a skill; send what is behind it',
    });
  }
  const text = trimLines(dropTitle(given, target.title));
  const blocks = readBody(text);
  if (blocks.open !== null) {
    const { what, line } = blocks.open;
    const message = `the ${what} in line ${line + 1} of the text is never closed and would swallow what follows; close it`;
    return fail({ code: 'body-unclosed', message });
  }
  if (toUnits(blocks).length === 0) {
    return fail({ code: 'body-missing', message: 'there is no text to add; give what the section is to say' });
  }
  return pushHeadings(text, blocks, target);
}

/** Read apart from any file: what looks like frontmatter is two rules. */
export const readBody = (text: string): Blocks => readBlocks(text, { frontmatter: false });

function trimLines(text: string): string {
  const lines = text.split('\n');
  const first = lines.findIndex((line) => !isBlank(line));
  return first < 0 ? '' : lines.slice(first, lines.findLastIndex((line) => !isBlank(line)) + 1).join('\n');
}

/** A text that is indented, as a whole or in its first line, would become part of a list before it. */
function dedent(text: string): string {
  const lines = text.split('\n');
  const by = toIndent(lines[0] ?? '');
  if (by === 0 || by > 3) return text;
  const blanks = ' '.repeat(by);
  const isWhole = lines.every((line) => isBlank(line) || line.startsWith(blanks));
  return isWhole ? lines.map((line) => line.slice(by)).join('\n') : text.slice(by);
}

/** The section's own heading at the start, also below a title of the whole, is there already. */
function dropTitle(text: string, title: string): string {
  const { headings, lines } = readBody(text);
  const [first, second] = headings;
  if (first?.first !== 0) return text;
  const isOwn = (heading: Heading | undefined): boolean =>
    heading !== undefined && foldTitle(heading.title) === foldTitle(title);
  const dropped = isOwn(first) ? first : first.level === 1 && second?.level === 2 && isOwn(second) ? second : null;
  if (dropped === null) return text;
  const isBetween = lines.slice(first.last + 1, dropped.first).some(({ kind }) => kind !== 'blank');
  return isBetween ? text : text.slice(lines[dropped.last + 1]?.start ?? text.length);
}

function pushHeadings(text: string, { lines, headings }: Blocks, target: Target): Result<string, EditFault> {
  const highest = Math.min(...headings.map(({ level }) => level));
  const push = target.level + 1 - highest;
  if (headings.length === 0 || push <= 0) return ok(text);
  if (target.level === 6) {
    const message = 'the section is of the lowest level, so that no heading can stand in it; send the text without';
    return fail({ code: 'body-too-deep', message });
  }
  const texts: (string | null)[] = lines.map((line) => line.text);
  for (const { level, title, first, last } of headings) {
    const hashes = '#'.repeat(Math.min(6, level + push));
    const old = texts[first] ?? '';
    texts[first] = last === first ? old.replace(/#+/, () => hashes) : `${hashes} ${title}`;
    texts.fill(null, first + 1, last + 1);
  }
  return ok(texts.filter((line) => line !== null).join('\n'));
}
