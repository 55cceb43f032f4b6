import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { createGround } from './start-prompt.ts';

describe('a skill of a person', () => {
  it('is begun, shown, switched off and on, edited and taken back by a person in an empty home', async () => {
    using ground = createGround();
    const run = async (...words: readonly string[]): Promise<string> => {
      const { exit, out, err } = await ground.run(['skills', ...words]);
      assert.equal(exit, 0, err);
      return out;
    };
    const context = async (): Promise<string> => (await ground.run(['prompt', '--show-context', 'hi'])).out;
    const file = `${ground.home}/.bailiwick/skills/demo/SKILL.md`;
    assert.match(await run('new', 'demo', '--description', 'Shows it. Use for demos.'), new RegExp(`^wrote ${file}; `));
    assert.match(await run('list'), /^\+ demo +Shows it\. Use for demos\. {2}\[home\]$/m);
    assert.match(await run('show', 'demo'), /^demo \(enabled, home\)\n/);
    assert.match(await run('stats'), /^skills_created_total 1$/m);
    assert.match(await run('validate', 'demo'), / is valid\n$/);
    assert.equal(await run('disable', 'demo'), 'demo is disabled\n');
    assert.doesNotMatch(await context(), /^- demo: /m);
    assert.equal(await run('enable', 'demo'), 'demo is enabled\n');
    assert.match(await context(), /^- demo: Shows it\. Use for demos\.$/m);
    const before = readFileSync(file, 'utf8');
    writeFileSync(file, `${before}\nMore.\n`);
    assert.match(await run('history', 'demo'), /^ +1 .* create +local:\d+\n +2 .* edit +owner\n$/);
    assert.match(await run('diff', 'demo'), /^\+More\.$/m);
    await run('revert', 'demo', '--yes');
    assert.equal(readFileSync(file, 'utf8'), before);
    assert.match(await run('history', 'demo'), /^ +3 .* revert /m);
    const again = await ground.run(['skills', 'new', 'demo', '--description', 'x']);
    assert.deepEqual([again.exit, again.err.startsWith('error: There is a skill demo already')], [1, true]);
  });
});
