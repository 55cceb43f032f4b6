import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createPluginGround, enable } from './plugin-ground.ts';

it('a plugin that never registers stops the start and is named', async () => {
  using ground = createPluginGround();
  ground.write(
    'plugins/demo/index.mjs',
    `export const plugin = { name: 'demo', summary: 'A demo', register: () => new Promise(() => undefined) };\n`,
  );
  ground.configure(enable('demo'));
  await ground.allow('demo');
  assert.match(String(await ground.start()), /demo stops the start: register\(\) took longer than 10 s/);
});
