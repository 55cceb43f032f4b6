import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { it } from 'node:test';
import { listBlocks } from '../config/guide.ts';
import { createGround } from '../journeys/start-prompt.ts';
import { listOwnCommands } from './own-commands.ts';

it('what docs/guide/skills.md has to try of learning is followed block by block', async () => {
  const page = readFileSync(new URL('../../docs/guide/skills.md', import.meta.url), 'utf8');
  const [, section = ''] = /^### Try it\n([^]*?)^## /m.exec(page) ?? [];
  using ground = createGround();
  const env = { BAILIWICK_ALLOW_FAKE: '1', BAILIWICK_DISTILL_TOOL_THRESHOLD: '' };
  const said: string[] = [];
  for (const { language, name, text } of listBlocks(section)) {
    if (name !== '') ground.write(name, text);
    for (const words of language === 'sh' ? text.split('\n').flatMap(listOwnCommands) : []) {
      const { exit, out, err } = await ground.run(words, { env });
      assert.equal(exit, 0, `${words.join(' ')}: ${out}${err}`);
      said.push(`${words.slice(0, 2).join(' ')}: ${out}`);
    }
  }
  const expected = [
    /^config set: /,
    /^prompt --model: The release is out\.\n$/,
    /^jobs run: (?:job_.* written: Wrote the skill cut-release: .*\n)?$/, // nothing where it is done already
    /^jobs list: job_.* written: [^\n]*\n$/,
    /^skills show: [^]*Publish it, and check that it can be installed\./,
    /^prompt --model: I know how\.\n$/,
    /^prompt --model: The release is out\.\n$/,
    /^jobs list: job_.* written: [^\n]*\n$/,
    /^config set: /,
    /^prompt --model: The circle is drawn\.\n$/,
    /^jobs run: (?:job_.* pending: The skill draw-circle waits as prp_.*\n)?$/,
    /^skills proposals: prp_\S+ .*pending.*draw-circle/,
  ];
  assert.match((await ground.run(['skills', 'list'])).out, /cut-release/);
  assert.doesNotMatch((await ground.run(['skills', 'list'])).out, /draw-circle/);
  assert.equal(said.length, expected.length, said.join('\n'));
  for (const [at, pattern] of expected.entries()) assert.match(said[at] ?? '', pattern);
});
