import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { DoorGround } from '../../../../test/skills/door-ground.ts';
import {
  accept,
  APPEND,
  codeOf,
  CREATE,
  openWorkshopGround,
  proposalOf,
  SKILL,
  suggest,
} from '../../../../test/skills/workshop-ground.ts';

/** What a new skill of this name is called, or why there is none. */
async function nameOf(ground: DoorGround, given: string): Promise<string> {
  const result = await suggest(ground, CREATE, given);
  return result.kind === 'pending' ? result.proposal.skill : codeOf(result);
}

const LONG = 'a'.repeat(70);
const CUT = `${'ab-'.repeat(21)}ab`;

const NAMES: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
  ['in letters without a Latin form [T050]', { 部署: 'skill-3ca77185', 发布: 'skill-b61f333b' }],
  [
    'that differ in how an accent is written are one [T052]',
    { 'caf\u00e9-run': 'cafe-run', 'cafe\u0301-run': 'duplicate' },
  ],
  ['in wide letters are those in narrow ones [T053]', { ＤＥＰＬＯＹ: 'deploy' }],
  ['with a Kelvin sign are those with a k [T054]', { '\u212aube': 'kube' }],
  [
    'of any length end somewhere, and never in a hyphen [T055]',
    {
      'x': 'name-invalid',
      '': 'name-invalid',
      'xy': 'xy',
      [LONG.slice(0, 64)]: LONG.slice(0, 64),
      [`${LONG} and more`]: 'duplicate',
      [`${CUT} c`]: CUT.slice(0, 64).replace(/-$/, ''),
      ['b'.repeat(300)]: 'b'.repeat(64),
    },
  ],
  [
    'with a character that is not seen are refused [T056]',
    {
      'de\u200bploy': 'name-invalid',
      'de\u00adploy': 'name-invalid',
      'deploy\u202e': 'name-invalid',
      'a\u0000b': 'name-invalid',
    },
  ],
  [
    'that some system takes for a device are refused [T058]',
    { con: 'name-invalid', NUL: 'name-invalid', com1: 'name-invalid', lpt9: 'name-invalid', console: 'console' },
  ],
  [
    'that look like a path are refused, not made into something else [T059]',
    {
      '../../etc/passwd': 'name-invalid',
      'a/b': 'name-invalid',
      'a\\b': 'name-invalid',
      '.hidden': 'name-invalid',
      'a..b': 'name-invalid',
    },
  ],
];

describe('names', () => {
  for (const [name, expected] of NAMES) {
    it(name, async () => {
      await using ground = await openWorkshopGround();
      const found: Record<string, string> = {};
      for (const given of Object.keys(expected)) found[given] = await nameOf(ground, given);
      assert.deepEqual(found, expected);
    });
  }

  it('that come to the same never have one skill written into the other [T051]', async () => {
    await using ground = await openWorkshopGround();
    const other = { ...CREATE, body: '## Workflow\n\n- Other.\n' };
    const one = proposalOf(await suggest(ground, CREATE, 'C++ notes'));
    const two = proposalOf(await suggest(ground, other, 'C# notes'));
    assert.deepEqual([one.skill, two.skill], ['c-notes', 'c-notes']);
    assert.match(two.notes.join('\n'), /asked for as "C# notes"/);
    await accept(ground, one);
    assert.equal(codeOf(await accept(ground, two)), 'conflicted');
    assert.doesNotMatch(ground.read('c-notes/SKILL.md') ?? '', /Other/);
    assert.equal(codeOf(await suggest(ground, other, 'C# notes')), 'exists');
  });

  it('that stand for another one in letters that look alike are told to the person [T054]', async () => {
    await using ground = await openWorkshopGround();
    const { skill, notes } = proposalOf(await suggest(ground, CREATE, 'd\u0435ploy'));
    assert.notEqual(skill, 'deploy');
    assert.match(notes.join('\n'), /asked for as "d\u0435ploy", and is called d-ploy here/);
  });

  it('that differ in case are one [T043]', async () => {
    await using ground = await openWorkshopGround();
    ground.edit('Deploy/SKILL.md', SKILL.replace('name: gif', 'name: Deploy'));
    const proposal = proposalOf(await suggest(ground, APPEND, 'deploy'));
    assert.equal((await accept(ground, proposal)).kind, 'written');
    assert.deepEqual(ground.list(), ['Deploy']);
    assert.match(ground.read('Deploy/SKILL.md') ?? '', /Note the license/);
  });

  it('of nothing that is there name the nearest one [T176]', async () => {
    await using ground = await openWorkshopGround();
    ground.edit('animated-gif/SKILL.md', SKILL.replace('name: gif', 'name: animated-gif'));
    const result = await suggest(ground, { kind: 'replace', oldText: 'Look.', newText: 'See.' }, 'animated-gifs');
    assert.deepEqual(result, {
      kind: 'refused',
      code: 'no-skill',
      message: 'there is no skill animated-gifs; did you mean animated-gif?',
    });
  });

  it('are the whole name: the beginning of one finds nothing [T158]', async () => {
    await using ground = await openWorkshopGround();
    ground.edit('deploy-site/SKILL.md', SKILL.replace('name: gif', 'name: deploy-site'));
    await ground.door.history('deploy-site');
    for (const name of ['deploy', 'deploy-sit', 'deploy-site-2'])
      await assert.rejects(ground.door.revert(name, 1, 'local:1'), { code: 'not-found' });
  });
});
