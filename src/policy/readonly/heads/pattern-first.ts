import { head, type ReadonlyHead } from '../head.ts';
import { SEARCH_HEADS } from './search.ts';

const grep = SEARCH_HEADS['grep'] as ReadonlyHead;
const AWK = {
  '0': '-c|--traditional -O|--optimize -P|--posix -S|--sandbox',
  '1': '-F|--field-separator -v|--assign',
  '1/reads': '-f|--file -i|--include',
};

/** Heads that are not read-only, whose first operand is a pattern or a program: not a file that is read. */
export const PATTERN_HEADS: Readonly<Record<string, ReadonlyHead>> = Object.fromEntries([
  ...['egrep', 'fgrep', 'zgrep', 'rgrep'].map((name) => [name, grep] as const),
  head(
    'sed',
    {
      '0': '-n|--quiet|--silent --debug -E|-r|--regexp-extended --follow-symlinks --posix -s|--separate --sandbox -u|--unbuffered -z|--null-data',
      '1': '-e|--expression -l|--line-length',
      '1/reads': '-f|--file',
      'attached': '-i|--in-place',
    },
    { files: 'behind-pattern', patternFlags: ['-e', '-f'] },
  ),
  ...['awk', 'gawk', 'mawk'].map((name) => head(name, AWK, { files: 'behind-pattern', patternFlags: ['-f'] })),
]);
