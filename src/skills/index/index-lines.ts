import { showOnOneLine } from '../../base/text.ts';
import type { Indexed } from '../registry.ts';

export const HEAD = `## Skills

Each line names instructions for one kind of work. Look through the list before you begin; when one fits, load it with \`skill(name: "...")\` and go by what it says. When none fits, do without.
`;
const BYTES_PER_TOKEN = 4;
/** Made when it is needed: it costs a start some 15 ms. */
let segmenter: Intl.Segmenter | null = null;

const ENCODER = new TextEncoder();
export const byteLength = (text: string): number => ENCODER.encode(text).length;

/** So many bytes of lines have room behind the head. */
export const toRoom = (maxTokens: number): number => Math.floor(maxTokens * BYTES_PER_TOKEN) - byteLength(HEAD);

/** The block with every skill in full, in the order of their names; null where there is no room for it. */
export function toWholeBlock(skills: readonly Indexed[], maxTokens: number): string | null {
  let left = toRoom(maxTokens);
  const lines: string[] = [];
  for (const skill of skills.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const line = toLine(skill, Infinity);
    left -= byteLength(line);
    if (left < 0) return null;
    lines.push(line);
  }
  return HEAD + lines.join('');
}

/** One skill on one line, without a description for `cut` 0; nothing in it can end the line or look like markup. */
export function toLine({ name, description }: Indexed, cut: number): string {
  if (cut === 0) return `- ${escape(name)}\n`;
  return `- ${escape(name)}: ${escape(shorten(showOnOneLine(description.replace(/\s+/g, ' ').trim()), cut))}\n`;
}

const escape = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** A character as people see it may be long; one that is longer than that many code units for each allowed is left out. */
const MOST_UNITS = 16;

/** At most so many characters as people see them, ended at a word where there is one, with an ellipsis. */
export function shorten(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text;
  let [count, end] = [0, 0];
  for (const { index, segment } of (segmenter ??= new Intl.Segmenter()).segment(text)) {
    if (count === maxChars - 1) end = index;
    if (count === maxChars) return toCut(text.slice(0, end));
    count++;
    if (index + segment.length > maxChars * MOST_UNITS) return toCut(text.slice(0, count < maxChars ? index : end));
  }
  return text;
}

function toCut(start: string): string {
  const blank = start.lastIndexOf(' ');
  return `${(blank > start.length / 2 ? start.slice(0, blank) : start).replace(/[\s,;:.(–-]+$/, '')}…`;
}
