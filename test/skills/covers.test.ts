import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { covers, findCovering } from '../../src/skills/covers.ts';
import { COVERED_CASES, LABELLED_SKILLS } from './labelled.ts';

/** Whether a skill covers a request must not depend on how many other skills there are. */
const needed = LABELLED_SKILLS.filter(({ name }) => COVERED_CASES.some(({ covered }) => covered === name));
const REGISTRIES = {
  'all 300': LABELLED_SKILLS,
  'thirty': needed,
  'ten': needed.slice(0, 10),
  'one': needed.slice(0, 1),
};

describe('what no skill covers is learned from', () => {
  for (const [name, skills] of Object.entries(REGISTRIES)) {
    const names = new Set(skills.map((skill) => skill.name));

    it(`at most one of thirty requests of another field is covered among ${name}`, () => {
      const other = COVERED_CASES.filter(({ covered }) => covered === null);
      const wrong = other.filter(({ request }) => covers(skills, request)).map(({ request }) => request);
      assert.ok(wrong.length <= other.length / 30, wrong.join('\n'));
    });

    it(`more than four of five requests that a skill is written for are covered among ${name}`, () => {
      const own = COVERED_CASES.filter(({ covered }) => covered !== null && names.has(covered));
      const missed = own.filter(({ request }) => !covers(skills, request)).map(({ request }) => request);
      assert.ok(missed.length < own.length / 5, missed.join('\n'));
    });
  }

  it('the same work in other words is covered by the skill that was made of it', () => {
    const skill = {
      name: 'release-checklist',
      description: 'Cut a release of this repository: raise the version, write the changelog, tag, publish, check.',
    };
    assert.equal(findCovering([skill], 'please release the next version and publish it with a tag'), skill);
    assert.equal(findCovering([skill], 'why is the sky blue'), null);
  });

  it('nothing is covered where there is no skill, and no text is', () => {
    assert.equal(covers([], 'anything'), false);
    assert.equal(covers(LABELLED_SKILLS, ''), false);
    assert.equal(covers(LABELLED_SKILLS, '???'), false);
  });
});
