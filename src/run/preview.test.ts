import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { openStore } from '../store/open-store.ts';
import { createPlayedJudge, createPlayedModel, createPlayedTool, createRunWorld } from '../testing/run-world.ts';
import { driveRun } from './drive.ts';
import type { Situation } from './run-ports.ts';

for (const [length, fault] of [
  [200_000, null],
  [200_001, /^what it would change takes 200001 characters to show, and a question shows 200000 at most; leave it/],
] as const) {
  it(`a person is ${fault === null ? '' : 'not '}asked about a change of ${length} characters`, async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'bailiwick-preview-'));
    t.after(() => rmSync(folder, { recursive: true, force: true }));
    const store = openStore(join(folder, 'state.db'), () => 1);
    const seen: Situation[] = [];
    const tool = {
      ...createPlayedTool('echo', async () => ({ isError: false, text: 'x' })),
      preview: async () => ({ digest: 'd', text: 'x'.repeat(length) }),
    };
    const model = createPlayedModel([{ calls: [{ tool: 'echo', input: {} }] }, { say: 'done' }]);
    const judge = createPlayedJudge(() => ({ verdict: 'allow' }), seen);
    const { ports, begin } = createRunWorld({ store, model, judge, tools: [tool] });
    await driveRun(await begin(), ports, new AbortController().signal);
    await store.close();
    if (fault === null) assert.equal(seen[0]?.fault, null);
    else assert.match(String(seen[0]?.fault), fault);
  });
}
