import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isReadingVerb, verbInText } from './own-verbs.ts';

const READS =
  'check x;policy explain x;policy test;policy lint;policy diff a b;policy show;policy replay --with f;policy suggest;' +
  'approvals list;approvals show x;rules list;trust list;config get x;config show;config path;commands list;commands show x;' +
  'skills list;skills show x;skills validate x;skills scan x;skills history x;skills diff x;skills stats;' +
  'skills proposals list;skills proposals show x;workshop status;workshop list;workshop inspect x;workshop diff x;' +
  'workshop log;sessions list;sessions show x;sessions search x;sessions export x;access who-can x;access why x;jobs list;' +
  'plugins list;plugins show x;tools;audit;doctor;models;sanitize x;completion bash;version;help;--version;-v;-V;--json policy lint;' +
  'trust --help;prompt -h;skills new --help';

/** POLICY 4b, and whatever no table names. */
const CHANGES =
  'approvals answer x;approvals;rules revoke x;rules;trust .;trust;config set a b;config;setup;tokens new;tokens;access init;' +
  'plugins allow x;plugins revoke x;plugins;skills enable x;skills disable x;skills new x;skills revert x;skills review x;skills;' +
  'skills proposals apply x;skills proposals reject x;skills proposals;workshop apply x;workshop reject x;workshop revise x;' +
  'workshop waive x;workshop reopen x;sessions delete x;sessions export x --out f;sessions export x --out=f;prompt x;chat;' +
  'policy;commands;jobs;jobs run x;policy prune;unknown;toString;--verbose;trust -- --help;skills list-all';

describe('a verb of our own bin', () => {
  for (const line of READS.split(';')) test(`${line}: reads`, () => assert.equal(isReadingVerb(line.split(' ')), true));
  for (const line of CHANGES.split(';'))
    test(`${line}: changes`, () => assert.equal(isReadingVerb(line.split(' ')), false));

  test('that is not known counts as changing', () => {
    assert.equal(isReadingVerb([null]), false);
    assert.equal(isReadingVerb(['policy', null]), false);
    assert.equal(isReadingVerb(['sessions', 'export', null]), false);
    assert.equal(isReadingVerb(['check', null]), true);
    assert.equal(isReadingVerb([]), true);
  });
});

describe('a verb inside a text of code', () => {
  const rows: readonly (readonly [text: string, verb: readonly string[] | null])[] = [
    ['system("bailiwick trust .")', ['trust', '.']],
    ['run(["bailiwick", "trust", "."])', ['trust', '.']],
    ['x; bailiwick.js setup', ['setup']],
    ['bailiwick prompt x; y', ['prompt', 'x']],
    ['bailiwick tokens new', ['tokens', 'new']],
    ['bailiwick chat', ['chat']],
    ['bailiwick check x && bailiwick trust .', ['trust', '.']],
    ['bailiwick check x', null],
    ['bailiwick is a program', null],
    ['my-bailiwick trust', null],
    ['bailiwickd trust', null],
    ['trust bailiwick', null],
    ['', null],
  ];
  for (const [text, verb] of rows) test(JSON.stringify(text), () => assert.deepEqual(verbInText(text), verb));
});
