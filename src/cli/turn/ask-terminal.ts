import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { showHidden, showOnOneLine } from '../../base/text.ts';
import type { Answerer, Approval, PersonAnswer, PersonQuestion, PersonReply } from '../../vocab/approval.ts';
import { DANGER_CLASSES } from '../../vocab/danger.ts';
import type { AnswerKind } from '../../vocab/decision.ts';

interface Terminal {
  /** With `setRawMode` where it is a terminal. */
  readonly input: Readable & { readonly setRawMode?: (isRaw: boolean) => unknown };
  /** Writes to the person, without adding a newline. */
  readonly say: (text: string) => void;
  /** Who sits there. */
  readonly by: string;
}

/** What was typed before the question stood there is at hand at once; nobody reads and answers as fast. */
const TYPED_AHEAD_MS = 50;

/**
 * Asks in the terminal until the answer is one that is offered. End of input: nobody is there, and a later question
 * takes a line.
 */
export const createTerminalAnswerer = (terminal: Terminal): Answerer => ({
  async ask(approval, signal) {
    if (terminal.input.readableEnded || terminal.input.destroyed) {
      const what = approval.question === undefined ? `Approval needed for ${approval.tool}` : 'The model asks';
      terminal.say(`${what}, and the input has ended: nobody can answer.\n`);
      return null;
    }
    terminal.say(renderQuestion(approval));
    if (await dropTypedAhead(terminal)) terminal.say('What was typed before the question does not count.\n');
    const { question } = approval;
    return question === undefined ? readAnswer(approval, terminal, signal) : readReply(question, terminal, signal);
  },
});

/** A question of the model, with numbers to choose by where it offers answers. */
const renderPersonQuestion = ({ question, options }: PersonQuestion): string =>
  [
    '',
    'The model asks:',
    ...showHidden(question)
      .split('\n')
      .map((line) => `  | ${line}`),
    ...options.map((option, i) => `  ${i + 1} = ${showOnOneLine(option)}`),
    '',
  ].join('\n');

/** The line that was typed, or the option whose number it is; after an empty line it is asked again. */
async function readReply(
  { options }: PersonQuestion,
  terminal: Terminal,
  signal: AbortSignal,
): Promise<PersonReply | null> {
  const prompt = options.length === 0 ? 'Your answer: ' : `Your answer (1-${options.length}, or in words): `;
  const text = await readUntil((line) => findReply(line, options), { prompt, again: '' }, terminal, signal);
  return text === null ? null : { text, by: terminal.by };
}

/** The option with this number, or the words as they are; null for none. */
export const findReply = (words: string, options: readonly string[]): string | null =>
  (/^\d$/.test(words) ? options[Number(words) - 1] : undefined) ?? (words === '' ? null : words);

const CTRL_C = 3;

/**
 * Takes away what was typed before a question; true when there was something. Raw for a moment: the system then hands out the line that was begun and not ended,
 * and with it a Ctrl-C, which stops as it would have.
 */
export async function dropTypedAhead({ input }: Pick<Terminal, 'input'>): Promise<boolean> {
  let dropped = false;
  const drop = (chunk: Uint8Array): void => {
    dropped = true;
    if (chunk.includes(CTRL_C)) process.kill(process.pid, 'SIGINT');
  };
  input.on('data', drop);
  input.setRawMode?.(true);
  input.resume();
  await wait(TYPED_AHEAD_MS);
  input.setRawMode?.(false);
  input.off('data', drop);
  input.pause();
  return dropped;
}

async function readAnswer(approval: Approval, terminal: Terminal, signal: AbortSignal): Promise<PersonAnswer | null> {
  const offered = approval.answers.map(({ answer }) => answer);
  const words = { prompt: promptText(offered), again: `Please answer one of ${offered.join(', ')}.\n` };
  const answer = await readUntil((line) => findAnswer(line, offered), words, terminal, signal);
  return answer === null ? null : { answer, by: terminal.by };
}

/** What the first line means that means something; null when the input ends or the signal is aborted before. */
async function readUntil<T>(
  meaning: (line: string) => T | null,
  { prompt, again }: { readonly prompt: string; readonly again: string },
  terminal: Terminal,
  signal: AbortSignal,
): Promise<T | null> {
  if (terminal.input.readableEnded || signal.aborted) return null;
  // Not as a terminal: line editing by the system leaves Ctrl-C to the process.
  const lines = createInterface({ input: terminal.input, terminal: false, signal });
  // Taken before the prompt is shown: a line that comes at once is read too.
  const typed = lines[Symbol.asyncIterator]();
  try {
    terminal.say(prompt);
    for await (const line of typed) {
      const meant = meaning(line.trim());
      if (meant !== null) return meant;
      terminal.say(`${again}${prompt}`);
    }
    terminal.say('\n');
    return null;
  } finally {
    lines.close();
  }
}

const promptText = (offered: readonly AnswerKind[]): string => `Answer (${offered.join(' / ')}; y = once, n = deny): `;

/** What people type out of habit; a yes is the narrowest one. */
const HABITS: Readonly<Record<string, AnswerKind>> = { y: 'once', yes: 'once', n: 'deny', no: 'deny', d: 'deny' };

/** The word itself, a yes or no, or its first letter where only one answer begins with it. */
function findAnswer(line: string, offered: readonly AnswerKind[]): AnswerKind | null {
  const typed = line.trim().toLowerCase();
  const word = (Object.hasOwn(HABITS, typed) ? HABITS[typed] : undefined) ?? typed;
  const meant = offered.filter((answer) => answer === word || answer.slice(0, 1) === word);
  return meant.length === 1 ? (meant[0] ?? null) : null;
}

/** Everything a person needs to answer: the exact bytes, what asks and why, and the width of each answer. */
export function renderQuestion(approval: Approval): string {
  if (approval.question !== undefined) return renderPersonQuestion(approval.question);
  const { tool, cwd, reason, step, rule, class: danger, answers } = approval;
  const width = Math.max(...answers.map(({ answer }) => answer.length));
  const asking = approval.asking.filter((text) => text !== approval.input['command']);
  return [
    '',
    `Approval needed for ${tool} in ${showOnOneLine(cwd)}`,
    ...renderInput(approval.input),
    ...asking.map((text) => `  asks:   ${showOnOneLine(text)}`),
    ...(approval.preview === undefined ? [] : renderPreview(approval.preview)),
    `  why:    ${showOnOneLine(reason)} (step ${step})`,
    ...(approval.sources ?? []).map((source) => `  source: ${showOnOneLine(source)}`),
    ...(rule === null ? [] : [`  rule:   ${showOnOneLine(rule)}`]),
    ...(danger === null ? [] : [`  danger: ${danger}, it ${DANGER_CLASSES[danger].title}`]),
    ...answers.map(({ answer, width: words }) => `  ${answer.padEnd(width)} = ${showOnOneLine(words)}`),
    '',
  ].join('\n');
}

const renderPreview = (text: string): readonly string[] => [
  '  what would happen:',
  ...showHidden(text)
    .trimEnd()
    .split('\n')
    .map((line) => `    | ${line}`),
];

function renderInput(input: Readonly<Record<string, unknown>>): readonly string[] {
  return Object.entries(input).flatMap(([name, value]) => {
    const text = showHidden(typeof value === 'string' ? value : JSON.stringify(value));
    return text.includes('\n')
      ? [`  ${showOnOneLine(name)}:`, ...text.split('\n').map((line) => `    | ${line}`)]
      : [`  ${showOnOneLine(name)}: ${text}`];
  });
}
