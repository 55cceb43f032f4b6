import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFacts, createPolicy } from '../testing/judge-facts.ts';
import { createLineFacts, createShellCall } from '../testing/judge-line.ts';
import { effectsOf } from './effects.ts';
import { toJudged } from './judged.ts';

const effects = (line: string): readonly string[] =>
  effectsOf(toJudged(createShellCall(line), createLineFacts(line), createPolicy())).map(
    ({ kind, where, target }) => `${kind}${where === undefined ? '' : ` ${where}`} ${target}`,
  );

test('what a line does to the world', () => {
  const rows: readonly (readonly [line: string, ...effects: readonly string[]])[] = [
    ['ls', 'read ls'],
    ['make', 'exec make'],
    ['"$(date)"', 'exec date', 'exec '],
    ['echo x > a', 'write workspace /home/u/proj/a'],
    ['touch /srv/a', 'write outside /srv/a'],
    ['curl u', 'net-out curl'],
    ['curl -o a u', 'write workspace /home/u/proj/a', 'net-out curl'],
    ['git push', 'net-out git'],
    ['git fetch', 'net-in git'],
    ['npm view x', 'net-in npm'],
    ['npm install x', 'exec npm'],
    ['cargo publish', 'net-out cargo'],
    ['cargo search x', 'net-in cargo'],
    ['ls < /dev/tcp/h/80', 'net-out ls'],
    ['cat < "$(date)"', 'exec date', 'exec cat'],
    ['git commit', 'exec git'],
    ['git', 'exec git'],
    ['npm publish', 'net-out npm'],
    ['npm "$(date)"', 'exec date', 'exec npm'],
    ['git "$(date)"', 'exec date', 'exec git'],
    ['python3 -c 1', 'net-out python3'],
    ['ls; make', 'read ls', 'exec make'],
  ];
  for (const [line, ...expected] of rows) assert.deepEqual(effects(line).toSorted(), expected.toSorted(), line);
});

test('another tool tells its own', () => {
  const own = [{ kind: 'read', target: 'x' }] as const;
  const facts = createFacts({ tool: { name: 'read', risk: 'low', subject: 'x', effects: own, fault: null } });
  const call = { id: 'c', tool: 'read', input: {}, cwd: '/home/u/proj' };
  assert.deepEqual(effectsOf(toJudged(call, facts, createPolicy())), own);
});
