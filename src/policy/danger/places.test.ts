import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { classesOfWrite } from './places.ts';

const FACTS = {
  home: '/home/u',
  homes: ['/home/u', '/root'],
  agentHome: '/home/u/.bailiwick',
  skillFolders: ['/srv/skills'],
};

const startFiles =
  '.bashrc .bash_profile .bash_login .bash_logout .bash_aliases .profile .zshrc .zshenv .zprofile .zlogin .zlogout .kshrc ' +
  '.cshrc .tcshrc .login .inputrc .xinitrc .xprofile .xsession .pam_environment .netrc .npmrc .pypirc .pgpass ' +
  '.ssh/x .config/fish/x .config/systemd/x .config/autostart/x .local/share/systemd/x Library/LaunchAgents/x bin/x';
const systemFolders =
  '/etc /private/etc /usr /bin /sbin /boot /lib /lib64 /var/spool/cron /Library /System /opt/homebrew/etc';

const CASES: readonly (readonly [path: string, ...classes: readonly string[]])[] = [
  ...startFiles
    .split(' ')
    .flatMap(
      (name) =>
        [
          [`/home/u/${name}`, 'system-file-write'],
          [`/root/${name}`, 'system-file-write'],
          [`/home/u/sub/${name}`],
        ] as const,
    ),
  ...systemFolders
    .split(' ')
    .flatMap(
      (folder) =>
        [
          [folder, 'system-file-write'],
          [`${folder}/x`, 'system-file-write'],
          [`${folder}x`],
          [`/srv${folder}/x`],
        ] as const,
    ),
  ['/home/u/.bailiwick/skills/a', 'skill-write'],
  ['/srv/skills', 'skill-write'],
  ['/srv/skills/a', 'skill-write'],
  ['/w/.bailiwick/skills/a', 'skill-write'],
  ['/w/.agents/skills', 'skill-write'],
  ['/w/.agents/other'],
  ['/home/u/.bailiwick/notes', 'agent-config-write'],
  ['/w/.bailiwick', 'agent-config-write'],
  ['/w/.bailiwick/config.yml', 'agent-config-write'],
  ['/w/.bailiwicks/x'],
  ['/w/.git/hooks/pre-push', 'agent-config-write'],
  ['/w/a/AGENTS.md', 'agent-config-write'],
  ['/w/AGENTS.md.bak'],
  ['/w/.git/config', 'git-exec-config'],
  ['/w/.git/config.worktree', 'git-exec-config'],
  ['/w/.git/info/attributes', 'git-exec-config'],
  ['/w/.git/modules/a/b/config', 'git-exec-config'],
  ['/w/a/.gitattributes', 'git-exec-config'],
  ['/home/u/.gitconfig', 'git-exec-config'],
  ['/root/.gitconfig', 'git-exec-config'],
  ['/home/u/.config/git/attributes', 'git-exec-config'],
  ['/home/u/.config/git', 'git-exec-config'],
  ['/w/.gitconfig'],
  ['/w/.git/info/exclude'],
  ['/etc/AGENTS.md', 'agent-config-write', 'system-file-write'],
  ['/etc/.gitattributes', 'git-exec-config', 'system-file-write'],
  ['/home/u/notes.txt'],
];

describe('what is written to', () => {
  for (const [path, ...classes] of CASES)
    test(`${path} -> ${classes.join(', ') || 'nothing'}`, () => assert.deepEqual(classesOfWrite(path, FACTS), classes));
});

test('a home that is the root makes no start files of what lies there', () => {
  assert.deepEqual(classesOfWrite('/bin2/x', { ...FACTS, home: '/', homes: ['/'] }), []);
  assert.deepEqual(classesOfWrite('/.bashrc', { ...FACTS, home: '/', homes: [] }), []);
});
