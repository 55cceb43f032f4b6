import { join } from 'node:path';
import type { App, TurnResult } from '../../app/create-app.ts';
import { openArchive, type Archive } from '../../app/history/open-archive.ts';
import type { AppConfig, World } from '../../app/load-config.ts';
import { Fault } from '../../base/fault.ts';
import { showHidden, showOnOneLine } from '../../base/text.ts';
import type { Answerer, Approval } from '../../vocab/approval.ts';
import type { Mode } from '../../vocab/principal.ts';
import { speaksUtf8 } from '../../base/ascii.ts';
import type { CommandContext } from '../command.ts';
import { createLearner, type Learner } from '../jobs/learner.ts';
import { localPrincipal } from '../local-principal.ts';
import type { Out } from '../out.ts';
import { renderWarning } from '../render-warning.ts';
import { nameQuestion } from './approval-panel.ts';
import { createCompletion } from './complete.ts';
import { createConversation, type Conversation } from './conversation.ts';
import { createNotifier, type Notifier } from './notify.ts';
import { openChatApp } from './plugins/open-chat-app.ts';
import { createScreen, type GlobalKey, type Screen } from './screen.ts';
import type { ChatDesk } from './chat-desk.ts';
import { MODES, runSlash } from './slash.ts';
import { renderStatus } from './status/status-line.ts';
import { createTheme, wantsColor } from './theme.ts';

export interface ChatOptions {
  /** Of the world, as it was loaded just now; null: it is to be loaded. */
  readonly config: AppConfig | null;
  readonly world: World;
  readonly mode: Mode;
  readonly model: string | null;
  /** A session to go on with, `last` for the newest; null: a new one. */
  readonly session: string | null;
  readonly signal: AbortSignal;
  /** How this program was started. */
  readonly program?: NonNullable<CommandContext['program']>;
}

/** A second Ctrl-C, or a second Shift+Tab for yolo, counts within this time. */
const AGAIN_MS = 2_000;

/** The first paint comes before anything else is loaded. */
const LEARN_AFTER_MS = 500;

/** More than this is kept in a file, and the model is told where. */
const MAX_MESSAGE_CHARS = 100_000;

/** The chat in a full terminal, until the person leaves. */
export async function runChat(options: ChatOptions, out: Out): Promise<number> {
  const early: string[] = [];
  let tell = (text: string): void => void early.push(text);
  const app = await openChatApp(options, (plugin, line) => tell(`${plugin}: ${line}`));
  let archive: Promise<Archive> | null = null;
  const openOnce = (): Promise<Archive> => (archive ??= openArchive(options.world));
  const chat = createChat(app, openOnce, options);
  tell = (text) => chat.conversation.notice(text);
  early.forEach(tell);
  chat.screen.start();
  // What an earlier process left can wait until the person sees the chat.
  const later = setTimeout(() => chat.learner.wake(), LEARN_AFTER_MS);
  try {
    if (options.session !== null) await chat.guard(() => chat.conversation.open(options.session ?? 'last'));
    await chat.left;
    return 0;
  } finally {
    clearTimeout(later);
    await chat.conversation.close();
    await chat.screen.stop();
    await chat.learner.close();
    const { session } = chat.conversation.status;
    if (session !== null) out.log(`To go on with this session: bailiwick chat --session ${session}`);
    await (archive as Promise<Archive> | null)?.then((one) => one.close());
    await app.close();
  }
}

interface Chat {
  readonly screen: Screen;
  readonly conversation: Conversation;
  readonly learner: Learner;
  /** Does something for the person; a Fault is shown and ends nothing. */
  readonly guard: (work: () => Promise<void> | void) => Promise<void>;
  readonly left: Promise<void>;
}

interface Moment {
  isWide: boolean;
  hint: string | null;
  /** The last key that has to be pressed again, and when. */
  pressed: { readonly key: string; readonly at: number } | null;
  /** A command the person wrote instead of one that was asked about: allowed once when the model asks for exactly it. */
  readonly edited: Set<string>;
  /** What the editor is for, when it is not for a message. */
  editing: ((text: string) => Promise<void>) | null;
}

function createChat(app: App, archive: () => Promise<Archive>, options: ChatOptions): Chat {
  const { world } = options;
  const theme = createTheme({ color: wantsColor(world.env), utf8: speaksUtf8(world.env) });
  const moment: Moment = { isWide: false, hint: null, pressed: null, edited: new Set(), editing: null };
  const { promise: left, resolve: leave } = Promise.withResolvers<void>();
  options.signal.addEventListener('abort', () => leave(), { once: true });
  const redraw = (): void => screen.show(conversation.transcript.entries, { isWide: moment.isWide });
  const screen: Screen = createScreen({
    theme,
    utf8: speaksUtf8(world.env),
    status: (width) => {
      const { status, lastResult } = conversation;
      const model = status.model ?? lastResult?.model ?? app.config.model;
      const price = model === null ? null : (app.config.chat.prices[model] ?? null);
      return renderStatus({ status, model, price, hint: moment.hint }, width, theme);
    },
    events: {
      submit: (text) => void guard(() => submit(text, scene)),
      key: (key) => pressKey(key, scene),
    },
  });
  const answerer: Answerer = { ask: (approval, signal) => ask(approval, signal, scene) };
  const conversation = createConversation({
    app,
    archive,
    answerer,
    mode: options.mode,
    model: options.model,
    changed: redraw,
    ended: (result, tookMs) => {
      tellEnd(result, tookMs, scene);
      learner.wake();
    },
    opened: (messages) => messages.forEach((text) => screen.editor.addToHistory(text)),
    giveBack: (texts) => screen.write([screen.editor.getText(), ...texts].filter(Boolean).join('\n\n')),
  });
  const learner = createLearner({ app, program: options.program, conversation });
  const guard = async (work: () => Promise<void> | void): Promise<void> => {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      conversation.notice(error.hint === '' ? error.message : `${error.message}\n${error.hint}`, 'error');
    }
  };
  const desk = createDesk({ app, archive, conversation, screen, leave: () => leave(), guard });
  const { notify, notifyCommand } = app.config.chat;
  const notifier = createNotifier({
    way: notify,
    signal: (sequence) => screen.signal(sequence),
    run: notifyCommand.length === 0 ? null : app.people.notify,
    now: () => performance.now(),
  });
  const scene: ChatScene = { app, world, conversation, screen, moment, desk, notifier, guard };
  screen.editor.setAutocompleteProvider(createCompletion(desk));
  for (const warning of app.config.warnings) conversation.notice(renderWarning(warning), 'warning');
  return { screen, conversation, learner, guard, left };
}

interface ChatScene {
  readonly app: App;
  readonly world: World;
  readonly conversation: Conversation;
  readonly screen: Screen;
  readonly moment: Moment;
  readonly desk: ChatDesk;
  readonly notifier: Notifier;
  readonly guard: Chat['guard'];
}

type DeskParts = Pick<ChatDesk, 'app' | 'archive' | 'conversation' | 'leave'> & Pick<Chat, 'screen' | 'guard'>;

const createDesk = ({ app, archive, conversation, screen, leave, guard }: DeskParts): ChatDesk => ({
  app,
  archive,
  conversation,
  leave,
  print: (text) => conversation.notice(text),
  pick: (title, rows) => screen.pick(title, rows),
  write: (text) => screen.write(text),
  send: async (text, modelOnce) =>
    conversation.send(text.length <= MAX_MESSAGE_CHARS ? text : await keepLong(text, app), modelOnce),
  answer: (approval) =>
    void guard(async () => {
      const why = (): void => void guard(() => showWhy(approval, { app, conversation }));
      const parts = { by: localPrincipal().id, why, edit: null };
      const given = await screen.ask(approval, parts, new AbortController().signal);
      if (given === null) return;
      const settled = await app.desk.answer(approval.id, given);
      conversation.notice(
        `${settled.id} is ${settled.state}; its session goes on with /resume ${settled.session} and /continue`,
      );
    }),
});

async function submit(given: string, scene: ChatScene): Promise<void> {
  const { conversation, screen, moment, desk } = scene;
  const text = given.trim();
  const editing = moment.editing;
  moment.editing = null;
  if (editing !== null) return editing(text);
  if (text === '') return;
  screen.editor.addToHistory(text);
  if (text.startsWith('/') && !text.startsWith('/ ')) return runSlash(desk, text);
  if (text.startsWith('!') && text.slice(1).trim() !== '') return conversation.runOwn(text.slice(1).trim());
  await desk.send(text, null);
}

/** The beginning of a very long message, and where all of it is. */
async function keepLong(text: string, app: App): Promise<string> {
  const file = await app.people.keepText(text);
  return `${text.slice(0, 2_000)}\n\n[The message has ${text.length} characters; all of it is in ${file}]`;
}

function pressKey(key: GlobalKey, scene: ChatScene): void {
  const { conversation, screen, moment, desk } = scene;
  switch (key) {
    case 'escape':
      if (!screen.toggleQuestion()) conversation.interrupt();
      return;
    case 'leave':
      return desk.leave();
    case 'wide':
      moment.isWide = !moment.isWide;
      return screen.show(conversation.transcript.entries, { isWide: moment.isWide });
    case 'mode':
      return cycleMode(scene);
    case 'interrupt':
      if (screen.editor.getText() !== '') {
        screen.write('');
        moment.editing = null;
        return;
      }
      if (isAgain('interrupt', scene)) return desk.leave();
      conversation.interrupt();
      return hint('Ctrl+C again leaves', scene);
  }
}

function cycleMode(scene: ChatScene): void {
  const { conversation } = scene;
  const { mode } = conversation.status;
  const next = MODES[(MODES.indexOf(mode) + 1) % MODES.length] ?? 'default';
  if (next === 'yolo' && !isAgain('yolo', scene)) return hint('Shift+Tab again for yolo, which asks nothing', scene);
  conversation.setMode(next);
  hint(
    next === 'default' ? 'mode default' : next === 'plan' ? 'mode plan: it only reads' : 'mode yolo: nothing is asked',
    scene,
  );
}

function isAgain(key: string, { moment }: ChatScene): boolean {
  const now = performance.now();
  const again = moment.pressed?.key === key && now - moment.pressed.at < AGAIN_MS;
  moment.pressed = again ? null : { key, at: now };
  return again;
}

/** Says something in the status line for a moment. */
function hint(text: string, { moment, screen }: ChatScene): void {
  moment.hint = text;
  screen.redraw();
  setTimeout(() => {
    if (moment.hint !== text) return;
    moment.hint = null;
    screen.redraw();
  }, AGAIN_MS).unref();
}

async function ask(approval: Approval, signal: AbortSignal, scene: ChatScene): ReturnType<Answerer['ask']> {
  const { screen, conversation, moment, guard } = scene;
  const by = localPrincipal().id;
  if (approval.tool === 'shell' && moment.edited.delete(String(approval.input['command']))) {
    conversation.notice('This is the command as you wrote it: allowed once.');
    return { answer: 'once', by };
  }
  scene.notifier.asked(`Bailiwick asks: ${nameQuestion(approval)}`);
  const why = (): void => void guard(() => showWhy(approval, scene));
  const over = new AbortController();
  let instead: string | null = null;
  const edit = (command: string): void => {
    conversation.notice('Write the command as it should be; Enter judges it, an empty one goes back to the question.');
    screen.toggleQuestion();
    // What nobody sees shall not come along as if the person had written it.
    const shown = showHidden(command);
    screen.write(shown);
    moment.editing = (text) =>
      guard(async () => {
        if (text !== '' && text !== shown.trim() && (await judgeEdited(text, scene))) {
          instead = text;
          over.abort();
        } else screen.toggleQuestion();
      });
  };
  const given = await screen.ask(approval, { by, why, edit }, AbortSignal.any([signal, over.signal]));
  if (moment.editing !== null) {
    // Answered otherwise: what stands in the editor is no message.
    moment.editing = null;
    screen.write('');
  }
  if (given !== null || instead === null) return given;
  moment.edited.add(instead);
  return { answer: 'deny', by, note: `Not this command; run exactly this one instead: ${String(instead)}` };
}

async function showWhy(
  { run, call }: Approval,
  { app, conversation }: Pick<ChatScene, 'app' | 'conversation'>,
): Promise<void> {
  conversation.notice((await app.people.why(run, call)) ?? 'Nothing is stored about this call.');
}

/** What the judge says of a command that the person wrote; true when it could run as it is. */
async function judgeEdited(command: string, { world, conversation }: ChatScene): Promise<boolean> {
  const { openChecker } = await import('../../app/open-checker.ts');
  const checker = await openChecker(world);
  const { verdict, step, reason } = await checker.check({
    tool: 'shell',
    input: { command },
    mode: conversation.status.mode,
  });
  const mayRun = verdict !== 'deny' && step !== 'unparsable';
  conversation.notice(`${verdict} (${step}): ${showOnOneLine(reason)}`, mayRun ? 'info' : 'error');
  return mayRun;
}

/** What is said at the end of a turn that is no plain answer. */
function tellEnd(result: TurnResult | null, tookMs: number, { conversation, app, notifier }: ChatScene): void {
  if (result !== null) {
    for (const { id, command } of result.endedJobs)
      conversation.notice(`${id} still ran and was ended with the turn: ${showOnOneLine(command)}`);
    const asked = result.calls.some(({ outcome }) => outcome === 'unasked');
    if (asked)
      conversation.notice(`Rules that allow a call beforehand go into ${join(app.config.agentHome, 'config.yml')}.`);
  }
  notifier.ended(result?.reason === 'answered' ? 'Bailiwick has answered.' : 'A turn of Bailiwick has ended.', tookMs);
}
