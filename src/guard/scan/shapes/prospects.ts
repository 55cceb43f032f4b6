import type { Place } from '../near.ts';
import { createLookout } from './lookout.ts';
import { SHAPE_LITERALS } from './shape-literals.ts';

/** How many places of one shape are looked at. */
const MAX_PLACES = 50;

/** Every place of a shape in a text. Linear in its length. */
export function placesOfShape(text: string, shape: RegExp): readonly Place[] {
  const places: Place[] = [];
  let count = 0;
  for (const { 0: found, index } of text.matchAll(toGlobal(shape))) {
    if (found !== '') places.push({ start: index, end: index + found.length });
    if (++count >= MAX_PLACES) break;
  }
  return places;
}

const globals = new WeakMap<RegExp, RegExp>();

function toGlobal(shape: RegExp): RegExp {
  const known = globals.get(shape);
  if (known !== undefined) return known;
  const made = new RegExp(shape.source, `${shape.flags}g`);
  globals.set(shape, made);
  return made;
}

/** Whether a shape may match a text. */
export type Prospect = (shape: RegExp) => boolean;

/** Of which shapes a text holds everything that they cannot do without. One pass over the text for all of them. */
export function findProspects(text: string): Prospect {
  known ??= readKnown();
  const { lookout, groups } = known;
  const held = lookout(text);
  return (shape) => (groups.get(shape.source) ?? []).every((group) => group.some((i) => held[i] === 1));
}

interface Known {
  readonly lookout: (text: string) => Uint8Array;
  /** By the source of a shape, the indices of the literals of its groups. */
  readonly groups: ReadonlyMap<string, readonly (readonly number[])[]>;
}

let known: Known | null = null;

function readKnown(): Known {
  const indices = new Map<string, number>();
  const toIndex = (literal: string): number => {
    const index = indices.get(literal) ?? indices.size;
    indices.set(literal, index);
    return index;
  };
  const groups = Object.entries(SHAPE_LITERALS).map(
    ([source, all]) => [source, all.map((group) => group.map(toIndex))] as const,
  );
  return { groups: new Map(groups), lookout: createLookout([...indices.keys()]) };
}
