import type { EditorTheme, MarkdownTheme, SelectListTheme } from '@earendil-works/pi-tui';
import { toCodes } from '../../base/ascii.ts';

export type Style = 'red' | 'green' | 'yellow' | 'cyan' | 'dim' | 'bold' | 'italic' | 'underline' | 'strike';

/** How the chat looks: colors where the terminal wants them, signs that it can show. */
export interface Theme {
  paint(style: Style, text: string): string;
  /** Text whose every character counts: what this terminal cannot show is written `\u{…}`. */
  exact(text: string): string;
  readonly signs: Signs;
  readonly markdown: MarkdownTheme;
  readonly editor: EditorTheme;
  readonly select: SelectListTheme;
}

interface Signs {
  readonly message: string;
  readonly call: string;
  readonly own: string;
  readonly more: string;
  readonly between: string;
  readonly line: string;
}

const CODES: Readonly<Record<Style, readonly [number, number]>> = {
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  cyan: [36, 39],
  dim: [2, 22],
  bold: [1, 22],
  italic: [3, 23],
  underline: [4, 24],
  strike: [9, 29],
};

const UTF8: Signs = { message: '❯', call: '●', own: '!', more: '…', between: ' · ', line: '─' };
const ASCII: Signs = { message: '>', call: '*', own: '!', more: '...', between: ' - ', line: '-' };

/** Colors by the sixteen of the terminal's own palette, so that they fit whatever the person chose. */
export function createTheme({ color, utf8 }: { readonly color: boolean; readonly utf8: boolean }): Theme {
  const paint = (style: Style, text: string): string => {
    if (!color || text === '') return text;
    const [on, off] = CODES[style];
    return `\u001b[${on}m${text}\u001b[${off}m`;
  };
  const as =
    (style: Style) =>
    (text: string): string =>
      paint(style, text);
  const plain = (text: string): string => text;
  const select: SelectListTheme = {
    selectedPrefix: as('cyan'),
    selectedText: as('cyan'),
    description: as('dim'),
    scrollInfo: as('dim'),
    noMatch: as('dim'),
  };
  return {
    paint,
    exact: (text) => (utf8 ? text : toCodes(text)),
    signs: utf8 ? UTF8 : ASCII,
    select,
    editor: { borderColor: as('dim'), selectList: select },
    markdown: {
      heading: as('bold'),
      link: as('underline'),
      linkUrl: as('dim'),
      code: as('cyan'),
      codeBlock: plain,
      codeBlockBorder: as('dim'),
      quote: as('italic'),
      quoteBorder: as('dim'),
      hr: as('dim'),
      listBullet: as('cyan'),
      bold: as('bold'),
      italic: as('italic'),
      strikethrough: as('strike'),
      underline: as('underline'),
    },
  };
}

type Env = Readonly<Record<string, string | undefined>>;

/** NO_COLOR (not empty) and TERM=dumb turn colors off, as everywhere. */
export const wantsColor = (env: Env): boolean => !env['NO_COLOR'] && env['TERM'] !== 'dumb';
