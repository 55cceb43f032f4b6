import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ConfigFile } from '../../vocab/config.ts';
import { listPluginParts, mergePlugins } from './plugin-settings.ts';
import type { PolicySource } from './source.ts';

type Entry = NonNullable<NonNullable<NonNullable<ConfigFile['plugins']>['entries']>[string]>;

const source = (layer: PolicySource['layer'], entry: Entry | null, more: Partial<PolicySource> = {}): PolicySource => ({
  ...{ layer, file: `${layer}.yml`, trusted: true, lines: new Map(), config: {} },
  ...(entry === null ? {} : { config: { plugins: { entries: { a: entry } } } }),
  ...more,
});

describe('what the layers say of a plugin', () => {
  it('is taken from the nearest, and is never looser than the system file', () => {
    const warned: string[] = [];
    const system = source('system', { enabled: false, package: 'p', config: { days: 1 } });
    const user = source('user', { enabled: true, package: 'q', config: { days: 2 } });
    const merged = mergePlugins([system, user, source('session', null)], ({ message }) => warned.push(message));
    const [plugin] = merged;
    assert.deepEqual([plugin?.enabled.value, plugin?.package.value, plugin?.config.value], [false, 'p', { days: 1 }]);
    assert.deepEqual(
      warned,
      ['enabled', 'package', 'config'].map(
        (key) => `plugins.entries.a.${key} is looser than system.yml:1 allows and has no effect.`,
      ),
    );
    const [alone] = mergePlugins([user], () => assert.fail());
    assert.deepEqual([alone?.enabled.value, alone?.config.source?.file], [true, 'user.yml']);
  });

  it('is listed part by part, and what was put in is named and not shown', () => {
    const config = { url: 'https://x/tok-1', keys: ['tok-1'], days: 2 };
    const secrets = [{ name: 'TOKEN', value: 'tok-1' }];
    const listed = listPluginParts([source('user', { enabled: true, config }, { secrets })], '(hidden)');
    assert.deepEqual(
      listed.map(({ key, value }) => [key, value]),
      [
        ['plugins.entries.a.enabled', true],
        ['plugins.entries.a.config.url', '(hidden)'],
        ['plugins.entries.a.config.keys', '(hidden)'],
        ['plugins.entries.a.config.days', 2],
      ],
    );
    assert.deepEqual(listPluginParts([source('user', {}), source('rules', null)], '(hidden)'), []);
    assert.deepEqual(listPluginParts([source('user', { package: 'p' })], '(hidden)').length, 1);
  });
});
