import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { findPlanLanguage } from './plan-language.ts';

const HONEST: readonly string[] = [
  '# Changelog entry\n\n1. Read the diff and the issue it closes.\n2. Write one line in the past tense.\n3. Put it under the heading that fits: Added, Changed, Fixed.',
  'Step 1: change into the package directory.\nStep 2: run `npm ci`.',
  '1. Update the lock file.\n2. Change the version to the next minor.\n3. Add a section to the changelog.',
  '- Update the changelog so that every entry has an issue number.',
  'Add a step to the pipeline that runs the linter.',
  'Replace the paragraph in the README that names the old host.',
  'Use this skill when the user asks for release notes.',
  'This skill adds test cases to the sanitizer.',
  'This skill should be used when a screenshot is replaced.',
  'The skill should not run without a clean tree; stop and say so.',
  'Do not change this skill level of the opponent while a game is running.',
  'Change the skill level of the bot in `config/bots.yml`.',
  'Update the skill matrix of the team every quarter.',
  '## Workflow\n\n- Verify true animation.\n- Record attribution.\n- Store a local approved copy.',
  '## Proposed changes\n\nList each file and what the pull request does to it.',
  'Read the proposal first. This proposal template has four parts: problem, options, costs, decision.',
  'A proposal adds value when it names what is dropped. Say so in the review.',
  'If the patch adds a dependency, look at its licence.',
  'This change adds a migration, so run the tests with both databases.',
  '```md\nUpdate the skill so that it checks the frame count.\n```\n\nSend that to the maintainer.',
  'When somebody writes "update the skill so that it runs faster", ask which skill they mean.',
  '<!-- Add a section to this skill when a third provider appears. -->\n\nPick the provider by price.',
  'Skills live in `.bailiwick/skills`. List them with `bailiwick skills list` before you write another one.',
  'For questions about PDF files load the pdf skill and follow it.',
  'Then load the skill `media-asset-qa` to check the result.',
  'Ask the owner before you edit a skill; they review each change.',
  'I suggest to the user which of the two branches to keep; we never delete both.',
  'We recommend the skill review at the end of each sprint.',
  'Create a branch that is named after the issue. Create a section for each reader.',
  'Write the plan first: goal, steps, risks. Step 1 of the plan names the owner.',
  'Improve this text by short sentences. Rewrite the paragraph when it has more than five lines.',
  '¿Cambiar algo? Ejecuta `make build` y espera la respuesta.',
  'Add the new player to the skill rating table and save it.',
  'The new skill tree of the game is drawn from `data/tree.json`.',
  'First, update the tests. Then, change the code so that they pass.',
  'Deploy: run `make build`, wait for the user’s yes, run `make deploy-staging`, then open the health page and report.',
];

const PLANS: readonly string[] = [
  'Step 1: change the skill to check the frame count.',
  'Update the skill so that it also verifies the licence.',
  'This proposal adds a check for animated GIFs.',
  '1. Update the existing skill to mention the new host.\n2. Test it.',
  '- Add a section "Checks" to the skill that lists the dimensions.',
  'Add a new step to this skill: verify the attribution.',
  'Create a new skill that validates animated media.',
  'Please extend the `gif-check` skill so that it reads the frame count.',
  'The skill should be updated to cover WebP.',
  'The updated skill will also ask for the attribution.',
  'I propose to extend the skill by a check of the licence.',
  'We suggest adding a bullet on licences to the skill.',
  'I will update this skill with the new command.',
  '## Proposed changes to the skill\n\n- check GIFs',
  'Proposed skill update: verify the frame count.',
  'First, modify the skill’s workflow to include the linter.',
  'Check the GIF. Then, rewrite the media skill to use ffprobe.',
  'Change the\nskill so that the gate\nruns first.',
  'In short: insert a line on licences into the existing skill.',
  'This update to the skill introduces a gate.',
  'The skill should also mention the licence.',
  "I'd add a section about licences to the media-qa skill.",
  'Let’s improve the skill by naming the host.',
  'Step 2 - Append a bullet on retries to the section Workflow of the skill.',
];

describe('a text that tells of a change instead of being the skill [T098]', () => {
  for (const body of HONEST) {
    it(`is not: ${JSON.stringify(body.slice(0, 60))}`, () => assert.equal(findPlanLanguage(body), null));
  }
  for (const body of PLANS) {
    it(`is: ${JSON.stringify(body.slice(0, 60))}`, () => assert.notEqual(findPlanLanguage(body), null));
  }

  it('is shown by the sentences that say so', () => {
    assert.equal(
      findPlanLanguage('# GIFs\n\nAll good.\n\n1. Change the\n   skill to check GIFs.\n2. Done.'),
      'Change the skill to check GIFs.',
    );
  });

  it('is looked for in linear time', () => {
    for (const piece of ['1', 'step 1. ', '! ', 'change the ', 'the the ', '"', '‘', '`', 'add a b ']) {
      assert.equal(findPlanLanguage(piece.repeat(40_000 / piece.length)), null, piece);
    }
  });
});
