import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { CLEAN, openGround } from '../../../test/skills/door-ground.ts';
import { anyDocument } from '../../testing/any-document.ts';

const DOCUMENTS = 1000;
/** In one folder, so that a look stays cheap. */
const AT_ONCE = 20;

describe('what was appended and taken back', () => {
  it('leaves every byte of a thousand documents as it was', async () => {
    const texts = fc.sample(anyDocument, { numRuns: DOCUMENTS, seed: 20_261_130 });
    let [changed, refused] = [0, 0];
    for (let from = 0; from < DOCUMENTS; from += AT_ONCE) {
      await using ground = await openGround(undefined, '', {});
      for (const [i, text] of texts.slice(from, from + AT_ONCE).entries()) {
        const skill = `skill-${i}`;
        ground.edit(`${skill}/SKILL.md`, `---\nname: ${skill}\ndescription: A document.\n---\n${text}`);
        const before = ground.read(`${skill}/SKILL.md`);
        const change = {
          kind: 'append',
          section: 'Workflow',
          description: '',
          body: '- A new step of ours.\n',
        } as const;
        const result = await ground.door.propose({ skill, change, apply: true }, CLEAN);
        if (result.kind !== 'pending') {
          refused++;
          assert.equal(ground.read(`${skill}/SKILL.md`), before);
          continue;
        }
        const { id, revision } = result.proposal;
        assert.equal((await ground.door.apply(id, revision, 'local:1')).kind, 'written');
        assert.notEqual(ground.read(`${skill}/SKILL.md`), before);
        assert.equal((await ground.door.revert(skill, null, 'local:1')).kind, 'written');
        assert.equal(ground.read(`${skill}/SKILL.md`), before);
        changed++;
      }
    }
    assert.ok(changed > DOCUMENTS / 3, `only ${changed} were changed, ${refused} refused`);
  });
});
