import type { FlagTable } from '../../vocab/flag-table.ts';
import { flagTable } from './table.ts';

const texts = (head: string, spellings: string, arity = '1'): readonly [string, FlagTable] => [
  head,
  flagTable(head, { [`${arity}/runs`]: spellings }),
];

/** Options whose value is a command line that the program runs; of git by its subcommand. */
export const TEXT_OPTIONS: ReadonlyMap<string, FlagTable> = new Map([
  ...['tar', 'gtar', 'bsdtar'].map((head) =>
    texts(
      head,
      '--to-command --use-compress-program -I --info-script --new-volume-script -F --rmt-command --rsh-command',
    ),
  ),
  texts('cpio', '--rsh-command --rmt-command'),
  texts('git clone', '--upload-pack -u'),
  ...['fetch', 'pull', 'fetch-pack', 'ls-remote'].map((verb) => texts(`git ${verb}`, '--upload-pack --exec')),
  ...['push', 'send-pack'].map((verb) => texts(`git ${verb}`, '--receive-pack --exec')),
  texts('git archive', '--exec'),
  texts('git instaweb', '--httpd -d'),
  texts('git daemon', '--access-hook'),
  texts('svn', '--diff-cmd --diff3-cmd --editor-cmd'),
  texts('git difftool', '--extcmd -x'),
  texts('git rebase', '--exec -x'),
  texts('git grep', '--open-files-in-pager -O', 'attached'),
  texts(
    'git filter-branch',
    '--setup --env-filter --tree-filter --index-filter --parent-filter --msg-filter --commit-filter --tag-name-filter',
  ),
  texts('git send-email', '--to-cmd --cc-cmd --header-cmd --sendmail-cmd --smtp-server'),
  texts('rsync', '--rsh -e --rsync-path'),
  ...['scp', 'sftp'].map((head) => texts(head, '-S')),
  texts('npx', '--call -c --shell-mode'),
  texts('sort', '--compress-program'),
  texts('rg', '--pre'),
  texts('split', '--filter'),
  ['man', flagTable('man', { '1/runs': '--pager -P', 'attached/runs': '--html -H' })],
  texts('zip', '--unzip-command -TT'),
  texts('nodemon', '--exec -x'),
  ...['mapfile', 'readarray', 'compgen', 'complete'].map((head) => texts(head, '-C')),
]);

/** Options of ssh by which it, or a program that starts it, runs a command here. */
export const SSH_RUNS = /^\s*(?:proxycommand|localcommand|knownhostscommand)(?:\s*=\s*|\s+)([^]+)$/i;
export const SSH_MATCHES = /^\s*match\b[^]*?\bexec\s+([^]+)$/i;

/** Variables that name what a program starts, by a command line of their own. */
export const PROGRAM_VARIABLES =
  /^(?:(?:\w+_)?(?:PAGER|EDITOR|ASKPASS|BROWSER)|(?:MAN|SVN_|HG)PAGER|VISUAL|FCEDIT|HGEDITOR|PROMPT_COMMAND|LESSOPEN|LESSCLOSE|GIT_(?:EXTERNAL_DIFF|SSH|SSH_COMMAND|PROXY_COMMAND)|(?:RSYNC|CVS)_RSH|SVN_SSH|HGMERGE|KUBECTL_EXTERNAL_DIFF|FZF_(?:DEFAULT|CTRL_T|ALT_C)_COMMAND|RUSTC(?:_WORKSPACE)?_WRAPPER|CARGO_BUILD_RUSTC(?:_WORKSPACE)?_WRAPPER|TEXEDIT|LPCMD)$/;
