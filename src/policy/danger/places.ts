import { baseName, isWithin } from '../../base/path.ts';
import type { DangerClass } from '../../vocab/danger.ts';
import type { Facts } from '../../vocab/facts.ts';

type Homes = Pick<Facts, 'home' | 'homes' | 'agentHome' | 'skillFolders'>;

/** Files a shell or a session reads when it starts. */
const START_FILES =
  /^\.(bashrc|bash_profile|bash_login|bash_logout|bash_aliases|profile|zshrc|zshenv|zprofile|zlogin|zlogout|kshrc|cshrc|tcshrc|login|inputrc|xinitrc|xprofile|xsession|pam_environment|netrc|npmrc|pypirc|pgpass)$/;
const START_FOLDERS = [
  '.ssh',
  '.config/fish',
  '.config/systemd',
  '.config/autostart',
  '.local/share/systemd',
  'Library/LaunchAgents',
  'bin',
];
const SYSTEM_FOLDERS = [
  '/etc',
  '/private/etc',
  '/usr',
  '/bin',
  '/sbin',
  '/boot',
  '/lib',
  '/lib64',
  '/var/spool/cron',
  '/Library',
  '/System',
  '/opt/homebrew/etc',
];

/** The danger classes that writing this path has, wherever it is written from (POLICY 4a). */
export function classesOfWrite(path: string, facts: Homes): readonly DangerClass[] {
  const classes: DangerClass[] = [];
  if (isSkillPath(path, facts)) classes.push('skill-write');
  else if (isAgentConfig(path, facts)) classes.push('agent-config-write');
  if (isGitExecPath(path, facts)) classes.push('git-exec-config');
  if (isSystemFile(path, facts)) classes.push('system-file-write');
  return classes;
}

const isSkillPath = (path: string, { agentHome, skillFolders = [] }: Homes): boolean =>
  [`${agentHome}/skills`, ...skillFolders].some((folder) => isWithin(path, folder)) ||
  /\/\.(bailiwick|agents)\/skills(\/|$)/.test(path);

const isAgentConfig = (path: string, { agentHome }: Homes): boolean =>
  isWithin(path, agentHome) ||
  /\/\.bailiwick(\/|$)/.test(path) ||
  /\/\.git\/hooks(\/|$)/.test(path) ||
  baseName(path) === 'AGENTS.md';

function isGitExecPath(path: string, { home, homes }: Homes): boolean {
  if (/\/\.git\/(config|config\.worktree|info\/attributes|modules\/.*\/config)$/.test(path)) return true;
  if (baseName(path) === '.gitattributes') return true;
  return [home, ...homes].some((folder) => path === `${folder}/.gitconfig` || isWithin(path, `${folder}/.config/git`));
}

function isSystemFile(path: string, { home, homes }: Homes): boolean {
  if (SYSTEM_FOLDERS.some((folder) => isWithin(path, folder))) return true;
  return [home, ...homes]
    .filter((folder) => folder !== '/')
    .some((folder) => {
      if (!isWithin(path, folder)) return false;
      const below = path.slice(folder.length + 1);
      return START_FILES.test(below) || START_FOLDERS.some((start) => isWithin(below, start));
    });
}
