import assert from 'node:assert/strict';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { Fault } from '../../base/fault.ts';
import { loadApp } from '../load-app.ts';
import type { World } from '../load-config.ts';
import { openTrust } from './open-trust.ts';

const RULES =
  'permissions:\n  "shell make *": allow\n  "shell rm *": deny\n  "shell ls *": {action: allow, because: it is ours}\n';

let top = '';
let world: World;

const put = (path: string, text: string): void => {
  mkdirSync(dirname(join(top, path)), { recursive: true });
  writeFileSync(join(top, path), text);
};
const at = (cwd: string): World => ({ ...world, cwd: join(top, cwd) });

/** The allow rules in force, and what is warned of, with the ground's folder left out. */
async function inForce(cwd = 'p') {
  const { policy, warnings } = await loadApp(at(cwd));
  return {
    allows: policy.rules.filter(({ action }) => action === 'allow').map(({ text }) => text),
    denies: policy.rules.filter(({ action }) => action === 'deny').map(({ text }) => text),
    warnings: warnings.map(({ file, message }) => `${file}: ${message}`.replaceAll(top, '')),
  };
}

async function trust(cwd = 'p', path = '.'): Promise<void> {
  const desk = openTrust(at(cwd));
  await desk.trust(await desk.look(path), 'local:1');
}

const refusal = async (work: () => Promise<unknown>): Promise<string> => {
  const error: unknown = await work().then(
    () => null,
    (error: unknown) => error,
  );
  assert.ok(error instanceof Fault, String(error));
  return `${error.code}: ${error.message.replaceAll(top, '')}`;
};

describe('a trusted project', () => {
  beforeEach(() => {
    top = realpathSync(mkdtempSync(join(tmpdir(), 'bailiwick-trust-')));
    world = { cwd: top, home: join(top, 'home'), env: { HOME: join(top, 'home') } };
    mkdirSync(join(top, 'home'));
    mkdirSync(join(top, 'p/.git'), { recursive: true });
    put('p/.bailiwick/config.yml', RULES);
    put('p/.bailiwick/plugins/a/index.js', 'x');
    put('p/.bailiwick/commands/c.md', 'y');
    put('p/.bailiwick/skills/s/SKILL.md', 'z');
    put('p/.agents/skills/t/SKILL.md', 'z');
  });
  afterEach(() => rmSync(top, { recursive: true, force: true }));

  it('offers its files with their digests and the rules that would count, before anything is said', async () => {
    const offer = await openTrust(at('p')).look('.');
    assert.deepEqual(
      { ...offer, folders: offer.folders.map(({ digests, ...rest }) => ({ ...rest, files: Object.keys(digests) })) },
      {
        path: join(top, 'p'),
        folders: [
          {
            path: join(top, 'p'),
            allows: [
              { pattern: 'shell make *', says: 'allow', file: join(top, 'p/.bailiwick/config.yml'), line: 2 },
              {
                pattern: 'shell ls *',
                says: 'allow; because: it is ours',
                file: join(top, 'p/.bailiwick/config.yml'),
                line: 4,
              },
            ],
            files: ['.bailiwick/config.yml', '.bailiwick/commands/c.md', '.bailiwick/plugins/a/index.js'],
          },
        ],
        instructions: [],
        skills: [join(top, 'p/.bailiwick/skills/s/SKILL.md'), join(top, 'p/.agents/skills/t/SKILL.md')],
        trusted: false,
      },
    );
    assert.match(offer.folders[0]?.digests['.bailiwick/commands/c.md'] ?? '', /^[0-9a-f]{64}$/);
    assert.deepEqual((await inForce()).allows, []);
  });

  it('has its allow rules count, and its denies with and without', async () => {
    assert.deepEqual((await inForce()).denies, ['shell rm *']);
    await trust();
    assert.deepEqual(await inForce(), { allows: ['shell make *', 'shell ls *'], denies: ['shell rm *'], warnings: [] });
    assert.equal((await openTrust(at('p')).look('.')).trusted, true);
    const file = join(top, 'home/.bailiwick/trust.json');
    assert.equal(statSync(file).mode & 0o777, 0o600);
    const { trusted } = JSON.parse(readFileSync(file, 'utf8')) as { trusted: { path: string; by: string }[] };
    assert.deepEqual(
      trusted.map(({ path, by }) => [path, by]),
      [[join(top, 'p'), 'local:1']],
    );
  });

  it('is found from a folder below, and under another name of the same folder', async () => {
    mkdirSync(join(top, 'p/sub'));
    symlinkSync(join(top, 'p'), join(top, 'link'));
    await trust('p/sub');
    assert.equal((await inForce('p/sub')).allows.length, 2);
    assert.equal((await inForce('link')).allows.length, 2);
  });

  const changes: readonly (readonly [name: string, change: () => void, file: string])[] = [
    ['a rule more', () => put('p/.bailiwick/config.yml', `${RULES}  read: allow\n`), '.bailiwick/config.yml'],
    ['another plugin text', () => put('p/.bailiwick/plugins/a/index.js', 'z'), '.bailiwick/plugins/a/index.js'],
    ['a new command', () => put('p/.bailiwick/commands/d.md', ''), '.bailiwick/commands/d.md'],
    ['a file less', () => rmSync(join(top, 'p/.bailiwick/commands/c.md')), '.bailiwick/commands/c.md'],
    [
      'a file that became a link',
      () => {
        rmSync(join(top, 'p/.bailiwick/commands/c.md'));
        symlinkSync('../config.yml', join(top, 'p/.bailiwick/commands/c.md'));
      },
      '.bailiwick/commands/c.md',
    ],
  ];
  for (const [name, change, file] of changes) {
    it(`is not trusted any more after ${name}, and says which file`, async () => {
      await trust();
      change();
      const { allows, denies, warnings } = await inForce();
      assert.deepEqual([allows, denies], [[], ['shell rm *']]);
      assert.match(warnings[0] ?? '', new RegExp(`^/p/${file.replaceAll('.', '\\.')}: `));
      const [listed] = await openTrust(at('p')).list();
      assert.deepEqual([listed?.state, listed?.changed], ['changed', join(top, 'p', file)]);
    });
  }

  it('does not mind a skill or another file beside what is bound', async () => {
    await trust();
    put('p/.bailiwick/skills/s/SKILL.md', 'x');
    put('p/README.md', 'x');
    assert.equal((await inForce()).allows.length, 2);
  });

  it('is trusted anew by saying so again, in one entry', async () => {
    await trust();
    put('p/.bailiwick/commands/d.md', '');
    await trust();
    assert.equal((await inForce()).allows.length, 2);
    assert.equal((await openTrust(at('p')).list()).length, 1);
  });

  it('does not carry over to a project inside it that was not there', async () => {
    await trust();
    put('p/sub/.bailiwick/config.yml', 'permissions: {"shell cat *": allow}\n');
    assert.deepEqual((await inForce('p/sub')).allows, ['shell make *', 'shell ls *']);
    await trust('p/sub');
    assert.deepEqual((await inForce('p/sub')).allows, ['shell make *', 'shell ls *', 'shell cat *']);
  });

  it('is forgotten with what lies below it, also when the folder is gone', async () => {
    put('p/sub/.bailiwick/config.yml', 'permissions: {"shell cat *": allow}\n');
    await trust('p/sub');
    mkdirSync(join(top, 'other'));
    await trust('other');
    rmSync(join(top, 'p'), { recursive: true });
    const desk = openTrust(world);
    assert.deepEqual(
      (await desk.list()).map(({ state }) => state),
      ['gone', 'gone', 'trusted'],
    );
    assert.deepEqual(await desk.revoke('p'), [join(top, 'p'), join(top, 'p/sub')]);
    assert.equal(await refusal(() => desk.revoke('p')), 'not-found: /p is not trusted.');
    assert.deepEqual(
      (await desk.list()).map(({ path }) => path),
      [join(top, 'other')],
    );
  });

  it('cannot be what is broken, missing, a link or too much', async () => {
    const look = (path = 'p') => refusal(() => openTrust(world).look(path));
    assert.equal(await look('none'), 'not-found: There is no folder /none.');
    symlinkSync('/etc/hostname', join(top, 'p/.bailiwick/plugins/link'));
    assert.match(await look(), /^config-invalid: .*plugins\/link: This is no regular file\./s);
    rmSync(join(top, 'p/.bailiwick/plugins/link'));
    for (let i = 0; i < 500; i++) put(`p/.bailiwick/commands/${i}.md`, '');
    assert.match(await look(), /There are more than 500 files\./);
    rmSync(join(top, 'p/.bailiwick/commands'), { recursive: true });
    put('p/.bailiwick/commands/big.md', 'x'.repeat(4_194_305));
    assert.match(await look(), /big\.md: The file cannot be read, or is larger than 4194304 bytes\./);
    rmSync(join(top, 'p/.bailiwick/commands'), { recursive: true });
    put('p/.bailiwick/config.yml', 'permissions: {read: maybe}\n');
    assert.match(await look(), /^config-invalid: The configuration is broken\.\n\/p\/\.bailiwick\/config\.yml:1/);
    put('home/.bailiwick/config.yml', '');
    assert.match(await look('home'), /^usage: \/home holds the agent's own home/);
  });

  const broken: readonly (readonly [name: string, text: string, says: RegExp])[] = [
    ['no JSON', '{', /trust\.json: The file is no JSON/],
    ['another shape', '[]', /trust\.json: The whole: /],
    [
      'a digest that is none',
      '{"trusted":[{"path":"/p","digests":{"a":"b"},"by":"x","at":1}]}',
      /trusted\.0\.digests\.a: /,
    ],
  ];
  for (const [name, text, says] of broken) {
    it(`with ${name} in trust.json refuses to start`, async () => {
      put('home/.bailiwick/trust.json', text);
      assert.match(await refusal(() => inForce()), says);
      assert.match(await refusal(() => openTrust(world).list()), says);
    });
  }

  it('says so when trust.json cannot be written, and leaves no draft', async () => {
    mkdirSync(join(top, `home/.bailiwick/trust.json.${process.pid}.new`), { recursive: true });
    assert.match(await refusal(() => trust()), /^store-failed: \/home\/\.bailiwick\/trust\.json could not be written/);
    assert.deepEqual(
      readdirSync(join(top, 'home/.bailiwick')).filter((name) => name.startsWith('trust')),
      [],
    );
  });
});
