import assert from 'node:assert/strict';
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { createApp } from '../../src/app/create-app.ts';
import { openPluginDesk } from '../../src/app/plugins/plugin-desk.ts';
import { openTrust } from '../../src/app/trust/open-trust.ts';
import { createPluginGround, enable, type PluginGround } from './plugin-ground.ts';

/** Whether an enabled plugin is loaded, and what the start says where it is not. */

const ENTRY = 'plugins/demo/index.mjs';
const plugin = (more = '', register = ''): string =>
  `export const plugin = { name: 'demo', summary: 'A demo', ${more} register(host) { ${register} } };\n`;

async function startWith(text: string, config?: object): Promise<string | null> {
  using ground = createPluginGround();
  ground.write(ENTRY, text);
  ground.configure(enable('demo', config));
  await ground.allow('demo');
  return await ground.start();
}

describe('a plugin that is allowed and enabled', () => {
  const TOOL = `{ name: 'say', title: 'Say', description: 'Says', risk: 'low', repeatable: false, schema: {}, fault: () => null,
    subject: () => '', effects: () => [], run: async () => ({ isError: false, text: '' }) }`;
  const PARSER = `config: { parse(value) { if (value.days > 7) throw Object.assign(new Error('x'), { issues: [
    { code: 'too_big', maximum: 7, path: ['days'], message: 'Invalid input' }] }); return value; } },`;
  const rows: readonly (readonly [what: string, text: string, config: object | undefined, says: RegExp | null])[] = [
    ['is loaded', plugin('', `host.addTool(${TOOL}); host.log('here')`), undefined, null],
    [
      'may be the default export',
      plugin().replace('const plugin =', 'default').replace('};\n', '}\n'),
      undefined,
      null,
    ],
    ['gets its configuration', plugin(PARSER, 'if (host.config.days !== 7) throw 1'), { days: 7 }, null],
    [
      'of another configuration',
      plugin(PARSER),
      { days: 8 },
      /config\.yml:7: plugins\.entries\.demo\.config\.days: must be at most 7\.$/,
    ],
    [
      'that takes no configuration',
      plugin(),
      { days: 8 },
      /config\.yml:7: .*config\.days: the plugin takes no configuration\.$/,
    ],
    [
      'throws while it is loaded',
      `throw new Error('no luck');`,
      undefined,
      /demo stops the start: it cannot be loaded: no luck \(index\.mjs:1\)\.$/,
    ],
    [
      'throws in register',
      plugin('', `throw new Error('no luck')`),
      undefined,
      /demo stops the start: no luck \(index\.mjs:1\)\.$/,
    ],
    [
      'gives a hook that is no function',
      plugin('', `host.addHook('turn-ended', 5)`),
      undefined,
      /a hook is a function/,
    ],
    ['gives guidance that is no function', plugin('', 'host.addGuidance(5)'), undefined, /guidance is a function/],
    [
      'does not parse',
      'export const = 1',
      undefined,
      /demo stops the start: it cannot be loaded: Unexpected token '='\.$/,
    ],
    ['awaits at its top', `await 1; ${plugin()}`, undefined, /awaits at its top; await in register\(\) instead/],
    ['exports nothing', 'export const x = 1', undefined, /demo stops the start: it exports no plugin\.$/],
    ['has no summary', plugin().replace("'A demo'", '3'), undefined, /summary of the plugin it exports is wrong: /],
    ['has another name', plugin().replace("'demo'", "'other'"), undefined, /it calls itself "other"\.$/],
    [
      'lacks a program',
      plugin(`needs: { programs: ['no-such-program'] },`),
      undefined,
      /needs the program no-such-program/,
    ],
    [
      'lacks a variable',
      plugin(`needs: { env: ['NO_SUCH'] },`),
      undefined,
      /needs the variable NO_SUCH, which is not set/,
    ],
    [
      'lacks a newer Node',
      plugin(`needs: { node: '24.999' },`),
      undefined,
      /needs Node 24\.999 or newer, and this is Node /,
    ],
    ['has what it needs', plugin(`needs: { programs: ['sh'], env: ['HOME'], node: '24.16' },`), undefined, null],
    [
      'has needs that are none',
      plugin(`needs: { program: 'sh' },`),
      undefined,
      /needs of the plugin it exports is wrong: /,
    ],
    [
      'has a tool twice',
      plugin('', `host.addTool(${TOOL}); host.addTool(${TOOL})`),
      undefined,
      /there are two tools say/,
    ],
    [
      'has half a tool',
      plugin('', `host.addTool({ name: 'x', title: 'X' })`),
      undefined,
      /the tool x has no description/,
    ],
    [
      'has a tool without a name',
      plugin('', `host.addTool({ name: 'X__y' })`),
      undefined,
      /has no name of small letters/,
    ],
    [
      'has an unknown hook',
      plugin('', `host.addHook('turn-began', () => {})`),
      undefined,
      /no hook "turn-began"; known is turn-ended/,
    ],
    [
      'has a command twice',
      plugin('', `const c = { name: 'a', summary: '', run: () => '' }; host.addCommand(c); host.addCommand(c)`),
      undefined,
      /there are two commands a/,
    ],
    ['has a job without a name', plugin('', `host.addJob({ kind: 'A B' })`), undefined, /the job "A B" has no name/],
    [
      'has a job that is none',
      plugin('', `host.addJob(null)`),
      undefined,
      /: a job is an object, and not null \(index\.mjs:1\)\./,
    ],
    ['has a job that does nothing', plugin('', `host.addJob({ kind: 'a' })`), undefined, /the job a has no run\(\)/],
    [
      'has a tool that is none',
      plugin('', `host.addTool(null)`),
      undefined,
      /: a tool is an object, and not null \(index\.mjs:1\)\./,
    ],
    ['has a tool with no name', plugin('', `host.addTool({})`), undefined, /the tool undefined has no name/],
    [
      'has a command that is none',
      plugin('', `host.addCommand('hi')`),
      undefined,
      /: a command is an object, and not hi/,
    ],
    [
      'has a command with a name of another type',
      plugin('', `host.addCommand({ name: 7, run() {} })`),
      undefined,
      /the command 7 has no name/,
    ],
    ['queues an unknown job', plugin('', `return host.enqueue('a', 1)`), undefined, /there is no job "a"/],
    [
      'imports what nobody allowed',
      `import '../../config.mjs'; ${plugin()}`,
      undefined,
      /config\.mjs.* is no part of what was allowed|Cannot find module/,
    ],
    [
      'imports code out of a text',
      `import 'data:text/javascript,1'; ${plugin()}`,
      undefined,
      /is no part of what was allowed/,
    ],
  ];
  for (const [what, text, config, says] of rows) {
    it(what, async () => {
      const said = await startWith(text, config);
      if (says === null) assert.equal(said, null);
      else assert.match(String(said), says);
    });
  }
});

describe('an enabled plugin', () => {
  it('is not loaded before a person allowed it, nor after a byte of it changed, nor when that was taken back', async () => {
    using ground = createPluginGround();
    ground.write(ENTRY, plugin('', 'globalThis.loadedDemo = true'));
    ground.write('plugins/demo/data/a.txt', 'a');
    ground.configure(enable('demo'));
    assert.match(
      String(await ground.start()),
      /demo stops the start: nobody has allowed the code in .*plugins\/demo\.$/,
    );
    assert.equal(Reflect.get(globalThis, 'loadedDemo'), undefined);
    await ground.allow('demo');
    assert.equal(await ground.start(), null);
    ground.write('plugins/demo/data/a.txt', 'b');
    assert.match(String(await ground.start()), /is not as it was when it was allowed: data\/a\.txt was changed\.$/);
    ground.write('plugins/demo/data/a.txt', 'a');
    assert.equal(await ground.start(), null);
    ground.write('plugins/demo/more.mjs', '');
    assert.match(String(await ground.start()), /: more\.mjs was added\.$/);
    rmSync(join(ground.home, 'plugins/demo/data/a.txt'));
    assert.match(String(await ground.start()), /: data\/a\.txt was removed \(and 1 more\)\.$/);
    await ground.allow('demo');
    assert.deepEqual(await (await ground.desk()).revoke('demo'), [join(ground.home, 'plugins/demo')]);
    assert.match(String(await ground.start()), /nobody has allowed/);
    await assert.rejects((await ground.desk()).revoke('demo'), /Nobody has allowed a plugin demo/);
  });

  it('that is nowhere stops the start, and one that is off is a word in the warnings', async () => {
    using ground = createPluginGround();
    ground.write(ENTRY, plugin());
    ground.configure({ plugins: { entries: { nope: { enabled: true }, dem: { enabled: false } } } });
    assert.match(
      String(await ground.start()),
      /The plugin nope stops the start: .*config\.yml:5 enables it, and there is no plugin/,
    );
    const app = await ground.app();
    assert.deepEqual(
      app.config.warnings.map(({ line, message, hint }) => [line, message, hint]),
      [[8, 'plugins.entries.dem: there is no plugin dem.', 'did you mean demo?']],
    );
    await app.close();
  });

  it('loads no native code that was changed since it was allowed', async () => {
    using ground = createPluginGround();
    const commands = `host.addCommand({ name: 'native', summary: '', run: () => createRequire(import.meta.url)('./n.node') })`;
    ground.write(ENTRY, `import { createRequire } from 'node:module';\n${plugin('', commands)}`);
    ground.write('plugins/demo/n.node', 'no machine code');
    ground.configure(enable('demo'));
    await ground.allow('demo');
    const app = await ground.app();
    const { commands: added } = await app.openPlugins();
    await assert.rejects(async () => added[0]?.run(''), { code: 'ERR_DLOPEN_FAILED' });
    ground.write('plugins/demo/n.node', 'other code');
    await assert.rejects(async () => added[0]?.run(''), /n\.node was changed since it was looked at/);
    await app.close();
  });

  it('may load later what was there when it was allowed, and nothing that was changed since', async () => {
    using ground = createPluginGround();
    const commands = `for (const name of ['good', 'bad']) host.addCommand({ name, summary: '', run: async () =>
      (await import('./' + name + '.mjs')).said })`;
    ground.write(ENTRY, plugin('', commands));
    ground.write('plugins/demo/good.mjs', `export const said = 'good';`);
    ground.write('plugins/demo/bad.mjs', `export const said = 'bad';`);
    ground.configure(enable('demo'));
    await ground.allow('demo');
    const app = await ground.app();
    const { commands: added } = await app.openPlugins();
    ground.write('plugins/demo/bad.mjs', `export const said = 'worse';`);
    const [good, bad] = added;
    assert.equal(await good?.run(''), 'good');
    await assert.rejects(async () => bad?.run(''), /bad\.mjs was changed since it was looked at/);
    await app.close();
  });

  it('that is a link to a folder is bound by where that lies, and a link inside of it is refused', async () => {
    using ground = createPluginGround();
    const there = join(ground.project, 'src');
    mkdirSync(there);
    writeFileSync(join(there, 'index.mjs'), plugin());
    mkdirSync(join(ground.home, 'plugins'));
    symlinkSync(there, join(ground.home, 'plugins', 'demo'));
    ground.configure(enable('demo'));
    await ground.allow('demo');
    assert.equal(await ground.start(), null);
    symlinkSync('/etc/hostname', join(there, 'x'));
    await assert.rejects(ground.allow('demo'), /src\/x is a link or no regular file/);
    assert.match(
      String(await ground.start()),
      /src\/x is a link or no regular file, so what is there could change unseen/,
    );
  });
});

describe('where plugins come from', () => {
  it('those of a project are there while it is trusted', async () => {
    using ground = createPluginGround();
    const file = join(ground.project, '.bailiwick', 'plugins', 'demo', 'index.mjs');
    mkdirSync(join(file, '..'), { recursive: true });
    writeFileSync(file, plugin());
    ground.configure(enable('demo'));
    const withheld = /it lies in \S+\/\.bailiwick\/plugins\/demo, and nobody trusts that project as it is now/;
    assert.match(String(await ground.start()), withheld);
    assert.match((await (await ground.desk()).list()).find(({ name }) => name === 'demo')?.why ?? '', withheld);
    await assert.rejects(ground.allow('demo'), {
      message: /The plugin demo is not read: it lies in /,
      hint: /bailiwick trust/,
    });
    const trust = openTrust(ground.world);
    await trust.trust(await trust.look('.'), 'local:1');
    assert.match(String(await ground.start()), /nobody has allowed/);
    await ground.allow('demo');
    assert.equal(await ground.start(), null);
    assert.deepEqual(
      (await (await ground.desk()).list()).map(({ name, kind, state }) => [name, kind, state]),
      [
        ['demo', 'project', 'on'],
        ['skill-workshop', 'built-in', 'off'],
      ],
    );
    const elsewhere = { ...ground.world, cwd: ground.world.home };
    const app = await createApp(elsewhere, {});
    assert.equal((await app.openPlugins()).tools.length, 0, 'in another folder it is passed over');
    await app.close();
    const [other] = await (await openPluginDesk(elsewhere)).list();
    assert.deepEqual([other?.state, other?.why], ['off', `it is of another project: ${join(file, '..')}`]);
    assert.equal((await trust.list()).length, 1);
    await trust.revoke('.');
    assert.match(String(await ground.start()), withheld);
  });

  const inPackage = { plugins: { entries: { demo: { enabled: true, package: '@me/demo' } } } };

  function install(ground: PluginGround): void {
    const folder = 'plugins/node_modules/@me/demo';
    ground.write(
      `${folder}/package.json`,
      '{"type":"module","description":"Packed","bailiwick":{"plugin":"./main.js"},"dependencies":{"dep":"1"}}',
    );
    ground.write(`${folder}/main.js`, `import { x } from 'dep'; ${plugin()}`);
    ground.write('plugins/node_modules/dep/package.json', '{"main":"m.cjs","dependencies":{"gone":"1"}}');
    ground.write('plugins/node_modules/dep/m.cjs', 'exports.x = require("node:path").sep;');
    ground.write('plugins/node_modules/other/index.js', '');
  }

  it('a package is bound together with what it depends on', async () => {
    using ground = createPluginGround();
    ground.configure(inPackage);
    assert.match(String(await ground.start()), /enables it, and the package @me\/demo is not installed/);
    install(ground);
    await ground.allow('demo');
    assert.equal(await ground.start(), null);
    const { summary, kind, files } = await (await ground.desk()).show('demo');
    assert.deepEqual(
      [summary, kind, files.map((file) => file.replace(/.*node_modules\//, ''))],
      [
        'Packed',
        'package',
        ['main.js', 'package.json', 'm.cjs', 'package.json'].map(
          (name, at) => `${at < 2 ? '@me/demo' : 'dep'}/${name}`,
        ),
      ],
    );
    ground.write('plugins/node_modules/other/index.js', '1');
    assert.equal(await ground.start(), null);
    ground.write('plugins/node_modules/dep/m.cjs', 'exports.x = 2;');
    assert.match(String(await ground.start()), /is not as it was when it was allowed/);
  });

  const BROKEN: readonly (readonly [path: string, text: string, why: RegExp])[] = [
    ['package.json', '{', /package\.json is no JSON/],
    ['package.json', '{"bailiwick":{"plugin":3}}', /bailiwick\.plugin must be the path of a file/],
    ['package.json', '{"bailiwick":{"plugin":"../x.js"}}', /x\.js is no file in its folder/],
    ['package.json', '{"bailiwick":{"plugin":"./gone.js"}}', /gone\.js is no file in its folder/],
    ['readme.txt', 'x', /has none of index\.js, index\.mjs, index\.ts/],
  ];
  for (const [path, text, why] of BROKEN) {
    it(`${path} with ${text} is listed as broken, and not allowed`, async () => {
      using ground = createPluginGround();
      ground.write(`plugins/demo/${path}`, text);
      const desk = await ground.desk();
      const [listed] = await desk.list();
      assert.equal(listed?.state, 'broken');
      assert.match(String(listed?.why), why);
      await assert.rejects(desk.look('demo'), why);
    });
  }

  it('a plugin is TypeScript or CommonJS as well', async () => {
    using ground = createPluginGround();
    ground.write(
      'plugins/demo/index.ts',
      `import { part } from './part.ts';\ntype X = string;\nconst x: X = String(part);\n${plugin('', 'void x')}`,
    );
    ground.write('plugins/demo/part.ts', 'export const part: number = 1;');
    ground.write('plugins/old/package.json', '{"bailiwick":{"plugin":"a.cjs"}}');
    ground.write(
      'plugins/old/a.cjs',
      `module.exports = { name: 'old', summary: '', register: () => require('./b.cjs') };`,
    );
    ground.write('plugins/old/b.cjs', '');
    ground.configure({ plugins: { entries: { demo: { enabled: true }, old: { enabled: true } } } });
    await ground.allow('demo');
    await ground.allow('old');
    assert.equal(await ground.start(), null);
  });
});
