import type { KeyChoice, SetupChoices } from '../../app/setup/choices.ts';
import type { Setup } from '../../app/setup/open-setup.ts';
import { showOnOneLine } from '../../base/text.ts';
import { askSecret, askText, choose, log, type Choice } from './wizard.ts';

/** A provider with where it answers; null where that is known already. */
export type ChosenProvider = Pick<SetupChoices, 'provider' | 'baseUrl' | 'protocol'>;

const OTHER = ' other'; // no provider's name begins with a blank
const LOCAL = ' local:';

const HOSTED: readonly Choice<string>[] = [
  { value: 'anthropic', label: 'Anthropic', hint: 'Claude' },
  { value: 'openai-responses', label: 'OpenAI', hint: 'GPT' },
  { value: 'gemini', label: 'Google', hint: 'Gemini' },
];

/** Servers on this machine first, then the hosted ones, those configured already, and any address. */
export async function askProvider(setup: Setup, signal: AbortSignal): Promise<ChosenProvider> {
  log.step('Looking for models on this machine ...');
  const found = await setup.findLocalServers(signal);
  const known = new Set(['ollama', 'openai', ...HOSTED.map(({ value }) => value), ...found.map((one) => one.provider)]);
  const own = setup.providers.filter(({ name, baseUrl }) => !known.has(name) && baseUrl !== null);
  const picked = await choose({ message: 'Which provider of models shall it be?', signal }, [
    ...found.map(({ title, baseUrl, models }, i) => ({
      value: `${LOCAL}${i}`,
      label: `${title} on this machine`,
      hint: `${baseUrl}, ${models.length === 1 ? '1 model' : `${models.length} models`}, no key`,
    })),
    ...HOSTED,
    ...own.map(({ name, baseUrl }) => ({ value: name, label: showOnOneLine(name), hint: baseUrl ?? '' })),
    { value: OTHER, label: 'Any OpenAI-compatible address', hint: 'a gateway, or a server elsewhere' },
  ]);
  const local = picked.startsWith(LOCAL) ? found[Number(picked.slice(LOCAL.length))] : undefined;
  if (local !== undefined) {
    const row = setup.providers.find(({ name }) => name === local.provider);
    return { provider: local.provider, baseUrl: row?.baseUrl === local.baseUrl ? null : local.baseUrl, protocol: null };
  }
  return picked === OTHER ? askAddress(setup, signal) : { provider: picked, baseUrl: null, protocol: null };
}

async function askAddress(setup: Setup, signal: AbortSignal): Promise<ChosenProvider> {
  const message = 'Its address, up to and with the version';
  const baseUrl = await askText({ message, signal }, 'http://127.0.0.1:8080/v1', (text) =>
    /^https?:\/\/[^/\s@?#]+(?:\/[^\s?#]*)?$/.test(text)
      ? undefined
      : 'It begins with http:// or https:// and holds no password and no ?.',
  );
  const taken = setup.providers.map(({ name }) => name);
  const provider = await askText({ message: 'A name for it', signal }, toName(baseUrl), (text) => {
    if (!/^[a-z0-9][a-z0-9_.-]*$/.test(text) || text === 'scripted') return 'Small letters, digits, dots and dashes.';
    return taken.includes(text) && setup.config.models.providers[text]?.baseUrl !== baseUrl
      ? 'This name is taken by another provider.'
      : undefined;
  });
  return { provider, baseUrl, protocol: 'openai' };
}

/** `models.example.org` out of `https://models.example.org/v1`. */
function toName(baseUrl: string): string {
  const host = URL.parse(baseUrl)?.hostname ?? '';
  return /^[a-z][a-z0-9_.-]*$/.test(host) && host !== 'localhost' ? host : 'local';
}

/** Where its key comes from. A server on this machine is first tried without one. */
export async function askKey(
  setup: Setup,
  { provider, baseUrl }: ChosenProvider,
  { signal, again }: { readonly signal: AbortSignal; readonly again: boolean },
): Promise<KeyChoice> {
  const row = setup.providers.find(({ name }) => name === provider);
  const variable = setup.findKeyVariable(provider);
  const isLocal = /^https?:\/\/(127\.|localhost|\[::1\])/.test(baseUrl ?? row?.baseUrl ?? '');
  if (!again && isLocal && variable === null && row?.keyFrom == null) return { kind: 'keep' };
  const kept = row?.keyFrom ?? null;
  const choices: Choice<'keep' | 'variable' | 'type' | 'none'>[] = [];
  if (kept !== null && kept !== variable?.name) {
    choices.push({ value: 'keep', label: 'The key that is set', hint: `from ${kept}` });
  }
  if (variable?.isSet === true)
    choices.push({ value: 'variable', label: `The variable ${variable.name}`, hint: 'nothing is stored' });
  choices.push({ value: 'type', label: 'A key that I type or paste', hint: 'kept in credentials.json, for you alone' });
  if (variable === null && kept === null) choices.push({ value: 'none', label: 'It needs no key' });
  const answer = choices.length === 1 ? 'type' : await choose({ message: 'Which key?', signal }, choices);
  if (answer === 'keep' || answer === 'none') return { kind: 'keep' };
  if (answer === 'variable' && variable !== null) return { kind: 'variable', name: variable.name };
  return { kind: 'stored', key: await askSecret({ message: `The key of ${provider} (it is not shown)`, signal }) };
}
