import { fail, ok, type Result } from '../../base/result.ts';
import { keepsFrontmatter, readBlocks, type Blocks, type BlockLine, type Heading } from './blocks.ts';
import { continueList, findList } from './continue-list.ts';
import type { EditFault } from './edit-fault.ts';
import { findSection } from './find-section.ts';
import { fitBody, readBody } from './fit-body.ts';
import { findEol } from './lines.ts';
import { foldTitle, toUnits } from './units.ts';

/** `covered`: everything that was to be added is there already. */
export type Edited = { readonly kind: 'changed'; readonly text: string } | { readonly kind: 'covered' };

/**
 * Adds a text at the end of a section, what stands under its sub-headings included; a section that is not there is added
 * at the end, with level 2. One piece is inserted: taken out again, the text is to the byte what it was.
 */
export function appendToSection(text: string, section: string, body: string): Result<Edited, EditFault> {
  const blocks = readBlocks(text);
  const found = findSection(blocks, section);
  if (!found.ok) return found;
  const heading = 'heading' in found.value ? found.value.heading : null;
  const title = 'heading' in found.value ? found.value.heading.title : found.value.absent;
  const fitted = fitBody(body, { title, level: heading?.level ?? 2 });
  if (!fitted.ok) return fitted;
  if (heading !== null && isCovered(blocks, heading, fitted.value)) return ok({ kind: 'covered' });
  const end = heading?.end ?? blocks.lines.length;
  if (blocks.open !== null && end === blocks.lines.length) return fail(sayUnclosed(blocks.open));
  const edited =
    heading === null
      ? insert(text, blocks, { at: findLast(blocks, 0, end), block: `## ${title}\n\n${fitted.value}` })
      : insertInto(text, blocks, { heading, body: fitted.value });
  return keepsFrontmatter(text, edited) ? ok({ kind: 'changed', text: edited }) : fail(CLOSES);
}

const CLOSES: EditFault = {
  code: 'in-frontmatter',
  message: 'the text would become part of the frontmatter, which has no end; close it with --- first',
};

const sayUnclosed = ({ what, line }: { readonly what: string; readonly line: number }): EditFault => ({
  code: 'block-unclosed',
  message: `the ${what} in line ${line + 1} is never closed, and what is added would stand in it; close it first`,
});

function isCovered(blocks: Blocks, heading: Heading, body: string): boolean {
  const there = new Set(toUnits(blocks, heading.last + 1, heading.end).map(({ kind, text }) => toKey(kind, text)));
  return toUnits(readBody(body)).every(({ kind, text }) => there.has(toKey(kind, text)));
}

/** Indented code reads as text behind a list, so that only headings are told from the rest. */
const toKey = (kind: string, text: string): string => (kind === 'heading' ? `# ${foldTitle(text)}` : text);

/** The last line that says something; that of a rule which only parts two sections does not count. */
function findLast({ lines, body }: Blocks, from: number, to: number): number {
  const isFilled = ({ kind }: BlockLine): boolean => kind !== 'blank';
  const start = Math.max(from, body);
  const last = lines.slice(start, to).findLastIndex(isFilled);
  if (last < 0) return start - 1;
  if (to === lines.length || lines[start + last]?.kind !== 'rule') return start + last;
  const before = lines.slice(start, start + last).findLastIndex(isFilled);
  return before < 0 ? start + last : start + before;
}

function insertInto(
  text: string,
  blocks: Blocks,
  { heading, body }: { readonly heading: Heading; readonly body: string },
): string {
  const at = findLast(blocks, heading.first, heading.end);
  const list = findList(blocks, at);
  const continued = list === null ? null : continueList(body, list);
  if (list === null || continued === null) return insert(text, blocks, { at, block: body });
  return insert(text, blocks, { at, block: continued, isTight: !list.isLoose });
}

interface Piece {
  /** The line that it stands behind; -1: it stands at the start. */
  readonly at: number;
  readonly block: string;
  /** Directly behind that line. */
  readonly isTight?: boolean;
}

function insert(text: string, { lines }: Blocks, { at, block, isTight = false }: Piece): string {
  const before = lines[at];
  const after = lines[at + 1];
  const position = after?.start ?? text.length;
  const eol = findEol(lines, at);
  const content = block.replaceAll('\n', eol);
  const gap = before === undefined || isTight ? '' : eol;
  if (before?.eol === '') return `${text}${eol}${gap}${content}`;
  const needsGap = after !== undefined && after.kind !== 'blank' && !isTight;
  const end = needsGap ? `${eol}${eol}` : eol;
  return `${text.slice(0, position)}${gap}${content}${end}${text.slice(position)}`;
}
