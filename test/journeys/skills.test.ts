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
      assert.match((await ground.run(['skills', 'list'])).err, /^The model has none of them: \S+ is false\.$/m);
      const { result } = await ground.prompt(['--model', 'scripted:play.yml', 'hi'], { env: FAKE });
      assert.deepEqual(
        result.calls.map(({ outcome }) => outcome),
        ['denied'],
      );
    });
  }

  it('is made by the model where nobody else had a word, and can be loaded at once', async () => {
    using ground = createGround();
    const draft = {
      action: 'create',
      name: 'cut-release',
      description: 'Cut a release.',
      body: '# Cut\n\nTwice: "a" \\ b.',
    };
    const calls = [draft, { ...draft, body: 'other' }, { name: 'cut-release' }];
    const replies = [{ calls: calls.map((input) => ({ tool: 'skill', input })) }, { say: 'done' }];
    ground.write('play.yml', JSON.stringify(replies));
    const words = ['prompt', '--model', 'scripted:play.yml', '--output-format', 'stream-json', 'keep that'];
    const { out } = await ground.run(words, { env: FAKE });
    const events = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>);
    const texts = events.flatMap((event) => (event['kind'] === 'call.ended' ? [event['text']] : []));
    const file = `${ground.home}/.bailiwick/skills/cut-release/SKILL.md`;
    assert.deepEqual(texts, [
      `Skill 'cut-release' created: ${file}. It can be loaded at once.`,
      `Skill 'cut-release' was not created: there is a skill cut-release already (enabled, ${file}).`,
      `Skill 'cut-release' loaded:\n\n${draft.body}`,
    ]);
    const created = events.filter(({ kind }) => kind === 'skill.created');
    assert.deepEqual(
      created.map(({ name, file_path: path }) => [name, path]),
      [['cut-release', file]],
    );
  });

  it('is named as one that may lie where nothing is read', async () => {
    using ground = createGround();
    ground.write('.bailiwick/skills/local/SKILL.md', RELEASE);
    const { exit, err } = await ground.run(['skills', 'show', 'local']);
    assert.equal(exit, 2);
    assert.match(err, /There is no skill local\. \S+ is not read: nobody trusts the project\.\n.*bailiwick trust/);
  });

  it('is not there without any skill', async () => {
    using ground = createGround('skills: { include_builtin: false }\n');
    assert.doesNotMatch(await context(ground), /## Skills/);
  });
});
