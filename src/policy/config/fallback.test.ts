import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toSource } from '../../testing/policy-source.ts';
import { showSettings } from '../report/show.ts';
import type { ConfigFile } from '../../vocab/config.ts';

const show = (key: string, ...configs: readonly ConfigFile[]): readonly string[] =>
  showSettings(configs.map((config) => toSource(config)))
    .filter((setting) => setting.key === key)
    .map(({ value }) => value);

test('a list that nobody sets is what it falls back to', () => {
  assert.deepEqual(show('shell.env'), ['[]']);
  assert.match(show('sandbox.writable')[0] ?? '', /^\[~\/\.cache, ~\/\.npm, /);
  assert.deepEqual(show('sandbox.writable', { sandbox: { writable: [] } }), ['[]']);
  assert.deepEqual(show('sandbox.writable', {}, { sandbox: { writable: ['/a', '~/b'] } }), ['"/a"', '"~/b"']);
});
