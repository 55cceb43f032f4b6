import assert from 'node:assert/strict';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { needs } from '../outside.ts';
import { createGround, type Ground } from './start-prompt.ts';

const SCENARIO = '- calls: [{tool: shell, input: {command: "echo hi"}}]\n- say: done\n';
const FAKE = { BAILIWICK_ALLOW_FAKE: '1' };

/** A script that starts its arguments where `folder` cannot be written, or where these programs are not found. */
function createWrapper(ground: Ground, ...options: readonly string[]): string {
  const script = join(ground.home, '..', 'wrapped.sh');
  writeFileSync(script, `#!/bin/sh\nexec bwrap --dev-bind / / ${options.join(' ')} -- "$@"\n`);
  chmodSync(script, 0o755);
  return script;
}

const prepare = (): Ground => {
  const ground = createGround();
  ground.write('a.yml', SCENARIO);
  ground.write('../home/.bailiwick/rules.yml', 'permissions: {}\n');
  return ground;
};

describe('a machine that lacks something', needs('bwrap'), () => {
  it('such as a home that can be written: the turn ends before anything runs', async () => {
    using ground = prepare();
    const through = createWrapper(ground, '--ro-bind', ground.home, ground.home);
    const ended = await ground.run(['prompt', '-m', 'scripted:a.yml', 'hi'], { env: FAKE, through });
    assert.equal(ended.exit, 1, ended.err);
    assert.match(ended.err, /^error: The store .*state\.db may not be written: the file system is read-only/m);
    assert.doesNotMatch(ended.err, /^shell/m);
  });

  it('such as a home that could be written once: what is stored stays', async () => {
    using ground = prepare();
    const first = await ground.run(['prompt', '-m', 'scripted:a.yml', 'hi'], { env: FAKE });
    assert.equal(first.exit, 0, first.err);
    const through = createWrapper(ground, '--ro-bind', ground.home, ground.home);
    const second = await ground.run(['prompt', '-m', 'scripted:a.yml', 'hi'], { env: FAKE, through });
    assert.equal(second.exit, 1, second.err);
    const third = await ground.run(['prompt', '-m', 'scripted:a.yml', 'hi'], { env: FAKE });
    assert.equal(third.exit, 0, third.err);
  });

  it('such as git and ripgrep: the turn goes on, and the results say what is missing', async () => {
    using ground = prepare();
    ground.write(
      'a.yml',
      '- calls:\n  - {tool: shell, input: {command: git status}}\n  - {tool: grep, input: {pattern: say}}\n- say: done\n',
    );
    const { exit, err } = await ground.run(['prompt', '-m', 'scripted:a.yml', 'hi'], {
      env: { ...FAKE, PATH: '/nowhere' },
    });
    assert.equal(exit, 0, err);
    assert.match(err, /^grep {2}say {2}allow \(mode-fallback\) {2}\d+ ms$/m);
    assert.match(err, /^shell {2}git status {2}allow \(readonly\) {2}failed, /m);
  });
});
