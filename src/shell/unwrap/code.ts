import { baseName } from '../../base/path.ts';
import type { Word } from '../../vocab/shell-line.ts';
import { literalWord } from '../words/fields.ts';
import { inputText, runsText, startsWords, type Around, type Inner } from './inner.ts';
import { beginningOf, behindEach, fits, textOf } from '../words/word-text.ts';

/** Interpreters in whose code calls are looked for that start a command or delete a tree. */
const READS =
  /^(?:python|pypy|perl|ruby|jruby|node|nodejs|deno|bun|tsx|ts-node|php|lua|luajit|[gmn]?awk|tclsh|Rscript|R|julia|elixir|osascript|groovy|raku)[\d.]*$/;
/** Shells whose language is not read: of a plain command in their code it is clear all the same what it starts. */
const OTHER_SHELLS = /^(?:fish|csh|tcsh|nu|xonsh|elvish|pwsh|powershell)$/;

const STARTS =
  /\b(?:os\.(?:system|popen|execl?[vp]+e?)|subprocess\.\w+|exec(?:File)?(?:Sync)?|spawn(?:Sync)?|exec[lv]p?e?|system2?|popen|shell_exec|passthru|proc_open|pcntl_exec|capture[23]e?|System\.cmd|do shell script)\s*\(?([^);\n]*)/g;
const QUOTED_COMMANDS = /`([^`\n]+)`|(?:\bqx|%x)\s*(?:\{([^}\n]*)\}|\(([^)\n]*)\)|\[([^\]\n]*)\]|\/([^/\n]*)\/)/g;
/** `"x" | getline`, `print "x" | "sh"`, `exec qw(x y)`. */
const PIPED =
  /"((?:[^"\\\n]|\\.)+)"\s*\|&?\s*(?:getline\b|"(?:ba|da|z)?sh\b)|\b(?:exec|system)\s*\(?\s*qw\s*[({[]([^)}\]]*)/g;
const DELETES =
  /\b(?:rmtree|rm_rf|rm_r|remove_tree|remove_dir_all|remove_dir|rmSync|rmdirSync|rimraf(?:Sync|\.sync)?|removeSync|emptyDirSync|remove_entry(?:_secure)?|Deno\.remove(?:Sync)?|unlink|rm|rmdir)!?\s*\(?([^);\n]*)/g;
const LITERAL = /(["'])((?:\\[^]|(?!\1)[^\\])*)\1/g;
/** The whole argument is a person's home. */
const HOME =
  /^\s*(?:os\.homedir\(|process\.env\.HOME|(?:pathlib\.)?Path\.home\(|Dir\.home|\$ENV\{HOME\}|(?:os\.environ|ENV)\[["']HOME["']\]|(?:os\.)?getenv\(["']HOME["'])\s*(?:,|$)/;

const literalsIn = (text: string): readonly string[] =>
  [...text.matchAll(LITERAL)].map(([, , literal = '']) => literal.replace(/\\(["'\\])/g, '$1'));

/** A path as a shell would be given it; a tilde in front is still a home. */
const quoted = (path: string): string => (/^~(?:$|\/)/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`);

function readCode(code: string): readonly Inner[] {
  const started = [...code.matchAll(STARTS)].flatMap(([, args = '']): readonly Inner[] => {
    const literals = literalsIn(args);
    const [first] = literals;
    if (first === undefined) return [];
    return literals.length === 1 ? [runsText(first)] : [runsText(first), startsWords(literals.map(literalWord))];
  });
  const quotes = [...code.matchAll(QUOTED_COMMANDS), ...code.matchAll(PIPED)].flatMap(
    (match) => match.slice(1).find((text) => text) ?? [],
  );
  const deleted = [...code.matchAll(DELETES)].flatMap(([, args = '']) => {
    const paths = HOME.test(args) ? ['~'] : literalsIn(args);
    return paths.length === 0 ? [] : [`rm -rf ${paths.map(quoted).join(' ')}`];
  });
  return [...started, ...[...quotes, ...deleted].map((text) => runsText(text))];
}

/** Only what stands alone: a language that is not read has words for blocks of its own. */
const plainCommands = (code: string): readonly Inner[] =>
  code
    .split(/[;\n&|]+/)
    .filter((text) => /^[\w\s./~*?$=@%+,:'"-]+$/.test(text) && /^[^'"]*$|^[^'"]*(["'])[^'"]*\1[^'"]*$/.test(text))
    .map((text) => runsText(text.trim()));

/**
 * `python3 -c "shutil.rmtree('/')"`, `perl -e 'system("x")'`: the commands that code is plainly told to start and the
 * trees that it is told to delete. The language itself is not read: what is not found here may still be there.
 */
export function unwrapCode(words: readonly Word[], around: Around): readonly Inner[] {
  const head = baseName(textOf(words[0]));
  const isShell = OTHER_SHELLS.test(head);
  if (!isShell && !READS.test(head)) return [];
  const args = words.slice(1);
  const files = args.flatMap((word) => around.contentOf(word) ?? []);
  const codes = isShell
    ? behindEach(args, (word) => fits(word, /^-(?:\w*c|c\w+)$/i)).map(textOf)
    : args.map(beginningOf).filter((text) => text.length > 3);
  const read = isShell ? plainCommands : readCode;
  return [...codes, ...files, inputText(around.stdin) ?? ''].flatMap((code) => (code === '' ? [] : read(code)));
}
