import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createPluginGround, enable } from './plugin-ground.ts';

it('a plugin that never closes does not hide why another one stops the start', async () => {
  using ground = createPluginGround();
  const write = (name: string, register: string, close = ''): void =>
    ground.write(
      `plugins/${name}/index.mjs`,
      `export const plugin = { name: '${name}', summary: 's', register() { ${register} }, ${close} };\n`,
    );
  write('aa', '', 'close: () => new Promise(() => undefined)');
  write('zz', `throw new Error('boom')`);
  ground.configure({ plugins: { entries: { aa: { enabled: true }, zz: { enabled: true } } } });
  await ground.allow('aa');
  await ground.allow('zz');
  const said: string[] = [];
  assert.equal(
    await ground.start({ log: (plugin, line) => void said.push(`${plugin}: ${line}`) }),
    'The plugin zz stops the start: boom (index.mjs:1).',
  );
  assert.match(said.join('\n'), /aa: close\(\): not done after 5 s/);
});

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
