import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { startWireServer } from '../../src/testing/wire-server/start-wire-server.ts';
import { createQuickGround } from './start-here.ts';
import type { Ground } from './start-prompt.ts';

const KEY = 'sk-hidden-12345678';

interface Row {
  readonly name: string;
  readonly ready: boolean;
  readonly keyFrom: string | null;
  readonly models?: readonly string[] | null;
}

async function rowsOf(ground: Ground, words: readonly string[] = [], env = {}): Promise<readonly Row[]> {
  const { out } = await ground.run(['models', '--json', ...words], { env });
  const { providers } = JSON.parse(out) as { readonly providers: readonly Row[] };
  assert.ok(!out.includes(KEY), out);
  return providers.map(({ name, ready, keyFrom, models }) => ({
    name,
    ready,
    keyFrom: keyFrom?.replace(ground.home, '~') ?? null,
    ...(models === undefined ? {} : { models }),
  }));
}

function store(ground: Ground, keys: Readonly<Record<string, string>>): void {
  mkdirSync(join(ground.home, '.bailiwick'), { recursive: true });
  writeFileSync(join(ground.home, '.bailiwick/credentials.json'), JSON.stringify(keys), { mode: 0o600 });
}

describe('models', () => {
  it('says of a fresh home what is missing', async () => {
    using ground = createQuickGround();
    const { exit, out } = await ground.run(['models']);
    assert.equal(exit, 0);
    assert.match(out, /^model {6}none chosen; bailiwick setup$/m);
    assert.match(out, /^anthropic +not ready {2}https:\/\/api\.anthropic\.com\/v1$/m);
    assert.match(out, /^ +bailiwick setup, or set ANTHROPIC_API_KEY in the environment/m);
    assert.match(out, /^ollama +ready +http:\/\/127\.0\.0\.1:11434\/v1$/m);
  });

  it('says where each key comes from: the configuration before credentials.json before the variable', async () => {
    using ground = createQuickGround(
      `providers:\n  anthropic:\n    api_key: ${KEY}\n  gateway:\n    base_url: http://h/v1\n`,
    );
    store(ground, { anthropic: KEY, openai: KEY, gateway: KEY, stranger: KEY });
    const rows = await rowsOf(ground, [], { GEMINI_API_KEY: KEY, ANTHROPIC_API_KEY: KEY, OPENAI_API_KEY: KEY });
    assert.deepEqual(Object.fromEntries(rows.map(({ name, keyFrom }) => [name, keyFrom])), {
      'anthropic': '~/.bailiwick/config.yml:3',
      'openai': '~/.bailiwick/credentials.json',
      'openai-responses': '~/.bailiwick/credentials.json',
      'gemini': 'GEMINI_API_KEY',
      'ollama': null,
      'gateway': '~/.bailiwick/credentials.json',
    });
  });

  for (const protocol of ['anthropic', 'openai', 'openai-responses', 'gemini']) {
    it(`lists what a provider has over ${protocol}, with its stored key`, async () => {
      await using server = await startWireServer([], { models: ['large-1', 'small\u001b[2J'], key: KEY });
      using ground = createQuickGround(
        `providers:\n  gateway:\n    base_url: ${server.baseUrl}\n    protocol: ${protocol}\n`,
      );
      store(ground, { gateway: KEY });
      assert.deepEqual(await rowsOf(ground, ['--remote', 'gateway']), [
        {
          name: 'gateway',
          ready: true,
          keyFrom: '~/.bailiwick/credentials.json',
          models: ['large-1', 'small\u001b[2J'],
        },
      ]);
      const { out } = await ground.run(['models', '--remote', 'gateway']);
      assert.match(out, /^ {2}gateway:large-1\n {2}gateway:small\\u\{1b\}\[2J$/m);
    });
  }

  it('says how the one that was named failed, and goes on where all are asked', async () => {
    await using server = await startWireServer([], { models: [], key: KEY });
    await using other = await startWireServer([], {});
    using ground = createQuickGround(
      `providers:\n  gateway:\n    base_url: ${server.baseUrl}\n    api_key: sk-wrong-123456\n  none:\n    base_url: ${other.baseUrl}\n`,
    );
    const named = await ground.run(['models', '--remote', 'gateway']);
    assert.deepEqual([named.exit, named.out], [7, '']);
    assert.match(named.err, /answered 401 Unauthorized: invalid key/);
    const all = await ground.run(['models', '--remote'], { env: { HOME: ground.home } });
    assert.equal(all.exit, 0);
    assert.match(all.out, /answered 404 Not Found: no such route/);
    assert.doesNotMatch(all.out + named.err, /sk-wrong/);
    const unknown = await ground.run(['models', 'gatway']);
    assert.match(unknown.err, /There is no provider gatway\. Did you mean gateway\?/);
  });

  it('is used by a turn: a stored key goes out with the request', async () => {
    await using server = await startWireServer([{ say: 'Hello.' }], { key: KEY });
    using ground = createQuickGround(`model: gateway:m\nproviders:\n  gateway:\n    base_url: ${server.baseUrl}\n`);
    store(ground, { gateway: KEY });
    assert.equal((await ground.prompt(['hi'])).result.answer, 'Hello.');
  });
});
