import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { startWireServer } from '../../src/testing/wire-server/start-wire-server.ts';
import { createQuickGround } from './start-here.ts';
import type { Ground } from './start-prompt.ts';

interface Row {
  readonly name: string;
  readonly level: string;
  readonly says: string;
  readonly hint: string | null;
}

async function look(ground: Ground, words: readonly string[] = [], env = {}) {
  const { exit, out } = await ground.run(['doctor', '--json', ...words], { env });
  const { checks } = JSON.parse(out) as { readonly checks: readonly Row[] };
  const rows = checks.map(({ name, level, says }) => `${level} ${name}: ${says.replaceAll(ground.home, '~')}`);
  return { exit, rows, row: (name: string) => rows.find((text) => text.includes(` ${name}: `)) ?? 'none', checks };
}

describe('doctor', () => {
  it('looks at everything in a fresh home, and is well', async () => {
    using ground = createQuickGround();
    const { exit, row, checks } = await look(ground);
    assert.equal(exit, 0);
    assert.deepEqual(
      checks.map(({ name }) => name),
      'node terminal git ripgrep config sandbox home cache database keys model trust plugins policy'.split(' '),
    );
    assert.equal(row('model'), 'warning model: no model is chosen');
    assert.equal(row('keys'), 'warning keys: no key of any provider is set');
    assert.equal(row('config'), 'ok config: no file; the defaults count');
  });

  it('says of a broken configuration what and where, and still looks at the rest', async () => {
    using ground = createQuickGround('approvals:\n  mode: sometimes\n');
    const { exit, row } = await look(ground);
    assert.equal(exit, 1);
    assert.match(row('config'), /^fault config: .*config\.yml:2: approvals\.mode must be manual, auto or skip/s);
    assert.match(row('node'), /^ok node/);
  });

  it('says where keys come from, and which is missing', async () => {
    using ground = createQuickGround('model: anthropic:x\nfallback_models: [ollama:y]\n');
    const without = await look(ground);
    assert.deepEqual([without.exit, without.row('keys')], [1, 'fault keys: the key of anthropic is missing']);
    const given = await look(ground, [], { ANTHROPIC_API_KEY: 'sk-hidden-12345678' });
    assert.equal(given.row('keys'), 'ok keys: anthropic from ANTHROPIC_API_KEY; ollama has none and is asked without');
    assert.equal(given.row('model'), 'ok model: anthropic:x (~/.bailiwick/config.yml:1), not asked now');
    assert.doesNotMatch(JSON.stringify(given), /sk-hidden/);
  });

  it('asks the models with --online, and only then', async () => {
    await using server = await startWireServer([{ say: 'Hello.' }]);
    using ground = createQuickGround(
      `model: gateway:m\nfallback_models: [gateway:n]\nproviders:\n  gateway:\n    base_url: ${server.baseUrl}\n`,
    );
    await look(ground);
    assert.equal(server.requests.length, 0);
    const { exit, rows } = await look(ground, ['--online']);
    const models = rows.filter((text) => text.includes(' model: '));
    assert.equal(exit, 0);
    assert.match(models[0] ?? '', /^ok model: gateway:m answers, after \d+ ms$/);
    assert.match(models[1] ?? '', /^warning model: gateway:n answered 500 /);
  });

  it('finds a damaged database', async () => {
    await using server = await startWireServer([{ say: 'Hello.' }]);
    using ground = createQuickGround(`model: gateway:m\nproviders:\n  gateway:\n    base_url: ${server.baseUrl}\n`);
    assert.equal((await ground.prompt(['hi'])).exit, 0);
    const file = join(ground.home, '.bailiwick/state.db');
    assert.match((await look(ground)).row('database'), /^ok database: .* is whole$/);
    const bytes = readFileSync(file);
    writeFileSync(file, bytes.fill(0x5a, 4096 * 2, bytes.length));
    assert.match((await look(ground)).row('database'), /^fault database: The store .* is damaged/);
  });

  it('says of a cache that others can write that it is not used', async () => {
    using ground = createQuickGround();
    mkdirSync(join(ground.home, '.bailiwick/cache'), { recursive: true, mode: 0o700 });
    chmodSync(join(ground.home, '.bailiwick/cache'), 0o777);
    assert.match((await look(ground)).row('cache'), /^warning cache: .* is not yours alone/);
  });

  it('says what of this project does not count yet', async () => {
    using ground = createQuickGround('model: ollama:x\n');
    ground.write('.bailiwick/config.yml', 'permissions:\n  "shell make *": allow\n');
    assert.match(
      (await look(ground)).row('trust'),
      /^ok trust: not trusted, so only what restricts counts of .*config\.yml$/,
    );
  });
});
