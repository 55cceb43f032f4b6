import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { WIRE_PROTOCOLS } from '../testing/wire-server/script.ts';
import { startWireServer } from '../testing/wire-server/start-wire-server.ts';
import { openModel } from './open-model.ts';
import { limitNameFor } from './protocols/openai-compatible.ts';
import { isRecord } from './parse-arguments.ts';
import { describeKeySettings, type ModelsConfig, type ProviderConfig } from './provider-table.ts';

const configure = (providers: Record<string, ProviderConfig> = {}, allowFake = false): ModelsConfig => ({
  providers,
  allowFake,
});

interface RefusedCase {
  readonly name: string;
  readonly reference: string;
  readonly config?: ModelsConfig;
  readonly code: string;
  readonly message: string;
  readonly hint?: RegExp;
}

const REFUSED: readonly RefusedCase[] = [
  {
    name: 'a missing key',
    reference: 'anthropic:claude-test',
    code: 'model-key-missing',
    message:
      'The key of anthropic is missing: set ANTHROPIC_API_KEY in the environment, or providers.anthropic.api_key in config.yml, with ${ANTHROPIC_API_KEY} or {file:path} as its value.',
  },
  {
    name: 'an empty key',
    reference: 'openai:gpt-test',
    config: configure({ openai: { apiKey: ' ' } }),
    code: 'model-key-missing',
    message:
      'The key of openai is empty: set OPENAI_API_KEY in the environment, or providers.openai.api_key in config.yml, with ${OPENAI_API_KEY} or {file:path} as its value.',
  },
  {
    name: 'an empty key of an own provider',
    reference: 'my-gate:m',
    config: configure({ 'my-gate': { baseUrl: 'http://127.0.0.1:1/v1', apiKey: '' } }),
    code: 'model-key-missing',
    message:
      'The key of my-gate is empty: set providers.my-gate.api_key in config.yml, with ${MY_GATE_API_KEY} or {file:path} as its value.',
  },
  {
    name: 'a key with a line break',
    reference: 'anthropic:m',
    config: configure({ anthropic: { apiKey: 'sk-one\nsk-two' } }),
    code: 'config-invalid',
    message: 'The key of anthropic holds a space, a line break or a letter no key has.',
  },
  {
    name: 'a provider that is misspelt',
    reference: 'antropic:claude-test',
    code: 'model-unknown',
    message: 'There is no provider antropic. Did you mean anthropic:claude-test?',
    hint: /use one of anthropic, openai, openai-responses, gemini, ollama, scripted, or add providers\.antropic/,
  },
  {
    name: 'a provider like nothing known',
    reference: 'zzzzzzzzzz:m',
    code: 'model-unknown',
    message: 'There is no provider zzzzzzzzzz.',
  },
  {
    name: 'a name that every object has',
    reference: 'constructor:m',
    code: 'model-unknown',
    message: 'There is no provider constructor.',
  },
  {
    name: 'a reference without a provider',
    reference: 'claude-test',
    code: 'model-unknown',
    message: 'The model claude-test names no provider; write it as <provider>:claude-test.',
  },
  {
    name: 'a reference without a name',
    reference: 'ollama:',
    code: 'model-unknown',
    message: 'The model has no name: ollama: needs one behind the colon.',
  },
  {
    name: 'a provider without an address',
    reference: 'mine:m',
    config: configure({ mine: { protocol: 'openai' } }),
    code: 'config-invalid',
    message: 'providers.mine.base_url is missing.',
  },
  {
    name: 'an address that is none',
    reference: 'mine:m',
    config: configure({ mine: { baseUrl: 'localhost:8080' } }),
    code: 'config-invalid',
    message: 'providers.mine.base_url must begin with http:// or https://.',
  },
  {
    name: 'a secret in the address',
    reference: 'mine:m',
    config: configure({ mine: { baseUrl: 'https://me:hunter2@host.example/v1' } }),
    code: 'config-invalid',
    message: 'providers.mine.base_url must hold no user name or password; the key belongs into providers.mine.api_key.',
  },
  {
    name: 'a query in the address',
    reference: 'mine:m',
    config: configure({ mine: { baseUrl: 'https://host.example/v1?key=hunter2' } }),
    code: 'config-invalid',
    message: 'providers.mine.base_url must end with the path: no ? and no #.',
  },
  {
    name: 'a scripted model that nobody allowed',
    reference: 'scripted:demo.yml',
    code: 'fake-model-refused',
    message:
      'A scripted model decides by itself what to do, so scripted:demo.yml runs only with BAILIWICK_ALLOW_FAKE=1.',
  },
];

describe('openModel', () => {
  for (const { name, reference, config = configure(), code, message, hint } of REFUSED) {
    it(`refuses ${name}`, async () => {
      const opened = await openModel(reference, config);
      assert.ok(!opened.ok);
      assert.deepEqual([opened.error.code, opened.error.message], [code, message]);
      if (hint !== undefined) assert.match(opened.error.hint, hint);
    });
  }

  it('opens a local provider without a key, and a name with colons', async () => {
    const opened = await openModel('ollama:qwen3:8b', configure());
    assert.ok(opened.ok);
    assert.deepEqual([opened.value.name, opened.value.scripted], ['ollama:qwen3:8b', false]);
  });

  for (const protocol of WIRE_PROTOCOLS) {
    it(`sends no key header to a provider that has none (${protocol})`, async () => {
      await using server = await startWireServer([{ say: 'Hello.' }]);
      const opened = await openModel('mine:m', configure({ mine: { protocol, baseUrl: `${server.baseUrl}/` } }));
      assert.ok(opened.ok);
      const request = {
        system: '',
        messages: [{ role: 'user', text: 'x' }],
        tools: [],
        maxOutputTokens: 1,
        replies: 0,
      } as const;
      for await (const delta of opened.value.stream(request, new AbortController().signal)) assert.ok(delta);
      const headers = server.requests[0]?.headers ?? {};
      assert.deepEqual(
        [headers['x-api-key'], headers['x-goog-api-key'], headers.authorization],
        [undefined, undefined, undefined],
      );
    });
  }

  it('speaks the openai protocol to a provider of the configuration unless told otherwise', async () => {
    await using server = await startWireServer([{ say: 'Hello.' }]);
    const opened = await openModel('mine:m', configure({ mine: { baseUrl: server.baseUrl } }));
    assert.ok(opened.ok);
    const request = {
      system: 's',
      messages: [{ role: 'user', text: 'x' }],
      tools: [],
      maxOutputTokens: 9,
      replies: 0,
    } as const;
    for await (const delta of opened.value.stream(request, new AbortController().signal)) assert.ok(delta);
    const [sent] = server.requests;
    assert.equal(sent?.path, '/v1/chat/completions');
    assert.ok(isRecord(sent.body));
    assert.deepEqual(sent.body['messages'], [
      { role: 'system', content: 's' },
      { role: 'user', content: 'x' },
    ]);
  });
});

describe('describeKeySettings', () => {
  it('offers a variable for a provider that has no fixed one', () => {
    assert.equal(
      describeKeySettings('my gate'),
      'providers.my gate.api_key in config.yml, with ${MY_GATE_API_KEY} or {file:path} as its value',
    );
  });
});

describe('limitNameFor', () => {
  for (const [baseUrl, expected] of [
    ['https://api.openai.com/v1', 'max_completion_tokens'],
    ['https://mine.openai.azure.com/openai/v1', 'max_completion_tokens'],
    ['http://127.0.0.1:11434/v1', 'max_tokens'],
    ['https://api.openai.com.example.org/v1', 'max_tokens'],
  ] as const) {
    it(`is ${expected} at ${baseUrl}`, () => assert.equal(limitNameFor(baseUrl), expected));
  }
});
