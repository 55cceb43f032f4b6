import { join, resolve } from 'node:path';
import { createApp, type Progress, type TurnOptions, type TurnResult } from '../../app/create-app.ts';
import { toWorld, withFolder } from '../../app/load-config.ts';
import { Fault } from '../../base/fault.ts';
import { showHidden, showOnOneLine } from '../../base/text.ts';
import type { Answerer } from '../../vocab/approval.ts';
import { createTerminalAnswerer } from './ask-terminal.ts';
import {
  booleanFlag,
  stringFlag,
  stringFlags,
  type Command,
  type CommandContext,
  type ParsedArgs,
} from '../command.ts';
import { expandText, wantsPreview, type SentText } from './expand-text.ts';
import { createIdleStop, joinSignals } from './idle-stop.ts';
import type { Out } from '../out.ts';
import { localPrincipal } from '../local-principal.ts';
import {
  readCount,
  readFolder,
  readFormat,
  readSeconds,
  readSession,
  readText,
  type OutputFormat,
} from './prompt-args.ts';
import { renderWarning } from '../render-warning.ts';
import { renderContext, toAsked } from './render-context.ts';
import { createTurnPrinter } from './turn-printer.ts';

/** Model replies in one turn; a task that needs more is better cut in two. */
const MAX_STEPS = 50;

/** `prompt`: one message, everything until its end. */
export const command: Command = {
  name: 'prompt',
  summary: 'Give the agent one task and print its answer',
  usage: 'prompt [flags] "<text>"   (- reads the text from standard input)',
  examples: [
    'bailiwick prompt "What does this project do?"',
    'bailiwick prompt --mode plan "How would you add a cache here?"',
    'bailiwick prompt --continue "Now write the test"',
    'git diff | bailiwick prompt --json -',
    'bailiwick prompt --image page.png "Why is the footer cut off?"',
    'bailiwick prompt --park "Release it"; bailiwick approvals list',
    'bailiwick prompt --preview "/review src"   # a command of your own: what would be sent',
    'BAILIWICK_ALLOW_FAKE=1 bailiwick prompt --model scripted:scenario.yml "hello"',
  ],
  operands: Number.POSITIVE_INFINITY,
  args: {
    'model': {
      type: 'string',
      short: 'm',
      value: 'REF',
      help: "<provider>:<name>, or scripted:<file>; else the session's, else the configured one",
    },
    'mode': { type: 'string', value: 'MODE', help: 'default, plan (only reading) or yolo (nothing asks)' },
    'cwd': { type: 'string', value: 'FOLDER', help: 'work in this folder' },
    'continue': {
      type: 'boolean',
      short: 'c',
      help: "go on with this workspace's newest session; without a text, with its unfinished turn",
    },
    'session': { type: 'string', short: 's', value: 'ID', help: 'go on with this session in the same way' },
    'image': {
      type: 'string',
      short: 'i',
      multiple: true,
      value: 'FILE',
      help: 'show the model this picture (png, jpeg, gif, webp); may be given again',
    },
    'show-context': {
      type: 'boolean',
      help: 'print what the model would be given for this text, and ask nobody',
    },
    'preview': { type: 'boolean', help: 'print the text with a command (/NAME) in its place, and ask nobody' },
    'park': { type: 'boolean', help: 'leave a question open, print its id and end with exit code 4' },
    'max-steps': { type: 'string', value: 'N', help: `ask the model at most N times (${MAX_STEPS})` },
    'max-tokens': { type: 'string', value: 'N', help: 'ask it no more after N tokens in and out' },
    'max-seconds': { type: 'string', value: 'SECONDS', help: 'ask it no more after this time; no call is cut short' },
    'timeout': { type: 'string', value: 'SECONDS', help: 'stop after this time with exit code 124' },
    'idle-timeout': { type: 'string', value: 'SECONDS', help: 'stop when nothing came for this time, with 124' },
    'output-format': {
      type: 'string',
      value: 'FORMAT',
      help: 'text, json (one object at the end) or stream-json (one event a line, as it is stored)',
    },
    'json': { type: 'boolean', help: 'the same as --output-format json' },
  },
  async run(context, args, out) {
    const timeout = readSeconds(args, 'timeout');
    const idle = createIdleStop(readSeconds(args, 'idle-timeout'));
    const late = timeout === null ? null : AbortSignal.timeout(timeout);
    const signal = joinSignals(context.signal, idle.signal, late, out.resultClosed ?? null);
    const format = readFormat(args);
    const session = readSession(args);
    const options: Omit<TurnOptions, 'watch' | 'answerer'> = {
      principal: localPrincipal(),
      signal,
      model: stringFlag(args, 'model') ?? null,
      images: stringFlags(args, 'image').map((file) => resolve(context.cwd, file)),
      maxSteps: readCount(args, 'max-steps') ?? MAX_STEPS,
      maxTokens: readCount(args, 'max-tokens'),
      maxMs: readSeconds(args, 'max-seconds'),
    };
    const read = await readText(context, args, signal);
    if (read === 'stopped') {
      const code = context.signal.aborted ? 'interrupted' : 'deadline';
      throw new Fault(code, 'Stopped before the whole text had come; nothing was asked.');
    }
    const folder = readFolder(context, args);
    const world = toWorld({ cwd: context.cwd, env: context.env });
    const app = await createApp(folder === null ? world : withFolder(world, folder, '--cwd'));
    const printer = createTurnPrinter(out, format, join(app.config.agentHome, 'config.yml'));
    const watch = (progress: Progress): void => {
      idle.notice(progress);
      printer.watch(progress);
    };
    try {
      for (const warning of app.config.warnings) {
        out.log(`${out.paint('yellow', 'warning:')} ${renderWarning(warning)} (${showOnOneLine(warning.hint)})`);
      }
      const sent = await expandText(app, args, read.text);
      for (const note of sent.notes) out.log(`note: ${showOnOneLine(note)}`);
      if (wantsPreview(args, sent)) return preview(sent, format, out);
      if (booleanFlag(args, 'show-context')) {
        const context = await app.context(session, toAsked(sent.text), null);
        if (format === 'text') out.write(renderContext(context));
        else out.json(context);
        return 0;
      }
      const answerer = createAnswerer(context, args, out, read.text === null);
      const result = await app.say(session, sent.text, { ...options, modelOnce: sent.model, answerer, watch });
      printer.end(result);
      if (format === 'json') out.json(result satisfies TurnResult);
      if (context.program !== undefined) await app.jobs.runElsewhere(context.program);
      return result.exit;
    } finally {
      idle.stop();
      await app.close();
    }
  },
};

function preview({ text, command: name, model }: SentText, format: OutputFormat, out: Out): number {
  if (format === 'text') out.line(showHidden(text ?? ''));
  else out.json({ text, command: name, model });
  return 0;
}

/**
 * A person can answer only where the question can be shown and a key can be read. A question that was open before this
 * process came stays open where nobody can.
 */
function createAnswerer(context: CommandContext, args: ParsedArgs, out: Out, goesOn: boolean): Answerer {
  if (booleanFlag(args, 'park')) return { ask: async () => 'park' };
  const beganAt = Date.now();
  const findTerminal = (): Answerer | null => {
    const { stdin } = context; // made when somebody asks for it
    if (!stdin.isTTY || !out.logIsTerminal) return null;
    const say = (text: string): void => out.logRaw(text);
    return createTerminalAnswerer({ input: stdin, say, by: localPrincipal().id });
  };
  return {
    async ask(approval, signal) {
      const terminal = findTerminal();
      if (terminal === null) return goesOn && approval.askedAt < beganAt ? 'park' : null;
      return terminal.ask(approval, signal);
    },
  };
}
