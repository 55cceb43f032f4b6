/** Scripts whose words are not parted by blanks, or carry endings that nobody lists. */
const RUN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}ー]/u;

/** Whether the text holds a character of such a script; no such one is below. */
export const isRun = (text: string): boolean => /[^\0-\u0e00]/.test(text) && RUN.test(text);
