import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { findExecKey, toExecKey } from './git-keys.ts';

/** A key of a repository's configuration, and the name under which it counts; null: git runs nothing by it. */
const KEYS: readonly (readonly [key: string, value: string | null, counts: string | null])[] = [
  ['core.fsmonitor', './x', 'core.fsmonitor'],
  ['core.FSMonitor', 'true', 'core.fsmonitor'],
  ['core.fsmonitor', null, 'core.fsmonitor'],
  ['core.fsmonitor', 'false', null],
  ['remote.o.promisor', 'true', 'remote.o.promisor'],
  ['remote.o.promisor', 'no', null],
  ['log.showSignature', null, 'log.showsignature'],
  ['log.showSignature', 'off', null],
  ['status.submoduleSummary', '0', null],
  ['status.submoduleSummary', '2', 'status.submodulesummary'],
  ['filter.lfs.clean', 'false', 'filter.lfs.clean'],
  ['diff.external', '', 'diff.external'],
  ['format.pretty', '%h', null],
  ['format.pretty', null, null],
  ['format.pretty', '%h %G?', 'format.pretty=%g'],
  ['pretty.mine', 'format:%GS', 'pretty.mine=%g'],
  ['core.sshCommand', 'x', 'core.sshcommand'],
  ['credential.https://x.helper', 'x', 'credential.https://x.helper'],
  ['alias.st', '!x', 'alias.st'],
  ['core.hooksPath', 'x', null],
  ['core.pager', 'x', null],
  ['pager.log', 'x', null],
  ['user.name', 'x', null],
];

describe('keys by which git runs a program', () => {
  for (const [key, value, counts] of KEYS)
    test(`${key} = ${value ?? '(nothing)'}`, () => assert.equal(toExecKey({ key, value }), counts));
});

test('which of them counts depends on the subcommand', () => {
  const rows: readonly (readonly [keys: readonly string[], subcommands: readonly string[], counts: string | null])[] = [
    [['filter.x.clean'], ['status'], 'filter.x.clean'],
    [['filter.x.clean'], ['log'], null],
    [['filter.x.clean', 'diff.external'], ['log'], 'diff.external'],
    [['filter.x.clean'], ['log', 'status'], 'filter.x.clean'],
    [['filter.x.clean'], ['added'], 'filter.x.clean'],
    [['core.editor'], ['added'], 'core.editor'],
    [['core.editor'], ['status', 'log'], null],
    [['alias.st'], ['added'], null],
    [['core.fsmonitor'], ['branch'], 'core.fsmonitor'],
    [['not.known'], ['branch'], 'not.known'],
    [[], ['status'], null],
  ];
  for (const [keys, subcommands, counts] of rows)
    assert.equal(findExecKey(keys, subcommands), counts, `${keys.join(' ')} for ${subcommands.join(' ')}`);
});
