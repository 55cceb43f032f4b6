import { truncateToWidth, visibleWidth, wrapTextWithAnsi } from '@earendil-works/pi-tui';

const TAB = '    ';

/** Lines at this width; colors go on over a break. */
export const wrap = (lines: readonly string[], width: number): readonly string[] =>
  lines.flatMap((line) => wrapTextWithAnsi(line.replaceAll('\t', TAB), Math.max(1, width)));

/** No line wider than the terminal, whoever made them: one that is would end the chat. */
export const fit = (lines: readonly string[], width: number): readonly string[] =>
  lines.map((line) => (visibleWidth(line) <= width ? line : truncateToWidth(line, width, '')));

/** A label with a colon, an equals sign or a bar, else what stands before the last gap of two blanks, else an indent. */
const PREFIX = /^(?: *\S+: +| *\S+ += | +\| |.* {2,}(?=\S)| +)/;

/** Lines without colors, in columns: what does not fit goes on under its own column, where that leaves room for it. */
export const wrapColumns = (lines: readonly string[], width: number): readonly string[] =>
  lines.flatMap((given) => {
    const line = given.replaceAll('\t', TAB);
    const [prefix = ''] = PREFIX.exec(line.slice(0, Math.max(0, Math.floor(width / 2)))) ?? [];
    const indent = visibleWidth(prefix);
    // A wide sign needs two cells.
    if (indent > width / 2 || width - indent < 2) return wrap([line], width);
    const rest = wrap([line.slice(prefix.length)], width - indent);
    return rest.map((part, i) => `${i === 0 ? prefix : ' '.repeat(indent)}${part}`);
  });

/** As many parts a line as fit; none is broken that fits into a line. */
export function pack(parts: readonly string[], between: string, width: number): readonly string[] {
  const lines: string[] = [];
  for (const part of parts) {
    const last = lines.at(-1);
    const longer = last === undefined ? part : `${last}${between}${part}`;
    if (last !== undefined && visibleWidth(longer) <= width) lines[lines.length - 1] = longer;
    else lines.push(part);
  }
  return lines;
}
