/** A screen of a terminal, as `tmux capture-pane -e` gives it, as a picture. */

interface Style {
  readonly color: string;
  readonly isBold: boolean;
  readonly isDim: boolean;
  readonly isItalic: boolean;
  readonly lines: readonly string[];
  readonly isInverse: boolean;
}

const TEXT = '#d8dee9';
const GROUND = '#1e222a';
const COLORS = ['#5c6370', '#e06c75', '#98c379', '#e5c07b', '#61afef', '#c678dd', '#56b6c2', '#d8dee9'] as const;

const PLAIN: Style = { color: TEXT, isBold: false, isDim: false, isItalic: false, lines: [], isInverse: false };

const CELL = { width: 8.4, height: 18 } as const;
const MARGIN = 14;

export function renderSvg(
  screen: string,
  { columns, rows }: { readonly columns: number; readonly rows: number },
): string {
  const [width, height] = [columns * CELL.width + 2 * MARGIN, rows * CELL.height + 2 * MARGIN];
  let style = PLAIN;
  const lines = screen.split('\n').map((line, at) => {
    const { spans, last } = toSpans(line, style);
    style = last;
    return `  <text x="${MARGIN}" y="${MARGIN + 14 + at * CELL.height}">${spans.join('')}</text>`;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width.toFixed(0)} ${height}" role="img">`,
    `<rect width="100%" height="100%" rx="8" fill="${GROUND}"/>`,
    `<g font-family="DejaVu Sans Mono, Menlo, Consolas, monospace" font-size="14" fill="${TEXT}" xml:space="preserve">`,
    ...lines,
    '</g>',
    '</svg>',
    '',
  ].join('\n');
}

/** The text of such a picture. */
export const readSvg = (svg: string): string =>
  [...svg.matchAll(/<text [^>]*>(.*)<\/text>/g)]
    .map(([, inner = '']) => unescapeXml(inner.replace(/<[^>]*>/g, '')).trimEnd())
    .join('\n')
    .trimEnd();

function toSpans(line: string, first: Style): { readonly spans: readonly string[]; readonly last: Style } {
  const spans: string[] = [];
  let style = first;
  let column = 0;
  for (const [, codes, text = ''] of line.matchAll(/\u001b\[([\d;]*)m|([^\u001b]+)/g)) {
    if (codes !== undefined) style = changeStyle(style, codes);
    else {
      spans.push(toSpan(text, style, column));
      column += text.length;
    }
  }
  return { spans, last: style };
}

/** Each begins at its own column: fonts differ in the width of a line drawn by characters. */
function toSpan(text: string, style: Style, column: number): string {
  const marks = [
    ...(style.color === TEXT ? [] : [`fill="${style.color}"`]),
    ...(style.isBold ? ['font-weight="bold"'] : []),
    ...(style.isDim ? ['fill-opacity="0.6"'] : []),
    ...(style.isItalic ? ['font-style="italic"'] : []),
    ...(style.lines.length === 0 ? [] : [`text-decoration="${style.lines.join(' ')}"`]),
  ];
  const x = (MARGIN + column * CELL.width).toFixed(1);
  const length = (text.length * CELL.width).toFixed(1);
  const place = `x="${x}" textLength="${length}" lengthAdjust="spacingAndGlyphs"`;
  const shown = style.isInverse ? text.replaceAll(' ', '\u2588') : text;
  return `<tspan ${[place, ...marks].join(' ')}>${escapeXml(shown)}</tspan>`;
}

function changeStyle(style: Style, codes: string): Style {
  return codes.split(';').reduce((now, code) => changeOne(now, Number(code || '0')), style);
}

function changeOne(style: Style, code: number): Style {
  if (code === 0) return PLAIN;
  if (code === 1) return { ...style, isBold: true };
  if (code === 2) return { ...style, isDim: true };
  if (code === 3) return { ...style, isItalic: true };
  if (code === 4) return { ...style, lines: ['underline'] };
  if (code === 7) return { ...style, isInverse: true };
  if (code === 9) return { ...style, lines: ['line-through'] };
  if (code === 22) return { ...style, isBold: false, isDim: false };
  if (code === 23) return { ...style, isItalic: false };
  if (code === 24 || code === 29) return { ...style, lines: [] };
  if (code === 27) return { ...style, isInverse: false };
  if (code === 39) return { ...style, color: TEXT };
  return code >= 30 && code < 38 ? { ...style, color: COLORS[code - 30] ?? TEXT } : style;
}

const ENTITIES: readonly (readonly [string, string])[] = [
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
];

const escapeXml = (text: string): string => ENTITIES.reduce((now, [sign, name]) => now.replaceAll(sign, name), text);

const unescapeXml = (text: string): string =>
  ENTITIES.toReversed().reduce((now, [sign, name]) => now.replaceAll(name, sign), text.replaceAll('\u2588', ' '));
