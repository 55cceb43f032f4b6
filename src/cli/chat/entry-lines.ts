import { Markdown, truncateToWidth, wrapTextWithAnsi } from '@earendil-works/pi-tui';
import { showHidden, showOnOneLine } from '../../base/text.ts';
import { clip, showControl } from '../turn/call-words.ts';
import type { Style, Theme } from './theme.ts';
import type { CallEntry, Entry, OwnEntry } from './transcript.ts';

/** What of a message, a call's output or its change is shown at first; all of it with Ctrl-O. */
const MAX_MESSAGE_LINES = 20;
const MAX_OUTPUT_LINES = 6;
const MAX_DIFF_LINES = 24;

/** What a person may switch. */
export interface View {
  /** Thoughts and whole outputs are shown. */
  readonly isWide: boolean;
}

/** Shows one entry at any width; keeps what it made until the entry, the width or the view changes. */
export interface EntryView {
  update(entry: Entry, view: View): void;
  render(width: number): readonly string[];
  invalidate(): void;
}

export function createEntryView(theme: Theme): EntryView {
  let entry: Entry | null = null;
  let view: View = { isWide: false };
  let kept: { readonly width: number; readonly lines: readonly string[] } | null = null;
  let markdown: Markdown | null = null;
  return {
    update(next, wanted) {
      if (entry === next && view.isWide === wanted.isWide) return;
      entry = next;
      view = wanted;
      kept = null;
    },
    render(width) {
      if (kept?.width === width) return kept.lines;
      if (entry === null) return [];
      let lines: readonly string[];
      if (entry.kind === 'answer') {
        markdown ??= new Markdown('', 0, 0, theme.markdown);
        markdown.setText(showControl(entry.text));
        lines = ['', ...markdown.render(width)];
      } else lines = linesOf(entry, width, theme, view);
      kept = { width, lines };
      return lines;
    },
    invalidate() {
      kept = null;
      markdown?.invalidate();
    },
  };
}

const LEVELS: Readonly<Record<'info' | 'warning' | 'error', Style>> = { info: 'dim', warning: 'yellow', error: 'red' };

function linesOf(
  entry: Exclude<Entry, { kind: 'answer' }>,
  width: number,
  theme: Theme,
  view: View,
): readonly string[] {
  switch (entry.kind) {
    case 'message':
      return ['', ...messageLines(entry.text, width, theme, view)];
    case 'thought':
      return thoughtLines(entry, width, theme, view);
    case 'call':
      return callLines(entry, width, theme, view);
    case 'own':
      return ownLines(entry, width, theme, view);
    case 'notice':
      return wrap(paintLines(showHidden(entry.text), LEVELS[entry.level], theme), width);
  }
}

const paintLines = (text: string, style: Style, theme: Theme): readonly string[] =>
  text.split('\n').map((line) => theme.paint(style, line));

const wrap = (lines: readonly string[], width: number): readonly string[] =>
  lines.flatMap((line) => wrapTextWithAnsi(line.replaceAll('\t', '    '), Math.max(1, width)));

interface Mark {
  readonly mark: string;
  readonly style: Style;
}

/** A mark in front of the first line, the others below it. */
function hang(text: string, { mark, style }: Mark, width: number, theme: Theme): readonly string[] {
  const lines = wrap(paintLines(text, style, theme), width - 2);
  return lines.map((line, i) => `${i === 0 ? theme.paint('cyan', mark) : ' '} ${line}`);
}

function messageLines(text: string, width: number, theme: Theme, { isWide }: View): readonly string[] {
  const lines = hang(showHidden(text), { mark: theme.signs.message, style: 'bold' }, width, theme);
  const left = lines.length - MAX_MESSAGE_LINES;
  if (isWide || left <= 0) return lines;
  return [...lines.slice(0, MAX_MESSAGE_LINES), theme.paint('dim', `  ${sayLeft(left, 'more', theme)}`)];
}

const sayLeft = (count: number, where: 'above' | 'more', { signs }: Theme): string =>
  `${signs.more} ${count} ${count === 1 ? 'line' : 'lines'} ${where} (Ctrl-O shows ${count === 1 ? 'it' : 'them'})`;

function thoughtLines(
  { text, isOpen }: Extract<Entry, { kind: 'thought' }>,
  width: number,
  theme: Theme,
  { isWide }: View,
): readonly string[] {
  if (isWide) return ['', ...wrap(paintLines(showHidden(text.trim()), 'dim', theme), width)];
  const words = text.trim().split(/\s+/).length;
  const said = isOpen ? `thinking${theme.signs.more}` : `thought (${words} words, Ctrl-O shows them)`;
  return ['', truncateToWidth(theme.paint('dim', said), width, '')];
}

const COLORS: Readonly<Record<CallEntry['phase'], Style>> = {
  new: 'dim',
  asked: 'yellow',
  running: 'cyan',
  done: 'green',
  failed: 'yellow',
  denied: 'red',
  refused: 'red',
  unasked: 'red',
  unknown: 'yellow',
  interrupted: 'yellow',
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
  const subject = clip(showOnOneLine(call.subject));
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
    ...shown.map((line) => theme.paint('dim', line)),
  ];
}

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
