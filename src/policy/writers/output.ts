import type { SimpleCommand } from '../../vocab/shell-line.ts';
import { behindEach } from '../../shell/words/word-text.ts';
import { program, table, textsOf, toWrites, untabled, writesText, type Program, type Write } from './writer.ts';

/** Programs that write the file behind `-o`, whatever their other words are. */
const behindOutput =
  (flag: RegExp) =>
  (command: SimpleCommand): readonly Write[] => {
    const texts = textsOf(command);
    const glued = texts.flatMap((text) => flag.exec(text)?.[1] ?? []).filter((text) => text !== '');
    const next = behindEach(texts, (text) => flag.exec(text)?.[1] === '');
    return writesText([...glued, ...next], command);
  };

const NAMED = behindOutput(/^(?:-o|--output(?:=|$))(.*)$/s);
const BUILT = behindOutput(/^(?:-o|--output(?:=|$)|-outdev$)(.*)$/s);

/** `socat STDIN OPEN:x,creat`: each address may be written. */
const ADDRESS = /^(?:OPEN|CREATE?|CREAT|GOPEN|FILE):([^,]+)/i;
const socat = (command: SimpleCommand): readonly Write[] =>
  writesText(
    textsOf(command).flatMap((text) => (/,(?:rdonly|o-rdonly)\b/.test(text) ? [] : (ADDRESS.exec(text)?.[1] ?? []))),
    command,
  );

/** `.once FILE`, `.output FILE`, `.backup FILE` of sqlite3, as words or on its input. */
const DOT_COMMANDS = /^\s*\.(?:once|output|backup|save|clone|log|trace)\s+(?:-\S+\s+)*["']?([^\s"'|][^\s"']*)/gm;
const SQLITE = program(
  table({ '0': '-batch -bail -csv -json -line -list -readonly', '1': '-cmd -init -separator' }, { style: 'plain' }),
  (read, command) => {
    const { stdin } = command;
    const input = stdin.kind === 'text' || stdin.kind === 'pipe' ? stdin.text : null;
    const texts = [...textsOf(command).slice(1), input ?? ''];
    const named = texts.flatMap((text) => [...text.matchAll(DOT_COMMANDS)].map(([, file]) => String(file)));
    return [...toWrites(read.operands, 'content', command), ...writesText(named, command)];
  },
);

/** The typescript of `script`: its last word, where it is no value of a flag. */
const typescript = (command: SimpleCommand): readonly Write[] => {
  const texts = textsOf(command);
  const last = texts
    .slice(1)
    .filter((text, i) => !text.startsWith('-') && !/^-[a-zA-Z]*[cEomTIOB]$/.test(String(texts[i])));
  return [
    ...writesText(last.slice(-1), command),
    ...behindOutput(/^(?:-[IOB]|--log-(?:in|out|io)(?:=|$))(.*)$/s)(command),
  ];
};

export const OUTPUTS: readonly (readonly [string, Program])[] = [
  ...'gcc cc clang g++ c++ clang++ ld as rustc gfortran ghc partclone.restore'
    .split(' ')
    .map((head) => [head, untabled(NAMED)] as const),
  ...['genisoimage', 'mkisofs', 'xorriso'].map((head) => [head, untabled(BUILT)] as const),
  ['socat', untabled(socat)],
  ['sqlite3', SQLITE],
  ['script', untabled(typescript)],
];
