import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, describe, it } from 'node:test';
import { Fault } from '../../../base/fault.ts';
import type { SkillVersion } from '../../../ports/skill-store.ts';
import { createProposal } from '../../../testing/proposal.ts';
import { openStore } from '../../open-store.ts';

const folder = mkdtempSync(join(tmpdir(), 'bailiwick-skill-store-'));
after(() => rmSync(folder, { recursive: true, force: true }));

let made = 0;
function open(path = join(folder, `home-${made++}`, 'state.db')) {
  const store = openStore(path, () => 1);
  return { ...store.skills, path, [Symbol.asyncDispose]: () => store.close() };
}

const file = (path: string, text: string) => ({ path, text });
const FILES = [file('SKILL.md', 'text'), file('references/a.md', 'ä\u0000\n')];

const version = (given: Partial<SkillVersion> = {}): Omit<SkillVersion, 'number'> => ({
  place: '/p',
  name: 'demo',
  tree: 'tree-1',
  action: 'create',
  by: 'local:1',
  at: 5,
  proposal: null,
  note: null,
  ...given,
});

describe('versions of skills', () => {
  it('come back as they were added, numbered for each skill of a folder', async () => {
    await using store = open();
    const first = await store.versions.add(version(), FILES, { after: 0 });
    assert.deepEqual(first, { ...version(), number: 1 });
    await store.versions.add(version({ place: '/q' }), FILES, { after: 0 });
    const gone = version({ tree: null, action: 'remove', note: 'by hand' });
    const second = await store.versions.add(gone, null, { after: 1 });
    assert.deepEqual(await store.versions.list('/p', 'demo'), [first, second]);
    assert.deepEqual(await store.versions.listNewest('/p'), [{ ...gone, number: 2, stamp: null }]);
    assert.deepEqual(await store.versions.readTree('tree-1'), FILES);
    assert.equal(await store.versions.readTree('tree-2'), null);
  });

  it('keep an empty tree apart from none', async () => {
    await using store = open();
    await store.versions.add(version({ tree: 'empty' }), [], { after: 0 });
    assert.deepEqual(await store.versions.readTree('empty'), []);
  });

  it('are not added behind a version that is not the newest', async () => {
    await using store = open();
    assert.equal(await store.versions.add(version(), FILES, { after: 1 }), null);
    await store.versions.add(version(), FILES, { after: 0 });
    assert.equal(await store.versions.add(version({ tree: 'tree-2' }), [file('a', 'b')], { after: 0 }), null);
    assert.equal(await store.versions.readTree('tree-2'), null);
    assert.equal((await store.versions.list('/p', 'demo')).length, 1);
  });

  it('settle proposals in the same transaction, or are not added', async () => {
    await using store = open();
    const before = createProposal();
    const settled = { ...before, status: 'applied' } as const;
    await store.proposals.add(before, ROOM);
    const settles = [{ before, after: settled }];
    assert.notEqual(await store.versions.add(version(), FILES, { after: 0, settles }), null);
    assert.deepEqual(await store.proposals.find('prp_1'), settled);
    assert.equal(await store.versions.add(version(), FILES, { after: 1, settles }), null);
    assert.equal((await store.versions.list('/p', 'demo')).length, 1);
  });

  it('are not added when what is done alongside throws', async () => {
    await using store = open();
    const before = createProposal();
    await store.proposals.add(before, ROOM);
    const since = {
      after: 0,
      settles: [{ before, after: { ...before, status: 'applied' } as const }],
      alongside: () => {
        throw new Error('no room');
      },
    };
    await assert.rejects(store.versions.add(version(), FILES, since), { message: /no room/ });
    assert.deepEqual(await store.versions.list('/p', 'demo'), []);
    assert.deepEqual(await store.proposals.find('prp_1'), before);
  });

  it('keep the stamp they were seen under until there is a newer one', async () => {
    await using store = open();
    const first = await store.versions.add(version(), FILES, { after: 0 });
    assert.ok(first !== null);
    await store.versions.see(first, 'stamp');
    const stamps = async () => (await store.versions.listNewest('/p')).map(({ stamp }) => stamp);
    assert.deepEqual(await stamps(), ['stamp']);
    await store.versions.add(version({ action: 'edit' }), FILES, { after: 1 });
    assert.deepEqual(await stamps(), [null]);
  });
});

const ROOM = { most: 9, against: ['pending', 'quarantined'] } as const;

describe('proposals', () => {
  it('are listed newest first, by workspace and status', async () => {
    await using store = open();
    for (const [id, workspace, status] of [
      ['prp_a1', '/w', 'pending'],
      ['prp_a2', '/v', 'pending'],
      ['prp_b1', '/w', 'rejected'],
      ['prp_b2', '/w', 'quarantined'],
    ] as const)
      await store.proposals.add(createProposal({ id, workspace, status, changeKey: id }), ROOM);
    const ids = async (...[filter]: Parameters<typeof store.proposals.list>) =>
      (await store.proposals.list(filter)).map(({ id }) => id);
    assert.deepEqual(await ids({ workspace: null, statuses: null, limit: 3 }), ['prp_b2', 'prp_b1', 'prp_a2']);
    assert.deepEqual(await ids({ workspace: '/w', statuses: ['pending', 'quarantined'], limit: 9 }), [
      'prp_b2',
      'prp_a1',
    ]);
    assert.deepEqual(await ids({ workspace: '/w', statuses: [], limit: 9 }), []);
    assert.deepEqual(await store.proposals.findIds('prp_a', 9), ['prp_a1', 'prp_a2']);
    assert.deepEqual(await store.proposals.findIds('prp_%', 9), []);
    assert.equal(await store.proposals.find('prp_a'), null);
  });

  it('of the same change wait once, pending or quarantined, in a workspace', async () => {
    await using store = open();
    await store.proposals.add(createProposal(), ROOM);
    const again = async (given: Parameters<typeof createProposal>[0]) =>
      store.proposals.add(createProposal({ id: `prp_${made++}x`, ...given }), ROOM);
    assert.deepEqual(await again({}), { kind: 'duplicate', id: 'prp_1', status: 'pending' });
    assert.deepEqual(await again({ status: 'quarantined', title: 'other' }), {
      kind: 'duplicate',
      id: 'prp_1',
      status: 'pending',
    });
    assert.deepEqual(await again({ changeKey: 'other' }), { kind: 'added' });
    assert.deepEqual(await again({ skill: 'other' }), { kind: 'added' });
    assert.deepEqual(await again({ workspace: '/v' }), { kind: 'added' });
    await store.proposals.replace(createProposal(), createProposal({ status: 'rejected' }));
    const known = { kind: 'duplicate', id: 'prp_1', status: 'rejected' } as const;
    const own = createProposal({ id: 'prp_own', source: 'reviewer' });
    assert.deepEqual(await store.proposals.add(own, { most: 9, against: ['rejected'] }), known);
    assert.deepEqual(await again({}), { kind: 'added' });
  });

  it('have so much room, counted apart for pending and quarantined ones', async () => {
    await using store = open();
    const add = async (status: 'pending' | 'quarantined') =>
      (
        await store.proposals.add(createProposal({ id: `prp_${made++}`, status, changeKey: `${made}` }), {
          ...ROOM,
          most: 2,
        })
      ).kind;
    const kinds = [];
    for (const status of ['pending', 'pending', 'pending', 'quarantined', 'quarantined', 'quarantined'] as const)
      kinds.push(await add(status));
    assert.deepEqual(kinds, ['added', 'added', 'full', 'added', 'added', 'full']);
  });

  it('are added in a moment behind ten thousand that are settled [T020]', async () => {
    await using store = open();
    await store.proposals.add(createProposal({ status: 'pending' }), ROOM);
    const connection = new DatabaseSync(store.path);
    connection.exec(`WITH RECURSIVE n(i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < 10001)
      INSERT INTO skill_proposals SELECT 'prp_' || i, workspace, skill, iif(i % 2, 'applied', 'rejected'), revision,
        'old-' || i, created_at, updated_at, record FROM skill_proposals, n`);
    connection.close();
    const times: number[] = [];
    for (let i = 0; i < 40; i++) {
      const start = performance.now();
      const added = await store.proposals.add(createProposal({ id: `new-${i}`, changeKey: `new-${i}` }), {
        ...ROOM,
        most: 99,
      });
      times.push(performance.now() - start);
      assert.equal(added.kind, 'added');
    }
    const median = times.toSorted((a, b) => a - b)[20] ?? 0;
    assert.ok(median < 20, `${median} ms`);
  });

  it('change only when they are as they were seen', async () => {
    await using store = open();
    const before = createProposal();
    await store.proposals.add(before, ROOM);
    const rejected = { ...before, status: 'rejected' } as const;
    assert.equal(await store.proposals.replace({ ...before, revision: 'other' }, rejected), false);
    assert.equal(await store.proposals.replace(before, rejected), true);
    assert.equal(await store.proposals.replace(before, { ...before, status: 'applied' }), false);
    assert.deepEqual(await store.proposals.find('prp_1'), rejected);
  });

  it('that were changed behind our back are a damaged store [T010]', async () => {
    await using store = open();
    await store.proposals.add(createProposal(), ROOM);
    const connection = new DatabaseSync(store.path);
    connection.exec("UPDATE skill_proposals SET status = 'applied'");
    connection.close();
    await assert.rejects(
      store.proposals.find('prp_1'),
      (error) => error instanceof Fault && error.code === 'store-failed',
    );
  });

  it('that are damaged hide no other, and are named [T012]', async () => {
    await using store = open();
    for (const id of ['prp_1', 'prp_2', 'prp_3', 'prp_4', 'prp_5'])
      await store.proposals.add(createProposal({ id, changeKey: id }), ROOM);
    const connection = new DatabaseSync(store.path);
    connection.exec("UPDATE skill_proposals SET status = 'unheard-of' WHERE id = 'prp_1'");
    connection.exec("UPDATE skill_proposals SET record = '{' WHERE id = 'prp_2'");
    connection.exec("UPDATE skill_proposals SET record = json_remove(record, '$.change') WHERE id = 'prp_3'");
    connection.close();
    const all = { workspace: '/w', statuses: null, limit: 9 };
    assert.deepEqual(
      (await store.proposals.list(all)).map(({ id }) => id),
      ['prp_5', 'prp_4'],
    );
    assert.deepEqual(await store.proposals.listDamaged('/w'), ['prp_1', 'prp_2', 'prp_3']);
    assert.deepEqual(await store.proposals.listDamaged('/v'), []);
  });
});

describe('the log of the workshop', () => {
  it('tells the newest first, of one workspace or of all', async () => {
    await using store = open();
    const entry = { at: 1, code: 'queued', skill: 'demo', proposal: 'prp_1', session: null, message: 'm' };
    await store.log.add({ ...entry, workspace: '/w' });
    await store.log.add({ ...entry, workspace: '/v', code: 'applied', skill: null, proposal: null, session: 's' });
    const all = await store.log.list({ workspace: null, limit: 9 });
    assert.deepEqual(
      all.map(({ code }) => code),
      ['applied', 'queued'],
    );
    assert.deepEqual(await store.log.list({ workspace: '/w', limit: 9 }), [{ ...entry, workspace: '/w' }]);
    assert.equal((await store.log.list({ workspace: null, limit: 1 })).length, 1);
  });
});
