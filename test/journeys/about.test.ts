import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { createGround } from './start-prompt.ts';

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  readonly version: string;
};

describe('the built program', () => {
  it('says its version, and what it runs on', async () => {
    using ground = createGround();
    for (const words of [['--version'], ['version']]) {
      const { exit, out } = await ground.run(words);
      assert.deepEqual([exit, out], [0, `${version}\n`]);
    }
    const { commit, ...rest } = JSON.parse((await ground.run(['version', '--json'])).out) as Record<string, unknown>;
    assert.deepEqual(rest, { version, node: process.versions.node, platform: `${process.platform}-${process.arch}` });
    assert.match(String(commit), /^([0-9a-f]{40}(-dirty)?|null)$/);
  });

  it('lets nobody set it up from inside the agent', async () => {
    using ground = createGround();
    const env = { BAILIWICK_INSIDE: 'run_1', BAILIWICK_INSIDE_HOME: `${ground.home}/.bailiwick` };
    for (const words of [
      ['setup', '--yes'],
      ['config', 'set', 'model', 'ollama:x'],
    ]) {
      const { exit, err } = await ground.run(words, { env });
      assert.equal(exit, 1, err);
      assert.match(err, /^error: /);
    }
    assert.equal((await ground.run(['config', 'path'], { env })).exit, 0);
  });
});
