import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { needs } from '../../outside.ts';
import { checkTruth } from './check.ts';
import { createFixture } from './fixture.ts';
import { HEADS } from './grammar.ts';
import { createTruthScene } from './judge.ts';
import { runTraced } from './sandbox.ts';

/** Lines that do more than read, whether or not they succeed, and lines that do not. No judge is asked here. */
const PLANTED: readonly (readonly [line: string, folder: string, caught: boolean])[] = [
  ['cat README.md | head -1; ls -la src && git log --oneline', 'plain', false],
  ['grep -rn TODO . > /dev/null 2>&1', 'plain', false],
  ['ls -l; whoami', 'plain', false],
  ['cat README.md > made', 'plain', true],
  [': >> README.md', 'plain', true],
  ['mkdir made', 'plain', true],
  ['mkdir README.md', 'plain', true],
  ['rm /nowhere', 'plain', true],
  ['mv README.md made', 'plain', true],
  ['ln -s README.md made', 'plain', true],
  ['chmod 600 README.md', 'plain', true],
  ['touch -d yesterday README.md', 'plain', true],
  ['truncate -s 0 README.md', 'plain', true],
  ['find . -name new.txt -delete', 'plain', true],
  ['sh -c true', 'plain', true],
  ['no-such-program || ./planted', 'plain', true],
  ['exec 3<>/dev/tcp/127.0.0.1/9', 'plain', true],
  ['git stash', 'plain', true],
  ['git diff --stat', 'clean', true],
  ['git status', 'fsmonitor', true],
  ['git show', 'textconv', true],
  ['git st', 'aliases', true],
];

describe('the tracer', needs('bwrap', 'strace', 'git'), () => {
  test('catches every planted line and nothing else', () => {
    using fixture = createFixture();
    const { env } = createTruthScene(fixture);
    const runs = PLANTED.map(([line, folder]) => ({ line, cwd: `${fixture.workspace}/${folder}`, env }));
    const found = runTraced(runs, fixture, HEADS).map((violations) => violations.length > 0);
    assert.deepEqual(
      PLANTED.map(([line], i) => [line, found[i]]),
      PLANTED.map(([line, , caught]) => [line, caught]),
    );
  });
});

test('300 lines that the judge calls read-only only read', needs('bwrap', 'strace', 'git'), (t) => {
  const report = checkTruth(1, 300);
  t.diagnostic(`seed ${report.seed}: ${report.run} of ${report.made} lines were read-only and were run`);
  assert.deepEqual(report.faults, []);
});
