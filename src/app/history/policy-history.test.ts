import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, it } from 'node:test';
import type { KeptStore } from '../../ports/history.ts';
import { decide } from '../../policy/decide.ts';
import { openStore } from '../../store/open-store.ts';
import { createFacts, createPolicy } from '../../testing/judge-facts.ts';
import { loadApp } from '../load-app.ts';
import type { AppConfig } from '../load-config.ts';
import { replayDecisions, type ReplayOptions } from './policy-history.ts';

const COUNT = 450;
const home = realpathSync(mkdtempSync(join(tmpdir(), 'bailiwick-replay-')));
let store: KeptStore;
let config: AppConfig;

before(async () => {
  mkdirSync(join(home, '.bailiwick'));
  writeFileSync(join(home, 'new.yml'), 'permissions: {"read /home/u/proj/1*": deny}\n');
  config = await loadApp({ cwd: home, home, env: { HOME: home } });
  store = openStore(join(home, '.bailiwick', 'state.db'), () => 1);
  const common = { cwd: home, mode: 'default', requester: 'local:1', at: 1 } as const;
  await store.sessions.create({ id: 'ses_1', workspace: home, ...common });
  await store.sessions.createRun({ id: 'run_1', session: 'ses_1', at: 1 }, null);
  for (let i = 1; i <= COUNT; i++) {
    const path = `/home/u/proj/${i}`;
    const facts = createFacts({
      tool: { name: 'read', risk: 'low', subject: path, effects: [], fault: null },
      paths: [{ given: path, absolute: path, real: path }],
    });
    const call = { id: `call_${i}`, tool: 'read', input: { path }, cwd: '/home/u/proj' };
    const decision = decide(call, facts, createPolicy());
    await store.decisions.save(
      { id: `dec_${i}`, run: 'run_1', call, facts, policyDigest: '', decision, at: i },
      {
        ...{ kind: 'call-decided', call: call.id, tool: 'read', callDigest: '', decision: `dec_${i}`, rule: null },
        ...{ verdict: 'allow', step: 'mode-fallback', code: '', reason: '', class: null },
      },
    );
  }
});

after(async () => {
  await store.close();
  rmSync(home, { recursive: true, force: true });
});

const toOptions = (changes: Partial<ReplayOptions> = {}): ReplayOptions => ({
  files: [join(home, 'new.yml')],
  filter: { session: null, run: null, since: null, until: null },
  progress: () => undefined,
  signal: new AbortController().signal,
  ...changes,
});

it('a replay goes through the store in pages, and says how far it is', async () => {
  const told: number[] = [];
  const report = await replayDecisions(store, config, toOptions({ progress: (count) => void told.push(count) }));
  assert.deepEqual(told, [200, 400, 450]);
  // 1, 10 to 19, 100 to 199
  assert.deepEqual([report?.decisions, report?.counts, report?.flips.length], [COUNT, { 'allow -> deny': 111 }, 111]);
  assert.deepEqual(report?.flips[0]?.after.rule?.file, join(home, 'new.yml'));
});

it('a replay of a part looks at that part alone', async () => {
  const filter = { session: 'ses_1', run: null, since: 10, until: 20 };
  const report = await replayDecisions(store, config, toOptions({ filter }));
  assert.deepEqual([report?.decisions, report?.flips.length], [11, 10]);
});

it('a replay that is stopped says nothing about the rest', async () => {
  const signal = AbortSignal.abort();
  assert.equal(await replayDecisions(store, config, toOptions({ signal })), null);
});

it('a replay without a store judges nothing', async () => {
  assert.deepEqual(await replayDecisions(null, config, toOptions()), { decisions: 0, counts: {}, flips: [] });
});
