import { byteLength, HEAD, toLine, toRoom, toWholeBlock } from './index-lines.ts';
import { rankSkills, type Standing } from '../rank.ts';
import type { Indexed } from '../registry.ts';
import type { Asked } from '../relevance.ts';

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
  const room = toRoom(maxTokens);
  const none: IndexBlock = { text: '', shown: [], leftOut: skills.length };
  if (skills.length === 0) return none;
  const whole = toWholeBlock(skills, maxTokens);
  if (whole !== null) return { text: whole, shown: skills.map(({ name }) => name).toSorted(), leftOut: 0 };
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
