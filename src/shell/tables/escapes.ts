/** How a program that is no shell gets commands for one: from its words, or from its input. */
export interface Escapes {
  /** Each match is one command line for a shell, in the group that is set. */
  readonly runs: RegExp;
  /** Words that hold commands; absent: every word may. */
  readonly words?: RegExp;
  /** It takes commands from standard input: always, or when a word says so. */
  readonly input?: true | RegExp;
  /** Files that it is given hold commands too, and these are read where none is named. */
  readonly files?: readonly string[];
  /** It does so only where a word says so. */
  readonly when?: RegExp;
  /** Only what stands in this part of the text counts, in JSON, where a command is the inside of a string. */
  readonly part?: RegExp;
}

const EDITOR: Escapes = {
  // `:!x`, `:%!x`, `:r !x`, and not `:q!`.
  runs: /(?:^(?:\++|-[a-zA-Z]*c|--cmd=)?|[\s:|,%$.\d'])!+([^\n]*)|\br(?:ead)?!([^\n]*)/gm,
  input: /^-[a-zA-Z]*[eEs]/,
};
const PAGER: Escapes = { runs: /^\+{1,2}!([^\n]*)/gm, words: /^\+/ };
const POSTGRES: Escapes = {
  runs: /^(?:-o|--output=)?\|\s*(\S[^\n]*)|\bprogram\s+'([^'\n]+)'|\\copy\b[^\n]*?\bprogram\s+([^\n]+)|\\!\s*([^\n]+)|\\(?:o|g|gx|w|copy)\b[^|\n]*\|\s*([^\n]+)/gim,
  input: true,
  files: [],
};
const MYSQL: Escapes = { runs: /\\!\s*([^\n;]+)|(?:^|;)\s*system\s+([^\n;]+)/gim, input: true };
const TRANSFER: Escapes = { runs: /(?:^|[;\n])\s*!([^\n;]+)/gm, input: true };

const PACKAGE: Escapes = {
  part: /"scripts"\s*:\s*\{((?:[^{}"]|"(?:[^"\\]|\\.)*")*)\}/g,
  runs: /"(?:[^"\\]|\\.)*"\s*:\s*"((?:[^"\\]|\\.)*)"/g,
  words: /^(?!)/,
  files: ['package.json'],
};

const each = (heads: string, escapes: Escapes): readonly (readonly [string, Escapes])[] =>
  heads.split(' ').map((head) => [head, escapes]);

/** Programs from whose own commands a shell is reached. */
export const ESCAPES: ReadonlyMap<string, Escapes> = new Map([
  ...each('vim nvim vi view gvim vimdiff nvimdiff rview vim.tiny vim.basic vim.nox', EDITOR),
  ...each('ex', { ...EDITOR, input: true }),
  ...each('ed red', { runs: /^[\s\d,.$%;+'-]*(?:[ewr]\s*)?!([^\n]*)/gm, words: /^(?!)/, input: true }),
  ...each('less more most zless zmore bzless xzless', PAGER),
  ...each('gdb', { runs: /^\s*(?:!|(?:shell|pipe|make)\s)\s*([^\n]+)/gm, input: true, files: [] }),
  ...each('lldb', { runs: /\bshell\s+([^\n]+)/gm, input: true }),
  ...each('psql', POSTGRES),
  ...each('mysql mariadb mycli', MYSQL),
  ...each('sqlite3 sqlite duckdb', {
    runs: /^\s*\.(?:shell|system)\s+([^\n]+)|^\s*\.(?:o|once|output|import)\b[^|\n]*\|\s*([^"'\n]+)/gm,
    input: true,
  }),
  ...each('ftp lftp sftp', TRANSFER),
  // `-o '|x'`: it writes to a program.
  ...each('strace', { runs: /^(?:-[A-Za-z]*o|--output=)?[|!]([^\n]+)/gm }),
  ...each('dc', { runs: /!(?![=<>])([^\n]+)/gm, input: true }),
  ...each('make gmake', {
    // A recipe behind a rule on the same line or on lines of its own, and what make runs while it reads.
    runs: /(?:^\t|:[^=\n;:]*;)[\s@+-]*([^\n]+)|\$\(shell\s+([^)\n]*)\)|^SHELL\s*[:?]?=\s*(\S+\s[^\n]+|(?!\S*sh\s*$)\S+)/gm,
    input: /^(?:-f|--(?:make)?file=)?(?:-|\/dev\/stdin|\/dev\/fd\/0)$/,
    files: ['GNUmakefile', 'makefile', 'Makefile'],
  }),
  ...each('just', {
    runs: /^[^\S\n]+[@-]*([^\n]+)|`([^`\n]+)`/gm,
    words: /^(?!)/,
    files: ['justfile', 'Justfile', '.justfile'],
  }),
  ...each('npm pnpm yarn bun npx', PACKAGE),
  ...each('node', { ...PACKAGE, when: /^--run(?:=|$)/ }),
  ...each('m4 gm4', { runs: /\be?syscmd\(`?([^')]*)/gm, words: /^(?!)/, input: true, files: [] }),
  ...each('crontab', {
    runs: /^[^\S\n]*(?:@\w+[^\S\n]+|(?:[\d*,/a-zA-Z-]+[^\S\n]+){5})([^\n]+)/gm,
    words: /^(?!)/,
    input: true,
    files: [],
  }),
  // `-X stuff 'TEXT^M'` types it into a window.
  ...each('screen', { runs: /^([^\n\r]*?)(?:\^M|\\[nr]|\\01[25]|[\n\r])/gm }),
  ...each('emacs', { runs: /\((?:async-)?shell-command(?:-to-string)?\s+"((?:[^"\\]|\\.)*)"/gm }),
]);
