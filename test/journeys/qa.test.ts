import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { it } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { QaOutcome } from '../../src/app/qa/qa.ts';
import { startWireServer } from '../../src/testing/wire-server/start-wire-server.ts';
import { createGround } from './start-prompt.ts';

const OURS = fileURLToPath(new URL('../../qa/scenarios', import.meta.url));
const SCENARIO = 'skill-workshop-animated-gif-autocreate';

it('qa suite plays every scenario that comes with the program', async () => {
  using ground = createGround();
  const { exit, out, err } = await ground.run(['qa', 'suite', '--concurrency', '2', '--json']);
  const outcomes = JSON.parse(out) as readonly QaOutcome[];
  assert.deepEqual(
    outcomes.flatMap(({ name, missed }) => missed.map((one) => `${name}: ${one}`)),
    [],
    err,
  );
  assert.equal(exit, 0, err);
  assert.ok(outcomes.length >= 6);
});

it('qa suite fails where something else came of a scenario, and says what', async () => {
  using ground = createGround();
  const text = readFileSync(`${OURS}/plugins/${SCENARIO}.md`, 'utf8');
  ground.write(
    'mine/other.md',
    text.replace('status: applied', 'status: rejected').replace('## Workflow', '## Nowhere'),
  );
  ground.write('mine/thinks.md', text.replace('- say: I will do that.', '- { say: ok, expect: never said }'));
  const { exit, out } = await ground.run([
    'qa',
    'suite',
    '--folder',
    'mine',
    '--scenario',
    'other',
    '--scenario',
    'thinks',
  ]);
  assert.equal(exit, 1);
  assert.match(out, /FAIL {2}other .*\n {6}proposal 1 is applied, not rejected\n {6}skills\/.*SKILL\.md does not hold/);
  assert.match(out, /FAIL {2}thinks .*\n {6}"Next time.*" ended model-failed, not answered: .*expected "never said"/);
});

it('qa suite names a scenario that is broken or not there, before it plays any', async () => {
  using ground = createGround();
  ground.write('mine/broken.md', '# Broken\n\n## Given\n\n```yaml\nconfig: [\n```\n');
  const broken = await ground.run(['qa', 'suite', '--folder', 'mine']);
  assert.equal(broken.exit, 2);
  assert.match(broken.err, /broken\.md:6\n/);
  const unknown = await ground.run(['qa', 'suite', '--scenario', 'skill-workshop-pending-aproval']);
  assert.equal(unknown.exit, 2);
  assert.match(unknown.err, /Did you mean skill-workshop-pending-approval\?/);
});

it('qa suite plays a scenario with a real model of the person, over the wire', async () => {
  await using server = await startWireServer(() => ({ say: 'I will.' }));
  using ground = createGround(`providers: {wire: {base_url: "${server.baseUrl}", api_key: none}}\n`);
  const words = ['--scenario', 'skill-workshop-pending-approval', '--model', 'wire:m'];
  const { exit, out, err } = await ground.run(['qa', 'suite', ...words]);
  assert.equal(exit, 0, out + err);
  assert.equal(server.requests.length, 2);
});
