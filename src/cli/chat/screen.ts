import {
  Container,
  Editor,
  Key,
  matchesKey,
  ProcessTerminal,
  SelectList,
  Spacer,
  TuiMainScreen,
  type Component,
  type Terminal,
  type TUI,
} from '@earendil-works/pi-tui';
import type { Approval, PersonAnswer, PersonReply } from '../../vocab/approval.ts';
import { toAscii } from '../../base/ascii.ts';
import { showControl } from '../turn/call-words.ts';
import { ApprovalPanel } from './approval-panel.ts';
import { createEntryView, type EntryView, type View } from './entry-lines.ts';
import type { PickRow } from './chat-desk.ts';
import type { Theme } from './theme.ts';
import type { Entry } from './transcript.ts';
import { fit, wrap } from './wrap.ts';

export type GlobalKey = 'escape' | 'interrupt' | 'leave' | 'mode' | 'wide';

/** What the screen tells whoever drives the chat. */
export interface ScreenEvents {
  readonly submit: (text: string) => void;
  readonly key: (key: GlobalKey) => void;
}

/** The terminal in the chat: what was said above, a question or the editor below, one line of status. */
export interface Screen {
  readonly editor: Editor;
  /** Puts a text into the editor, in place of what stands there. */
  write(text: string): void;
  show(entries: readonly Entry[], view: View): void;
  /** Shows a question until it is answered, or until the signal is aborted (then null). */
  ask(approval: Approval, parts: AskParts, signal: AbortSignal): Promise<Given | null>;
  /** Goes between the editor and an open question; false when there is none. */
  toggleQuestion(): boolean;
  /** The value of the row that is picked; null when none. */
  pick(title: string, rows: readonly PickRow[]): Promise<string | null>;
  /** The status line was changed. */
  redraw(): void;
  start(): void;
  stop(): Promise<void>;
  /** Sent to the terminal as it is: a bell, a notification. */
  signal(sequence: string): void;
}

export type Given = PersonAnswer | PersonReply;

export interface AskParts {
  readonly by: string;
  readonly why: () => void;
  readonly edit: ((command: string) => void) | null;
}

interface ScreenParts {
  readonly theme: Theme;
  readonly utf8: boolean;
  readonly status: (width: number) => string;
  readonly events: ScreenEvents;
}

/** In fewer columns nothing can be read, and a wide sign has no room: the terminal then breaks the lines itself. */
const MIN_COLUMNS = 8;

class RoomyTerminal extends ProcessTerminal {
  override get columns(): number {
    return Math.max(MIN_COLUMNS, super.columns);
  }
}

/** What comes from elsewhere than the keys (a command of the model, an old message) could steer the terminal. */
class PlainEditor extends Editor {
  override setText(text: string): void {
    super.setText(showControl(text));
  }

  override addToHistory(text: string): void {
    super.addToHistory(showControl(text));
  }
}

const [PASTE_BEGIN, PASTE_END] = ['\u001b[200~', '\u001b[201~'];

/** The same of what is typed or pasted. Outside of a paste the characters below U+0080 are keys. */
function showGiven(data: string): string {
  const isPaste = data.startsWith(PASTE_BEGIN) && data.endsWith(PASTE_END);
  if (!isPaste) return data.replace(/[\u0080-\uffff]+/g, showControl);
  const pasted = data.slice(PASTE_BEGIN.length, -PASTE_END.length);
  return `${PASTE_BEGIN}${showControl(pasted.replace(/\r\n?/g, '\n'))}${PASTE_END}`;
}

/** What stands below the conversation: parts of others, each of which may draw too wide a line in a narrow terminal. */
class FittedContainer extends Container {
  override render(width: number): readonly string[] {
    return fit(super.render(width), width);
  }
}

/** In a terminal without UTF-8 every cell gets something that it can show. */
function createTerminal(utf8: boolean): Terminal {
  const terminal = new RoomyTerminal();
  if (utf8) return terminal;
  const write = terminal.write.bind(terminal);
  terminal.write = (data) => write(toAscii(data));
  return terminal;
}

export function createScreen({ theme, utf8, status, events }: ScreenParts): Screen {
  const terminal = createTerminal(utf8);
  const tui = new TuiMainScreen(terminal);
  const transcript = new Container();
  const bottom = createBottom(tui, theme, events);
  const line: Component = { render: (width) => [status(width)], invalidate: () => undefined };
  const { editor } = bottom;
  tui.addInputListener((data) => takeGlobalKey(data, editor, events) ?? { data: showGiven(data) });
  for (const part of [transcript, new Spacer(1), bottom.root, line]) tui.addChild(part);
  return {
    editor,
    write(text) {
      editor.setText(text);
      tui.requestRender();
    },
    show: createShow(tui, transcript, theme),
    ask: bottom.ask,
    toggleQuestion: bottom.toggle,
    pick: bottom.pick,
    redraw: () => tui.requestRender(),
    start() {
      bottom.focusEditor();
      tui.start();
    },
    async stop() {
      bottom.drop();
      await terminal.drainInput(200, 20);
      tui.stop();
    },
    signal: (sequence) => terminal.write(sequence),
  };
}

/** One view an entry; only what changed is made anew. */
function createShow(tui: TUI, transcript: Container, theme: Theme): Screen['show'] {
  const views: EntryView[] = [];
  return (entries, view) => {
    while (views.length > entries.length) {
      const gone = views.pop();
      if (gone !== undefined) transcript.removeChild(gone);
    }
    for (const [i, entry] of entries.entries()) {
      const shown = views[i] ?? createEntryView(theme);
      if (i === views.length) {
        views.push(shown);
        transcript.addChild(shown);
      }
      const above = entries[i - 1];
      shown.update(entry, { ...view, isAfterNotice: above?.kind === 'notice' && !above.text.includes('\n') });
    }
    tui.requestRender();
  };
}

interface Bottom extends Pick<Screen, 'ask' | 'pick' | 'editor'> {
  readonly root: Container;
  toggle(): boolean;
  focusEditor(): void;
  /** An open question ends without an answer. */
  drop(): void;
}

interface Question {
  readonly panel: ApprovalPanel;
  readonly settle: (given: Given | null) => void;
}

/** The editor, and what stands there instead of it or above it. */
function createBottom(tui: TUI, theme: Theme, events: ScreenEvents): Bottom {
  const root = new FittedContainer();
  const editor = new PlainEditor(tui, theme.editor, { paddingX: 0 });
  editor.onSubmit = (text) => events.submit(text);
  /** The newest stands there; the one before it comes back when it is answered. */
  const questions: Question[] = [];
  const place = (focus: Component, ...parts: readonly Component[]): void => {
    root.clear();
    for (const part of parts) root.addChild(part);
    tui.setFocus(focus);
    tui.requestRender();
  };
  const focusEditor = (): void => place(editor, ...questions.slice(-1).map(({ panel }) => panel), editor);
  return {
    root,
    editor,
    focusEditor,
    drop() {
      for (const { settle } of [...questions]) settle(null);
    },
    toggle() {
      const question = questions.at(-1);
      if (question === undefined) return false;
      if (question.panel.focused) focusEditor();
      else place(question.panel, question.panel);
      return true;
    },
    ask: (approval, parts, signal) =>
      new Promise((resolve) => {
        const settle = (given: Given | null): void => {
          signal.removeEventListener('abort', onAbort);
          questions.splice(questions.indexOf(question), 1);
          focusEditor();
          resolve(given);
        };
        const onAbort = (): void => settle(null);
        signal.addEventListener('abort', onAbort, { once: true });
        const now = (): number => performance.now();
        const panel = new ApprovalPanel({ ...parts, approval, theme, now, answered: settle, leave: focusEditor });
        const question: Question = { panel, settle };
        questions.push(question);
        // Who is writing is not torn away from it.
        if (editor.getText() === '') place(panel, panel);
        else focusEditor();
        if (signal.aborted) onAbort();
      }),
    pick: (title, rows) => pick({ title, rows }, { theme, place, over: focusEditor }),
  };
}

interface PickPlace {
  readonly theme: Theme;
  readonly place: (focus: Component, ...parts: readonly Component[]) => void;
  readonly over: () => void;
}

const pick = (
  { title, rows }: { readonly title: string; readonly rows: readonly PickRow[] },
  { theme, place, over }: PickPlace,
): Promise<string | null> =>
  new Promise((resolve) => {
    const list = new SelectList(
      rows.map((row) => ({ ...row })),
      10,
      theme.select,
    );
    const done = (value: string | null): void => {
      over();
      resolve(value);
    };
    list.onSelect = ({ value }) => done(value);
    list.onCancel = () => done(null);
    place(list, { render: (width) => wrap([theme.paint('bold', title)], width), invalidate: () => undefined }, list);
  });

/** Keys that mean the same wherever the cursor is; everything else is for what has the focus. */
function takeGlobalKey(data: string, editor: Editor, events: ScreenEvents): { consume: true } | undefined {
  const consumed = (key: GlobalKey): { consume: true } => {
    events.key(key);
    return { consume: true };
  };
  if (matchesKey(data, Key.ctrl('c'))) return consumed('interrupt');
  if (matchesKey(data, Key.shift('tab'))) return consumed('mode');
  if (matchesKey(data, Key.ctrl('o'))) return consumed('wide');
  if (matchesKey(data, Key.ctrl('d')) && editor.focused && editor.getText() === '') return consumed('leave');
  // A question takes its own Esc; an open list of completions closes first.
  if (matchesKey(data, Key.escape) && editor.focused && !editor.isShowingAutocomplete()) return consumed('escape');
  return undefined;
}
