import type { Place } from './near.ts';

/** `[https://a.example](https://b.example)`, and the same in HTML. */
const MARKDOWN =
  /\[\s{0,3}(?:https?:\/\/|www\.)([\w.-]{3,100})[^\]\n]{0,200}\]\(\s{0,3}<?https?:\/\/(?:[^\s/@)>]{1,80}@)?([\w.-]{3,100})/gi;
const HTML =
  /<a\b[^>\n]{0,200}\bhref\s{0,3}=\s{0,3}["']?https?:\/\/(?:[^\s/@"'>]{1,80}@)?([\w.-]{3,100})[^>\n]{0,300}>\s{0,3}(?:https?:\/\/|www\.)([\w.-]{3,100})/gi;

const bare = (host: string): string =>
  host
    .toLowerCase()
    .replace(/^www\./, '')
    .replace(/\.+$/, '');

const isOfOne = (a: string, b: string): boolean => a === b || a.endsWith(`.${b}`) || b.endsWith(`.${a}`);

/** Links whose text shows the address of one host and that lead to another. */
export function* findMisleading(text: string): Generator<Place> {
  for (const pattern of [MARKDOWN, HTML])
    for (const { 0: whole, 1: one = '', 2: other = '', index } of text.matchAll(pattern))
      if (!isOfOne(bare(one), bare(other))) yield { start: index, end: index + whole.length };
}
