import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { codesOf, DRAFT, LEARNED, openSchool } from './skills-school.ts';
import { createQuickGround } from './start-here.ts';
import { createGround } from './start-prompt.ts';

/** What is learned of turns, by models that play a file. */

describe('a turn of six calls', () => {
  it('makes one skill in a process of its own; the next session loads it, and the same turn again makes none', async () => {
    using ground = createGround();
    const school = openSchool(ground);
    const { exit, out } = await school.turn();
    assert.deepEqual([exit, out], [0, 'It is released.\n']);
    assert.deepEqual(codesOf(await school.settle()), [['done', 'written']]);
    const text = readFileSync(school.file, 'utf8');
    assert.ok(text.endsWith(`\n${DRAFT.body}\n`), text);
    const next = await school.turn('next.yml');
    assert.deepEqual([next.exit, next.out], [0, 'Loaded.\n'], next.err);
    await school.turn();
    assert.deepEqual(codesOf(await school.settle()), [['done', 'written']]);
  });

  it('is followed by nothing that it waits for: without another process the job is kept [T171]', async () => {
    using ground = createQuickGround();
    const school = openSchool(ground);
    await school.turn();
    assert.deepEqual(codesOf(await school.listJobs()), [['queued', undefined]]);
    const { out } = await school.run('jobs', 'run');
    assert.match(
      out,
      /^job_\w+  [\d :-]+  done  distill run_\w+  written: Wrote the skill cut-release: \/.*SKILL\.md\n$/,
    );
    assert.match((await school.run('jobs', 'run')).err, /^Nothing is due\.$/m);
    assert.match((await school.run('jobs', 'list')).out, /written: Wrote the skill cut-release/);
    const shown = await school.run('sessions', 'export', 'last');
    assert.equal(shown.exit, 0);
  });

  it('leaves a proposal where others had a word in it', async () => {
    using ground = createQuickGround();
    const school = openSchool(ground);
    assert.equal((await school.turn('tainted.yml')).exit, 0);
    const [job] = await school.settle();
    assert.deepEqual([job?.outcome?.code, school.isWritten()], ['pending', false]);
    assert.match(String(job?.outcome?.message), /waits as prp_\w+: others had a word in the turn \(file\)/);
  });

  const replies: readonly (readonly [string, string])[] = [
    ['prose', 'There is a skill in this, I am sure.'],
    ['broken-json', LEARNED.slice(0, -30)],
    ['oversized', LEARNED.replace('Raise', 'x'.repeat(60_000))],
    ['invalid', LEARNED.replace('"cut-release"', '["cut-release"]')],
    ['none', '{"action":"none"}'],
  ];
  for (const [code, reply] of replies) {
    it(`leaves nothing where the reply is no skill: ${code}`, async () => {
      using ground = createQuickGround();
      const school = openSchool(ground, { reply });
      await school.turn();
      assert.deepEqual([...codesOf(await school.settle()), school.isWritten()], [['done', code], false]);
    });
  }

  it('leaves a skill of that name as it is', async () => {
    using ground = createQuickGround();
    const name = 'whale-songs';
    const school = openSchool(ground, { reply: LEARNED.replace(DRAFT.name, name) });
    const own = `---\nname: ${name}\ndescription: Tell the songs of whales apart.\n---\nMine.\n`;
    const file = `../home/.bailiwick/skills/${name}/SKILL.md`;
    ground.write(file, own);
    await school.turn();
    assert.deepEqual(codesOf(await school.settle()), [['done', 'exists']]);
    assert.equal(readFileSync(`${ground.project}/${file}`, 'utf8'), own);
  });
});
