type Env = Readonly<Record<string, string | undefined>>;

/** Whether the locale says that the terminal shows UTF-8; without any word of it, it does. */
export function speaksUtf8(env: Env): boolean {
  const locale = env['LC_ALL'] || env['LC_CTYPE'] || env['LANG'] || '';
  return locale === '' || /utf-?8/i.test(locale);
}

/** Text whose every character counts: what ASCII cannot show is written `\u{…}`. */
export const toCodes = (text: string): string =>
  text.replace(/[^\u0000-\u007f]/gu, (char) => `\\u{${char.codePointAt(0)?.toString(16) ?? ''}}`);

/** JSON that says the same in ASCII. */
export const toAsciiJson = (json: string): string =>
  json.replace(/[^\u0000-\u007f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

const STAND_INS: Readonly<Record<string, string>> = Object.fromEntries(
  (
    [
      ['─━╌', '-'],
      ['│┃', '|'],
      ['┌┐└┘├┤┬┴┼╭╮╰╯', '+'],
      ['→❯', '>'],
      ['↑', '^'],
      ['↓', 'v'],
      ['•●◆▪', '*'],
      ['◇○', 'o'],
      ['■◼▲✗', 'x'],
      ['✓', '+'],
      ['◻–—', '-'],
      ['…·', '.'],
      ['“”', '"'],
      ['‘’', "'"],
    ] as const
  ).flatMap(([signs, standIn]) => [...signs].map((sign) => [sign, standIn])),
);

/** Made when it is needed: it costs a start some 15 ms. */
let segmenter: Intl.Segmenter | null = null;

/** Signs of two cells: those of East Asia (Unicode TR 11: W and F) and emoji. */
const WIDE =
  /^(?:[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f1e6}-\u{1f1ff}\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}|\p{Emoji}\ufe0f)/u;

/** For a terminal that does not show UTF-8: as many cells, each something it can show. */
export const toAscii = (text: string): string =>
  text.replace(/[^\u0000-\u007f]+/g, (run) =>
    Array.from((segmenter ??= new Intl.Segmenter()).segment(run), ({ segment }) => {
      if (/^[\p{M}\p{Cf}]/u.test(segment)) return '';
      return STAND_INS[segment] ?? (WIDE.test(segment) ? '??' : '?');
    }).join(''),
  );
