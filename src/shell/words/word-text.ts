import type { Word } from '../../vocab/shell-line.ts';

/** What bash passes, empty where that is not known or there is no such word. */
export const textOf = (word: Word | null | undefined): string => word?.value ?? '';

/** What bash passes, or what is known of its beginning. */
export const beginningOf = ({ value, prefix }: Word): string => value ?? prefix;

/** Whether a pattern finds itself in {@link textOf} the word. */
export const fits = (word: Word | null | undefined, pattern: RegExp): boolean => pattern.test(textOf(word));

/** The items that stand right behind one for which it holds. */
export const behindEach = <Item>(items: readonly Item[], holds: (item: Item) => boolean): readonly Item[] =>
  items.flatMap((item, i) => (holds(item) ? items.slice(i + 1, i + 2) : []));

/** The items in front of the first for which it holds; all where there is none. */
export function upTo<Item>(items: readonly Item[], holds: (item: Item, i: number) => boolean): readonly Item[] {
  const at = items.findIndex(holds);
  return at === -1 ? items : items.slice(0, at);
}

/** The items behind the first for which it holds; none where there is none. */
export function behindFirst<Item>(items: readonly Item[], holds: (item: Item) => boolean): readonly Item[] {
  const at = items.findIndex(holds);
  return at === -1 ? [] : items.slice(at + 1);
}

/** What stands in front of the marker behind which nothing is a flag. */
export const upToMarker = (words: readonly Word[]): readonly Word[] => upTo(words, ({ value }) => value === '--');
