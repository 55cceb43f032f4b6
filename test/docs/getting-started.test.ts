import assert from 'node:assert/strict';
import { it } from 'node:test';
import { startWireServer } from '../../src/testing/wire-server/start-wire-server.ts';
import { readBlocks } from '../config/guide.ts';
import { createGround } from '../journeys/start-prompt.ts';
import { listOwnCommands } from './own-commands.ts';

/** What a test cannot do: ask a person (journeys of their own show that), or reach somebody else's machine. */
const isElsewhere = (words: readonly string[]): boolean =>
  (words.length === 1 && ['setup', 'chat'].includes(words[0] ?? '')) ||
  words.some((word) => word === '--remote' || word === 'anthropic' || word.startsWith('openai'));

const isServer = (word: string): boolean => /^https?:\/\/(127\.0\.0\.1:8080|models\.example\.org)\/v1$/.test(word);

for (const [page, config] of [
  ['getting-started', ''],
  ['models-and-keys', 'model: ollama:x\n'],
] as const) {
  it(`docs/guide/${page}.md is followed line by line`, async () => {
    await using server = await startWireServer(() => ({ say: 'It is a tool.' }));
    using ground = createGround(config);
    const env = { ANTHROPIC_API_KEY: 'sk-hidden-123456', GATEWAY_KEY: 'sk-hidden-654321' };
    const lines = readBlocks(`guide/${page}.md`)
      .filter(({ language }) => language === 'sh')
      .flatMap(({ text }) => text.split('\n'));
    const followed: string[] = [];
    for (const words of lines.flatMap(listOwnCommands).filter((words) => !isElsewhere(words))) {
      const given = words.map((word) => (isServer(word) ? server.baseUrl : word));
      const { exit, out, err } = await ground.run(given, { env });
      assert.equal(exit, 0, `${words.join(' ')}: ${out}${err}`);
      assert.doesNotMatch(out + err, /sk-hidden/);
      followed.push(words[0] ?? '');
    }
    assert.deepEqual(followed, FOLLOWED[page]);
  });
}

const FOLLOWED = {
  'getting-started': 'setup prompt doctor doctor completion completion completion'.split(' '),
  'models-and-keys': 'models config config config setup'.split(' '),
};
