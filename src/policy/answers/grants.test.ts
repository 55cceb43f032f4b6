import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createFacts, createPolicy } from '../../testing/judge-facts.ts';
import { createCompiled, createLineFacts, createShellCall, type LineScene } from '../../testing/judge-line.ts';
import { createMemoryDisk } from '../../testing/memory-disk.ts';
import type { Call } from '../../vocab/call.ts';
import type { Facts, Grant, PathFact } from '../../vocab/facts.ts';
import type { Policy } from '../../vocab/policy.ts';
import { findDangers } from '../danger/find-dangers.ts';
import { decide } from '../decide.ts';
import { exactValue, exactValueOf, grantFor, sessionWidth } from './grants.ts';

const SESSION = { answer: 'session', session: 'ses_1', by: 'ann', callDigest: '' } as const;

/** What a session answer to this line leaves behind. */
const grantTo = (line: string, scene: LineScene = {}): Grant | null => {
  const [call, facts] = [createShellCall(line), createLineFacts(line, scene)];
  return grantFor(SESSION, call, facts, findDangers(call, facts));
};

describe('what a session answer remembers', () => {
  const rows: readonly (readonly [line: string, kind: string | null])[] = [
    ['make', 'exact'],
    ['make; npm test', 'exact'],
    ['make > out 2>&1 < in', 'exact'],
    ['X=1 make', 'exact'],
    ['(make)', 'exact'],
    ['rm -rf build', 'class recursive-delete'],
    ['rm -rf build; ls', null],
    ['rm -rf /srv/x', null],
    ['git push -f; git reset --hard', null],
    ['curl x | sh', null],
    ['make "$(date)"', null],
    ['X="$(date)" make', null],
    ['make > "$(date)"', null],
    ['cat <<E\nx\nE', null],
    ['ls )', null],
    ['', null],
  ];
  for (const [line, kind] of rows) {
    test(`${JSON.stringify(line)} -> ${kind ?? 'nothing'}`, () => {
      const grant = grantTo(line);
      const got = grant === null ? null : grant.kind === 'class' ? `class ${grant.value}` : grant.kind;
      assert.equal(got, kind);
    });
  }

  test('the width is told in words', () => {
    const width = (line: string) => {
      const [call, facts] = [createShellCall(line), createLineFacts(line)];
      return sessionWidth(call, facts, findDangers(call, facts))?.width;
    };
    assert.equal(width('make'), 'exactly this line, for this session');
    assert.equal(
      width('rm -rf build'),
      'every single command that deletes a tree inside the workspace or the temporary folder (recursive-delete), for this session',
    );
  });

  test('a once answer is bound to its call', () => {
    const call = createShellCall('make');
    const grant = grantFor({ ...SESSION, answer: 'once', callDigest: 'abc' }, call, createLineFacts('make'), []);
    assert.deepEqual(grant, {
      session: 'ses_1',
      requester: 'local:1000',
      tool: 'shell',
      cwd: '/home/u/proj',
      by: 'ann',
      at: 0,
      taint: [],
      kind: 'exact',
      value: '',
      callDigest: 'abc',
    });
  });

  test('a command alone has the value its own line would have, and none inside another', () => {
    const commands = (line: string) => createLineFacts(line).line?.commands ?? [];
    const alone = createLineFacts('npm test').line;
    assert.ok(alone !== null);
    assert.equal(exactValueOf(commands('make; npm test')[1]!), exactValue(alone));
    assert.equal(exactValueOf(commands('sudo npm test')[1]!), null);
    assert.equal(exactValueOf(commands('npm test &')[0]!), null);
    assert.equal(exactValueOf(commands('x $(npm test)')[0]!), null);
    assert.equal(exactValueOf(commands('f() { npm test; }; f').find(({ place }) => place.function)!), null);
    assert.equal(exactValueOf(commands('npm "$(date)"')[1]!), null);
  });
});

describe('what an answer lifts', () => {
  const judge = (
    line: string,
    grants: readonly (Grant | null)[],
    changes: LineScene = {},
    policy: Policy = createPolicy(),
  ) => {
    const facts = createLineFacts(line, { ...changes, grants: grants.filter((grant) => grant !== null) });
    const { verdict, step, code } = decide(createShellCall(line, facts.cwd), facts, policy);
    return `${verdict} ${step} ${code}`;
  };
  const LIFTED = 'allow grant session';
  const ASKED = 'ask confirm-policy confirm-all';

  test('exactly the line, in the same folder, for the same person and tool', () => {
    const grant = grantTo('make x');
    assert.ok(grant !== null);
    assert.equal(judge('make x', [grant]), LIFTED);
    assert.equal(judge('make   "x"', [grant]), LIFTED);
    assert.equal(judge('make y', [grant]), ASKED);
    assert.equal(judge('make x y', [grant]), ASKED);
    assert.equal(judge('make x > out', [grant]), ASKED);
    assert.equal(judge('make x &', [grant]), ASKED);
    assert.equal(judge('make x*', [grantTo('make "x*"')]), ASKED);
    assert.equal(judge('make x', [{ ...grant, requester: 'bob' }]), ASKED);
    assert.equal(judge('make x', [{ ...grant, tool: 'git' }]), ASKED);
    assert.equal(judge('make x', [grant], { cwd: '/home/u/proj/sub' }), ASKED);
  });

  test('a remembered command counts for its part of a longer line', () => {
    const grant = grantTo('make x');
    assert.equal(judge('make x; ls', [grant]), LIFTED);
    assert.equal(judge('make x; npm test', [grant]), ASKED);
    assert.equal(judge('make x; npm test', [grant, grantTo('npm test')]), LIFTED);
    assert.equal(judge('make x; npm test', [grantTo('make x; npm test')]), LIFTED);
    assert.equal(judge('npm test; make x', [grantTo('make x; npm test')]), ASKED);
    const fetching = createCompiled({ user: { permissions: { 'shell curl *': 'allow' } } });
    assert.equal(judge('curl u; make x', [grant], {}, fetching), LIFTED);
    assert.equal(
      judge('ls', [grant], {}, createCompiled({ user: { permissions: { 'shell ls *': 'ask' } } })),
      'ask permission-rule ask-rule',
    );
  });

  test('not in another folder, with other input, or behind a change of names', () => {
    assert.equal(judge('cd /tmp && make x', [grantTo('make x'), grantTo('cd /tmp')]), ASKED);
    assert.equal(judge('cd /tmp && make x', [grantTo('cd /tmp && make x')]), LIFTED);
    assert.equal(judge('cat evil | sh', [grantTo('sh')]), ASKED);
    assert.equal(judge('make x | cat', [grantTo('make x')]), LIFTED);
    assert.equal(judge('sh < a; ls', [grantTo('sh < a')]), LIFTED);
    assert.equal(judge('{ ls; sh -s; } < evil', [grantTo('sh -s')]), ASKED);
    assert.equal(judge('PATH=/x; make x', [grantTo('PATH=/x'), grantTo('make x')]), ASKED);
    assert.equal(judge('PATH=/x; ls', [grantTo('PATH=/x')]), ASKED);
    assert.equal(judge('PATH=/x; make x', [grantTo('PATH=/x; make x')]), LIFTED);
    assert.equal(judge('a+=b', [grantTo('a=b')]), ASKED);
  });

  test('a rule or the list covers nothing behind a change of names, but where it spells the change out', () => {
    const rules = (...patterns: readonly string[]) =>
      createCompiled({ user: { permissions: Object.fromEntries(patterns.map((pattern) => [pattern, 'allow'])) } });
    const listing = (...entries: readonly string[]) =>
      createCompiled({ user: { security: { command_allowlist: [...entries] } } });
    const allowed = 'allow permission-rule allow-rule';
    assert.equal(judge('export X=1; make', [], {}, rules('shell export *', 'shell make *')), ASKED);
    assert.equal(judge('export X=1; make', [], {}, rules('shell export X=1', 'shell make *')), allowed);
    assert.equal(judge('export X=1; ls', [], {}, rules('shell export X=1')), ASKED);
    assert.equal(judge('export X=1; make', [], {}, rules('shell', 'shell make *')), ASKED);
    assert.equal(judge('make; export X=1', [], {}, rules('shell export *', 'shell make *')), allowed);
    assert.equal(judge('export X=1; make', [], {}, listing('export', 'make')), ASKED);
    assert.equal(
      judge('export X=1; make', [], {}, listing('export X=1', 'export', 'make')),
      'allow allowlist allowlist',
    );
    assert.equal(judge('export X=1; make', [], {}, listing('export X=2', 'export', 'make')), ASKED);
  });

  test('what asks about a file of the line is not lifted by an answer about another command', () => {
    const rules = createCompiled({ user: { permissions: { 'shell echo *': 'allow', 'write out': 'ask' } } });
    const asked = 'ask permission-rule ask-rule';
    assert.equal(judge('echo x > out', [grantTo('make x')], {}, rules), asked);
    assert.equal(judge('make x; echo x > out', [grantTo('make x')], {}, rules), asked);
    assert.equal(judge('echo x > out', [grantTo('echo x > out')], {}, rules), LIFTED);
  });

  test('a wrapper counts with what it starts, as a line of its own', () => {
    assert.equal(judge('nice make x', [grantTo('nice make x')]), LIFTED);
    assert.equal(judge('nice make x; ls', [grantTo('nice make x')]), ASKED);
    assert.equal(judge('nice make x', [grantTo('make x')]), ASKED);
  });

  test('what became dangerous since is asked about again', () => {
    const before = createMemoryDisk({ '/home/u/proj/a': '' });
    const since = createMemoryDisk({ '/home/u/proj/a': '', '/home/u/proj/key.pem': '' });
    const grant = grantTo('nl *', { disk: before });
    assert.equal(judge('nl *', [grant], { disk: before }), LIFTED);
    assert.equal(judge('nl *; ls', [grant], { disk: before }), LIFTED);
    assert.equal(judge('nl *', [grant], { disk: since }), ASKED);
    assert.equal(judge('nl *; ls', [grant], { disk: since }), ASKED);
  });

  test('a class counts for each plain command that has it and no other', () => {
    const grant = grantTo('rm -rf build');
    assert.equal(judge('rm -rf dist', [grant], { cwd: '/home/u/proj/sub' }), LIFTED);
    assert.equal(judge('rm -rf dist; ls', [grant]), LIFTED);
    assert.equal(judge('rm -rf /srv/x', [grant]), ASKED);
    assert.equal(judge('X=1 rm -rf dist', [grant]), ASKED);
    assert.equal(judge('rm -rf dist > out', [grant]), ASKED);
    assert.equal(judge('rm -rf dist &', [grant]), ASKED);
    assert.equal(judge('git push -f', [grant]), ASKED);
    assert.equal(judge('find . -exec rm -rf build {} +', [grant]), ASKED);
  });

  test('never a deny, and an unparsable line by once alone', () => {
    const call = createShellCall('ls )');
    const facts = createLineFacts('ls )');
    const { call: digest } = decide(call, facts, createPolicy());
    const once = grantFor({ ...SESSION, answer: 'once', callDigest: digest }, call, facts, []);
    const session: Grant = { ...once!, callDigest: undefined } as never;
    assert.equal(judge('ls )', [once]), 'allow grant once');
    assert.equal(judge('ls )', [session]), 'ask unparsable unparsable');
    assert.equal(judge('make', [once]), ASKED);
    const denies = createCompiled({ user: { permissions: { 'shell make *': 'deny' } } });
    assert.equal(judge('make', [grantTo('make')], {}, denies), 'deny permission-deny deny-rule');
    assert.equal(judge('', [grantTo('make')]), ASKED);
  });

  test('in a tainted turn only an answer that knew of the source', () => {
    const taint = ['network'] as const;
    assert.equal(judge('curl u', [grantTo('curl u', { taint })], { taint }), LIFTED);
    assert.equal(judge('curl u', [grantTo('curl u')], { taint }), 'ask taint-ask tainted');
    assert.equal(
      judge('curl u', [{ ...grantTo('curl u')!, taint: undefined } as never], { taint }),
      'ask taint-ask tainted',
    );
    assert.equal(judge('make', [grantTo('make')], { taint }), LIFTED);
    const allowed = createCompiled({ user: { permissions: { 'shell curl *': 'allow' } } });
    assert.equal(judge('curl u', [grantTo('make', { taint })], { taint }, allowed), 'ask taint-ask tainted');
    assert.equal(judge('curl u; make', [grantTo('make', { taint })], { taint }, allowed), 'ask taint-ask tainted');
    const both = [grantTo('curl u', { taint })];
    assert.equal(judge('curl u; ls', both, { taint }), LIFTED);
    const tainted = { permissions: { 'shell make *': { action: 'allow', tainted: true } } } as const;
    assert.equal(judge('curl u; make', both, { taint }, createCompiled({ user: tainted })), LIFTED);
    // What keeps to itself needs no answer that knew of the source.
    const listed = createCompiled({ user: { security: { command_allowlist: ['make'] } } });
    assert.equal(judge('curl u; make', both, { taint }, listed), LIFTED);
    const sends = createCompiled({ user: { permissions: { 'shell wget *': 'allow' } } });
    assert.equal(judge('curl u; wget v', both, { taint }, sends), 'ask taint-ask tainted');
    const curl = createCompiled({ user: { permissions: { 'shell curl *': { action: 'allow', tainted: true } } } });
    assert.equal(judge('curl u; ls', [], { taint }, curl), 'allow readonly readonly');
    assert.equal(judge('curl u; wget v', [grantTo('wget v')], { taint }, curl), 'ask taint-ask tainted');
  });
});

describe('answers about other tools', () => {
  const at = (absolute: string, real: string | null = absolute): readonly PathFact[] => [
    { given: absolute, absolute, real },
  ];
  const facts = (tool: string, changes: Partial<Facts>): Facts =>
    createFacts({ tool: { name: tool, risk: 'medium', subject: '', effects: [], fault: null }, ...changes });
  const call = (tool: string, input: Call['input'] = {}): Call => ({ id: 'c', tool, input, cwd: '/home/u/proj' });
  const grant = (given: Call, changes: Partial<Facts>): Grant | null => {
    const known = facts(given.tool, changes);
    return grantFor(SESSION, given, known, findDangers(given, known));
  };
  const lifted = (given: Call, changes: Partial<Facts>, by: Grant | null): string =>
    decide(
      given,
      facts(given.tool, { ...changes, grants: by === null ? [] : [by] }),
      createPolicy({ workspaceStrict: false }),
    ).code;

  test('an edit in the workspace is remembered for the four edit tools there', () => {
    const edit = grant(call('write', { path: 'a' }), { paths: at('/home/u/proj/a') });
    assert.deepEqual([edit?.kind, edit?.value], ['class', 'workspace-edit']);
    assert.equal(lifted(call('write', { path: 'b' }), { paths: at('/home/u/proj/b', null) }, edit), 'session');
    assert.equal(lifted(call('edit'), { paths: at('/home/u/proj/b') }, edit), 'session');
    const other = { cwd: '/home/u/other', workspace: '/home/u/other', paths: at('/home/u/other/b') };
    assert.equal(lifted(call('write', { path: 'b' }), other, edit), 'risk');
    assert.equal(lifted(call('write', { path: 'b' }), { paths: at('/srv/b') }, edit), 'risk');
    assert.equal(lifted(call('write', { path: 'b' }), { paths: at('/home/u/proj/b', '/srv/b') }, edit), 'risk');
    assert.equal(lifted(call('write', { path: 'b' }), {}, edit), 'risk');
    assert.equal(lifted(call('write'), { paths: at('/home/u/proj/AGENTS.md') }, edit), 'dangerous');
  });

  test('a dangerous edit is not remembered', () => {
    assert.equal(grant(call('write'), { paths: at('/home/u/proj/AGENTS.md') }), null);
  });

  test('any other call is remembered as it is, in its folder', () => {
    const outside = grant(call('write', { path: '/srv/a' }), { paths: at('/srv/a') });
    assert.equal(outside?.kind, 'exact');
    const linked = grant(call('write', { path: 'l' }), { paths: at('/home/u/proj/l', '/srv/a') });
    assert.equal(linked?.kind, 'exact');
    assert.equal(grant(call('write', { path: 'l' }), { paths: at('/home/u/proj/l', null) })?.kind, 'class');
    const foreign = grant(call('x__y', { a: 1, b: 2 }), {});
    assert.equal(lifted(call('x__y', { b: 2, a: 1 }), {}, foreign), 'session');
    assert.equal(lifted(call('x__y', { a: 2 }), {}, foreign), 'risk');
    assert.equal(lifted(call('x__y', { b: 2, a: 1 }), { cwd: '/srv' }, foreign), 'risk');
  });
});
