import assert from 'node:assert/strict';
import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { validate } from 'skills-ref';
import { BAD_BODY, CLEAN, DRAFT, openGround, SECRET, TAINTED } from '../../../test/skills/door-ground.ts';
import { Fault } from '../../base/fault.ts';
import { composeSkill } from '../../skills/compose.ts';
import type { Proposal } from '../../vocab/proposal.ts';
import type { SkillDraft } from '../../vocab/skill.ts';
import type { DoorResult } from './door.ts';
import { readSkillText } from './read-skill.ts';

/** Root may write everything, so it becomes somebody else for a while. */
const NOBODY = 65_534;
const DAY_MS = 24 * 3600 * 1000;
const draft = (given: Partial<SkillDraft> = {}): SkillDraft => ({ ...DRAFT, ...given });

const codeOf = (result: DoorResult): string => (result.kind === 'refused' ? result.code : result.kind);

function proposalOf(result: DoorResult): Proposal {
  assert.ok(result.kind === 'pending' || result.kind === 'quarantined', JSON.stringify(result));
  return result.proposal;
}

const isFault = (code: string) => (error: unknown) => error instanceof Fault && error.code === code;

describe('creating a skill', () => {
  it('writes a clean one at once, with a first version', async () => {
    await using ground = await openGround();
    const result = await ground.door.create(draft(), CLEAN);
    assert.equal(result.kind, 'written', JSON.stringify(result));
    if (result.kind !== 'written') return;
    const { version, ...rest } = result;
    assert.deepEqual(rest, {
      kind: 'written',
      name: 'deploy',
      file: join(ground.place, 'deploy/SKILL.md'),
      findings: [],
    });
    assert.deepEqual([version.number, version.action, version.by, version.proposal], [1, 'create', 'agent', null]);
    const composed = composeSkill(draft());
    assert.equal(ground.read('deploy/SKILL.md'), composed.ok ? composed.value.text : '');
    assert.deepEqual(ground.list(), ['deploy']);
    assert.deepEqual(await validate(join(ground.place, 'deploy')), []); // by the validator of the standard
    const [skill] = (await ground.shelf.look()).skills;
    assert.deepEqual([skill?.name, skill?.description, skill?.state], ['deploy', DRAFT.description, 'enabled']);
    assert.deepEqual(await ground.door.history('deploy'), [version]);
    assert.equal(await ground.store.skills.uses.countCreated(), 1);
  });

  it('gives any body back when it is loaded', async () => {
    await using ground = await openGround();
    let count = 0;
    const any = fc.string({ unit: 'binary', minLength: 1, maxLength: 200 });
    await fc.assert(
      fc.asyncProperty(any, any, async (description, body) => {
        const given = { name: `skill-${count++}`, description: `d ${description}`, body };
        const composed = composeSkill(given);
        const result = await ground.door.create(given, CLEAN);
        if (!composed.ok || result.kind !== 'written') return assert.equal(codeOf(result), 'body-missing');
        const skill = (await ground.shelf.look()).skills.find(({ name }) => name === given.name);
        assert.ok(skill !== undefined);
        const text = readSkillText(skill);
        assert.ok(text?.ok === true);
        assert.deepEqual(
          [text.value.name, text.value.description, text.value.body],
          [given.name, composed.value.draft.description, composed.value.draft.body],
        );
      }),
      { numRuns: 60 },
    );
  });

  it('makes one that is called as a folder of results is', async () => {
    await using ground = await openGround();
    for (const name of ['build', 'dist'])
      assert.equal((await ground.door.create(draft({ name }), CLEAN)).kind, 'written');
    assert.deepEqual(
      (await ground.shelf.look()).skills.map(({ name }) => name),
      ['build', 'dist'],
    );
  });

  it('keeps a tainted one until a person has looked at it', async () => {
    await using ground = await openGround();
    const result = await ground.door.create(draft(), { ...TAINTED, title: 'How to deploy', reason: 'learned' });
    const proposal = proposalOf(result);
    assert.equal(result.kind, 'pending');
    assert.deepEqual(ground.list(), []);
    assert.deepEqual(
      { ...proposal, id: '', revision: '', result: '', files: [], changeKey: '', steps: [] },
      {
        id: '',
        createdAt: 1_000_000,
        updatedAt: 1_000_000,
        workspace: ground.project,
        skill: 'deploy',
        title: 'How to deploy',
        reason: 'learned',
        source: 'tool',
        status: 'pending',
        change: { kind: 'create', description: DRAFT.description, body: DRAFT.body },
        changeKey: '',
        place: ground.place,
        base: null,
        from: [],
        copyOf: null,
        notes: [],
        waivers: [],
        steps: [],
        files: [],
        result: '',
        revision: '',
        findings: [],
        quarantineReason: null,
        evidence: CLEAN.evidence,
        taint: ['network'],
        settled: null,
      },
    );
    assert.deepEqual(await ground.door.find(proposal.id.slice(4)), proposal);
  });

  it('quarantines what the scanner calls critical, tainted or not, and never writes it', async () => {
    await using ground = await openGround();
    const first = await ground.door.create(draft({ body: BAD_BODY }), CLEAN);
    const second = await ground.door.create(draft({ body: `${BAD_BODY}!\n` }), TAINTED);
    assert.deepEqual([first.kind, second.kind], ['quarantined', 'quarantined']);
    const proposal = proposalOf(first);
    assert.match(String(proposal.quarantineReason), /^[a-z-]+/);
    const applied = await ground.door.apply(proposal.id, proposal.revision, 'local:1');
    assert.equal(codeOf(applied), 'not-pending');
    assert.deepEqual(ground.list(), []);
    assert.equal((await ground.door.reject(proposal.id, 'local:1', null)).status, 'rejected');
  });

  it('masks known secrets in everything that is kept or written', async () => {
    await using ground = await openGround();
    const given = { description: `With ${SECRET}`, body: `Use ${SECRET}.` };
    await ground.door.create(draft(given), CLEAN);
    const words = { title: `T ${SECRET}`, reason: `R ${SECRET}` };
    const proposal = proposalOf(await ground.door.create(draft({ ...given, name: 'other' }), { ...TAINTED, ...words }));
    const rejected = await ground.door.reject(proposal.id, 'local:1', `N ${SECRET}`);
    assert.equal(ground.read('deploy/SKILL.md')?.includes('Use [secret TEST].'), true);
    assert.equal(JSON.stringify([proposal, rejected, ground.read('deploy/SKILL.md')]).includes(SECRET), false);
  });

  const REFUSED: readonly (readonly [Partial<SkillDraft>, string])[] = [
    [{ name: 'a/b' }, 'name-invalid'],
    [{ name: '../deploy' }, 'name-invalid'],
    [{ name: '' }, 'name-invalid'],
    [{ description: '' }, 'description-missing'],
    [{ description: 'x'.repeat(1025) }, 'description-long'],
    [{ body: '\n' }, 'body-missing'],
    [{ body: 'x'.repeat(50 * 1024 * 1024) }, 'too-large'],
  ];
  it('refuses a draft that is none, and leaves nothing behind', async () => {
    await using ground = await openGround();
    for (const [given, code] of REFUSED) assert.equal(codeOf(await ground.door.create(draft(given), CLEAN)), code);
    assert.deepEqual(ground.list(), []);
    assert.deepEqual(await ground.door.list({ statuses: null, limit: 9 }), []);
  });
});

describe('a name that is taken', () => {
  const TAKEN: readonly (readonly [string, (ground: Awaited<ReturnType<typeof openGround>>) => unknown])[] = [
    ['by a skill', (ground) => ground.door.create(draft(), CLEAN)],
    ['by a single file', (ground) => ground.edit('deploy.md', '# Deploy by hand\n')],
    ['in another case', (ground) => ground.edit('DEPLOY/SKILL.md', '---\nname: Deploy\n---\n# Deploy by hand\n')],
    ['in wide letters', (ground) => ground.edit('ｄｅｐｌｏｙ/SKILL.md', '# Deploy by hand\n')],
    ['by its frontmatter', (ground) => ground.edit('other/SKILL.md', '---\nname: deploy\ndescription: D\n---\nx\n')],
    ['by a broken skill', (ground) => ground.edit('deploy/SKILL.md', Buffer.from([0xff, 0xfe, 0]))],
    ['by a folder without a skill', (ground) => ground.edit('deploy/notes.txt', 'x')],
    ['by a file', (ground) => ground.edit('deploy', 'x')],
    [
      'by a link that leads nowhere',
      (ground) => (mkdirSync(ground.place, { recursive: true }), symlinkSync('/nowhere', join(ground.place, 'deploy'))),
    ],
    [
      'by one that is disabled',
      async (ground) => {
        await ground.door.create(draft(), CLEAN);
        await ground.store.skills.states.set('deploy', false, 1);
      },
    ],
  ];
  for (const [title, prepare] of TAKEN) {
    it(`${title} is refused, and what is there stays`, async () => {
      await using ground = await openGround();
      await prepare(ground);
      const before = ground.list();
      const result = await ground.door.create(draft(), CLEAN);
      assert.equal(codeOf(result), 'exists');
      assert.match(result.kind === 'refused' ? result.message : '', /(deploy|ｄｅｐｌｏｙ|other)/i);
      assert.deepEqual(ground.list(), before);
    });
  }
});

describe('a folder that cannot be written', () => {
  it('is a clear refusal, and nothing is half-written', async () => {
    await using ground = await openGround();
    writeFileSync(ground.place, 'a file');
    const result = await ground.door.create(draft(), CLEAN);
    assert.deepEqual(result, {
      kind: 'refused',
      code: 'not-writable',
      message: `${ground.place} lies in something that is no folder`,
    });
    assert.throws(() => readdirSync(ground.place));
  });

  it('because of its rights', async () => {
    const uid = process.geteuid?.() ?? 1;
    if (uid === 0) process.seteuid?.(NOBODY);
    try {
      await using ground = await openGround();
      mkdirSync(ground.place, { mode: 0o500 });
      const result = await ground.door.create(draft(), CLEAN);
      const message = `${ground.place} may not be written`;
      assert.deepEqual(result, { kind: 'refused', code: 'not-writable', message });
      assert.deepEqual(ground.list(), []);
      assert.deepEqual(await ground.store.skills.versions.listNewest(ground.place), []);
      chmodSync(ground.place, 0o700);
      assert.equal((await ground.door.create(draft(), CLEAN)).kind, 'written');
    } finally {
      process.seteuid?.(uid);
    }
  });

  it('is one of the project that leads out of it [T037]', async () => {
    await using ground = await openGround(undefined, '');
    const outside = join(ground.top, 'outside');
    mkdirSync(outside);
    const proposal = proposalOf(await ground.door.create(draft(), TAINTED));
    // As a project's folder would be named by a proposal.
    const place = join(ground.project, '.bailiwick/skills');
    symlinkSync(outside, join(ground.project, '.bailiwick'));
    const { toRevision } = await import('../../skills/lifecycle.ts');
    const moved = { ...proposal, place };
    await ground.store.skills.proposals.replace(proposal, { ...moved, revision: toRevision(moved) });
    const result = await ground.door.apply(proposal.id, toRevision(moved), 'local:1');
    assert.deepEqual(result, {
      kind: 'refused',
      code: 'not-writable',
      message: `${place} leads out of the project through a link, to ${outside}`,
    });
    assert.deepEqual(readdirSync(outside), []);
    assert.equal((await ground.door.find(proposal.id)).status, 'pending');
  });
});

describe('a proposal', () => {
  it('is written as it was seen, once [T140] [T141]', async () => {
    await using ground = await openGround();
    const { id, revision } = proposalOf(await ground.door.create(draft(), TAINTED));
    const result = await ground.door.apply(id, revision.slice(0, 12), 'local:1');
    assert.equal(result.kind, 'written', JSON.stringify(result));
    const [version] = await ground.door.history('deploy');
    assert.deepEqual([version?.action, version?.by, version?.proposal], ['apply', 'local:1', id]);
    const after = await ground.door.find(id);
    assert.deepEqual([after.status, after.settled?.by], ['applied', 'local:1']);
    assert.equal(codeOf(await ground.door.apply(id, revision, 'local:1')), 'not-pending');
    await assert.rejects(ground.door.reject(id, 'local:1', null), isFault('already-settled'));
    assert.equal((await ground.door.history('deploy')).length, 1);
  });

  it('is not applied by another revision than was seen [T146]', async () => {
    await using ground = await openGround();
    const { id, revision } = proposalOf(await ground.door.create(draft(), TAINTED));
    for (const other of ['', revision.slice(0, 11), 'f'.repeat(64), `${revision}0`]) {
      assert.equal(codeOf(await ground.door.apply(id, other, 'local:1')), 'changed');
    }
    assert.deepEqual(ground.list(), []);
  });

  it('whose text was changed in the store is not applied', async () => {
    await using ground = await openGround();
    const proposal = proposalOf(await ground.door.create(draft(), TAINTED));
    await ground.store.skills.proposals.replace(proposal, { ...proposal, files: [{ path: 'SKILL.md', text: 'evil' }] });
    await assert.rejects(ground.door.apply(proposal.id, proposal.revision, 'local:1'), isFault('store-failed'));
    assert.deepEqual(ground.list(), []);
  });

  it('comes into conflict when the skill is there by now [T151]', async () => {
    await using ground = await openGround();
    const { id, revision } = proposalOf(await ground.door.create(draft(), TAINTED));
    ground.edit('deploy/SKILL.md', '---\ndescription: By hand\n---\n# Mine\n');
    const result = await ground.door.apply(id, revision, 'local:1');
    assert.equal(codeOf(result), 'conflicted');
    assert.equal((await ground.door.find(id)).status, 'conflicted');
    assert.equal(ground.read('deploy/SKILL.md'), '---\ndescription: By hand\n---\n# Mine\n');
  });

  it('is done when the very same was written meanwhile [T149]', async () => {
    await using ground = await openGround();
    const { id, revision, files } = proposalOf(await ground.door.create(draft(), TAINTED));
    ground.edit('deploy/SKILL.md', files[0]?.text ?? '');
    assert.equal((await ground.door.apply(id, revision, 'local:1')).kind, 'written');
    assert.equal((await ground.door.find(id)).status, 'applied');
    assert.deepEqual(
      (await ground.door.history('deploy')).map(({ action }) => action),
      ['apply'],
    );
  });

  it('waits once, whatever its title', async () => {
    await using ground = await openGround();
    const { id } = proposalOf(await ground.door.create(draft(), TAINTED));
    const again = await ground.door.create(draft({ body: `\n${DRAFT.body}`, description: `${DRAFT.description}\n` }), {
      ...TAINTED,
      title: 'Other',
    });
    assert.deepEqual(again, {
      kind: 'refused',
      code: 'duplicate',
      message: `the same is proposed already, and waits: ${id}`,
      proposal: id,
    });
    await ground.door.reject(id, 'local:1', 'no');
    assert.equal((await ground.door.create(draft(), TAINTED)).kind, 'pending');
  });

  it('expires after thirty days, and makes room', async () => {
    await using ground = await openGround();
    const { id, revision } = proposalOf(await ground.door.create(draft(), TAINTED));
    ground.pass(30 * DAY_MS);
    assert.equal((await ground.door.find(id)).status, 'pending');
    ground.pass(1);
    assert.equal((await ground.door.find(id)).status, 'expired');
    assert.equal(codeOf(await ground.door.apply(id, revision, 'local:1')), 'not-pending');
    assert.equal((await ground.door.create(draft(), TAINTED)).kind, 'pending');
  });

  it('is refused when fifty wait; those in quarantine are counted apart', async () => {
    await using ground = await openGround();
    const kinds = { tainted: new Map<string, number>(), bad: new Map<string, number>() };
    for (let i = 0; i < 51; i++) {
      const tainted = codeOf(await ground.door.create(draft({ name: `skill-${i}` }), TAINTED));
      const bad = codeOf(await ground.door.create(draft({ name: `bad-${i}`, body: BAD_BODY }), TAINTED));
      kinds.tainted.set(tainted, (kinds.tainted.get(tainted) ?? 0) + 1);
      kinds.bad.set(bad, (kinds.bad.get(bad) ?? 0) + 1);
    }
    assert.deepEqual(
      [...kinds.tainted, ...kinds.bad],
      [
        ['pending', 50],
        ['queue-full', 1],
        ['quarantined', 50],
        ['queue-full', 1],
      ],
    );
    assert.equal((await ground.door.list({ statuses: ['pending'], limit: 99 })).length, 50);
    assert.equal((await ground.door.create(draft(), CLEAN)).kind, 'written');
  });

  it('is found by the beginning of its id', async () => {
    await using ground = await openGround();
    const ids = [];
    for (const name of ['one', 'two']) ids.push(proposalOf(await ground.door.create(draft({ name }), TAINTED)).id);
    await assert.rejects(ground.door.find(String(ids[0]).slice(0, -1)), isFault('usage'));
    await assert.rejects(ground.door.find(''), isFault('not-found'));
    await assert.rejects(ground.door.find('zzz'), isFault('not-found'));
    assert.equal((await ground.door.find(String(ids[1]))).skill, 'two');
  });
});

describe('two doors at once', () => {
  it('make a skill once', async () => {
    await using ground = await openGround();
    await using other = await openGround(ground.top);
    const results = await Promise.all([ground, other, ground, other].map(({ door }) => door.create(draft(), CLEAN)));
    assert.deepEqual(results.map(codeOf).toSorted(), ['exists', 'exists', 'exists', 'written']);
    assert.equal((await ground.door.history('deploy')).length, 1);
    assert.deepEqual(ground.list(), ['deploy']);
  });

  it('apply a proposal once [T140]', async () => {
    await using ground = await openGround();
    await using other = await openGround(ground.top);
    const { id, revision } = proposalOf(await ground.door.create(draft(), TAINTED));
    const results = await Promise.all([ground, other].map(({ door }) => door.apply(id, revision, 'local:1')));
    assert.equal(results.filter(({ kind }) => kind === 'written').length, 1, JSON.stringify(results));
    assert.equal((await ground.door.history('deploy')).length, 1);
    assert.equal((await ground.door.find(id)).status, 'applied');
  });

  it('keep versions of a skill that was removed and made again', async () => {
    await using ground = await openGround();
    await ground.door.create(draft(), CLEAN);
    rmSync(join(ground.place, 'deploy'), { recursive: true });
    assert.equal((await ground.door.create(draft({ body: 'Other\n' }), CLEAN)).kind, 'written');
    assert.equal(existsSync(join(ground.place, 'deploy')), true);
    assert.deepEqual(
      (await ground.door.history('deploy')).map(({ number, action, by }) => [number, action, by]),
      [
        [1, 'create', 'agent'],
        [2, 'remove', 'owner'],
        [3, 'create', 'agent'],
      ],
    );
  });
});
