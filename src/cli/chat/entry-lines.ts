import { truncateToWidth } from '@earendil-works/pi-tui';
import { showHidden, showOnOneLine } from '../../base/text.ts';
import { clip, OUTCOME_COLORS } from '../turn/call-words.ts';
import { createAnswerLines } from './answer/answer-lines.ts';
import type { Style, Theme } from './theme.ts';
import type { CallEntry, Entry, OwnEntry } from './transcript.ts';
import { fit, wrap, wrapColumns } from './wrap.ts';

/** What of a message, a call's output or its change is shown at first; all of it with Ctrl-O. */
const MAX_OUTPUT_LINES = 6;
const MAX_LINE_CHARS = 400;
const MAX_DIFF_LINES = 24;
const MAX_MESSAGE_END_LINES = 8;

/** What a person may switch. */
export interface View {
  /** Thoughts and whole outputs are shown. */
  readonly isWide: boolean;
}

/** Where an entry stands and how it is shown. */
interface Place extends View {
  /** The entry above it is a notice of one line. */
  readonly isAfterNotice: boolean;
}

/** Shows one entry at any width; keeps what it made until the entry, the width or the view changes. */
export interface EntryView {
  update(entry: Entry, view: Place): void;
  render(width: number): readonly string[];
  invalidate(): void;
}

export function createEntryView(theme: Theme): EntryView {
  let entry: Entry | null = null;
  let view: Place = { isWide: false, isAfterNotice: false };
  let kept: { readonly width: number; readonly lines: readonly string[] } | null = null;
  let answer: ReturnType<typeof createAnswerLines> | null = null;
  return {
    update(next, wanted) {
      if (entry === next && view.isWide === wanted.isWide && view.isAfterNotice === wanted.isAfterNotice) return;
      entry = next;
      view = wanted;
      kept = null;
    },
    render(width) {
      if (kept?.width === width) return kept.lines;
      if (entry === null) return [];
      if (entry.kind === 'answer') {
        answer ??= createAnswerLines(theme);
        kept = { width, lines: ['', ...answer(entry.text, width)] };
      } else kept = { width, lines: fit(linesOf(entry, width, theme, view), width) };
      return kept.lines;
    },
    invalidate() {
      kept = null;
      answer = null;
    },
  };
}

const LEVELS: Readonly<Record<'info' | 'warning' | 'error', Style>> = { info: 'dim', warning: 'yellow', error: 'red' };

function linesOf(
  entry: Exclude<Entry, { kind: 'answer' }>,
  width: number,
  theme: Theme,
  view: Place,
): readonly string[] {
  switch (entry.kind) {
    case 'message':
      return messageLines(entry.text, width, theme, view);
    case 'thought':
      return thoughtLines(entry, width, theme, view);
    case 'call':
      return callLines(entry, width, theme, view);
    case 'own':
      return ownLines(entry, width, theme, view);
    case 'notice':
      return noticeLines(entry, width, theme, view);
  }
}

/** Several short ones in a row stand together; a longer one stands apart. */
function noticeLines(
  { text, level }: Extract<Entry, { kind: 'notice' }>,
  width: number,
  theme: Theme,
  { isAfterNotice }: Place,
): readonly string[] {
  const lines = wrapColumns(showHidden(text).split('\n'), width).map((line) => theme.paint(LEVELS[level], line));
  return isAfterNotice && lines.length === 1 ? lines : ['', ...lines];
}

const paintLines = (text: string, style: Style, theme: Theme): readonly string[] =>
  text.split('\n').map((line) => theme.paint(style, line));

interface Mark {
  readonly mark: string;
  readonly style: Style;
}

/** A mark in front of the first line, the others below it. */
function hang(text: string, { mark, style }: Mark, width: number, theme: Theme): readonly string[] {
  const lines = wrap(paintLines(text, style, theme), width - 2);
  return lines.map((line, i) => `${i === 0 ? theme.paint('cyan', mark) : ' '} ${line}`);
}

/** Of a very long message, such as one with what a command printed, the middle is left out. */
function messageLines(text: string, width: number, theme: Theme, { isWide }: View): readonly string[] {
  const lines = showHidden(text).split('\n');
  const left = isWide ? 0 : lines.length - 2 * MAX_MESSAGE_END_LINES;
  const shown =
    left <= 1
      ? lines
      : [
          ...lines.slice(0, MAX_MESSAGE_END_LINES),
          sayLeft(left, 'between', theme),
          ...lines.slice(-MAX_MESSAGE_END_LINES),
        ];
  return ['', ...hang(shown.join('\n'), { mark: theme.signs.message, style: 'bold' }, width, theme)];
}

const sayLeft = (count: number, where: 'above' | 'between' | 'more', { signs }: Theme): string =>
  `${signs.more} ${count} ${count === 1 ? 'line' : 'lines'} ${where} (Ctrl-O shows ${count === 1 ? 'it' : 'them'})`;

function thoughtLines(
  { text, isOpen }: Extract<Entry, { kind: 'thought' }>,
  width: number,
  theme: Theme,
  { isWide }: View,
): readonly string[] {
  if (isWide) return ['', ...wrap(paintLines(showHidden(text.trim()), 'dim', theme), width)];
  const words = text.trim().split(/\s+/).length;
  const full = `thought (${words} words, Ctrl-O shows them)`;
  const said = isOpen ? `thinking${theme.signs.more}` : full.length <= width ? full : `thought (${words} words)`;
  return ['', truncateToWidth(theme.paint('dim', said), width, '')];
}

const COLORS: Readonly<Record<CallEntry['phase'], Style>> = {
  new: 'dim',
  asked: 'yellow',
  running: 'cyan',
  ...OUTCOME_COLORS,
};

function callLines(call: CallEntry, width: number, theme: Theme, { isWide }: View): readonly string[] {
  const { phase, decided } = call;
  const { paint, signs } = theme;
  const verdict = decided === null ? '' : paint(COLORS[phase], `${decided.verdict} (${decided.step})`);
  const state =
    phase === 'running'
      ? `running${signs.more}`
      : phase === 'asked'
        ? 'waits for you'
        : phase === 'new'
          ? ''
          : call.end;
  const subject = clip(theme.exact(showOnOneLine(call.subject)));
  const head = [paint('bold', showOnOneLine(call.tool)), subject, verdict, paint('dim', state)]
    .filter((part) => part !== '')
    .join('  ');
  const body = call.diff === null ? outputLines(call, theme, isWide) : diffLines(call.diff, theme, isWide);
  const notes = call.lines.map((line) => paint('dim', showOnOneLine(line)));
  return [
    '',
    ...wrap([head], width - 2).map((line, i) => `${i === 0 ? paint(COLORS[phase], signs.call) : ' '} ${line}`),
    ...wrap([...body, ...notes], width - 4).map((line) => `    ${line}`),
  ];
}

/** The end of what it printed; of a call that only reads, nothing before somebody asks. */
function outputLines(call: CallEntry, theme: Theme, isWide: boolean): readonly string[] {
  const isQuiet = call.phase === 'done' && call.tool !== 'shell';
  if (call.output === '' || (isQuiet && !isWide)) return [];
  return lastLines(call.output, theme, isWide);
}

function lastLines(output: string, theme: Theme, isWide: boolean): readonly string[] {
  const lines = showHidden(withoutEscapes(output)).trimEnd().split('\n');
  const shown = isWide ? lines : lines.slice(-MAX_OUTPUT_LINES);
  const left = lines.length - shown.length;
  return [
    ...(left > 0 ? [theme.paint('dim', sayLeft(left, 'above', theme))] : []),
    ...shown.map((line) => theme.paint('dim', isWide ? line : cutLine(line, theme))),
  ];
}

const cutLine = (line: string, { signs }: Theme): string =>
  line.length <= MAX_LINE_CHARS ? line : `${line.slice(0, MAX_LINE_CHARS)}${signs.more}`;

/** Colors and cursor movements that a program printed: they are for a terminal of its own. */
const withoutEscapes = (text: string): string =>
  text.replace(/\u001b(?:\[[0-9;:?<=>]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)|[@-Z\\^_])/g, '');

function diffLines(diff: string, theme: Theme, isWide: boolean): readonly string[] {
  const lines = showHidden(diff).split('\n');
  const shown = isWide ? lines : lines.slice(0, MAX_DIFF_LINES);
  const left = lines.length - shown.length;
  return [
    ...shown.map((line) => theme.paint(line.startsWith('+') ? 'green' : line.startsWith('-') ? 'red' : 'dim', line)),
    ...(left > 0 ? [theme.paint('dim', sayLeft(left, 'more', theme))] : []),
  ];
}

function ownLines(
  { command, output, end }: OwnEntry,
  width: number,
  theme: Theme,
  { isWide }: View,
): readonly string[] {
  const head = hang(showHidden(command), { mark: theme.signs.own, style: 'bold' }, width, theme);
  const body = output === '' ? [] : lastLines(output, theme, isWide);
  const state = end === null ? `running${theme.signs.more}` : end;
  return ['', ...head, ...wrap([...body, theme.paint('dim', state)], width - 4).map((line) => `    ${line}`)];
}
