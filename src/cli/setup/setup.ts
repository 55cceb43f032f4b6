import { Fault } from '../../base/fault.ts';
import { booleanFlag, type Command, type CommandContext } from '../command.ts';
import type { Out } from '../out.ts';

/** `setup`: from nothing to a model that answers. */
export const command: Command = {
  name: 'setup',
  summary: 'Choose a provider, its key and a model, try them, and write that down',
  usage: 'setup [flags]   (without --yes it asks, in a terminal)',
  examples: [
    'bailiwick setup',
    'bailiwick setup --provider ollama --model qwen3:8b --yes',
    'bailiwick setup --provider anthropic --model claude-sonnet-4-5 --key-stdin --yes < key.txt',
    'bailiwick setup --provider gateway --base-url https://models.example.org/v1 --model large-1 --key-env GATEWAY_KEY --preset text --preset git --yes',
  ],
  operands: 0,
  args: {
    'provider': {
      type: 'string',
      value: 'NAME',
      help: 'anthropic, openai, gemini, ollama ..., or any name with --base-url',
    },
    'base-url': { type: 'string', value: 'URL', help: 'where the provider answers, up to and with the version' },
    'protocol': {
      type: 'string',
      value: 'WORD',
      help: 'anthropic, openai (as most servers), openai-responses or gemini',
    },
    'model': { type: 'string', short: 'm', value: 'NAME', help: 'the model, with or without the provider in front' },
    'key-env': { type: 'string', value: 'NAME', help: 'the variable that holds the key; nothing is stored' },
    'key-stdin': { type: 'boolean', help: 'read the key from standard input and keep it in credentials.json (0600)' },
    'preset': {
      type: 'string',
      multiple: true,
      value: 'NAME',
      help: 'a group of reading commands that run unasked; may be given again; none for no group',
    },
    'no-check': { type: 'boolean', help: 'do not try the model before writing' },
    'yes': { type: 'boolean', help: 'ask nothing: the flags say everything' },
    'json': { type: 'boolean', help: 'print one JSON object (with --yes)' },
  },
  async run(context, args, out) {
    if (booleanFlag(args, 'yes') || !canAsk(context, out)) {
      const { setUpFromFlags } = await import('./from-flags.ts');
      return setUpFromFlags(context, args, out);
    }
    const [flag] = Object.keys(args.values);
    if (flag !== undefined) {
      throw new Fault('usage', `--${flag} goes with --yes.`, { hint: 'without flags, setup asks for everything' });
    }
    const { runSetup } = await import('./run-setup.ts');
    return (await runSetup(context, out)) ? 0 : 130;
  },
};

/** A dumb terminal cannot show the questions: they are drawn over again as the person moves. */
const canAsk = ({ stdin, env }: CommandContext, out: Out): boolean =>
  stdin.isTTY && out.resultIsTerminal && env['TERM'] !== 'dumb';
