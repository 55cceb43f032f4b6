import { toWorld } from '../../app/load-config.ts';
import type { KeyChoice, SetupChoices } from '../../app/setup/choices.ts';
import { openSetup, type Setup } from '../../app/setup/open-setup.ts';
import type { Fault } from '../../base/fault.ts';
import { showOnOneLine } from '../../base/text.ts';
import { READONLY_PRESETS, type ReadonlyPreset } from '../../vocab/policy.ts';
import { speaksUtf8 } from '../../base/ascii.ts';
import type { CommandContext } from '../command.ts';
import type { Out } from '../out.ts';
import { askKey, askProvider, type ChosenProvider } from './ask-provider.ts';
import { PRESETS, PRESETS_SAY } from './presets.ts';
import { askText, askYes, cancel, choose, chooseSome, drawAscii, intro, Left, log, note, outro } from './wizard.ts';

/**
 * Asks in a terminal for all that a first answer needs, tries it with one call, and writes it at the end. True when it
 * was written; false when the person left, and then nothing was. Throws the Fault of a configuration that is broken.
 */
export async function runSetup(
  context: Pick<CommandContext, 'cwd' | 'env' | 'signal'>,
  out: Out,
  { isForChat = false }: { readonly isForChat?: boolean } = {},
): Promise<boolean> {
  const setup = await openSetup(toWorld(context));
  const { signal, env } = context;
  using _ = speaksUtf8(env) ? null : drawAscii();
  intro(out.paint('bold', 'Bailiwick setup', 'result'));
  try {
    const choices = { ...(await askModel(setup, signal)), presets: await askPresets(setup, signal) };
    const { level, says, hint } = await setup.checkSandbox();
    log[level === 'ok' ? 'success' : 'warn'](showOnOneLine(`Sandbox: ${says}${hint === null ? '' : ` (${hint})`}`));
    const planned = await setup.plan(choices);
    const files = [planned.change.file, ...(planned.keys === null ? [] : [planned.keys.file])];
    const hasKey = setup.providers.some(({ name, keyFrom }) => name === choices.provider && keyFrom !== null);
    const unasked = choices.presets ?? setup.config.policy.readonlyPresets;
    note(summarize(choices, files, { hasKey, unasked }), 'This will be written');
    if (!(await askYes({ message: 'Write it?', signal }))) throw new Left();
    setup.write(planned);
    outro(
      isForChat
        ? 'Done. Write your first message below; /help shows the commands and keys.'
        : 'Done. Ask something: bailiwick prompt "What does this project do?", or bailiwick chat',
    );
    return true;
  } catch (error) {
    if (!(error instanceof Left) && !signal.aborted) throw error;
    cancel('Nothing was written.');
    return false;
  }
}

type Tried = Omit<SetupChoices, 'presets'>;

/** Until a model answered, or the person wants it nevertheless. */
async function askModel(setup: Setup, signal: AbortSignal): Promise<Tried> {
  let provider: ChosenProvider | null = null;
  let key: KeyChoice | null = null;
  let again = false;
  for (;;) {
    provider ??= await askProvider(setup, signal);
    key ??= await askKey(setup, provider, { signal, again });
    const chosen = { ...provider, key };
    const listed = await setup.listModels(chosen, signal);
    if (!listed.ok) log.warn(sayFault(listed.error));
    const model = await askName(listed.ok ? listed.value : [], { setup, provider, signal });
    log.step(`Asking ${showOnOneLine(model)} for one word ...`);
    const tried = await setup.tryModel({ ...chosen, model, presets: null }, signal);
    if (tried.ok) {
      log.success(`It answers, after ${tried.value} ms.`);
      return { ...chosen, model };
    }
    log.error(sayFault(tried.error));
    const next = await choose({ message: 'And now?', signal }, [
      { value: 'key', label: 'Give another key' },
      { value: 'model', label: 'Choose another model' },
      { value: 'provider', label: 'Choose another provider' },
      { value: 'keep', label: 'Take it as it is', hint: 'it may work later' },
    ]);
    if (next === 'keep') return { ...chosen, model };
    if (next !== 'model') key = null;
    if (next === 'provider') provider = null;
    again = next === 'key';
  }
}

const sayFault = ({ message, hint }: Fault): string => showOnOneLine(`${message} (${hint})`);

const BY_NAME = ' by name'; // no model's name begins with a blank

async function askName(
  names: readonly string[],
  {
    setup,
    provider,
    signal,
  }: { readonly setup: Setup; readonly provider: ChosenProvider; readonly signal: AbortSignal },
): Promise<string> {
  const now = setup.config.model ?? '';
  const before = now.startsWith(`${provider.provider}:`) ? now.slice(provider.provider.length + 1) : '';
  if (names.length > 0) {
    const picked = await choose(
      { message: 'Which model?', signal },
      [
        ...names.map((name) => ({ value: name, label: showOnOneLine(name) })),
        { value: BY_NAME, label: 'Another one, by its name' },
      ],
      names.includes(before) ? before : undefined,
    );
    if (picked !== BY_NAME) return picked;
  }
  return askText({ message: 'The name of the model', signal }, before, (text) =>
    text === '' || /\s/.test(text) ? 'A name without blanks.' : undefined,
  );
}

/** Null where nothing changes. */
async function askPresets(setup: Setup, signal: AbortSignal): Promise<readonly ReadonlyPreset[] | null> {
  note(PRESETS_SAY, 'Fewer questions');
  // The hint stands behind the row that the cursor is on: without colors nothing else tells it.
  const choices = READONLY_PRESETS.map((name) => ({ value: name, label: `${name}: ${PRESETS[name]}`, hint: 'Space' }));
  const message = 'Which of them may run unasked? (Space chooses, Enter goes on)';
  const before = setup.config.policy.readonlyPresets;
  const chosen = await chooseSome({ message, signal }, choices, before);
  return chosen.length === before.length && chosen.every((name) => before.includes(name)) ? null : chosen;
}

const KEYS: Readonly<Record<KeyChoice['kind'], string>> = {
  keep: 'as it is',
  variable: 'out of the environment, not stored',
  stored: 'in credentials.json, readable by you alone',
};

const summarize = (
  choices: SetupChoices,
  files: readonly string[],
  { hasKey, unasked }: { readonly hasKey: boolean; readonly unasked: readonly ReadonlyPreset[] },
): string =>
  [
    `model    ${showOnOneLine(`${choices.provider}:${choices.model}`)}`,
    ...(choices.baseUrl === null ? [] : [`address  ${showOnOneLine(choices.baseUrl)}`]),
    `key      ${choices.key.kind === 'keep' && !hasKey ? 'none' : KEYS[choices.key.kind]}`,
    `unasked  ${['only what is proven to read', ...unasked].join(', ')}`,
    ...files.map((file) => `file     ${showOnOneLine(file)}`),
  ].join('\n');
