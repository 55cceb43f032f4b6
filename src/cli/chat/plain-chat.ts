import { createInterface, type Interface } from 'node:readline';
import type { ReadStream } from 'node:tty';
import { openArchive, type Archive } from '../../app/history/open-archive.ts';
import { Fault } from '../../base/fault.ts';
import { showHidden, showOnOneLine } from '../../base/text.ts';
import { createLearner } from '../jobs/learner.ts';
import { localPrincipal } from '../local-principal.ts';
import type { Out } from '../out.ts';
import { createTerminalAnswerer } from '../turn/ask-terminal.ts';
import { clip, showControl } from '../turn/call-words.ts';
import { createConversation, type Conversation } from './conversation.ts';
import { openChatApp } from './plugins/open-chat-app.ts';
import type { ChatOptions } from './run-chat.ts';
import type { ChatDesk, PickRow } from './chat-desk.ts';
import { runSlash } from './slash.ts';
import type { Entry } from './transcript.ts';

/** The chat line by line: nothing is drawn, nothing is written over, and a screen reader reads it in order. */
export async function runPlainChat(options: ChatOptions, input: ReadStream, out: Out): Promise<number> {
  const app = await openChatApp(options, (plugin, line) => out.log(`${plugin}: ${showOnOneLine(line)}`));
  let archive: Promise<Archive> | null = null;
  const openOnce = (): Promise<Archive> => (archive ??= openArchive(options.world));
  const by = localPrincipal().id;
  const printer = createPrinter(out);
  const conversation = createConversation({
    app,
    archive: openOnce,
    answerer: createTerminalAnswerer({ input, say: (text) => out.logRaw(text), by }),
    mode: options.mode,
    model: options.model,
    changed: () => printer.print(conversation),
    ended: () => learner.wake(),
    opened: () => undefined,
    giveBack: (texts) => out.log(`not sent: ${texts.map(showOnOneLine).join(' / ')}`),
  });
  const lines = createLines(input, out);
  const moment = { isLeft: false };
  const desk: ChatDesk = {
    app,
    archive: openOnce,
    conversation,
    print: (text) => out.line(showHidden(text)),
    pick: (title, rows) => pick(title, rows, { lines, out }),
    send(text, modelOnce) {
      out.line(`> ${showHidden(text)}`); // it is not what was typed
      conversation.send(text, modelOnce);
    },
    write: (text) => out.line(`the message was: ${showOnOneLine(text)}`),
    answer: (approval) => out.line(`answer it with: bailiwick approvals answer ${approval.id}`),
    leave: () => void (moment.isLeft = true),
  };
  const prompt = (): string => `${conversation.status.mode}> `;
  const say = (text: string): void => out.logRaw(`${text}${prompt()}`);
  const notice = (text: string): void =>
    conversation.status.isBusy ? out.line(showHidden(text)) : say(`\n${showHidden(text)}\n`);
  const learner = createLearner({ app, program: options.program, conversation, notice });
  const signals = takeSignals(conversation, lines, say);
  try {
    learner.wake();
    if (options.session !== null) await conversation.open(options.session);
    out.log('/help shows the commands, /exit leaves.');
    await converse(desk, { lines, prompt, signals, out, isLeft: () => moment.isLeft });
    return 0;
  } finally {
    signals.end();
    lines.close();
    await conversation.close();
    await learner.close();
    const { session } = conversation.status;
    if (session !== null) out.log(`To go on with this session: bailiwick chat --session ${session}`);
    await (archive as Promise<Archive> | null)?.then((one) => one.close());
    await app.close();
  }
}

interface Talking {
  readonly lines: Lines;
  readonly prompt: () => string;
  readonly signals: { forget(): void };
  readonly out: Out;
  readonly isLeft: () => boolean;
}

/** Takes line after line until the person leaves. */
async function converse(desk: ChatDesk, { lines, prompt, signals, out, isLeft }: Talking): Promise<void> {
  while (!isLeft()) {
    const line = await lines.read(prompt());
    if (line === null) return out.logRaw('\n');
    signals.forget();
    await take(line.trim(), desk, out);
    await desk.conversation.idle();
  }
}

/** Ctrl-C stops a turn; at the prompt it leaves when it comes twice. */
function takeSignals(
  conversation: Conversation,
  lines: Lines,
  say: (text: string) => void,
): { forget(): void; end(): void } {
  let isPressed = false;
  const onInterrupt = (): void => {
    if (conversation.interrupt()) return;
    if (isPressed) return lines.stop();
    isPressed = true;
    say('\nCtrl+C again leaves.\n');
  };
  const onEnd = (): void => {
    conversation.interrupt();
    lines.stop();
  };
  process.on('SIGINT', onInterrupt);
  process.on('SIGTERM', onEnd);
  return {
    forget: () => void (isPressed = false),
    end() {
      process.off('SIGINT', onInterrupt);
      process.off('SIGTERM', onEnd);
    },
  };
}

async function take(text: string, desk: ChatDesk, out: Out): Promise<void> {
  try {
    if (text === '') return;
    if (text.startsWith('/')) await runSlash(desk, text);
    else if (text.startsWith('!')) desk.conversation.runOwn(text.slice(1).trim());
    else desk.conversation.send(text);
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    out.log(
      `error: ${showOnOneLine(error.message)}${error.hint === '' ? '' : `\n  hint: ${showOnOneLine(error.hint)}`}`,
    );
  }
}

interface Lines {
  /** The next line; null at the end of the input, and when it is stopped. */
  read(prompt: string): Promise<string | null>;
  stop(): void;
  close(): void;
}

/** One reader at a time: a question of a turn reads the same terminal while nothing is read here. */
function createLines(input: ReadStream, out: Out): Lines {
  let current: Interface | null = null;
  let isStopped = false;
  return {
    read: (prompt) =>
      new Promise((resolve) => {
        if (isStopped) return resolve(null);
        const reader = createInterface({ input, terminal: false });
        current = reader;
        out.logRaw(prompt);
        reader.once('line', (line) => {
          reader.removeAllListeners('close');
          reader.close();
          resolve(line);
        });
        reader.once('close', () => resolve(null));
      }),
    stop() {
      isStopped = true;
      current?.close();
    },
    close: () => input.pause(),
  };
}

async function pick(
  title: string,
  rows: readonly PickRow[],
  { lines, out }: { readonly lines: Lines; readonly out: Out },
): Promise<string | null> {
  out.line(title);
  for (const [i, { label, description }] of rows.entries()) out.line(`  ${i + 1}  ${label}  ${description}`);
  const given = await lines.read('Which number? ');
  return rows[Number(given) - 1]?.value ?? null;
}

/** Prints every entry once it is complete, and an answer as it comes. */
function createPrinter(out: Out): { print(conversation: Pick<Conversation, 'transcript' | 'status'>): void } {
  let done = 0;
  let written = 0;
  return {
    print({ transcript: { entries }, status }) {
      if (entries.length < done) [done, written] = [0, 0];
      for (; done < entries.length; done++) {
        const entry = entries[done];
        if (entry === undefined) return;
        if (entry.kind === 'answer') {
          out.write(showControl(entry.text.slice(written)));
          written = entry.text.length;
          if (entry.isOpen) return;
          if (!entry.text.endsWith('\n')) out.write('\n');
          written = 0;
          continue;
        }
        if (!isComplete(entry)) return;
        // What was typed here just now stands there already.
        if (entry.kind === 'message' && !status.isBusy) out.line(`> ${showHidden(entry.text)}`);
        for (const line of linesOf(entry)) out.line(line);
      }
    },
  };
}

function isComplete(entry: Entry): boolean {
  if (entry.kind === 'thought') return !entry.isOpen;
  if (entry.kind === 'own') return entry.end !== null;
  return entry.kind !== 'call' || !['new', 'asked', 'running'].includes(entry.phase);
}

function linesOf(entry: Exclude<Entry, { kind: 'answer' }>): readonly string[] {
  switch (entry.kind) {
    case 'message':
    case 'thought':
      return [];
    case 'notice':
      return showHidden(entry.text)
        .split('\n')
        .map((line) => `${entry.level === 'info' ? '' : `${entry.level}: `}${line}`);
    case 'own':
      return [...showHidden(entry.output).trimEnd().split('\n'), entry.end ?? ''];
    case 'call': {
      const verdict = entry.decided === null ? 'unjudged' : `${entry.decided.verdict} (${entry.decided.step})`;
      const subject = clip(showOnOneLine(entry.subject));
      return [[showOnOneLine(entry.tool), subject, verdict, entry.end].join('  '), ...entry.lines.map(showOnOneLine)];
    }
  }
}
