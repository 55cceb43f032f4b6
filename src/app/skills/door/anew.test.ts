import assert from 'node:assert/strict';
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { openGround, SECRET, type DoorGround } from '../../../../test/skills/door-ground.ts';
import type { Proposal, ProposalChange } from '../../../vocab/proposal.ts';
import type { Covered, DoorResult } from '../door.ts';

const GIVEN = {
  source: 'agent_end',
  by: 'heuristic capture',
  taint: [],
  evidence: { session: 'ses_1', run: 'run_1', model: null },
} as const;
const SKILL = '---\nname: gif\ndescription: Checks images.\n---\n\n## Workflow\n\n- Look.\n\n## Notes\n\nNone.\n';

const append = (body: string, section = 'Workflow'): ProposalChange => ({
  kind: 'append',
  ...{ section, body, description: 'Checks images.' },
});

async function suggest(ground: DoorGround, change: ProposalChange): Promise<Proposal> {
  const result = await ground.door.propose({ skill: 'gif', change, apply: true }, GIVEN);
  assert.ok(result.kind === 'pending', JSON.stringify(result));
  return result.proposal;
}

const accept = ({ door }: DoorGround, { id, revision }: Proposal) => door.apply(id, revision, 'local:1');

const codeOf = (result: DoorResult | Covered): string => (result.kind === 'refused' ? result.code : result.kind);

/** Accepted as it comes out of the change that stands against it, once a person has seen that. */
async function acceptAnew(ground: DoorGround, proposal: Proposal): Promise<string> {
  const first = await accept(ground, proposal);
  assert.equal(codeOf(first), 'changed', JSON.stringify(first));
  const seen = await ground.door.find(proposal.id);
  assert.notEqual(seen.revision, proposal.revision);
  assert.equal(codeOf(await accept(ground, seen)), 'written');
  return ground.read('gif/SKILL.md') ?? '';
}

describe('a change that is overtaken', () => {
  it('by the skill that it would have made is appended to it, and shown again', async () => {
    await using ground = await openGround(undefined, '', {});
    const one = await suggest(ground, append('- Never on Fridays.\n'));
    const two = await suggest(ground, append('- Run the tests first.\n'));
    assert.match(two.notes.join(), /There is no skill gif yet/);
    assert.equal(codeOf(await accept(ground, one)), 'written');
    const text = await acceptAnew(ground, two);
    assert.match(text, /## Workflow\n\n- Never on Fridays\.\n- Run the tests first\.\n$/);
    assert.deepEqual((await ground.door.find(two.id)).notes, []);
  });

  it('at the end of the same section stands behind what is there now', async () => {
    await using ground = await openGround(undefined, '', {});
    ground.edit('gif/SKILL.md', SKILL);
    const one = await suggest(ground, append('- One.\n'));
    const two = await suggest(ground, append('- Two.\n'));
    assert.equal(codeOf(await accept(ground, one)), 'written');
    assert.equal(await acceptAnew(ground, two), SKILL.replace('- Look.\n', '- Look.\n- One.\n- Two.\n'));
  });

  it('beside lines that were edited by hand is made where it belongs', async () => {
    await using ground = await openGround(undefined, '', {});
    const short = SKILL.slice(0, SKILL.indexOf('\n## Notes'));
    ground.edit('gif/SKILL.md', short);
    const proposal = await suggest(ground, append('New.\n', 'More'));
    ground.edit('gif/SKILL.md', short.replace('- Look.', '- Look twice.'));
    assert.equal(await acceptAnew(ground, proposal), `${short.replace('- Look.', '- Look twice.')}\n## More\n\nNew.\n`);
  });

  it('replaces its text wherever that stands now', async () => {
    await using ground = await openGround(undefined, '', {});
    ground.edit('gif/SKILL.md', SKILL);
    const proposal = await suggest(ground, { kind: 'replace', oldText: 'Look', newText: 'See' });
    ground.edit('gif/SKILL.md', SKILL.replace('- Look.', '- Look, always.'));
    assert.equal(await acceptAnew(ground, proposal), SKILL.replace('- Look.', '- See, always.'));
  });

  it('is a conflict where its text is gone, or all of it is there by now', async () => {
    await using ground = await openGround(undefined, '', {});
    ground.edit('gif/SKILL.md', SKILL);
    const replace = await suggest(ground, { kind: 'replace', oldText: '- Look.', newText: '- See.' });
    const add = await suggest(ground, append('- One.\n'));
    ground.edit('gif/SKILL.md', SKILL.replace('- Look.', '- One.'));
    for (const [proposal, why] of [
      [replace, /changed in the same places \(SKILL\.md\), and /],
      [add, /all of it is in the skill gif by now/],
    ] as const) {
      const result = await accept(ground, proposal);
      assert.equal(codeOf(result), 'conflicted');
      assert.match(result.kind === 'refused' ? result.message : '', why);
    }
  });

  it('is scanned again with what is there now', async () => {
    await using ground = await openGround(undefined, '', {});
    const one = await suggest(ground, append('- One.\n'));
    const two = await suggest(ground, append('- Two.\n'));
    await accept(ground, one);
    await accept(ground, two);
    const { status, steps, findings } = await ground.door.find(two.id);
    assert.deepEqual([status, steps.map(({ act }) => act), findings], ['pending', ['propose', 'revise'], []]);
  });
});

describe('a change that the owner made by hand meanwhile', () => {
  it('is accepted, and what was there before is a version to go back to', async () => {
    await using ground = await openGround(undefined, '', {});
    ground.edit('gif/SKILL.md', SKILL);
    const proposal = await suggest(ground, append('- One.\n'));
    const after = SKILL.replace('- Look.\n', '- Look.\n- One.\n');
    ground.edit('gif/SKILL.md', after);
    assert.equal(codeOf(await accept(ground, proposal)), 'written');
    assert.deepEqual(
      (await ground.door.history('gif')).map(({ number, action }) => [number, action]),
      [
        [1, 'found'],
        [2, 'apply'],
      ],
    );
    assert.equal(codeOf(await ground.door.revert('gif', null, 'local:1')), 'written');
    assert.equal(ground.read('gif/SKILL.md'), SKILL);
    const [newest] = await ground.door.log(1);
    assert.deepEqual([newest?.code, newest?.message], ['reverted', 'skill-workshop: reverted gif: version 3']);
  });
});

describe('a skill that cannot be read any more', () => {
  it('is not called gone, and its proposal waits on until it can be', async () => {
    await using ground = await openGround(undefined, '', {});
    ground.edit('gif/SKILL.md', SKILL);
    const proposal = await suggest(ground, append('- One.\n'));
    rmSync(join(ground.place, 'gif/SKILL.md'));
    symlinkSync('/etc/hostname', join(ground.place, 'gif/SKILL.md'));
    const answer = await accept(ground, proposal);
    assert.ok(answer.kind === 'refused');
    assert.equal(
      `${answer.code}: ${answer.message}`,
      `not-writable: ${ground.place}/gif is there already, and cannot be read as a skill`,
    );
    rmSync(join(ground.place, 'gif/SKILL.md'));
    ground.edit('gif/SKILL.md', SKILL);
    assert.equal(codeOf(await accept(ground, proposal)), 'written');
  });
});

describe('a skill with a known secret in it', () => {
  const OWN = SKILL.replace('None.\n', `Log in with ${SECRET} first.\n`).replaceAll('\n', '\r\n');
  const start = async () => {
    const ground = await openGround(undefined, '', {});
    ground.edit('gif/SKILL.md', OWN);
    return ground;
  };

  it('keeps it where a change touches other lines, and a revert brings every byte back', async () => {
    await using ground = await start();
    const proposal = await suggest(ground, append('- One.\n'));
    assert.doesNotMatch(JSON.stringify(proposal), new RegExp(SECRET));
    assert.equal(codeOf(await accept(ground, proposal)), 'written');
    assert.equal(ground.read('gif/SKILL.md'), OWN.replace('- Look.\r\n', '- Look.\r\n- One.\r\n'));
    assert.equal(codeOf(await ground.door.revert('gif', null, 'local:1')), 'written');
    assert.equal(ground.read('gif/SKILL.md'), OWN);
  });

  it('is not written where the change, or a revert, would lose it', async () => {
    await using ground = await start();
    const lost = /^.*gif\/SKILL\.md holds the value of TEST, which no version keeps, and this would lose it; /;
    const proposal = await suggest(ground, { kind: 'replace', oldText: ' first.', newText: ' second.' });
    const answer = await accept(ground, proposal);
    assert.match(answer.kind === 'refused' ? answer.message : '', lost);
    ground.edit('gif/SKILL.md', SKILL);
    await ground.door.history('gif');
    ground.edit('gif/SKILL.md', OWN);
    const reverted = await ground.door.revert('gif', null, 'local:1');
    assert.match(reverted.kind === 'refused' ? reverted.message : '', lost);
    assert.equal(ground.read('gif/SKILL.md'), OWN);
  });

  it('is not copied into the project without it', async () => {
    await using ground = await openGround(undefined, '', {});
    const own = join(ground.top, 'home', '.bailiwick', 'skills', 'gif');
    mkdirSync(own, { recursive: true });
    writeFileSync(join(own, 'SKILL.md'), OWN);
    const result = await ground.door.propose({ skill: 'gif', change: append('- One.\n'), apply: true }, GIVEN);
    assert.match(
      result.kind === 'refused' ? result.message : '',
      /gif\/SKILL\.md holds the value of TEST, which a copy/,
    );
  });

  it('that is put back later is not overwritten with its name by a revert, nor shown by a version', async () => {
    await using ground = await start();
    await ground.door.history('gif');
    ground.edit('gif/SKILL.md', OWN.replace(SECRET, 'another-value-of-it'));
    const reverted = await ground.door.revert('gif', null, 'local:1');
    assert.match(reverted.kind === 'refused' ? reverted.message : '', /has \[secret TEST\] in place of a value/);
    assert.doesNotMatch(await ground.door.diff('gif', 1, 2), new RegExp(SECRET));
  });

  it('is not removed with a file', async () => {
    await using ground = await openGround(undefined, '', {});
    assert.equal(codeOf(await accept(ground, await suggest(ground, append('- One.\n')))), 'written');
    ground.edit('gif/references/key.md', `${SECRET}\n`);
    const reverted = await ground.door.revert('gif', null, 'local:1');
    assert.equal(codeOf(reverted), 'not-writable');
    assert.equal(ground.read('gif/references/key.md'), `${SECRET}\n`);
  });
});

describe('in a project that nobody trusts', () => {
  it('nothing is proposed, though there is no folder yet, and nothing that waits is written', async () => {
    await using ground = await openGround(undefined, '', {});
    const proposal = await suggest(ground, append('- One.\n'));
    rmSync(join(ground.top, 'home', '.bailiwick', 'trust.json'));
    const ask = { skill: 'other', change: append('- Two.\n'), apply: true };
    assert.equal(codeOf(await ground.door.propose(ask, GIVEN)), 'not-trusted');
    assert.equal(codeOf(await accept(ground, proposal)), 'not-trusted');
    assert.deepEqual([ground.list(), (await ground.door.find(proposal.id)).status], [[], 'pending']);
  });
});

describe('a text that a person puts in place of a proposal', () => {
  const TEXTS: readonly (readonly [what: string, text: string, code: string])[] = [
    ['has no frontmatter', 'hello\n', 'unreadable'],
    ['has no description in it', '---\nname: gif\n---\n\n# A heading\n', 'unreadable'],
    ['has no name in it', '---\ndescription: Checks.\n---\n\nx\n', 'unreadable'],
    ['names another skill', '---\nname: png\ndescription: Checks.\n---\n\nx\n', 'unreadable'],
    ['is whole', '---\nname: gif\ndescription: Checks.\n---\n\nx\n', 'pending'],
  ];
  for (const [what, text, code] of TEXTS) {
    it(`${code === 'pending' ? 'waits' : 'is refused'} where it ${what}`, async () => {
      await using ground = await openGround(undefined, '', {});
      const { id } = await suggest(ground, append('- One.\n'));
      const change = { kind: 'rewrite', text } as const;
      assert.equal(codeOf(await ground.door.revise(id, { change, by: 'local:1', note: null })), code);
    });
  }

  it('may be as loose as the skill that is there already', async () => {
    await using ground = await openGround(undefined, '', {});
    ground.edit('gif/SKILL.md', '# Checks images\n\n- Look.\n');
    const { id } = await suggest(ground, append('- One.\n', 'More'));
    const change = { kind: 'rewrite', text: '# Checks images\n\n- See.\n' } as const;
    assert.equal(codeOf(await ground.door.revise(id, { change, by: 'local:1', note: null })), 'pending');
  });
});

describe('what is opened for an editor', () => {
  it('is what was proposed, and of a conflict both texts', async () => {
    await using ground = await openGround(undefined, '', {});
    ground.edit('gif/SKILL.md', SKILL);
    const proposal = await suggest(ground, { kind: 'replace', oldText: '- Look.', newText: '- See.' });
    assert.equal(await ground.door.editable(proposal.id), SKILL.replace('- Look.', '- See.'));
    ground.edit('gif/SKILL.md', SKILL.replace('- Look.', '- Wait.'));
    assert.equal(codeOf(await accept(ground, proposal)), 'conflicted');
    const both = '<<<<<<< the skill as it is now\n- Wait.\n=======\n- See.\n>>>>>>> the proposal';
    assert.equal(await ground.door.editable(proposal.id), SKILL.replace('- Look.', both));
    rmSync(join(ground.place, 'gif'), { recursive: true });
    assert.equal(await ground.door.editable(proposal.id), SKILL.replace('- Look.', '- See.'));
  });
});
