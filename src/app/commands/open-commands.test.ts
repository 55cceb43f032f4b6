import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, it } from 'node:test';
import { Fault } from '../../base/fault.ts';
import { MAX_COMMAND_BYTES } from '../../skills/commands/parse-command.ts';
import { openTrust } from '../trust/open-trust.ts';
import { openCommands } from './open-commands.ts';

/** A home and a repository with a folder below its top. */
function createGround() {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'bailiwick-commands-')));
  const [home, project] = [join(root, 'home'), join(root, 'project')];
  const [agentHome, cwd] = [join(home, '.bailiwick'), join(project, 'sub')];
  for (const folder of [join(agentHome, 'commands'), cwd, join(project, '.git')])
    mkdirSync(folder, { recursive: true });
  const trust = openTrust({ cwd, home, env: { HOME: home } });
  return {
    root,
    agentHome,
    project,
    commands: openCommands({ cwd, agentHome }, ['help']),
    write(path: string, text: string | Uint8Array): string {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
      return join(root, path);
    },
    trust: async () => trust.trust(await trust.look('.'), 'local:1'),
    [Symbol.dispose]: () => rmSync(root, { recursive: true, force: true }),
  };
}

type Ground = ReturnType<typeof createGround>;

const HOME = 'home/.bailiwick/commands';
const PROJECT = 'project/.bailiwick/commands';
const SUB = 'project/sub/.bailiwick/commands';

/** What is listed, in short; paths below the ground. */
const told = async ({ commands, root }: Ground): Promise<readonly string[]> =>
  (await commands.list()).map(({ name, state, file, line, reason }) =>
    [name ?? '-', state, file.slice(root.length + 1), line, reason].filter((one) => one !== null).join(' '),
  );

const refused = async ({ commands }: Ground, line: string): Promise<string> => {
  const error: unknown = await commands.expand(line).then(
    () => null,
    (thrown: unknown) => thrown,
  );
  assert.ok(error instanceof Fault);
  return `${error.message} | ${error.hint}`;
};

describe('files of commands', () => {
  it('are none where no folder is', async () => {
    using ground = createGround();
    rmSync(join(ground.agentHome, 'commands'), { recursive: true });
    assert.deepEqual(await told(ground), []);
    assert.equal(await ground.commands.expand('/review'), null);
  });

  it('in subfolders are called with a colon, and a change counts at once', async () => {
    using ground = createGround();
    ground.write(`${HOME}/git/tidy.md`, '---\ndescription: Tidy\nmodel: a:b\n---\nTidy $1, then $2.');
    assert.deepEqual(await ground.commands.expand('/git:tidy "a b" $1'), {
      name: 'git:tidy',
      text: 'Tidy a b, then $1.',
      model: 'a:b',
      isPreview: false,
      notes: [],
    });
    ground.write(`${HOME}/git/tidy.md`, 'Other.');
    assert.equal((await ground.commands.expand('/git:tidy x'))?.text, 'Other.\n\nx');
    assert.equal(await ground.commands.expand('/git x'), null);
  });

  it('of a project count while it is trusted, the nearest first', async () => {
    using ground = createGround();
    ground.write(`${HOME}/a.md`, 'mine');
    ground.write(`${PROJECT}/a.md`, 'of the project');
    ground.write(`${SUB}/a.md`, 'of the folder');
    ground.write(`${SUB}/b.md`, 'b');
    const before = [
      `a untrusted ${SUB}/a.md ${ground.project}/sub is not trusted`,
      `a untrusted ${PROJECT}/a.md ${ground.project} is not trusted`,
      `a ready ${HOME}/a.md`,
      `b untrusted ${SUB}/b.md ${ground.project}/sub is not trusted`,
    ];
    assert.deepEqual(await told(ground), before);
    assert.deepEqual(await ground.commands.expand('/a'), {
      name: 'a',
      text: 'mine',
      model: null,
      isPreview: false,
      notes: [
        `${ground.root}/${SUB}/a.md does not count (untrusted: ${ground.project}/sub is not trusted), so ${ground.root}/${HOME}/a.md is taken`,
        `${ground.root}/${PROJECT}/a.md does not count (untrusted: ${ground.project} is not trusted), so ${ground.root}/${HOME}/a.md is taken`,
      ],
    });
    assert.equal(
      await refused(ground, '/b'),
      `/b does not run: ${ground.root}/${SUB}/b.md does not count (untrusted: ${ground.project}/sub is not trusted). | read its commands, then run: bailiwick trust`,
    );
    await ground.trust();
    assert.deepEqual(await told(ground), [
      `a ready ${SUB}/a.md`,
      `a shadowed ${PROJECT}/a.md ${ground.root}/${SUB}/a.md is nearer`,
      `a shadowed ${HOME}/a.md ${ground.root}/${SUB}/a.md is nearer`,
      `b ready ${SUB}/b.md`,
    ]);
    assert.equal((await ground.commands.expand('/a'))?.text, 'of the folder');
  });

  it('count no more once one of them was changed', async () => {
    using ground = createGround();
    ground.write(`${PROJECT}/a.md`, 'a');
    await ground.trust();
    assert.equal((await ground.commands.expand('/a'))?.text, 'a');
    ground.write(`${PROJECT}/new.md`, 'Send it away.');
    const why = `${ground.project} was trusted, and this file is not as it was: the project is not trusted until you trust it again.`;
    assert.deepEqual(await told(ground), [
      `a untrusted ${PROJECT}/a.md ${why}`,
      `new untrusted ${PROJECT}/new.md ${why}`,
    ]);
    assert.match(await refused(ground, '/new'), /^\/new does not run: .*new\.md does not count \(untrusted: /);
    assert.match(await refused(ground, '/a'), /bailiwick trust$/);
  });

  it('of a project are never reached through a link', async () => {
    using ground = createGround();
    ground.write('elsewhere/a.md', 'a');
    mkdirSync(join(ground.project, '.bailiwick'));
    symlinkSync(join(ground.root, 'elsewhere'), join(ground.root, PROJECT));
    await assert.rejects(ground.trust());
    assert.deepEqual(await told(ground), [`a untrusted ${PROJECT}/a.md ${ground.project} is not trusted`]);
  });

  it('that are broken are listed with the place and hide no other', async () => {
    using ground = createGround();
    const [home, root] = [join(ground.root, HOME), ground.root];
    ground.write(`${HOME}/good.md`, 'good');
    ground.write(`${HOME}/help.md`, 'help');
    ground.write(`${HOME}/nul.md`, 'a\nb\0');
    ground.write(`${HOME}/latin.md`, new Uint8Array([0x61, 0xe9]));
    ground.write(`${HOME}/large.md`, 'a'.repeat(MAX_COMMAND_BYTES + 1));
    ground.write(`${HOME}/empty.md`, '');
    ground.write(`${HOME}/open.md`, '---\na: b\n');
    ground.write(`${HOME}/Big Name.md`, 'a');
    ground.write(`${HOME}/notes.txt`, 'no command');
    ground.write(`${HOME}/.hidden.md`, 'no command');
    ground.write(`${HOME}/a/b/c/d/e/f.md`, 'deep');
    ground.write('elsewhere/x.md', 'x');
    symlinkSync(join(root, 'elsewhere/x.md'), join(home, 'out.md'));
    symlinkSync(join(root, 'elsewhere'), join(home, 'folder'));
    symlinkSync('gone.md', join(home, 'nowhere.md'));
    symlinkSync('good.md', join(home, 'same.md'));
    symlinkSync('.', join(home, 'loop'));
    mkdirSync(join(home, 'shut'));
    spawnSync('mkfifo', [join(home, 'pipe.md')]);
    assert.deepEqual(await told(ground), [
      `empty broken ${HOME}/empty.md it has no text to send`,
      `good ready ${HOME}/good.md`,
      `help shadowed ${HOME}/help.md /help is a command of the chat itself`,
      `large broken ${HOME}/large.md it has more than 262144 bytes`,
      `latin broken ${HOME}/latin.md it is not UTF-8`,
      `nowhere broken ${HOME}/nowhere.md the link leads nowhere`,
      `nul broken ${HOME}/nul.md 2 it holds a NUL byte, so it is no text`,
      `open broken ${HOME}/open.md 1 the frontmatter has no end; write --- behind it`,
      `out broken ${HOME}/out.md the link leads out of the folder`,
      `pipe broken ${HOME}/pipe.md it is no regular file`,
      `same ready ${HOME}/same.md`,
      `- broken ${HOME}/Big Name.md "Big Name" is no name: lower-case letters and digits with single hyphens between them, 64 at most`,
      `- broken ${HOME}/a/b/c/d/e/f.md it lies more than 4 folders deep`,
      `- broken ${HOME}/folder the link leads out of the folder`,
      `- broken ${HOME}/loop it is no regular file`,
    ]);
    assert.match(await refused(ground, '/nul'), /nul\.md:2 does not count \(broken: it holds a NUL byte/);
    assert.match(await refused(ground, '/help'), /\(shadowed: \/help is a command of the chat itself\)\. \| give/);
    assert.equal((await ground.commands.expand('/same'))?.text, 'good');
  });

  it('that may not be read are broken', { skip: process.getuid?.() === 0 }, async () => {
    using ground = createGround();
    chmodSync(ground.write(`${HOME}/a.md`, 'a'), 0);
    mkdirSync(join(ground.root, HOME, 'shut'), { mode: 0 });
    assert.deepEqual(await told(ground), [
      `a broken ${HOME}/a.md it cannot be read`,
      `- broken ${HOME}/shut it cannot be read: EACCES`,
    ]);
    chmodSync(join(ground.root, HOME, 'shut'), 0o700);
  });

  it('are read up to a number of them', async () => {
    using ground = createGround();
    for (let i = 0; i < 502; i++) ground.write(`${HOME}/c${i}.md`, 'a');
    const lines = await told(ground);
    assert.equal(lines.length, 501);
    assert.equal(lines.at(-1), `- broken ${HOME} it holds more than 500; the rest is not read`);
  });

  it('cannot be asked for when trust.json is broken', async () => {
    using ground = createGround();
    ground.write(`${PROJECT}/a.md`, 'a');
    ground.write('home/.bailiwick/trust.json', '{');
    await assert.rejects(ground.commands.list(), (error: unknown) => error instanceof Fault);
  });
});
