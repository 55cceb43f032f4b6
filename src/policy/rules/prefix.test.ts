import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readShellLine } from '../../shell/read.ts';
import { PREFIX_HEADS, prefixOf, runsOthers } from './prefix.ts';

const prefixes = (line: string): readonly (string | null)[] =>
  readShellLine(line, { cwd: '/w', home: '/h', env: {} }).commands.map(
    (command) => prefixOf(command)?.join(' ') ?? null,
  );

describe('the beginning of a command that may be remembered', () => {
  const cases: readonly (readonly [string, ...(string | null)[]])[] = [
    ['git push origin main', 'git push'],
    ['/usr/bin/git -C x --no-pager push', 'git push'],
    ['git --strange push', null],
    ['git -c core.pager=x push', 'git push', null],
    ['git config x y', null],
    ['git', null],
    ['git "$X"', null],
    ['npm test -- --watch', 'npm test'],
    ['npm run build', 'npm run build'],
    ['npm run', null],
    ['npm run "$(x)"', null, null],
    ['npm run -s', null],
    ['npm exec cowsay', null],
    ['npx cowsay', null],
    ['make', null],
    ['make all', 'make all'],
    ["make 'a*'", null],
    ['make -j4 all', 'make all'],
    ['docker run alpine rm', null],
    ['docker compose run web sh', null],
    ['kubectl exec pod', null],
    ['gh pr create', 'gh pr create'],
    ['cd src', null],
    ['python3 setup.py', null],
    ['node build.js', null],
    ['bash x.sh', null],
    ['sudo git push', null, 'git push'],
    ['xargs git push', null, 'git push'],
    ['rm x', null],
    ['constructor x', null],
    ['"$(x)" push', null, null],
    ['X=1', null],
  ];
  for (const [line, ...expected] of cases) it(line, () => assert.deepEqual(prefixes(line), expected));

  it('is never that of a program that runs others', () => {
    assert.deepEqual(PREFIX_HEADS.filter(runsOthers), []);
    for (const head of ['cd', 'sudo', 'env', 'bash', 'python3', 'node']) assert.equal(runsOthers(head), true, head);
  });
});
