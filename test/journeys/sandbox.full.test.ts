import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { needs } from '../outside.ts';
import { createGround, type Ground } from './start-prompt.ts';

const FAKE = { BAILIWICK_ALLOW_FAKE: '1' };

/** Ways to a machine on which bubblewrap is not there, or does not work. */
const WITHOUT = {
  missing: '--ro-bind /dev/null "$(readlink -f "$(command -v bwrap)")"',
  broken: '--unshare-user --disable-userns --cap-drop ALL',
} as const;

function createScript(ground: Ground, how: keyof typeof WITHOUT): string {
  const script = join(ground.project, 'through');
  writeFileSync(script, `#!/bin/bash\nexec bwrap --dev-bind / / ${WITHOUT[how]} -- "$@"\n`);
  chmodSync(script, 0o755);
  return script;
}

function play(ground: Ground, ...calls: readonly { tool: string; input: object }[]): readonly string[] {
  ground.write('scenario.yml', JSON.stringify([{ calls }, { say: 'done' }]));
  return ['--mode', 'yolo', '--model', 'scripted:scenario.yml', 'go'];
}

const shell = (command: string) => ({ tool: 'shell', input: { command } });

describe('a turn and its sandbox', needs('bwrap'), () => {
  it('says what commands ran in', async () => {
    using ground = createGround();
    const { result, err } = await ground.prompt(play(ground, shell('touch made')), { env: FAKE });
    assert.deepEqual([result.sandbox, result.endedJobs], [{ name: 'bubblewrap', why: null }, []]);
    assert.doesNotMatch(err, /notice:/);
  });

  it('opens for a call what its line names, and nothing of it for a program inside', async () => {
    using ground = createGround();
    mkdirSync(join(ground.home, '.ssh'), { recursive: true });
    writeFileSync(join(ground.home, '.ssh', 'id_rsa'), 'key\n');
    ground.write('sneak.sh', 'cat ~/.ss?/id_rsa');
    const { result } = await ground.prompt(play(ground, shell('cat ~/.ssh/id_rsa'), shell('bash sneak.sh')), {
      env: FAKE,
    });
    assert.deepEqual(
      result.calls.map(({ outcome }) => outcome),
      ['done', 'failed'],
    );
  });

  it('shows the files with credentials to the programs they belong to, and to a line that names them', async () => {
    using ground = createGround();
    mkdirSync(ground.home, { recursive: true });
    writeFileSync(join(ground.home, '.netrc'), 'machine h.example login u password p-netrc\n');
    writeFileSync(join(ground.home, '.npmrc'), 'registry=https://r.example/\n');
    writeFileSync(join(ground.home, '.git-credentials'), 'https://u:p-git@h.example\n');
    writeFileSync(join(ground.home, '.gitconfig'), '[credential]\n\thelper = store\n');
    ground.write('.npmrc', 'fund=false\n');
    ground.write('sneak.sh', 'cat ~/.netr? ~/.npmr? ~/.git-cred*; cat .npmrc');
    ground.write('ask', 'protocol=https\nhost=h.example\n\n');
    const lines = ['npm config get registry', 'git credential fill < ask', 'cat ~/.netrc', 'bash sneak.sh || true'];
    const calls = lines.map((line, i) => shell(`{ ${line}; } > out${i} 2>&1`));
    await ground.prompt(play(ground, ...calls), { env: FAKE });
    const texts = lines.map((_, i) => readFileSync(join(ground.project, `out${i}`), 'utf8'));
    assert.match(texts[0] ?? '', /^https:\/\/r\.example\/$/m);
    assert.match(texts[1] ?? '', /^password=p-git$/m);
    assert.match(texts[2] ?? '', /password p-netrc$/m);
    assert.match(texts[3] ?? '', /^fund=false$/m);
    assert.doesNotMatch(texts[3] ?? '', /p-netrc|p-git|r\.example/);
  });

  for (const how of ['missing', 'broken'] as const) {
    const why = how === 'missing' ? /not installed/ : /does not work here/;

    it(`without one (${how}) says so once and goes on`, async () => {
      using ground = createGround();
      const through = createScript(ground, how);
      const words = play(ground, shell('touch one'), shell('touch two'));
      const { exit, result, err } = await ground.prompt(words, { env: FAKE, through });
      assert.deepEqual([exit, result.sandbox.name, err.split('notice:').length], [0, 'host', 2], err);
      assert.match(result.sandbox.why ?? '', why);
      assert.ok(existsSync(join(ground.project, 'two')));
    });

    it(`without one (${how}) runs no command where that is denied, and searches all the same`, async () => {
      using ground = createGround('sandbox:\n  on_unavailable: deny\n');
      const through = createScript(ground, how);
      const grep = { tool: 'grep', input: { pattern: 'scripted' } };
      const words = play(ground, shell('touch made'), grep, {
        tool: 'shell',
        input: { command: 'bash', background: true },
      });
      const { exit, result } = await ground.prompt(words, { env: FAKE, through });
      assert.deepEqual([exit, ...result.calls.map(({ outcome }) => outcome)], [0, 'failed', 'done', 'failed']);
      assert.equal(existsSync(join(ground.project, 'made')), false);
    });

    it(`without one (${how}) does not begin where it is required`, async () => {
      using ground = createGround('sandbox:\n  mode: require\n');
      const through = createScript(ground, how);
      const words = play(ground, shell('touch made'));
      const { exit, out, err } = await ground.run(['prompt', '--json', ...words], { env: FAKE, through });
      assert.equal(exit, 6, err);
      assert.match(out, /^\{"error":\{"code":"sandbox-unavailable"/);
      assert.match(err, /install bubblewrap/);
      assert.equal(existsSync(join(ground.project, 'made')), false);
    });
  }

  it('is said by doctor, with the way out', async () => {
    using ground = createGround();
    const well = await ground.run(['doctor']);
    assert.deepEqual([well.exit, /^ok +sandbox +.*bubblewrap works/m.test(well.out)], [0, true], well.out);
    const ill = await ground.run(['doctor', '--json'], { through: createScript(ground, 'broken') });
    const { ok, checks } = JSON.parse(ill.out);
    const found = checks.find(({ name }: { name: string }) => name === 'sandbox');
    assert.deepEqual([ill.exit, ok, found.level], [0, true, 'warning']);
    assert.match(found.hint, /install bubblewrap/);
  });

  it('is a fault for doctor where it is required', async () => {
    using ground = createGround('sandbox:\n  mode: require\n');
    const { exit, out } = await ground.run(['doctor'], { through: createScript(ground, 'missing') });
    assert.equal(exit, 1);
    assert.match(out, /^fault +sandbox/m);
  });
});

describe('what git runs later', needs('bwrap', 'git', 'npm'), () => {
  it('is out of reach of scripts, and in reach of git and of lines that say so', async () => {
    using ground = createGround();
    execFileSync('git', ['init', '-q', ground.project]);
    ground.write('package.json', JSON.stringify({ scripts: { prepare: 'git config core.hooksPath .husky' } }));
    ground.write(
      'sneak.sh',
      'echo x > .git/hooks/pre-push; git config alias.x y; mv .git/hooks .git/h; mv .git .g; true',
    );
    const hook = 'echo "#!/bin/sh" > .git/hooks/post-commit && chmod +x .git/hooks/post-commit';
    const lines = ['bash sneak.sh', hook, 'git remote add origin ../x', 'npm install --offline --no-audit'];
    const { result } = await ground.prompt(play(ground, ...lines.map(shell)), { env: FAKE });
    assert.deepEqual(
      result.calls.map(({ outcome }) => outcome),
      lines.map(() => 'done'),
    );
    const folder = join(ground.project, '.git');
    assert.deepEqual(
      ['hooks/pre-push', 'hooks/post-commit', 'h'].map((name) => existsSync(join(folder, name))),
      [false, true, false],
    );
    const config = readFileSync(join(folder, 'config'), 'utf8');
    assert.deepEqual(
      [/alias/, /url = ..\/x/, /hooksPath = .husky/].map((part) => part.test(config)),
      [false, true, true],
    );
  });
});

describe('a commit that git is told to sign', needs('bwrap', 'git', 'gpg', 'gpgconf'), () => {
  it('is signed with the key of the person', async () => {
    using ground = createGround();
    const gnupg = join(ground.home, '.gnupg');
    mkdirSync(gnupg, { recursive: true, mode: 0o700 });
    const env = { ...process.env, GNUPGHOME: gnupg };
    const uid = 'U <u@h.example>';
    try {
      const generate = ['--batch', '--passphrase', '', '--quick-gen-key', uid, 'ed25519', 'sign', 'never'];
      execFileSync('gpg', generate, { env, stdio: 'ignore' });
    } finally {
      execFileSync('gpgconf', ['--kill', 'gpg-agent'], { env });
    }
    const config = '[user]\n\tname = U\n\temail = u@h.example\n[commit]\n\tgpgsign = true\n';
    writeFileSync(join(ground.home, '.gitconfig'), config);
    const line = 'git init -q . && git add scenario.yml && git commit -qm x && git cat-file -p HEAD > out';
    await ground.prompt(play(ground, shell(line)), { env: FAKE });
    assert.match(readFileSync(join(ground.project, 'out'), 'utf8'), /BEGIN PGP SIGNATURE/);
  });
});

describe('a project', () => {
  it('may not set the sandbox', async () => {
    using ground = createGround();
    ground.write('.bailiwick/config.yml', 'sandbox:\n  mode: "off"\n');
    const { exit, out } = await ground.run(['doctor']);
    assert.equal(exit, 1);
    assert.match(out, /^fault +config +.*sandbox may not stand in a project's file/m);
  });
});
