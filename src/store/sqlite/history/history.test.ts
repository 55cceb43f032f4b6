import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, describe, it } from 'node:test';
import { Fault } from '../../../base/fault.ts';
import type { DecisionFilter, KeptStore } from '../../../ports/history.ts';
import { createFacts } from '../../../testing/judge-facts.ts';
import type { Approval } from '../../../vocab/approval.ts';
import type { Decision, Verdict } from '../../../vocab/decision.ts';
import type { EventBody } from '../../../vocab/event.ts';
import { openStore } from '../../open-store.ts';
import { MIGRATIONS } from '../migrations.ts';

const folder = mkdtempSync(join(tmpdir(), 'bailiwick-history-'));
after(() => rmSync(folder, { recursive: true, force: true }));

let made = 0;
const freshPath = (): string => join(folder, `home-${made++}`, 'state.db');

async function openFresh(path = freshPath()) {
  let now = 1000;
  return { path, store: openStore(path, () => now++) };
}

async function addSession(store: KeptStore, id: string, { at = 1, workspace = '/w', runs = [`run_${id}`] } = {}) {
  await store.sessions.create({ id, workspace, cwd: workspace, mode: 'default', requester: 'local:1', at });
  for (const [i, run] of runs.entries())
    await store.sessions.createRun({ id: run, session: id, at: at + i * 10 }, runs[i - 1] ?? null);
}

const says = (text: string): EventBody => ({ kind: 'message-received', text, origin: 'owner', private: false });
const replies = (text: string, command: string): EventBody => ({
  kind: 'reply-received',
  text,
  calls: [{ id: 'call_1', callId: 'c', tool: 'shell', input: { command }, fault: null }],
  reason: 'calls',
  inputTokens: null,
  outputTokens: null,
});
const ends = (text: string): EventBody => ({
  kind: 'call-ended',
  call: 'call_1',
  outcome: 'done',
  text,
  origin: 'tool:shell',
  private: false,
  resultDigest: null,
  durationMs: 1,
  detail: {},
});

const DECIDED = {
  kind: 'call-decided',
  call: 'call_1',
  tool: 'shell',
  callDigest: 'd',
  decision: 'dec',
  verdict: 'ask',
  step: 'confirm-policy',
  code: 'c',
  reason: 'r',
  class: null,
  rule: null,
} as const;

const LINE_FACTS = createFacts({
  line: { kind: 'unparsable', source: '(', reason: 'r', commands: [], functions: [], reads: [] },
});

async function decide(
  store: KeptStore,
  id: string,
  given: { run: string; at: number; verdict?: Verdict; call?: string },
) {
  const { run, at, verdict = 'ask', call = 'call_1' } = given;
  const decision = { verdict, step: 'confirm-policy', code: 'c', reason: 'r', trace: [] } as unknown as Decision;
  const request = { id: call, tool: 'shell', input: { command: 'make' }, cwd: '/w' };
  await store.decisions.save({ id, run, call: request, facts: LINE_FACTS, policyDigest: 'p', decision, at }, DECIDED);
}

const question = (id: string, run: string, askedAt: number): Approval => ({
  id,
  session: 'ses_a',
  run,
  call: 'call_1',
  callDigest: 'd',
  factsDigest: 'f',
  policyDigest: 'p',
  tool: 'shell',
  input: { command: 'make' },
  cwd: '/w',
  step: 'confirm-policy',
  reason: 'r',
  rule: null,
  class: null,
  segment: 'make',
  asking: ['make'],
  answers: [{ answer: 'once', width: 'this call' }],
  requester: 'local:1',
  approvers: ['local:1'],
  askedAt,
  expiresAt: null,
  state: 'pending',
  why: null,
  answer: null,
  by: null,
  at: null,
  note: null,
});

const ask = (store: KeptStore, id: string, run: string, askedAt: number) =>
  store.approvals.ask(question(id, run, askedAt), {
    kind: 'approval-required',
    approval: id,
    call: 'call_1',
    factsDigest: 'f',
    policyDigest: 'p',
    askDigest: 'a',
  });

const answerOnce = (store: KeptStore, id: string, run: string) =>
  store.approvals.answer({
    id,
    run,
    at: 90,
    grant: null,
    event: {
      kind: 'approval-settled',
      approval: id,
      call: 'call_1',
      state: 'granted',
      why: 'answered',
      answer: 'once',
      by: 'local:1',
      note: null,
      grant: null,
    },
  });

const ANY: DecisionFilter = { session: null, run: null, since: null, until: null };
const ALL = { workspace: null, limit: 10 };

const refusal = async (work: Promise<unknown>): Promise<string> => {
  const error: unknown = await work.then(() => null).catch((error: unknown) => error);
  assert.ok(error instanceof Fault, String(error));
  return error.message;
};

describe('the history of a store', () => {
  it('lists sessions by their newest turn, of one workspace or of all', async () => {
    const { store } = await openFresh();
    await addSession(store, 'ses_a', { at: 1, runs: ['run_1', 'run_2', 'run_3'] });
    await addSession(store, 'ses_b', { at: 5 });
    await addSession(store, 'ses_c', { at: 50, workspace: '/v', runs: [] });
    await store.log.append('run_2', [says('later')]);
    await store.log.append('run_1', [says('first')]);
    const list = async (workspace: string | null, limit = 10) =>
      (await store.history.sessions({ workspace, limit })).map(
        ({ id, lastAt, runs, title }) => `${id} ${lastAt} ${runs} ${title}`,
      );
    assert.deepEqual(await list('/w'), ['ses_a 21 3 first', 'ses_b 5 1 null']);
    assert.deepEqual(await list(null, 2), ['ses_c 50 0 null', 'ses_a 21 3 first']);
    assert.deepEqual(await list('/nowhere'), []);
    assert.deepEqual(await store.history.matchSessions('ses_', 2), ['ses_a', 'ses_b']);
    assert.deepEqual(await store.history.matchSessions('ses_%', 2), []);
    assert.deepEqual(await store.history.runs('ses_a'), ['run_1', 'run_2', 'run_3']);
    assert.equal(await store.history.findFork('ses_a'), null);
    assert.equal(await store.history.findFork('ses_none'), null);
    await store.close();
  });

  it('finds words in messages, replies, calls and results, and sees what came since', async () => {
    const { store } = await openFresh();
    await addSession(store, 'ses_a');
    await addSession(store, 'ses_b', { workspace: '/v' });
    await store.log.append('run_ses_a', [says('mend the Größe of "rates"'), replies('I look', 'npm run rate-limit')]);
    const find = async (...phrases: string[]) => (await store.history.search(phrases, ALL)).map(({ event }) => event);
    assert.deepEqual(await find('grosse'), []);
    assert.deepEqual(await find('grö'), [], 'a word is a whole word');
    assert.deepEqual(await find('größe'), [1]);
    assert.deepEqual(await find('grÖße'), [1]);
    assert.deepEqual(await find('rate limit'), [2], 'a phrase goes over punctuation');
    assert.deepEqual(await find('rate*'), [2, 1]);
    assert.deepEqual(await find('look', 'limit'), [2]);
    assert.deepEqual(await find('"rates"'), [1]);
    assert.deepEqual(await find('look OR mend'), [], 'no operator is read');
    assert.deepEqual(await find('a\0b'), []);
    await store.log.append('run_ses_b', [ends('the rate is fine')]);
    const hits = await store.history.search(['rate*'], { workspace: '/v', limit: 10 });
    assert.deepEqual(hits, [
      { session: 'ses_b', run: 'run_ses_b', event: 3, at: 1001, kind: 'call-ended', excerpt: 'the rate is fine' },
    ]);
    assert.equal((await store.history.search(['rate*'], { workspace: null, limit: 2 })).length, 2);
    await store.close();
  });

  const CALL = '{"id":"call_1","tool":"shell","input":{"command":"("},"cwd":"/w"}';
  const FACTS = '{"cwd":"/w","line":{"kind":"unparsable","source":"("},"tool":{"name":"shell"}}';

  it('finds what an older program stored', async () => {
    const path = freshPath();
    mkdirSync(join(path, '..'));
    const old = new DatabaseSync(path);
    old.exec(`${MIGRATIONS[0]}; PRAGMA user_version = 1; PRAGMA application_id = 1113015115;
      INSERT INTO sessions VALUES ('ses_a', '/w', '/w', 'default', 'local:1', 1);
      INSERT INTO runs VALUES ('run_1', 'ses_a', 1);
      INSERT INTO events (run, seq, at, kind, data) VALUES ('run_1', 1, 1, 'message-received', '{"text":"an old word"}'),
        ('run_1', 2, 1, 'message-received', 'damaged');
      INSERT INTO decisions VALUES ('dec_1', 'run_1', 'call_1', 1, 'p', '${CALL}', '${FACTS}', '{"verdict":"deny"}'),
        ('dec_2', 'run_1', 'call_1', 1, 'p', '${CALL}', 'damaged', '{"verdict":"deny"}');`);
    old.close();
    const { store } = await openFresh(path);
    assert.deepEqual(
      (await store.history.search(['old word'], ALL)).map(({ event }) => event),
      [1],
    );
    const [judged] = await store.history.decisionsAfter(0, ANY, 1);
    assert.deepEqual(
      [judged?.verdict, judged?.facts, judged?.decision()],
      ['deny', JSON.parse(FACTS), { verdict: 'deny' }],
    );
    assert.match(
      await refusal(store.history.decisionsAfter(1, ANY, 1)),
      /holds a decision \(dec_2\) that cannot be read/,
    );
    await store.close();
  });

  it('deletes a session wholly, and leaves nothing of it in the file', async () => {
    const { store, path } = await openFresh();
    await addSession(store, 'ses_a', { runs: ['run_1', 'run_2'] });
    await addSession(store, 'ses_b');
    for (const run of ['run_1', 'run_2', 'run_ses_b']) await store.log.append(run, [says(`xyzzy${run} plugh`)]);
    await decide(store, 'dec_1', { run: 'run_1', at: 5 });
    await ask(store, 'apr_1', 'run_1', 6);
    for (const subject of ['run_1', 'run_ses_b'])
      await store.queue.add({ id: `job_${subject}`, workspace: '/w', kind: 'distill', subject, dueAt: 1 }, 1);
    assert.equal((await store.sessions.findByRun('run_2'))?.id, 'ses_a');
    await store.history.search(['plugh'], ALL);
    assert.deepEqual(await store.history.remove('ses_a'), ['run_1', 'run_2']);
    assert.equal(await store.sessions.find('ses_a'), null);
    assert.deepEqual(await store.history.decisionsAfter(0, ANY, 10), []);
    assert.equal(await store.approvals.find('apr_1'), null);
    assert.equal(await store.sessions.findByRun('run_2'), null);
    const jobs = await store.queue.list({ workspace: null, limit: 9 });
    assert.deepEqual(
      jobs.map(({ subject }) => subject),
      ['run_ses_b'],
    );
    assert.deepEqual(
      (await store.history.search(['plugh'], ALL)).map(({ session }) => session),
      ['ses_b'],
    );
    await store.log.append('run_ses_b', [says('plugh again')]);
    assert.equal((await store.history.search(['plugh'], ALL)).length, 2);
    assert.deepEqual(await store.history.remove('ses_none'), []);
    await store.close();
    const bytes = readFileSync(path, 'latin1');
    assert.deepEqual([bytes.includes('xyzzyrun_1'), bytes.includes('xyzzyrun_ses_b')], [false, true]);
  });

  it('keeps a fork with where it came from', async () => {
    const { store } = await openFresh();
    const session = { id: 'ses_f', workspace: '/w', cwd: '/w', mode: 'plan', requester: 'local:1', at: 70 } as const;
    const origin = { session: 'ses_a', events: 2 };
    const events = [{ at: 4, body: says('hi') }];
    await store.history.addFork({ session, origin, runs: [{ id: 'run_f', at: 3, events }] });
    assert.deepEqual(await store.sessions.find('ses_f'), session);
    assert.deepEqual(await store.log.read('ses_f'), [{ ...says('hi'), id: 1, run: 'run_f', seq: 1, at: 4 }]);
    assert.deepEqual(await store.history.findFork('ses_f'), origin);
    const [summary] = await store.history.sessions(ALL);
    assert.deepEqual(summary, { ...session, lastAt: 70, runs: 1, title: 'hi', forkOf: origin });
    await store.close();
  });

  it('gives decisions in pages, from both ends, and the question each one put', async () => {
    const { store } = await openFresh();
    await addSession(store, 'ses_a', { runs: ['run_1', 'run_2'] });
    await addSession(store, 'ses_b', { runs: ['run_3'] });
    await decide(store, 'dec_1', { run: 'run_1', at: 10 });
    await ask(store, 'apr_1', 'run_1', 11);
    await answerOnce(store, 'apr_1', 'run_1');
    await decide(store, 'dec_2', { run: 'run_1', at: 12, verdict: 'allow' });
    await decide(store, 'dec_3', { run: 'run_2', at: 20, verdict: 'deny' });
    await decide(store, 'dec_4', { run: 'run_3', at: 30 });
    const { history } = store;
    const back = async (filter: Partial<DecisionFilter>, before: number | null = null) =>
      (await history.decisionsBefore(before, { ...ANY, ...filter }, 10)).map(
        ({ id, asked }) => id + (asked === null ? '' : ` ${asked.id} ${asked.answer} ${asked.by}`),
      );
    assert.deepEqual(await back({}), ['dec_4', 'dec_3', 'dec_2', 'dec_1 apr_1 once local:1']);
    assert.deepEqual(await back({}, 3), ['dec_2', 'dec_1 apr_1 once local:1']);
    assert.deepEqual(await back({ session: 'ses_a', since: 12 }), ['dec_3', 'dec_2']);
    assert.deepEqual(await back({ until: 12 }), ['dec_2', 'dec_1 apr_1 once local:1']);
    assert.deepEqual(await back({ run: 'run_2' }), ['dec_3']);
    const [first, ...more] = await history.decisionsAfter(1, ANY, 2);
    assert.deepEqual([first?.id, first?.number, first?.session, more[0]?.id], ['dec_2', 2, 'ses_a', 'dec_3']);
    assert.deepEqual([first?.facts, first?.verdict, first?.decision().verdict], [LINE_FACTS, 'allow', 'allow']);
    assert.equal(first?.facts.line, more[0]?.facts.line, 'the same line is read once');
    assert.equal(more.length, 1);
    assert.deepEqual(
      (await history.answersAfter(0, 10)).map(({ number, approval }) => [number, approval.id, approval.state]),
      [[1, 'apr_1', 'granted']],
    );
    assert.deepEqual(await history.answersAfter(1, 10), []);
    assert.deepEqual(
      (await history.approvals('ses_a')).map(({ id }) => id),
      ['apr_1'],
    );
    await store.close();
  });

  it('names the row that is damaged', async () => {
    const { store, path } = await openFresh();
    await addSession(store, 'ses_a', { runs: ['run_1'] });
    await decide(store, 'dec_1', { run: 'run_1', at: 10 });
    await ask(store, 'apr_1', 'run_1', 11);
    await store.log.append('run_1', [says('hi')]);
    const other = new DatabaseSync(path);
    other.exec(`UPDATE decisions SET decision = '{"verdict":"maybe"}'; UPDATE approvals SET question = 'x', answer = 'once';
      UPDATE events SET data = '[]' WHERE kind = 'message-received'`);
    other.close();
    const { history } = store;
    const damaged = (what: string) => `${path} holds ${what} that cannot be read`;
    const [judged] = await history.decisionsAfter(0, ANY, 10);
    assert.throws(() => judged?.decision(), { message: damaged('a decision (dec_1)') });
    new DatabaseSync(path).exec("UPDATE decisions SET verdict = 'maybe'");
    assert.equal(await refusal(history.decisionsAfter(0, ANY, 10)), damaged('a decision (dec_1)'));
    assert.equal(await refusal(history.decisionsBefore(null, ANY, 10)), damaged('a decision (dec_1)'));
    assert.equal(await refusal(history.approvals('ses_a')), damaged('an approval (apr_1)'));
    assert.equal(await refusal(history.answersAfter(0, 10)), damaged('an approval (apr_1)'));
    assert.equal(await refusal(history.sessions(ALL)), damaged('a session (ses_a)'));
    await store.close();
  });
});
