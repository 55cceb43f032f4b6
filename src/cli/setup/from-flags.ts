import { openSetup, type Setup } from '../../app/setup/open-setup.ts';
import type { KeyChoice, SetupChoices } from '../../app/setup/choices.ts';
import { toWorld } from '../../app/load-config.ts';
import { Fault } from '../../base/fault.ts';
import { PROTOCOLS } from '../../vocab/model.ts';
import { READONLY_PRESETS, type ReadonlyPreset } from '../../vocab/policy.ts';
import { booleanFlag, stringFlag, stringFlags, type CommandContext, type ParsedArgs } from '../command.ts';
import { wordFlag } from '../input/flags.ts';
import type { Out } from '../out.ts';
import { nearest, showOnOneLine } from '../../base/text.ts';

/** Everything out of flags: checked with one call, then written. Throws a Fault that says what is missing. */
export async function setUpFromFlags(context: CommandContext, args: ParsedArgs, out: Out): Promise<number> {
  const setup = await openSetup(toWorld(context));
  const choices = await readChoices(context, args, setup);
  const planned = await setup.plan(choices);
  const isTried = !booleanFlag(args, 'no-check');
  if (isTried) {
    const tried = await setup.tryModel(choices, context.signal);
    if (!tried.ok) throw tried.error;
  }
  setup.write(planned);
  const model = `${choices.provider}:${choices.model}`;
  const files = [planned.change.file, ...(planned.keys === null ? [] : [planned.keys.file])];
  if (booleanFlag(args, 'json')) out.json({ model, files, tried: isTried });
  else out.line(`${showOnOneLine(model)} ${isTried ? 'answers' : 'was not tried'}; written: ${files.join(', ')}`);
  return 0;
}

async function readChoices(context: CommandContext, args: ParsedArgs, setup: Setup): Promise<SetupChoices> {
  const given = stringFlag(args, 'model');
  const provider = stringFlag(args, 'provider');
  const baseUrl = stringFlag(args, 'base-url') ?? null;
  const isKnown = setup.providers.some(({ name }) => name === provider);
  const missing = [
    ...(provider === undefined ? ['--provider'] : []),
    ...(provider !== undefined && !isKnown && baseUrl === null ? ['--base-url'] : []),
    ...(given === undefined ? ['--model'] : []),
    ...(booleanFlag(args, 'yes') ? [] : ['--yes']),
  ];
  if (provider === undefined || given === undefined || missing.length > 0) {
    throw new Fault('usage', `setup asks nothing here and needs ${missing.join(', ')}.`, {
      hint: `providers: ${setup.providers.map(({ name }) => name).join(', ')}, or any name with --base-url; bailiwick setup --help`,
    });
  }
  const protocol = wordFlag(args, 'protocol', PROTOCOLS);
  const key = await readKey(context, args);
  const model = given.startsWith(`${provider}:`) ? given.slice(provider.length + 1) : given;
  return { provider, baseUrl, protocol, key, model, presets: readPresets(args) };
}

async function readKey(context: CommandContext, args: ParsedArgs): Promise<KeyChoice> {
  const name = stringFlag(args, 'key-env');
  const isTyped = booleanFlag(args, 'key-stdin');
  if (name !== undefined && isTyped) throw new Fault('usage', '--key-env and --key-stdin do not go together.');
  if (name !== undefined) {
    if (!context.env[name]) {
      throw new Fault('usage', `The variable ${name} is not set.`, { hint: `export ${name}, or give --key-stdin` });
    }
    return { kind: 'variable', name };
  }
  if (!isTyped) return { kind: 'keep' };
  const { readStdin } = await import('../turn/prompt-args.ts');
  const text = await readStdin(context.stdin, context.signal);
  if (text === null) throw new Fault('interrupted', 'Stopped before the key had come; nothing was written.');
  const key = text.trim();
  if (key !== '' && !/\s/.test(key)) return { kind: 'stored', key };
  throw new Fault('usage', 'Standard input holds no key.', { hint: 'one line with the key and nothing else' });
}

/** Null where no flag says anything: then the groups stay as they are. */
function readPresets(args: ParsedArgs): readonly ReadonlyPreset[] | null {
  const given = stringFlags(args, 'preset');
  if (given.length === 0) return null;
  if (given.length === 1 && given[0] === 'none') return [];
  return given.map((name) => {
    const known = READONLY_PRESETS.find((preset) => preset === name);
    if (known !== undefined) return known;
    const meant = nearest(name, READONLY_PRESETS);
    throw new Fault('usage', `There is no preset ${name}.${meant === null ? '' : ` Did you mean ${meant}?`}`, {
      hint: `one of ${READONLY_PRESETS.join(', ')}, or none alone`,
    });
  });
}
