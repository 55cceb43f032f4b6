import { has, head, type ReadonlyHead } from '../head.ts';
import { textOf } from '../../../shell/words/word-text.ts';

const GREP = {
  '0':
    '-E|--extended-regexp -F|--fixed-strings -G|--basic-regexp -P|--perl-regexp -i|--ignore-case -y ' +
    '--no-ignore-case -w|--word-regexp -x|--line-regexp -z|--null-data -s|--no-messages -v|--invert-match ' +
    '-V|--version --help -b|--byte-offset -n|--line-number --line-buffered -H|--with-filename -h|--no-filename ' +
    '-o|--only-matching -q|--quiet|--silent -a|--text -I -r|--recursive -R|--dereference-recursive ' +
    '-L|--files-without-match -l|--files-with-matches -c|--count -T|--initial-tab -Z|--null --no-group-separator ' +
    '-U|--binary -u|--unix-byte-offsets',
  '1':
    '-e|--regexp -m|--max-count --label --binary-files -d|--directories -D|--devices --include --exclude ' +
    '--exclude-dir -B|--before-context -A|--after-context -C|--context --group-separator',
  '1/reads': '-f|--file --exclude-from',
  'attached': '--color|--colour',
};

const RG = {
  '0':
    '--auto-hybrid-regex --no-auto-hybrid-regex --binary --no-binary --block-buffered --no-block-buffered ' +
    '-b|--byte-offset --no-byte-offset -s|--case-sensitive --column --no-column -c|--count --count-matches --crlf ' +
    '--no-crlf --debug --trace --files -l|--files-with-matches --files-without-match -F|--fixed-strings ' +
    '--no-fixed-strings -L|--follow --no-follow --glob-case-insensitive --no-glob-case-insensitive -h|--help ' +
    '--heading --no-heading -.|--hidden --no-hidden -i|--ignore-case --ignore-file-case-insensitive ' +
    '--no-ignore-file-case-insensitive --include-zero --no-include-zero -v|--invert-match --no-invert-match --json ' +
    '--no-json --line-buffered --no-line-buffered -n|--line-number -N|--no-line-number -x|--line-regexp ' +
    '--max-columns-preview --no-max-columns-preview --mmap --no-mmap -U|--multiline --no-multiline ' +
    '--multiline-dotall --no-multiline-dotall --no-config -I|--no-filename --no-ignore --ignore --no-ignore-dot ' +
    '--ignore-dot --no-ignore-exclude --ignore-exclude --no-ignore-files --ignore-files --no-ignore-global ' +
    '--ignore-global --no-ignore-messages --ignore-messages --no-ignore-parent --ignore-parent --no-ignore-vcs ' +
    '--ignore-vcs --no-messages --messages --no-require-git --require-git --no-unicode --unicode ' +
    '--no-pcre2-unicode --pcre2-unicode -0|--null --null-data --one-file-system --no-one-file-system ' +
    '-o|--only-matching --passthru|--passthrough -P|--pcre2 --no-pcre2 --pcre2-version -p|--pretty -q|--quiet ' +
    '-S|--smart-case --stats --no-stats --stop-on-nonmatch --sort-files --no-sort-files -a|--text --no-text --trim ' +
    '--no-trim --type-list -u|--unrestricted -V|--version --vimgrep -H|--with-filename -w|--word-regexp --no-pre ' +
    '--no-search-zip --no-encoding --no-context-separator',
  '1':
    '-A|--after-context -B|--before-context --color --colors -C|--context --context-separator --dfa-size-limit ' +
    '-E|--encoding --engine --field-context-separator --field-match-separator -g|--glob --hyperlink-format --iglob ' +
    '-M|--max-columns -m|--max-count -d|--max-depth|--maxdepth --max-filesize --path-separator --pre-glob ' +
    '--regex-size-limit -e|--regexp -r|--replace --sort --sortr -j|--threads -t|--type --type-add --type-clear ' +
    '-T|--type-not',
  '1/reads': '-f|--file --ignore-file',
  '0/runs': '-z|--search-zip',
  '1/runs': '--pre --hostname-bin',
};

/** Programs that look for a pattern in files. */
export const SEARCH_HEADS: Readonly<Record<string, ReadonlyHead>> = Object.fromEntries([
  head(
    'grep',
    GREP,
    {
      files: 'behind-pattern',
      patternFlags: ['-e', '-f'],
      // `-d recurse` is the long way to say -r; a value that is not known counts as one.
      readsTree: (read) =>
        has(read, '-r', '-R') ||
        read.flags.some((used) => used.name === '-d' && !/^(?:read|skip)$/.test(textOf(used.value))),
      followsLinks: (read) => has(read, '-R'),
    },
    { numbers: true },
  ),
  head(
    'rg',
    RG,
    {
      files: 'behind-pattern',
      patternFlags: ['-e', '-f', '--files', '--type-list'],
      readsTree: () => true,
      followsLinks: (read) => has(read, '-L'),
    },
    { exactLong: true },
  ),
]);
