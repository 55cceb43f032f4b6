import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createGround, type Ground } from './start-prompt.ts';

const RELEASE = '---\nname: release\ndescription: How to release. Use when asked to.\n---\n\n# Release\n\nTwice.\n';
const FAKE = { BAILIWICK_ALLOW_FAKE: '1' };
const LINE = '- release: How to release. Use when asked to.';

function withSkill(config = ''): Ground {
  const ground = createGround(config);
  ground.write('../home/.bailiwick/skills/release/SKILL.md', RELEASE);
  ground.write('play.yml', '- calls: [{ tool: skill, input: { name: release } }]\n- say: done\n');
  return ground;
}

const context = async (ground: Ground): Promise<string> => (await ground.run(['prompt', '--show-context', 'hi'])).out;

describe('a skill in a turn', () => {
  it('stands in the index, is loaded by its name, and that is an event of its own', async () => {
    using ground = withSkill();
    assert.ok((await context(ground)).includes(`\n${LINE}\n`));
    const words = ['prompt', '--model', 'scripted:play.yml', '--output-format', 'stream-json', 'hi'];
    const { out } = await ground.run(words, { env: FAKE });
    const events = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>);
    const [loaded, ...more] = events.filter(({ kind }) => kind === 'skill.loaded');
    assert.deepEqual([loaded?.['name'], more], ['release', []]);
    assert.equal(loaded?.['run'], events[0]?.['run']);
    const ended = events.find(({ kind }) => kind === 'call.ended');
    assert.equal(ended?.['text'], "Skill 'release' loaded:\n\n# Release\n\nTwice.");
    const stats = JSON.parse((await ground.run(['skills', 'stats', '--json'])).out) as { loaded: number };
    assert.equal(stats.loaded, 1);
  });

  const off: readonly (readonly [string, string])[] = [
    ['without the tool', 'tools: { skill: false }\n'],
    ['where skills are off', 'skills: { enabled: false }\n'],
  ];
  for (const [name, config] of off) {
    it(`is not there ${name}`, async () => {
      using ground = withSkill(config);
      const shown = await context(ground);
      assert.doesNotMatch(shown, /## Skills|^skill: /m);
      const { result } = await ground.prompt(['--model', 'scripted:play.yml', 'hi'], { env: FAKE });
      assert.deepEqual(
        result.calls.map(({ outcome }) => outcome),
        ['denied'],
      );
    });
  }

  it('is not there without any skill', async () => {
    using ground = createGround('skills: { include_builtin: false }\n');
    assert.doesNotMatch(await context(ground), /## Skills/);
  });
});
