import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Shelf, Skill } from '../../../vocab/skill.ts';
import { findActive } from './active-skill.ts';
import { renderSkills, skillsCommand } from './slash-skills.ts';
import type { ChatDesk } from '../chat-desk.ts';

const PLACE = { path: '/h/skills', kind: 'own', isProject: false } as const;

const skill = (given: Partial<Skill>): Skill => ({
  name: 'a',
  description: 'About a.',
  place: PLACE,
  file: '/h/skills/a.md',
  folder: null,
  stamp: '',
  watched: [],
  allowedTools: [],
  notes: [],
  findings: [],
  state: 'enabled',
  shadows: [],
  ...given,
});

const shelf = (given: Partial<Shelf>): Shelf => ({
  skills: [],
  broken: [],
  withheld: [],
  writePlace: PLACE,
  ...given,
});

describe('the list of skills in the chat', () => {
  it('has the marks in front of the description, which is short', () => {
    const skills = [skill({ description: 'x'.repeat(1_000), state: 'disabled' }), skill({ name: 'bcd' })];
    assert.deepEqual(renderSkills(shelf({ skills }), 'bcd', null).split('\n'), [
      'Skills',
      `  a    (disabled) ${'x'.repeat(99)}…  [home]`,
      '  bcd  (active) About a.  [home]',
    ]);
  });

  it('says what is not read, what is broken, and that none is used', () => {
    const broken = [{ name: 'b\u001b', place: PLACE, file: '/h/b.md', line: 1, reason: 'it is not UTF-8' }];
    assert.deepEqual(renderSkills(shelf({ broken, withheld: ['/p/skills'] }), null, 'tools.skill').split('\n'), [
      'Skills',
      '  b\\u{1b} (broken)  /h/b.md: it is not UTF-8',
      '  /p/skills is not read: nobody trusts the project',
      '  The model has none of them: tools.skill is false.',
    ]);
  });
});

it('no skill becomes the active one while skills are off', async () => {
  const app = { skills: { offBy: 'skills.enabled' } } as unknown as ChatDesk['app'];
  const why = 'No skill is used while skills.enabled is false.';
  assert.deepEqual(await findActive(app, 'a'), {
    isActive: false,
    why,
    hint: 'bailiwick config set skills.enabled true',
  });
  await assert.rejects(async () => skillsCommand.run({ app } as ChatDesk, 'a'), new RegExp(why));
});
