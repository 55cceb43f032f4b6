/** Scripts whose words are not parted by blanks, or carry endings that nobody lists. */
const RUN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}ー]/u;

/** No character of such a script is below. */
const FIRST = 0xe00;

/** Whether the text holds a character of such a script. */
export function isRun(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > FIRST) return RUN.test(text);
  return false;
}
