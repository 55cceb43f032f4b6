import { head } from '../head.ts';

/** The shell's own echo: `-n -e -E` in front change how the rest is printed, and every other word is printed. */
export const [, ECHO] = head('echo', { '0': '-n -e -E' }, { files: 'none' });
