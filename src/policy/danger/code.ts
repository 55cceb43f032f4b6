import { isWithin } from '../../base/path.ts';
import { readSed } from '../../shell/sed-script.ts';
import { readEscapes } from '../../shell/unwrap/escapes.ts';
import { SHELLS } from '../../shell/tables/wrappers.ts';
import type { SimpleCommand, Word } from '../../vocab/shell-line.ts';
import { headOf, outersOf, upstreamOf, nameOf } from '../command-view.ts';
import { placeOf } from '../paths.ts';
import { findWrites } from '../writes.ts';
import { NONE, type DangerCheck, type Found } from './found.ts';
import { beginningOf, fits, textOf } from '../../shell/words/word-text.ts';

/** How an interpreter takes code as an argument, and which of its flags take a value. */
interface Interpreter {
  readonly code: RegExp;
  readonly valued: RegExp;
  /** It reads a program from standard input when no file is named. */
  readonly readsInput: boolean;
}

const NEVER = /^(?!)/;
/** What stands behind `-m` is the program, and its own arguments follow. */
const python: Interpreter = { code: /^-[a-ln-zA-Z]*c/, valued: /^-[WX]$|^--check-hash-based-pycs$/, readsInput: true };
/** Modules of Python that run what they read. */
const READS_CODE: ReadonlySet<string | null> = new Set(['code', 'asyncio', 'pdb']);
const perl: Interpreter = { code: /^-[a-zA-Z0-9]*[eE]/, valued: /^-[IMmFx]$/, readsInput: true };
const node: Interpreter = {
  code: /^(-[a-z]*[ep][a-z]*|--eval|--print)(=|$)/,
  valued: /^(-r|--require|--import|--loader|-C|--conditions)$/,
  readsInput: true,
};
const dashE: Interpreter = { code: /^-[a-zA-Z]*e/, valued: /^-[IrlCKE]$/, readsInput: true };

const INTERPRETERS: ReadonlyMap<string, Interpreter> = new Map([
  ...['python', 'pypy', 'pypy3', 'ipython', 'jython'].map((head) => [head, python] as const),
  ['perl', perl],
  ...['node', 'nodejs', 'bun', 'tsx', 'ts-node'].map((head) => [head, node] as const),
  ['deno', { code: /^eval$/, valued: NEVER, readsInput: true }],
  ...[
    'ruby',
    'jruby',
    'lua',
    'luajit',
    'Rscript',
    'R',
    'julia',
    'groovy',
    'scala',
    'elixir',
    'osascript',
    'raku',
    'ghc',
    'swift',
    'crystal',
  ].map((head) => [head, dashE] as const),
  ['erl', { code: /^-eval$/, valued: /^-(pa|pz|s|run|name|sname)$/, readsInput: false }],
  ['php', { code: /^-[a-zA-Z]*[rBR]|^--run/, valued: /^-[cdfz]$/, readsInput: true }],
  ...'clojure clj bb fennel janet gosh ocaml qjs coffee iex kotlin gnuplot'
    .split(' ')
    .map((head) => [head, dashE] as const),
  ...'racket csi factor'
    .split(' ')
    .map((head) => [head, { code: /^(-[a-zA-Z]*e|--?eval|--expr)/, valued: NEVER, readsInput: true }] as const),
  ...'sbcl ecl ccl abcl clisp octave octave-cli maxima gp sage'
    .split(' ')
    .map(
      (head) =>
        [head, { code: /^(--?(eval|batch-string)|-[xc]$)/, valued: /^--?(load|core)$/, readsInput: true }] as const,
    ),
  ['guile', { code: /^-[a-z]*c/, valued: /^-[Lsl]$/, readsInput: true }],
  ...'jshell irb pry wish'.split(' ').map((head) => [head, { code: NEVER, valued: NEVER, readsInput: true }] as const),
  ['tclsh', { code: NEVER, valued: /^-encoding$/, readsInput: true }],
  ['expect', { code: /^-[a-z]*c/, valued: NEVER, readsInput: true }],
  // Shells whose language our parser does not read.
  ...['fish', 'csh', 'tcsh', 'nu', 'xonsh', 'elvish'].map(
    (head) => [head, { code: /^(-[a-z]*c|--commands?)/, valued: NEVER, readsInput: true }] as const,
  ),
  ...['pwsh', 'powershell'].map(
    (head) =>
      [
        head,
        { code: /^-(c|command|e|ec|encodedcommand)$/i, valued: /^-(file|f|ex|executionpolicy)$/i, readsInput: true },
      ] as const,
  ),
]);

function interpreterOf(head: string): Interpreter | undefined {
  if (!'0123456789.'.includes(head.charAt(head.length - 1))) return INTERPRETERS.get(head);
  return (
    INTERPRETERS.get(/^python[\d.]*$/.test(head) ? 'python' : head.replace(/[\d.]+$/, '')) ?? INTERPRETERS.get(head)
  );
}

/** Whether a program runs code in a language that our parser does not read. */
export const isInterpreter = (head: string): boolean => interpreterOf(head) !== undefined;

/** Programs that bring text from elsewhere. */
const DOWNLOADERS = new Set(
  'curl wget wget2 fetch aria2c axel http https xh httpie lwp-request GET lynx w3m links nc ncat netcat socat ftp lftp rsh ssh gsutil telnet aws'.split(
    ' ',
  ),
);

/** Whether a command makes readable text of encoded or packed text. */
function decodes(command: SimpleCommand): boolean {
  const head = nameOf(command);
  const flagged = (pattern: RegExp): boolean => command.words.slice(1).some((word) => fits(word, pattern));
  if (/^(base64|base32|basenc|gbase64)$/.test(head)) return flagged(/^(-[a-zA-Z]*[dD]|--decode|--d\w*)$/);
  if (head === 'xxd') return flagged(/^-[a-z]*r/);
  if (head === 'openssl') return flagged(/^-d$/);
  if (/^(gzip|bzip2|xz|zstd|lz4|brotli|compress)$/.test(head)) return flagged(/^(-[a-z]*d|--decompress|--uncompress)/);
  return (
    /^(gunzip|zcat|bunzip2|bzcat|unxz|xzcat|unzstd|zstdcat|uudecode|uncompress|ascii2uni|rev|tr)$/.test(head) ||
    (head === 'gpg' && flagged(/^(-d|--decrypt)$/))
  );
}

const opensSocket = ({ redirects }: SimpleCommand): boolean =>
  redirects.some(({ target }) => target !== null && /^\/dev\/(?:tcp|udp)\//.test(beginningOf(target)));

const brings = (command: SimpleCommand): boolean =>
  DOWNLOADERS.has(nameOf(command)) || decodes(command) || opensSocket(command);

/** `exec 3<>/dev/tcp/h/1; sh <&3`: it reads a stream, and the line has one to another machine. */
const readsSocket = (command: SimpleCommand, all: readonly SimpleCommand[]): boolean =>
  opensSocket(command) || (command.redirects.some(({ op, copies }) => op === '<&' && copies) && all.some(opensSocket));

/** `read l <&3; eval "$l"`: what a variable holds came over the network. */
const holdsReceived = (all: readonly SimpleCommand[]): boolean =>
  all.some((each) => READS_LINES.has(headOf(each)) && readsSocket(each, all));

const READS_LINES: ReadonlySet<string | null> = new Set(['read', 'mapfile', 'readarray']);

/** `deno run https://x`: the program itself is fetched. */
const runsAddress = ({ words }: SimpleCommand, head: string): boolean =>
  head === 'deno' &&
  fits(
    words.slice(1).find((word) => !fits(word, /^(?:-.*|run|serve|test)$/)),
    /^https?:/,
  );

/** What else runs a text that it is given, at once or later. */
const RUNS_TEXT: ReadonlySet<string> = new Set(['eval', 'source', '.', 'at', 'batch', 'crontab']);

/** `make -f -`. */
const readsRules = ({ words }: SimpleCommand, head: string): boolean =>
  /^g?make$/.test(head) && words.some((word) => fits(word, /^(?:-f)?-$|^\/dev\/stdin$|^--(?:make)?file=-$/));

/** Downloaded or decoded text that a shell or an interpreter runs, in any form. */
export const findPipeToShell: DangerCheck = (command, _facts, all) => {
  const head = headOf(command);
  const found = (because: string): readonly Found[] => [{ class: 'pipe-to-shell', because, words: [] }];
  if (command.words[0]?.runs.some((index) => all[index] !== undefined && brings(all[index])) === true) {
    return found('what it runs is downloaded or decoded first');
  }
  if (head === null) return NONE;
  if (handsOver(command, head)) return found(`${head} starts a program on what comes over the network`);
  const isShell = SHELLS.has(head);
  const runsText = isShell || interpreterOf(head) !== undefined || RUNS_TEXT.has(head) || readsRules(command, head);
  if (!runsText)
    return runsDownloadedFile(command, head, all) ? found('it runs a file that the same line downloads') : NONE;
  const inWords = command.words
    .slice(1)
    .some((word) => word.runs.some((index) => all[index] !== undefined && brings(all[index])));
  if (runsAddress(command, head)) return found(`${head} runs a program that it downloads`);
  if (inWords || inHereText(command, all) || (head === 'eval' && holdsReceived(all)))
    return found(`${head} runs text that is downloaded or decoded`);
  const sources = [...upstreamOf(command, all), ...outersOf(command, all).flatMap((outer) => upstreamOf(outer, all))];
  const isFed = readsSocket(command, all) || sources.some((source) => brings(source) || readsSocket(source, all));
  if (isFed && (readsProgram(command, head) || isFedByXargs(command, all))) {
    return found(`${head} runs what is piped to it, and that is downloaded or decoded`);
  }
  return runsDownloadedFile(command, head, all) ? found('it runs a file that the same line downloads') : NONE;
};

const HANDS_OVER: ReadonlyMap<string, RegExp> = new Map([
  ['socat', /(^|,)(exec|system|shell):/i],
  ...['nc', 'ncat', 'netcat'].map((head) => [head, /^(-[a-zA-Z]*[ce]|--(sh-|lua-)?exec)/] as const),
]);

/** `nc -e /bin/sh`, `socat tcp:.. exec:sh`: the other side types into a program. */
function handsOver(command: SimpleCommand, head: string): boolean {
  const hands = HANDS_OVER.get(head);
  return hands !== undefined && command.words.slice(1).some((word) => fits(word, hands));
}

const inHereText = (command: SimpleCommand, all: readonly SimpleCommand[]): boolean =>
  command.redirects.some(({ target, runs }) =>
    [...(target?.runs ?? []), ...(runs ?? [])].some((index) => all[index] !== undefined && brings(all[index])),
  );

const FEEDERS: ReadonlySet<string | null> = new Set(['xargs', 'parallel']);

const isFedByXargs = (command: SimpleCommand, all: readonly SimpleCommand[]): boolean =>
  outersOf(command, all).some((outer) => FEEDERS.has(headOf(outer)));

/** The file that a command runs or hands to what it starts; null when it is none that is known. */
function scriptOf(command: SimpleCommand, head: string): string | null {
  const runs = SHELLS.has(head) || interpreterOf(head) !== undefined || head === 'source' || head === '.';
  const operand = command.words.slice(1).find((word) => !fits(word, /^[-+]/));
  const script = runs ? operand : command.words[0];
  if (script === undefined || (!runs && script.value?.includes('/') !== true)) return null;
  return placeOf(script, command)?.path ?? null;
}

/** `curl -o x u && sh x`, `chmod +x x; ./x`, `sh < x`. */
function runsDownloadedFile(command: SimpleCommand, head: string, all: readonly SimpleCommand[]): boolean {
  const read = command.redirects.flatMap(({ op, target }) => (op === '<' && target !== null ? [target] : []));
  const script = scriptOf(command, head);
  const paths = [script, ...read.map((word) => placeOf(word, command)?.path ?? null)].filter((path) => path !== null);
  if (paths.length === 0) return false;
  const brought = broughtBy(all);
  return paths.some((path) => firstBringing(path, brought) < command.index);
}

/** Paths, and which command of the line writes each first. */
interface Brought {
  /** Files with downloaded or decoded text. */
  readonly files: Map<string, number>;
  /** Folders that a downloaded archive was unpacked into, whose names are not known. */
  readonly trees: Map<string, number>;
}

const firstBringing = (path: string, { files, trees }: Brought): number =>
  Math.min(files.get(path) ?? Infinity, ...[...trees].flatMap(([tree, at]) => (isWithin(path, tree) ? [at] : [])));

const byLine = new WeakMap<readonly SimpleCommand[], Brought>();

/** What the line brings from elsewhere or decodes, also what is made out of that. */
function broughtBy(all: readonly SimpleCommand[]): Brought {
  const known = byLine.get(all);
  if (known !== undefined) return known;
  const brought: Brought = { files: new Map(), trees: new Map() };
  const isRead = (word: Word, command: SimpleCommand): boolean => {
    const path = placeOf(word, command)?.path;
    return path !== undefined && firstBringing(path, brought) < Infinity;
  };
  const reads = (command: SimpleCommand): boolean =>
    (brought.files.size > 0 || brought.trees.size > 0) &&
    [...command.words.slice(1), ...command.redirects.flatMap(({ target }) => target ?? [])].some((word) =>
      isRead(word, command),
    );
  for (const command of all) {
    const writes = findWrites(command).filter(({ kind }) => kind === 'content');
    if (writes.length === 0) continue;
    const sources = [command, ...upstreamOf(command, all)];
    if (!sources.some((source) => brings(source) || reads(source))) continue;
    for (const { place, tree } of writes) {
      const into = tree === true ? brought.trees : brought.files;
      if (!into.has(place.path)) into.set(place.path, command.index);
    }
  }
  byLine.set(all, brought);
  return brought;
}

/** A script that the same line writes is code that it hands over. */
function runsWrittenFile(command: SimpleCommand, head: string, all: readonly SimpleCommand[]): boolean {
  const path = scriptOf(command, head);
  return (
    path !== null &&
    all
      .slice(0, command.index)
      .some((earlier) => findWrites(earlier).some(({ kind, place }) => kind === 'content' && place.path === path))
  );
}

/** `python3 /dev/fd/3 3<<E`: a script that the command itself is given. */
function runsStream(command: SimpleCommand, head: string): boolean {
  const fd = /^\/(?:dev|proc\/self)\/fd\/(\d+)$/.exec(scriptOf(command, head) ?? '')?.[1];
  return fd !== undefined && command.redirects.some((each) => each.fd === Number(fd) && each.op.startsWith('<'));
}

/** Whether it takes its program from standard input: no script and no code among its words. */
function readsProgram(command: SimpleCommand, head: string): boolean {
  const interpreter = interpreterOf(head);
  const words = command.words.slice(1);
  if (head === 'at' || head === 'batch') return true;
  if (words.some(({ value }) => value === '-' || value === '-s' || value === '/dev/stdin')) return true;
  const operands = withoutFlags(words, interpreter?.valued ?? /^[-+][oO]$/).filter(
    ({ value }) => interpreter !== python || !READS_CODE.has(value),
  );
  const code = words.some((word) => fits(word, interpreter?.code ?? /^-[a-zA-Z]*c/));
  return operands.length === 0 && !code;
}

const withoutFlags = (words: readonly Word[], valued: RegExp): readonly Word[] =>
  words.filter((word, i) => !fits(word, /^[-+]/) && !fits(words[i - 1], valued));

const VI = /^(-[a-zA-Z]*c|--cmd|\+(?![\d/]|$))/;

/** Words, wherever they stand, by which programs that are no interpreters otherwise get code in a language of their own. */
const SPEAKS: ReadonlyMap<string, RegExp> = new Map([
  ...'vim nvim vi view ex gvim vimdiff nvimdiff rview'.split(' ').map((head) => [head, VI] as const),
  ['emacs', /^--?(eval|execute)(=|$)/],
  ['emacsclient', /^(-[a-z]*e|--eval)(=|$)/],
  ['gdb', /^--?(ex|iex|eval-command|init-eval-command)(=|$)/],
  ['lldb', /^(-[oOsS]|--(one-line|source).*)$/],
  ...['make', 'gmake'].map((head) => [head, /^(--eval(=|$)|-E)/] as const),
]);

/** Code handed to an interpreter that is no shell we read: as an argument, a here-document or by a pipe. */
export const findInterpreterPayload: DangerCheck = (command, _facts, all) => {
  const head = headOf(command);
  if (head === null) return NONE;
  const found = (words: readonly string[]): readonly Found[] => [
    { class: 'interpreter-payload', because: `${head} runs code that the judge does not read`, words },
  ];
  // No rule names a program text, or what comes by the input.
  if (/^([gmn]?awk|original-awk)$/.test(head)) return startsFromAwk(command) ? found([]) : NONE;
  if (head === 'sed' || head === 'gsed')
    return readSed(command.words, command.stdin).runs.length > 0 ? found([]) : NONE;
  const escapes = readEscapes(command.words, command.stdin);
  const speech = SPEAKS.get(head);
  const spoken = speech === undefined ? undefined : command.words.slice(1).find((word) => fits(word, speech))?.value;
  if (escapes.length > 0 || spoken) return found(spoken ? [head, spoken] : []);
  const interpreter = interpreterOf(head);
  if (interpreter === undefined) return NONE;
  const flag = firstCodeFlag(command.words.slice(1), interpreter);
  if (flag !== null) return found([head, flag]);
  const { stdin } = command;
  const given = stdin.kind === 'text' || stdin.kind === 'pipe';
  if (interpreter.readsInput && given && readsProgram(command, head)) return found([]);
  return runsWrittenFile(command, head, all) || runsStream(command, head) ? found([]) : NONE;
};

/** The flag that brings code, looked for in front of the script's own arguments. */
function firstCodeFlag(words: readonly Word[], { code, valued }: Interpreter): string | null {
  for (let i = 0; i < words.length; i++) {
    const text = words[i]?.value ?? null;
    if (text === null) continue;
    if (code.test(text)) return text;
    if (valued.test(text)) i++;
    else if (!text.startsWith('-')) return null;
  }
  return null;
}

/** An awk program that starts commands. */
const startsFromAwk = (command: SimpleCommand): boolean =>
  command.words
    .slice(1)
    .map((word) => textOf(word).replace(/"(?:[^"\\]|\\.)*"/g, '""'))
    .some((code) => /\bsystem\s*\(|\|\s*(getline|&)|\b(print|printf)\b[^|;}]*\|\s*["\w(]/.test(code));
