import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createLineFacts, createShellCall } from '../testing/judge-line.ts';
import { createMemoryDisk } from '../testing/memory-disk.ts';
import type { GitPart } from '../vocab/sandbox.ts';
import { findOpenings } from './openings.ts';

const disk = createMemoryDisk({
  '/home/u/proj/a.txt': '',
  '/home/u/proj/.env': '',
  '/home/u/proj/away': { link: '/srv/data' },
  '/home/u/.ssh/config': '',
  '/srv/data/x': '',
  '/home/u/old/1.log': '',
  '/home/u/old/2.log': '',
});

const open = (line: string, verdict: 'allow' | 'ask' | 'deny' = 'allow') =>
  findOpenings(createShellCall(line), createLineFacts(line, { disk }), { verdict });

const GIT_LOGIN = ['.config/gh', '.config/glab-cli', '.netrc', '.git-credentials', '.config/git/credentials'].map(
  (path) => `read /home/u/${path}`,
);

const show = (line: string): readonly string[] => open(line).paths.map(({ access, path }) => `${access} ${path}`);

describe('a decision opens for its call', () => {
  const cases: readonly (readonly [string, readonly string[]])[] = [
    ['ls -la /srv', []],
    ['make install', []],
    ['cp a.txt /srv/data', ['write /srv/data', 'write /srv/data/a.txt']],
    ['echo x > ~/notes', ['write /home/u/notes']],
    ['echo x > away/y', ['write /home/u/proj/away/y', 'write /srv/data/y']],
    ['cat < /srv/data/x > /dev/null', []],
    ['rm -r ~/old', ['remove /home/u/old']],
    ['rm ~/old/*.log', ['remove /home/u/old/1.log', 'remove /home/u/old/2.log']],
    ['ln -s /etc/passwd /srv/data/p', ['create /srv/data/p', 'create /srv/data/p/passwd', 'create /etc/passwd']],
    ['cat .env', ['read /home/u/proj/.env']],
    ['echo x >> .env', ['read /home/u/proj/.env', 'write /home/u/proj/.env']],
    ['cat ~/.ssh/config | wc -l', ['read /home/u/.ssh/config']],
    ['sudo tee /srv/data/x', ['write /srv/data/x']],
    ['echo "$(cat .env)"', ['read /home/u/proj/.env']],
    ['cat .env ~/.ssh/config', ['read /home/u/proj/.env', 'read /home/u/.ssh/config']],
    ['git push origin main', ['read /home/u/.ssh', ...GIT_LOGIN]],
    ['git -C sub fetch', ['read /home/u/.ssh', ...GIT_LOGIN]],
    ['git credential fill', GIT_LOGIN],
    ['npm run build', ['read /home/u/.npmrc', 'read /home/u/.yarnrc.yml']],
    ['timeout 9 /usr/bin/kubectl get pods', ['read /home/u/.kube']],
    ['./mvnw test', ['read /home/u/.m2/settings.xml', 'read /home/u/.m2/settings-security.xml']],
    ['./npm ci; /home/u/proj/npm ci', []],
    ['bash -c "psql -c x"', ['read /home/u/.pgpass']],
    ['cat ~/.netrc', ['read /home/u/.netrc']],
    ['git commit -m x', []],
    ['git commit -S -m x', ['write /home/u/.gnupg']],
    ['git tag -s v1', ['write /home/u/.gnupg']],
  ];
  for (const [line, expected] of cases) {
    test(`${line} -> ${expected.join(', ') || 'nothing'}`, () => assert.deepEqual(show(line), expected));
  }

  const signed: readonly (readonly [string, readonly string[], readonly string[]])[] = [
    ['git commit -m x', ['commit.gpgsign'], ['write /home/u/.gnupg']],
    ['git rebase main', ['commit.gpgsign'], ['write /home/u/.gnupg']],
    ['git commit --no-gpg-sign -m x', ['commit.gpgsign'], []],
    ['git commit -m x', ['tag.gpgsign'], []],
    ['git log -Sname', ['commit.gpgsign'], []],
    ['git tag v1', ['tag.gpgsign'], ['write /home/u/.gnupg']],
    ['git tag', ['tag.gpgsign'], []],
    ['git commit -m x', ['commit.gpgsign', 'gpg.format=ssh'], ['read /home/u/.ssh']],
    ['git commit -S -m x', ['gpg.format=ssh'], ['read /home/u/.ssh']],
    ['git commit -m x', ['gpg.format=ssh'], []],
  ];
  for (const [line, gitSigning, expected] of signed) {
    test(`${line} where git is told ${gitSigning.join(', ')}`, () => {
      const facts = createLineFacts(line, { disk, gitSigning });
      const { paths } = findOpenings(createShellCall(line), facts, { verdict: 'allow' });
      assert.deepEqual(
        paths.map(({ access, path }) => `${access} ${path}`),
        expected,
      );
    });
  }

  const doors: readonly (readonly [string, readonly string[]])[] = [
    ['git push', ['ssh']],
    ['ssh host uptime', ['ssh']],
    ['git log', []],
    ['git commit --gpg-sign', ['gpg']],
    ['git pull -S', ['ssh', 'gpg']],
    ['docker build . && sudo systemctl restart x', ['containers', 'services']],
    // the line was judged with this variable unset
    ['${SSH_AUTH_SOCK:+rm -rf x}; git push', []],
  ];
  for (const [line, expected] of doors) {
    test(`${line} -> doors: ${expected.join(', ') || 'none'}`, () => assert.deepEqual(open(line).doors, expected));
  }

  const parts: readonly (readonly [string, readonly GitPart[]])[] = [
    ['npm test', []],
    ['make && ls', []],
    ['constructor x', []],
    ['git commit -m x', ['config']],
    ['gh pr checkout 3', ['config']],
    ['npm ci && npm test', ['config']],
    ['yarn', ['config']],
    ['git init', ['hooks', 'config']],
    ['git lfs install', ['hooks', 'config']],
    ['pre-commit install', ['hooks']],
    ['npx husky', ['hooks', 'config']],
  ];
  for (const [line, expected] of parts) {
    test(`${line} -> of the repository: ${expected.join(', ') || 'nothing'}`, () =>
      assert.deepEqual(open(line).git ?? [], expected));
  }

  test('the program by which it would become another user', () => {
    assert.deepEqual([open('make && sudo make install').becomes, open('make').becomes], ['sudo', undefined]);
  });

  test('nothing when it did not allow, or is about no line', () => {
    const nothing = { paths: [], doors: [] };
    assert.deepEqual([open('cat .env', 'ask'), open('cat .env', 'deny')], [nothing, nothing]);
    const facts = { ...createLineFacts('ls'), line: null };
    assert.deepEqual(findOpenings(createShellCall('ls'), facts, { verdict: 'allow' }), nothing);
  });
});
