import { loadApp } from '../../app/load-app.ts';
import { toWorld, withFolder } from '../../app/load-config.ts';
import { Fault } from '../../base/fault.ts';
import { booleanFlag, stringFlag, type Command } from '../command.ts';
import { wordFlag } from '../input/flags.ts';
import { readFolder } from '../turn/prompt-args.ts';
import { MODES } from './slash.ts';

/** As after Ctrl-C: setup was left, and nothing was begun. */
const INTERRUPTED = 130;

/** `chat`: the conversation people live in. */
export const command: Command = {
  name: 'chat',
  summary: 'Talk with the agent in this terminal; its questions are asked in place',
  usage: 'chat [flags]',
  examples: [
    'bailiwick chat',
    'bailiwick chat --continue',
    'bailiwick chat --mode plan --model ollama:qwen3',
    'bailiwick chat --plain   # lines only, for a screen reader or a simple terminal',
  ],
  operands: 0,
  args: {
    model: {
      type: 'string',
      short: 'm',
      value: 'REF',
      help: "<provider>:<name>; else the session's, else the configured one",
    },
    mode: { type: 'string', value: 'MODE', help: 'default, plan (only reading) or yolo (nothing asks)' },
    cwd: { type: 'string', value: 'FOLDER', help: 'work in this folder' },
    continue: { type: 'boolean', short: 'c', help: "go on with this workspace's newest session" },
    session: { type: 'string', short: 's', value: 'ID', help: 'go on with this session' },
    plain: { type: 'boolean', help: 'lines only: no drawing, nothing is written over (also with TERM=dumb)' },
  },
  async run(context, args, out) {
    if (!context.stdin.isTTY || !out.resultIsTerminal) {
      throw new Fault('usage', 'chat needs a terminal for what you type and what it shows.', {
        hint: 'bailiwick prompt "..." takes one task without a terminal',
      });
    }
    const folder = readFolder(context, args);
    const own = toWorld({ cwd: context.cwd, env: context.env });
    const session = stringFlag(args, 'session');
    if (session !== undefined && booleanFlag(args, 'continue'))
      throw new Fault('usage', '--continue and --session name two sessions; give one of them.');
    const options = {
      world: folder === null ? own : withFolder(own, folder, '--cwd'),
      mode: wordFlag(args, 'mode', MODES) ?? 'default',
      model: stringFlag(args, 'model') ?? null,
      session: session ?? (booleanFlag(args, 'continue') ? 'last' : null),
      signal: context.signal,
      ...(context.program === undefined ? {} : { program: context.program }),
    };
    const isPlain = booleanFlag(args, 'plain') || context.env['TERM'] === 'dumb';
    // Nothing is set up yet: the first answer needs a provider, a key and a model.
    const asksModel = options.model === null && options.session === null;
    const loaded = asksModel ? await loadApp(options.world) : null;
    const isSetUp = loaded === null || loaded.model !== null;
    if (!isSetUp) {
      if (isPlain) {
        throw new Fault('model-unknown', 'No model is chosen.', {
          hint: 'bailiwick setup --provider NAME --model NAME --yes takes flags and draws nothing; its --help has examples',
        });
      }
      const { runSetup } = await import('../setup/run-setup.ts');
      if (!(await runSetup(context, out, { isForChat: true }))) return INTERRUPTED;
    }
    if (isPlain) {
      const { runPlainChat } = await import('./plain-chat.ts');
      return runPlainChat({ ...options, config: loaded }, context.stdin, out);
    }
    const { runChat } = await import('./run-chat.ts');
    return runChat({ ...options, config: isSetUp ? loaded : null }, out);
  },
};
