import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { fullNpmVerb } from './npm-verbs.ts';

describe('the verb that npm takes a word for', () => {
  const rows: Readonly<Record<string, string>> = {
    'publish': 'publish',
    'publ': 'publish',
    'pu': 'publish',
    'unp': 'unpublish',
    'i': 'install',
    'install-cl': 'ci',
    'clean-inst': 'clean-inst',
    'distTag': 'dist-tag',
    'run-s': 'run',
    'p': 'p',
    'st': 'st',
    'publishx': 'publishx',
    '': '',
  };
  for (const [written, verb] of Object.entries(rows)) {
    test(`${JSON.stringify(written)} -> ${verb}`, () => assert.equal(fullNpmVerb(written), verb));
  }
});
