import { showOnOneLine } from '../base/text.ts';
import { rankSkills, type Standing } from './rank.ts';
import type { Indexed } from './registry.ts';
import type { Asked } from './relevance.ts';

/** What the index of a turn is made of. */
export interface IndexInput<S extends Indexed> {
  /** The enabled skills; the same objects as long as their text is the same. */
  readonly skills: readonly S[];
  readonly asked: Asked;
  readonly standings: ReadonlyMap<string, Standing>;
  /** The whole block, counted as UTF-8 bytes / 4. */
  readonly maxTokens: number;
}

export interface IndexBlock {
  /** The block for the system prompt; empty when there is no skill, or room for none. */
  readonly text: string;
  /** The skills that it names, in its order. */
  readonly shown: readonly string[];
  readonly leftOut: number;
}

const HEAD = `## Skills

Each line names instructions for one kind of work. Look through the list before you begin; when one fits, load it with \`skill(name: "...")\` and go by what it says. When none fits, do without.
`;
const BYTES_PER_TOKEN = 4;
const SEGMENTER = new Intl.Segmenter();
/** How many of the first are shown whole, and how many behind them with a shortened description. */
const WHOLE = 6;
const SHORTENED = 10;
/** The lengths in characters that all but the first may be cut to; the longest is taken that holds all. */
const CUTS = [Infinity, 240, 160, 120, 90, 60] as const;
/** Fewer characters than are left of any description that is cut to the least of these. */
const LEAST_LEFT = 20;
/** Where even that does not: what the shortened ones are cut to. Those behind them are shown by name only. */
const SHORT = 60;

/**
 * The `## Skills` block: every skill by name in alphabetical order as long as all fit in full; past that the ones that
 * fit the turn first, the later ones shortened and then by name only, and a line that says how many are left out.
 */
export function toIndexBlock<S extends Indexed>(input: IndexInput<S>): IndexBlock {
  const { skills, maxTokens } = input;
  const room = Math.floor(maxTokens * BYTES_PER_TOKEN) - byteLength(HEAD);
  const none: IndexBlock = { text: '', shown: [], leftOut: skills.length };
  if (skills.length === 0) return none;
  const all = takeLines(skills, room, () => [Infinity]);
  if (all.length === skills.length) {
    const byName = skills.toSorted((a, b) => (a.name < b.name ? -1 : 1));
    return toBlock(
      byName,
      byName.map((skill) => toLine(skill, Infinity)),
      0,
    );
  }
  const ranked = rankSkills(skills, input.asked, input.standings).map(({ skill }) => skill);
  const lines = takeRanked(ranked, room);
  return lines.length === 0 ? none : toBlock(ranked.slice(0, lines.length), lines, skills.length - lines.length);
}

function takeRanked(ranked: readonly Indexed[], room: number): readonly string[] {
  const least = ranked.reduce((sum, one) => sum + one.name.length + Math.min(LEAST_LEFT, one.description.length), 0);
  for (const cut of least > room ? [] : CUTS) {
    const lines = takeLines(ranked, room, (place) => [place < WHOLE ? Infinity : cut]);
    if (lines.length === ranked.length) return lines;
  }
  const left = room - byteLength(toRemainder(ranked.length));
  return takeLines(ranked, left, (place) =>
    place < WHOLE ? [Infinity, SHORT, 0] : place < WHOLE + SHORTENED ? [SHORT, 0] : [0],
  );
}

/** As many lines from the beginning as there is room for, each by the first of its cuts that fits. */
function takeLines(
  skills: readonly Indexed[],
  room: number,
  cutsOf: (place: number) => readonly number[],
): readonly string[] {
  const lines: string[] = [];
  let left = room;
  for (const [place, skill] of skills.entries()) {
    let line: string | null = null;
    for (const cut of cutsOf(place)) {
      line = toLine(skill, cut);
      if (byteLength(line) <= left) break;
      line = null;
    }
    if (line === null) break;
    left -= byteLength(line);
    lines.push(line);
  }
  return lines;
}

const toBlock = (skills: readonly Indexed[], lines: readonly string[], leftOut: number): IndexBlock => ({
  text: `${HEAD}${lines.join('')}${leftOut === 0 ? '' : toRemainder(leftOut)}`,
  shown: skills.map(({ name }) => name),
  leftOut,
});

const toRemainder = (count: number): string =>
  `${count} more ${count === 1 ? 'is' : 'are'} not shown; \`skill(action: "list", query: "...")\` finds them.\n`;

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
  for (const { index, segment } of SEGMENTER.segment(text)) {
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

const ENCODER = new TextEncoder();
const byteLength = (text: string): number => ENCODER.encode(text).length;
