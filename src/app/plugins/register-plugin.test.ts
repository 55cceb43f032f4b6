import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { definePlugin, type PluginHost } from '../../sdk/plugin.ts';
import { createPluginSet } from './plugin-set.ts';
import { registerPlugin, type Registered } from './register-plugin.ts';

const register = (add: (host: PluginHost) => void): Promise<Registered> =>
  registerPlugin(definePlugin({ name: 'notes', summary: 's', register: add }), {
    isBuiltIn: false,
    config: undefined,
    workspace: '/w',
    log: () => undefined,
    enqueue: async () => true,
  });

const foreign = (value: unknown): never => value as never;

describe('what a plugin gives that is not what its type says', () => {
  it('is refused where it is queued', async () => {
    const queued: Promise<boolean>[] = [];
    await register((host) => {
      host.addJob({ kind: 'log', run: async () => undefined });
      queued.push(host.enqueue('log', {}, foreign({})), host.enqueue('lag', {}), host.enqueue('log', {}, 'once'));
    });
    const said = (await Promise.allSettled(queued)).map((one) => one.status === 'fulfilled' || String(one.reason));
    assert.deepEqual(said, [
      'Error: the third word of enqueue() is a text',
      'Error: there is no job "lag"; addJob() comes first',
      true,
    ]);
  });

  it('leaves that part of the instructions out, and says why', async () => {
    const said: string[] = [];
    const given = [42, null, undefined, ' ', 'Be kind.', 'x'.repeat(4001)];
    const all = await register((host) => {
      for (const value of given) host.addGuidance(() => foreign(value));
      host.addGuidance(() => {
        throw new Error('no words today');
      });
    });
    const set = createPluginSet([all], (plugin, line) => said.push(`${plugin}: ${line}`));
    assert.equal(set.guidance(), '\nBe kind.\n');
    assert.deepEqual(said, [
      'notes: its guidance is left out: it must be a text, and is number',
      'notes: its guidance is longer than 4000 characters and is left out',
      'notes: its guidance is left out: no words today',
    ]);
  });
});
