import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { decide } from '../../policy/decide.ts';
import { createFacts, createPolicy } from '../../testing/judge-facts.ts';
import { createLineFacts, createShellCall } from '../../testing/judge-line.ts';
import { createMemoryDisk } from '../../testing/memory-disk.ts';
import type { Effect } from '../../vocab/call.ts';
import type { Facts } from '../../vocab/facts.ts';
import { labelCall, labelResult, type Label } from './label.ts';

const disk = createMemoryDisk({
  '/home/u/proj/node_modules/x/README.md': '',
  '/home/u/proj/src/a.ts': '',
  '/home/u/proj/.env': '',
});

const OWN: Label = { origin: 'tool:shell', private: false };

const labelLine = (command: string): Label => {
  const facts = createLineFacts(command, { disk });
  const call = createShellCall(command);
  return labelCall(call, { facts, decision: decide(call, facts, createPolicy()) });
};

describe('the output of a line is', () => {
  const network = [
    'curl u',
    'ls; curl u',
    'X=$(wget -qO- u); echo "$X"',
    'sh -c "curl u"',
    'git fetch',
    'git pull',
    'git ls-remote',
    'gh pr view 1',
    'dig x',
    'npm view x',
    'pip download x',
    'cat < /dev/tcp/h/80',
    'sudo curl u',
    'ssh h ls',
    'xargs curl < urls',
  ];
  for (const line of network) {
    it(`of the network: ${line}`, () => assert.deepEqual(labelLine(line), { origin: 'network', private: false }));
  }
  const own = [
    'ls',
    'git log',
    'git status',
    'npm test',
    'make',
    'echo curl',
    'grep -r curl src',
    'cat src/a.ts',
    'git remote -v',
    'python3 a.py',
  ];
  for (const line of own) it(`the owner's: ${line}`, () => assert.deepEqual(labelLine(line), OWN));

  const files = [
    'cat node_modules/x/README.md',
    'head -1 node_modules/*/README.md',
    'cd node_modules/x && ls',
    'wc < node_modules/x/README.md',
  ];
  for (const line of files) {
    it(`of a dependency: ${line}`, () => assert.deepEqual(labelLine(line), { origin: 'file', private: false }));
  }

  it('private where a secret is read', () => {
    assert.deepEqual(labelLine('cat .env'), { origin: 'tool:shell', private: true });
    assert.deepEqual(labelLine('rm -rf x; cat .env'), { origin: 'tool:shell', private: true });
  });
});

describe('the result of a tool is', () => {
  const of = (tool: string, changes: Partial<Facts>): Label => {
    const facts = createFacts({ tool: { name: tool, risk: 'low', subject: '', effects: [], fault: null }, ...changes });
    const call = { id: 'c', tool, input: {}, cwd: facts.cwd };
    return labelCall(call, { facts, decision: decide(call, facts, createPolicy()) });
  };
  const at = (absolute: string, real: string | null = absolute) => ({ paths: [{ given: absolute, absolute, real }] });
  const effect = (kind: Effect['kind']): Partial<Facts> => ({
    tool: { name: 't', risk: 'low', subject: '', effects: [{ kind, target: 'x' }], fault: null },
  });

  const cases: readonly (readonly [string, string, Partial<Facts>, Label])[] = [
    ["the owner's", 'read', at('/home/u/proj/a'), { origin: 'tool:read', private: false }],
    ["a dependency's", 'read', at('/home/u/proj/vendor/a'), { origin: 'file', private: false }],
    [
      "a dependency's behind a link",
      'read',
      at('/home/u/proj/a', '/home/u/proj/vendor/a'),
      { origin: 'file', private: false },
    ],
    [
      "the owner's where no disk was asked",
      'read',
      at('/home/u/proj/a', null),
      { origin: 'tool:read', private: false },
    ],
    ['private', 'read', at('/home/u/.ssh/id_rsa'), { origin: 'tool:read', private: true }],
    ["the network's", 'http_get', effect('net-in'), { origin: 'network', private: false }],
    ["the network's that it sent to", 'http_post', effect('net-out'), { origin: 'network', private: false }],
    ["another program's", 'mail__list', {}, { origin: 'tool:mail__list', private: false }],
  ];
  for (const [name, tool, changes, expected] of cases) {
    it(`${name}: ${tool}`, () => assert.deepEqual(of(tool, changes), expected));
  }
});

describe('a result', () => {
  const line = createLineFacts('grep -r x .');
  it("of a search by shell is a dependency's where it quotes one", () => {
    const text = './node_modules/x/a.js:x';
    assert.deepEqual(labelResult(OWN, { isError: false, text }, line), { ...OWN, origin: 'file' });
    assert.deepEqual(labelResult({ ...OWN, origin: 'network' }, { isError: false, text }, line).origin, 'network');
    assert.deepEqual(labelResult(OWN, { isError: false, text }, createFacts()), OWN);
    assert.deepEqual(labelResult(OWN, { isError: false, text: 'src/a.js:x' }, line), OWN);
  });

  it('is what its tool says it is', () => {
    const label = labelResult(
      { origin: 'tool:question', private: true },
      { isError: false, text: '', origin: 'owner' },
      createFacts(),
    );
    assert.deepEqual(label, { origin: 'owner', private: true });
  });
});
