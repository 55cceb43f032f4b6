import { Fault } from '../base/fault.ts';
import { fail, ok, type Result } from '../base/result.ts';
import { nearest, showOnOneLine } from '../base/text.ts';
import type { Model } from '../ports/model.ts';
import type { Protocol } from '../vocab/model.ts';
import {
  BUILT_IN_PROVIDERS,
  describeKeySettings,
  findBuiltIn,
  referenceOf,
  type Endpoint,
  type ModelsConfig,
} from './provider-table.ts';
import { RETRY } from './retry.ts';
import type { Wire } from './stream-reply.ts';

/** A large local model may read a long prompt for minutes before its first byte. */
const IDLE_TIMEOUT_MS = 300_000;

/** The provider that plays a file. */
const SCRIPTED = 'scripted';

/** The package of a protocol is loaded by the first model that speaks it. */
const OPENERS: Readonly<Record<Protocol, (endpoint: Endpoint) => Promise<Wire>>> = {
  'anthropic': async (endpoint) => (await import('./protocols/anthropic.ts')).openAnthropic(endpoint),
  'openai': async (endpoint) => (await import('./protocols/openai-compatible.ts')).openOpenAiCompatible(endpoint),
  'openai-responses': async (endpoint) =>
    (await import('./protocols/openai-responses.ts')).openOpenAiResponses(endpoint),
  'gemini': async (endpoint) => (await import('./protocols/gemini.ts')).openGemini(endpoint),
};

/**
 * Opens the model that `reference` names: `<provider>:<name>`, or `scripted:<file>`. The `fallbacks` are asked in their
 * order when its provider fails. Everything that can be known without a request is checked first, of all of them, and
 * only then the package of the protocol is loaded.
 */
export async function openModel(
  reference: string,
  config: ModelsConfig,
  fallbacks: readonly string[] = [],
): Promise<Result<Model, Fault>> {
  const [provider, name] = splitReference(reference);
  if (provider === SCRIPTED) return openScriptedModel(name, config);
  const first = findEndpoint(provider, name, config);
  if (!first.ok) return first;
  const others: Endpoint[] = [];
  for (const fallback of new Set(fallbacks)) {
    const endpoint = findEndpoint(...splitReference(fallback), config);
    if (!endpoint.ok) return endpoint;
    if (fallback !== reference) others.push(endpoint.value);
  }
  const [wire, { createModelChain }] = await Promise.all([
    OPENERS[first.value.protocol](first.value),
    import('./model-chain.ts'),
  ]);
  const links = others.map((endpoint) => ({
    name: referenceOf(endpoint),
    open: () => OPENERS[endpoint.protocol](endpoint),
  }));
  const main = { name: referenceOf(first.value), open: () => Promise.resolve(wire) };
  return ok(createModelChain([main, ...links], config.retry ?? RETRY));
}

function splitReference(reference: string): readonly [provider: string, name: string] {
  const colon = reference.indexOf(':');
  return [reference.slice(0, Math.max(colon, 0)), reference.slice(colon + 1)];
}

async function openScriptedModel(file: string, config: ModelsConfig): Promise<Result<Model, Fault>> {
  if (!config.allowFake) {
    const message = `A scripted model decides by itself what to do, so ${SCRIPTED}:${showOnOneLine(file)} runs only with BAILIWICK_ALLOW_FAKE=1.`;
    return fail(new Fault('fake-model-refused', message));
  }
  const { openScripted } = await import('./scripted.ts');
  return openScripted(file);
}

/** Where a provider is reached, checked as far as that goes without a request. */
export function findEndpoint(provider: string, model: string, config: ModelsConfig): Result<Endpoint, Fault> {
  const builtIn = findBuiltIn(provider);
  const own = Object.hasOwn(config.providers, provider) ? config.providers[provider] : undefined;
  if (builtIn === null && own === undefined) return fail(unknownProvider(provider, model, config));
  if (model.trim() === '') {
    return fail(new Fault('model-unknown', `The model has no name: ${provider}: needs one behind the colon.`));
  }
  const baseUrl = checkBaseUrl(provider, own?.baseUrl ?? builtIn?.baseUrl);
  if (!baseUrl.ok) return baseUrl;
  const apiKey = checkKey(provider, own?.apiKey);
  if (!apiKey.ok) return apiKey;
  return ok({
    provider,
    model,
    protocol: own?.protocol ?? builtIn?.protocol ?? 'openai',
    baseUrl: baseUrl.value,
    apiKey: apiKey.value,
    idleTimeoutMs: config.idleTimeoutMs ?? IDLE_TIMEOUT_MS,
    reasoningEffort: config.reasoningEffort ?? null,
  });
}

function unknownProvider(provider: string, model: string, config: ModelsConfig): Fault {
  const names = [...new Set([...Object.keys(BUILT_IN_PROVIDERS), ...Object.keys(config.providers), SCRIPTED])];
  if (provider === '') {
    const shown = showOnOneLine(model);
    return new Fault('model-unknown', `The model ${shown} names no provider; write it as <provider>:${shown}.`, {
      hint: `providers: ${names.join(', ')}`,
    });
  }
  const meant = nearest(provider, names);
  const suggestion = meant === null ? '' : ` Did you mean ${meant}:${showOnOneLine(model)}?`;
  return new Fault('model-unknown', `There is no provider ${showOnOneLine(provider)}.${suggestion}`, {
    hint: `use one of ${names.join(', ')}, or add providers.${showOnOneLine(provider)} with a base_url to config.yml`,
  });
}

/** Addresses are printed in messages, so nothing secret may stand in them. */
function checkBaseUrl(provider: string, text: string | undefined): Result<string, Fault> {
  const setting = `providers.${provider}.base_url`;
  const hint = 'an example: http://127.0.0.1:8080/v1';
  const refuse = (why: string): Result<string, Fault> =>
    fail(new Fault('config-invalid', `${setting} ${why}.`, { hint }));
  if (text === undefined) return refuse('is missing');
  const url = URL.parse(text);
  if (url === null) return refuse('is no address');
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return refuse('must begin with http:// or https://');
  if (url.username !== '' || url.password !== '') {
    return refuse(`must hold no user name or password; the key belongs into providers.${provider}.api_key`);
  }
  if (url.search !== '' || url.hash !== '') return refuse('must end with the path: no ? and no #');
  return ok(text.replace(/\/+$/, ''));
}

/** Null: this provider needs no key. */
function checkKey(provider: string, given: string | undefined): Result<string | null, Fault> {
  const isNeeded = (findBuiltIn(provider)?.keyVariable ?? null) !== null;
  const key = given?.trim();
  if (key === undefined && !isNeeded) return ok(null);
  if (key === undefined || key === '') {
    const problem = key === undefined ? 'is missing' : 'is empty';
    return fail(
      new Fault('model-key-missing', `The key of ${provider} ${problem}: set ${describeKeySettings(provider)}.`),
    );
  }
  if (/^[\u0021-\u007e]+$/.test(key)) return ok(key);
  return fail(
    new Fault('config-invalid', `The key of ${provider} holds a space, a line break or a letter no key has.`, {
      hint: `look at ${describeKeySettings(provider)}`,
    }),
  );
}
