import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createFacts } from '../../testing/judge-facts.ts';
import { createCompiled, createLineFacts, createShellCall } from '../../testing/judge-line.ts';
import { createMemoryDisk } from '../../testing/memory-disk.ts';
import type { Call } from '../../vocab/call.ts';
import type { Facts } from '../../vocab/facts.ts';
import { findDangers } from '../danger/find-dangers.ts';
import { decide } from '../decide.ts';
import { exactRules, findAsking, standingRules, standingWidth, type Asked, type StandingRule } from './standing.ts';

const disk = createMemoryDisk({ '/home/u/proj/a.txt': '' });

function askAbout(line: string): Asked {
  const [call, facts] = [createShellCall(line), createLineFacts(line, { disk })];
  return {
    call,
    facts,
    dangers: findDangers(call, facts),
    asking: findAsking(decide(call, facts, createCompiled({})), facts),
  };
}

const show = (rules: readonly StandingRule[] | null): string | null =>
  rules === null
    ? null
    : rules
        .map(({ pattern, action, danger }) => `${action} ${pattern}${danger.map((name) => ` !${name}`).join('')}`)
        .join(' + ');

describe('what always_prefix writes for a line', () => {
  const rows: readonly (readonly [string, string | null])[] = [
    ['npm test -- -x', 'allow shell npm test *'],
    ['npm run build', 'allow shell npm run build *'],
    ['git commit -m "a b"', 'allow shell git commit *'],
    ['git stash push', 'allow shell git stash push *'],
    ['docker compose up', 'allow shell docker compose up *'],
    ['gh pr view 3', 'allow shell gh pr view *'],
    ['pytest -q tests', 'allow shell pytest *'],
    ['ls; make all', 'allow shell make all *'],
    ['npm', null],
    ['npm run', null],
    ['npm --prefix x test', null],
    ['npm exec thing', null],
    ['docker run alpine', null],
    ['git rebase -x ls main', null],
    ['make -f other', null],
    ['make all > out', null],
    ['X=1 make all', null],
    ['make all &', null],
    ['make all; npm test', null],
    ['sudo make all', null],
    ['python3 tool.py', null],
    ['/usr/bin/make all', null],
    ['"$X" all', null],
    ['cd sub', null],
    ['rm -rf build', null],
    ['make "$(date)"', null],
    ['ls )', null],
  ];
  for (const [line, expected] of rows) {
    it(`${line} -> ${expected ?? 'nothing'}`, () =>
      assert.equal(show(standingRules('always_prefix', askAbout(line))), expected));
  }
});

describe('what always_command and deny_always write for a line', () => {
  const rows: readonly (readonly [string, string | null, string | null])[] = [
    ['make all', 'allow shell make all', 'deny shell make all'],
    [
      'ls; make all && npm test',
      'allow shell make all + allow shell npm test',
      'deny shell make all + deny shell npm test',
    ],
    ['make all > a.txt 2>&1', 'allow shell make all + allow write /home/u/proj/a.txt', 'deny shell make all'],
    ['cat a.txt > b.txt', 'allow shell cat a.txt + allow write /home/u/proj/b.txt', 'deny shell cat a.txt'],
    ['> b.txt', 'allow write /home/u/proj/b.txt', 'deny write /home/u/proj/b.txt'],
    ['rm -rf build', 'allow shell rm -rf build !recursive-delete', 'deny shell rm -rf build'],
    ['rm -rf /srv/x', null, 'deny shell rm -rf /srv/x'],
    ['make "*"', null, null],
    ['make "a\nb"', null, null],
    ['make "$(date)"', null, null],
    ['make > "$(date)"', null, null],
    ['X=1 make', null, null],
    ['make & ls', null, null],
    ['ls )', null, null],
    ['', null, null],
  ];
  for (const [line, always, never] of rows) {
    it(`${line} -> ${always ?? 'nothing'}`, () => {
      assert.equal(show(standingRules('always_command', askAbout(line))), always);
      assert.equal(show(standingRules('deny_always', askAbout(line))), never);
    });
  }

  it('not where a file may be one of two', () => {
    const asked = askAbout('make > b.txt');
    const [path] = asked.facts.paths;
    assert.ok(path !== undefined);
    const paths = [path, { ...path, absolute: '/elsewhere/b.txt' }];
    assert.equal(exactRules({ ...asked, facts: { ...asked.facts, paths } }, 'allow'), null);
  });

  it('allowed once and for all, the line is not asked about again', () => {
    for (const line of ['make all', 'npm test > b.txt', 'rm -rf build', 'ls; make all && npm run x']) {
      const rules = standingRules('always_command', askAbout(line)) ?? [];
      const permissions = Object.fromEntries(
        rules.map(({ pattern, action, danger }) => [
          pattern,
          danger.length === 0 ? action : { action, danger: [...danger] },
        ]),
      );
      const decision = decide(
        createShellCall(line),
        createLineFacts(line, { disk }),
        createCompiled({ user: { permissions } }),
      );
      assert.equal(decision.verdict, 'allow', line);
    }
  });
});

describe('what answers write for another tool', () => {
  const WORKSPACE = '/home/u/proj';
  const askOf = (tool: string, input: Call['input'], paths: Facts['paths'] = []): Asked => {
    const call = { id: 'c', tool, input, cwd: WORKSPACE };
    const facts = createFacts({ cwd: WORKSPACE, workspace: WORKSPACE, paths, line: null });
    return { call, facts, dangers: findDangers(call, facts), asking: [] };
  };
  const at = (absolute: string): Facts['paths'][number] => ({ given: absolute, absolute, real: absolute });
  const rows: readonly (readonly [Asked, string | null, string | null])[] = [
    [
      askOf('write', { path: 'src/a.ts' }, [at(`${WORKSPACE}/src/a.ts`)]),
      `allow write ${WORKSPACE}/src/*`,
      `allow write ${WORKSPACE}/src/a.ts`,
    ],
    [askOf('write', { path: '/srv/a' }, [at('/srv/a')]), null, 'allow write /srv/a'],
    [askOf('write', { path: 'a*/b' }, [at(`${WORKSPACE}/a*/b`)]), null, null],
    [askOf('edit', { path: 'a' }, [at(`${WORKSPACE}/a`), at(`${WORKSPACE}/b`)]), null, 'allow edit a'],
    [
      askOf('apply_patch', { patch: 'a and\nb' }, [at(`${WORKSPACE}/a`), at(`${WORKSPACE}/b`)]),
      null,
      `allow apply_patch ${WORKSPACE}/a + allow apply_patch ${WORKSPACE}/b`,
    ],
    [
      askOf('apply_patch', { patch: 'one' }, [at('/etc/x'), at('/srv/y')]),
      null,
      'allow apply_patch /etc/x !system-file-write + allow apply_patch /srv/y',
    ],
    [
      askOf('multi_edit', { path: 'a' }, [{ given: 'a', absolute: `${WORKSPACE}/a`, real: '/etc/x' }, at('/srv/y')]),
      null,
      `allow multi_edit ${WORKSPACE}/a !system-file-write + allow multi_edit /srv/y`,
    ],
    [askOf('multi_edit', { path: 'a*' }, [at(`${WORKSPACE}/a*`), at(`${WORKSPACE}/b`)]), null, null],
    [askOf('write', { path: 'a' }, []), null, 'allow write a'],
    [askOf('web_fetch', { url: 'https://example.org/x' }), null, 'allow web_fetch https://example.org/x'],
    [askOf('other__tool', { x: 1 }), null, null],
    [askOf('todo', { items: [] }), null, null],
  ];
  for (const [asked, prefix, exact] of rows) {
    it(`${asked.call.tool} ${JSON.stringify(asked.call.input)}`, () => {
      assert.equal(show(standingRules('always_prefix', asked)), prefix);
      assert.equal(show(standingRules('always_command', asked)), exact);
    });
  }

  it('and nothing where no command asks that is there', () => {
    const line = createLineFacts('make');
    const call = createShellCall('make');
    assert.equal(standingRules('always_prefix', { call, facts: line, dangers: [], asking: [9] }), null);
  });

  it('but for a tool without a subject, whose call a rule can still name', () => {
    const asked = askOf('other__tool', { x: 1 });
    const named = { ...asked, facts: { ...asked.facts, tool: { ...asked.facts.tool, subject: 'a note' } } };
    assert.equal(show(exactRules(named, 'allow')), 'allow other__tool a note');
    const bare = { ...asked, facts: { ...asked.facts, tool: { ...asked.facts.tool, subject: '' } } };
    assert.equal(show(exactRules(bare, 'allow')), 'allow other__tool {"x":1}');
  });

  it('in words', () => {
    const rules = standingRules('always_command', askOf('web_fetch', { url: 'https://example.org' })) ?? [];
    assert.equal(standingWidth(rules), 'from now on, everywhere: allow "web_fetch https://example.org"');
  });
});
