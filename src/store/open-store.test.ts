import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, describe, it } from 'node:test';
import { Fault } from '../base/fault.ts';
import type { DecisionRow, Settled } from '../ports/store.ts';
import { createApproval } from '../testing/approval.ts';
import type { EventBody, EventOf } from '../vocab/event.ts';
import type { Grant } from '../vocab/facts.ts';
import { openStore } from './open-store.ts';

const folder = mkdtempSync(join(tmpdir(), 'bailiwick-store-'));
after(() => rmSync(folder, { recursive: true, force: true }));

let made = 0;
const freshPath = (): string => join(folder, `home-${made++}`, 'state.db');

async function openWithRun(path = freshPath()) {
  let now = 1000;
  const store = openStore(path, () => now++);
  await store.sessions.create({
    id: 'ses_1',
    workspace: '/w',
    cwd: '/w',
    mode: 'default',
    requester: 'local:1',
    at: 1,
  });
  await store.sessions.createRun({ id: 'run_1', session: 'ses_1', at: 2 }, null);
  return { store, path };
}

const MESSAGE: EventBody = { kind: 'message-received', text: 'hi\u0000 \ud800', origin: 'owner', private: false };
const STARTED: EventBody = { kind: 'call-started', call: 'call_1', callDigest: 'd', repeatable: false };

const APPROVAL = createApproval({
  input: { command: 'make' },
  rule: null,
  class: null,
  segment: 'make',
  asking: ['make'],
  answers: [{ answer: 'once', width: 'this call' }],
  askedAt: 50,
});

const GRANT: Grant = {
  session: 'ses_1',
  requester: 'local:1',
  tool: 'shell',
  kind: 'exact',
  value: 'make',
  cwd: '/w',
  by: 'local:1',
  at: 60,
};

const REQUIRED: EventOf<'approval-required'> = {
  kind: 'approval-required',
  approval: 'apr_1',
  call: 'call_1',
  factsDigest: 'f',
  policyDigest: 'p',
  askDigest: 'a',
};

const settledBy = (by: string): Settled => ({
  id: 'apr_1',
  run: 'run_1',
  at: 60,
  event: {
    kind: 'approval-settled',
    approval: 'apr_1',
    call: 'call_1',
    state: 'granted',
    why: 'answered',
    answer: 'session',
    by,
    note: null,
    grant: { ...GRANT },
  },
  grant: GRANT,
});

describe('the store', () => {
  it('gives events back as they were stored, numbered by run and over all runs', async () => {
    const { store } = await openWithRun();
    await store.sessions.createRun({ id: 'run_2', session: 'ses_1', at: 3 }, 'run_1');
    const first = await store.log.append('run_1', [MESSAGE, STARTED]);
    const second = await store.log.append('run_2', [STARTED]);
    assert.deepEqual(first, [
      { ...MESSAGE, id: 1, run: 'run_1', seq: 1, at: 1000 },
      { ...STARTED, id: 2, run: 'run_1', seq: 2, at: 1000 },
    ]);
    assert.deepEqual(await store.log.read('ses_1'), [...first, ...second]);
    assert.deepEqual(await store.log.read('ses_none'), []);
    await store.close();
  });

  it('keeps what it was told over closing and opening', async () => {
    const { store, path } = await openWithRun();
    await store.log.append('run_1', [MESSAGE]);
    await store.close();
    const again = openStore(path, () => 0);
    assert.equal((await again.log.read('ses_1')).length, 1);
    assert.deepEqual(await again.sessions.find('ses_1'), {
      id: 'ses_1',
      workspace: '/w',
      cwd: '/w',
      mode: 'default',
      requester: 'local:1',
      at: 1,
    });
    assert.equal(await again.sessions.find('ses_2'), null);
    await again.close();
  });

  it('refuses an event of a run nobody made, and keeps nothing of it', async () => {
    const { store } = await openWithRun();
    await assert.rejects(store.log.append('run_9', [MESSAGE]), isStoreFault(/FOREIGN KEY/));
    assert.deepEqual(await store.log.read('ses_1'), []);
    await store.close();
  });

  it('counts the first answer and refuses every later one', async () => {
    const { store } = await openWithRun();
    await store.approvals.ask(APPROVAL, REQUIRED);
    assert.deepEqual(await store.approvals.find('apr_1'), APPROVAL);
    assert.equal((await store.approvals.answer(settledBy('local:1')))?.length, 1);
    assert.equal(await store.approvals.answer(settledBy('local:2')), null);
    assert.deepEqual(await store.approvals.find('apr_1'), {
      ...APPROVAL,
      state: 'granted',
      why: 'answered',
      answer: 'session',
      by: 'local:1',
      at: 60,
    });
    assert.deepEqual(await store.grants.list('ses_1', 'local:1'), [GRANT]);
    assert.deepEqual(await store.grants.list('ses_1', 'local:2'), []);
    await store.close();
  });

  it('stores a decision with everything it was given', async () => {
    const { store } = await openWithRun();
    const row = {
      id: 'dec_1',
      run: 'run_1',
      call: { id: 'call_1', tool: 'shell', input: { command: 'make' }, cwd: '/w' },
      facts: { tool: { name: 'shell' }, cwd: '/w', line: { kind: 'unparsable', source: '(' } },
      policyDigest: 'p',
      decision: { verdict: 'ask', step: 'confirm-policy' },
      at: 70,
    } as unknown as DecisionRow;
    const event: EventOf<'call-decided'> = {
      kind: 'call-decided',
      call: 'call_1',
      tool: 'shell',
      callDigest: 'd',
      decision: 'dec_1',
      verdict: 'ask',
      step: 'confirm-policy',
      code: 'c',
      reason: 'r',
      class: null,
      rule: null,
    };
    await store.decisions.save(row, event);
    await store.decisions.save({ ...row, id: 'dec_2' }, { ...event, decision: 'dec_2' });
    assert.deepEqual(await store.decisions.list('run_1'), [row, { ...row, id: 'dec_2' }]);
    assert.deepEqual(await store.decisions.find('run_1', 'call_1'), { ...row, id: 'dec_2' });
    assert.equal(await store.decisions.find('run_1', 'call_2'), null);
    await store.close();
  });

  it('is readable by its owner alone', async () => {
    const { store, path } = await openWithRun();
    await store.log.append('run_1', [MESSAGE]);
    assert.equal(statSync(path).mode & 0o777, 0o600);
    assert.equal(statSync(`${path}-wal`).mode & 0o777, 0o600);
    assert.equal(statSync(join(path, '..')).mode & 0o777, 0o700);
    await store.close();
  });
});

const isStoreFault =
  (pattern: RegExp) =>
  (error: unknown): boolean =>
    error instanceof Fault && error.code === 'store-failed' && pattern.test(error.message);

describe('a store that cannot be used says why', () => {
  const place = (prepare: (path: string) => void): string => {
    const path = freshPath();
    mkdirSync(join(path, '..'));
    prepare(path);
    return path;
  };
  const cases: readonly [string, string, RegExp][] = [
    ['no database', place((path) => writeFileSync(path, 'something else '.repeat(100))), /is no database/],
    ['a newer one', place((path) => setVersion(path, 999)), /newer Bailiwick \(schema 999/],
    ['a database of another program', place((path) => makeForeign(path, 0)), /of another program/],
    ['one that has our number by chance', place((path) => makeForeign(path, 1)), /of another program/],
    ['a pipe in its place', place((path) => void spawnSync('mkfifo', [path])), /no regular file/],
    ['a folder in its place', place((path) => mkdirSync(path)), /is a folder/],
    [
      'a home inside a file',
      join(
        place((path) => writeFileSync(path, '')),
        'state.db',
      ),
      /no folder|could not be made/,
    ],
    ['a home that cannot be made', '/proc/bailiwick/state.db', /could not be made|may not be written/],
  ];
  for (const [name, path, pattern] of cases) {
    it(name, () => assert.throws(() => openStore(path, () => 0), isStoreFault(pattern)));
  }

  it('a write that fails, and what was stored before stays', async () => {
    const { store, path } = await openWithRun();
    await store.log.append('run_1', [MESSAGE]);
    await store.close();
    const raw = new DatabaseSync(path);
    raw.exec('CREATE TRIGGER full BEFORE INSERT ON events BEGIN SELECT RAISE(ABORT, "no space"); END');
    raw.close();
    const again = openStore(path, () => 0);
    await assert.rejects(again.log.append('run_1', [MESSAGE]), isStoreFault(/no space/));
    assert.equal((await again.log.read('ses_1')).length, 1);
    await again.close();
  });

  it('a damaged file [T009]', async () => {
    const { store, path } = await openWithRun();
    await store.log.append(
      'run_1',
      Array.from({ length: 200 }, () => ({ ...MESSAGE, text: 'x'.repeat(500) })),
    );
    await store.close();
    const bytes = readFileSync(path);
    bytes.fill(0x5a, 4096);
    writeFileSync(path, bytes);
    const open = async (): Promise<unknown> => openStore(path, () => 0).log.read('ses_1');
    await assert.rejects(open, isStoreFault(/is damaged/));
  });

  it('an event that does not parse', async () => {
    const { store, path } = await openWithRun();
    await store.log.append('run_1', [MESSAGE]);
    await store.close();
    const raw = new DatabaseSync(path);
    raw.exec(`UPDATE events SET data = '{"text": 5}'`);
    raw.close();
    const again = openStore(path, () => 0);
    await assert.rejects(again.log.read('ses_1'), isStoreFault(/holds an event \(1\) that cannot be read/));
    await again.close();
  });
});

function setVersion(path: string, version: number): void {
  const raw = new DatabaseSync(path);
  raw.exec(`PRAGMA application_id = 1113015115; PRAGMA user_version = ${version}`);
  raw.close();
}

function makeForeign(path: string, version: number): void {
  const raw = new DatabaseSync(path);
  raw.exec(`CREATE TABLE notes (text); PRAGMA user_version = ${version}`);
  raw.close();
}
