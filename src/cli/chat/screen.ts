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
} from '@earendil-works/pi-tui';
import type { Approval, PersonAnswer, PersonReply } from '../../vocab/approval.ts';
import { ApprovalPanel } from './approval-panel.ts';
import { createEntryView, type EntryView, type View } from './entry-lines.ts';
import type { PickRow } from './slash.ts';
import { toAscii, type Theme } from './theme.ts';
import type { Entry } from './transcript.ts';

/** What the screen tells whoever drives the chat. */
export interface ScreenEvents {
  readonly submit: (text: string) => void;
  readonly key: (key: 'escape' | 'interrupt' | 'leave' | 'mode' | 'wide') => void;
}

/** The terminal in the chat: what was said above, a question or the editor below, one line of status. */
export interface Screen {
  readonly editor: Editor;
  show(entries: readonly Entry[], view: View): void;
  /** Shows a question until it is answered, or until the signal is aborted (then null). */
  ask(approval: Approval, parts: AskParts, signal: AbortSignal): Promise<PersonAnswer | PersonReply | null>;
  /** Goes between the editor and an open question; false when there is none. */
  toggleQuestion(): boolean;
  readonly hasQuestion: boolean;
  pick(title: string, rows: readonly PickRow[]): Promise<string | null>;
  /** Something below the conversation was changed. */
  redraw(): void;
  start(): void;
  stop(): Promise<void>;
  ring(): void;
}

export interface AskParts {
  readonly by: string;
  readonly why: () => void;
  readonly edit: (command: string) => void;
}

interface ScreenParts {
  readonly theme: Theme;
  readonly utf8: boolean;
  readonly status: (width: number) => string;
  readonly events: ScreenEvents;
}

/** In a terminal without UTF-8 every cell gets something that it can show. */
function createTerminal(utf8: boolean): Terminal {
  const terminal = new ProcessTerminal();
  if (utf8) return terminal;
  const write = terminal.write.bind(terminal);
  terminal.write = (data) => write(toAscii(data));
  return terminal;
}

export function createScreen({ theme, utf8, status, events }: ScreenParts): Screen {
  const terminal = createTerminal(utf8);
  const tui = new TuiMainScreen(terminal);
  const transcript = new Container();
  const below = new Container();
  const editor = new Editor(tui, theme.editor, { paddingX: 0 });
  const views: EntryView[] = [];
  const line: Component = { render: (width) => [status(width)], invalidate: () => undefined };
  let question: {
    readonly panel: ApprovalPanel;
    readonly settle: (given: PersonAnswer | PersonReply | null) => void;
  } | null = null;
  const focusEditor = (): void => {
    below.clear();
    if (question !== null) below.addChild(question.panel);
    below.addChild(editor);
    tui.setFocus(editor);
    tui.requestRender();
  };
  const focusQuestion = (): void => {
    if (question === null) return;
    below.clear();
    below.addChild(question.panel);
    tui.setFocus(question.panel);
    tui.requestRender();
  };
  editor.onSubmit = (text) => events.submit(text);
  tui.addInputListener((data) =>
    takeGlobalKey(data, { editor, events, isAsking: () => question?.panel.focused === true }),
  );
  tui.addChild(transcript);
  tui.addChild(new Spacer(1));
  tui.addChild(below);
  tui.addChild(line);
  return {
    editor,
    show(entries, view) {
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
        shown.update(entry, view);
      }
      tui.requestRender();
    },
    ask(approval, parts, signal) {
      return new Promise((resolve) => {
        const settle = (given: PersonAnswer | PersonReply | null): void => {
          signal.removeEventListener('abort', onAbort);
          question = null;
          focusEditor();
          resolve(given);
        };
        const onAbort = (): void => settle(null);
        signal.addEventListener('abort', onAbort, { once: true });
        const panel = new ApprovalPanel({
          ...parts,
          approval,
          theme,
          now: () => performance.now(),
          answered: settle,
          leave: focusEditor,
        });
        question = { panel, settle };
        // Who is writing is not torn away from it.
        if (editor.getText() === '') focusQuestion();
        else focusEditor();
        if (signal.aborted) onAbort();
      });
    },
    toggleQuestion() {
      if (question === null) return false;
      if (question.panel.focused) focusEditor();
      else focusQuestion();
      return true;
    },
    get hasQuestion() {
      return question !== null;
    },
    pick: (title, rows) =>
      new Promise((resolve) => {
        const list = new SelectList(
          rows.map((row) => ({ ...row })),
          10,
          theme.select,
        );
        const done = (value: string | null): void => {
          focusEditor();
          resolve(value);
        };
        list.onSelect = ({ value }) => done(value);
        list.onCancel = () => done(null);
        below.clear();
        below.addChild({ render: () => [theme.paint('bold', title)], invalidate: () => undefined });
        below.addChild(list);
        tui.setFocus(list);
        tui.requestRender();
      }),
    redraw: () => tui.requestRender(),
    start() {
      focusEditor();
      tui.start();
    },
    async stop() {
      question?.settle(null);
      await terminal.drainInput(200, 20);
      tui.stop();
    },
    ring: () => terminal.write('\u0007'),
  };
}

interface KeyScene {
  readonly editor: Editor;
  readonly events: ScreenEvents;
  readonly isAsking: () => boolean;
}

/** Keys that mean the same wherever the cursor is; everything else is for what has the focus. */
function takeGlobalKey(data: string, { editor, events, isAsking }: KeyScene): { consume: true } | undefined {
  const consumed = (key: Parameters<ScreenEvents['key']>[0]): { consume: true } => {
    events.key(key);
    return { consume: true };
  };
  if (matchesKey(data, Key.ctrl('c'))) return consumed('interrupt');
  if (matchesKey(data, Key.shift('tab'))) return consumed('mode');
  if (matchesKey(data, Key.ctrl('o'))) return consumed('wide');
  if (matchesKey(data, Key.ctrl('d')) && editor.focused && editor.getText() === '') return consumed('leave');
  // A question takes its own Esc; an open list of completions closes first.
  if (matchesKey(data, Key.escape) && editor.focused && !editor.isShowingAutocomplete() && !isAsking())
    return consumed('escape');
  return undefined;
}
