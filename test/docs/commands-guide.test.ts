import assert from 'node:assert/strict';
import { it } from 'node:test';
import { readBlocks } from '../config/guide.ts';
import { createQuickGround } from '../journeys/start-here.ts';
import { listOwnCommands } from './own-commands.ts';

it('docs/guide/commands.md is followed block by block', async () => {
  using ground = createQuickGround();
  ground.write('scenario.yml', '- say: I look.\n');
  ground.write('../home/.bailiwick/config.yml', `model: scripted:${ground.project}/scenario.yml\n`);
  const env = { BAILIWICK_ALLOW_FAKE: '1' };
  const followed: string[] = [];
  let last = '';
  for (const { language, name, text } of readBlocks('guide/commands.md')) {
    if (language === 'md') ground.write(name, text);
    if (language === 'text') assert.equal(last, text);
    if (language !== 'sh') continue;
    for (const words of text.split('\n').flatMap(listOwnCommands)) {
      const { exit, out, err } = await ground.run(words, { env });
      assert.equal(exit, 0, `${words.join(' ')}: ${out}${err}`);
      followed.push(words.slice(0, 2).join(' '));
      last = out;
    }
  }
  assert.equal(last, 'I look.\n');
  assert.deepEqual(
    followed,
    'trust --yes,prompt --preview,commands list,commands show,trust --yes,prompt --preview,prompt /review src'.split(
      ',',
    ),
  );
});
