import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { describe, test } from 'node:test';
import { needs } from '../../../test/outside.ts';
import type { ReadonlyHead } from './head.ts';
import { DEV_HEADS } from './heads/dev.ts';
import { FILE_HEADS } from './heads/files.ts';
import { GIT_GLOBALS, GIT_PRESET_HEADS } from './heads/git-preset.ts';
import { GIT_HEADS } from './heads/git.ts';
import { SEARCH_HEADS } from './heads/search.ts';
import { SYSTEM_HEADS } from './heads/system.ts';
import { TEXT_HEADS } from './heads/text.ts';

/**
 * Flags of our tables that the installed program may not describe, and why they are listed all the same. A flag that is
 * unknown to a program does no harm: the program refuses it.
 */
const ELSEWHERE: Readonly<Record<string, string>> = {
  'tail --debug': 'coreutils 9.6',
  'wc --debug': 'coreutils 9.5',
  'wc --total': 'coreutils 9.2',
  'du -A': 'coreutils 9.5',
  'date --resolution': 'coreutils 9.1',
  'date --rfc-822': 'undocumented synonym of --rfc-email',
  'date --rfc-2822': 'undocumented synonym of --rfc-email',
  'date --uct': 'undocumented synonym of --utc',
  'grep -y': 'obsolete synonym of -i',
  'grep -u': 'grep before 3.8',
  'grep --unix-byte-offsets': 'grep before 3.8',
  'which --all': 'GNU which',
  'which -a': 'its help is a page of the manual',
  'which -s': 'which of Debian 12 and BSD',
  'tree --output': 'not a flag of tree; listed as writing',
  'rg -d': 'ripgrep 14',
  'rg --maxdepth': 'undocumented synonym of --max-depth',
  'rg --passthrough': 'undocumented synonym of --passthru',
  'rg --hostname-bin': 'ripgrep 14',
  'rg --hyperlink-format': 'ripgrep 14',
  'rg --stop-on-nonmatch': 'ripgrep 14',
  'rg --sort-files': 'deprecated and hidden',
  'rg --trace': 'hidden',
  'find -d': 'deprecated synonym of -depth',
  'find -print': 'described in the manual',
  'find --version': 'described in the manual',
  'find -version': 'described in the manual',
  'find -help': 'described in the manual',
  'find -samefile': 'described in the manual',
  'find -ipath': 'described in the manual',
  'find -O': 'described as -Olevel',
  'jq -h': 'jq 1.7; its help is a page of the manual',
  'jq -V': 'jq 1.7',
  'npm -v': 'npm prints its version, as node does',
  'git diff --follow': 'described in its short help outside of a repository',
  'git rev-parse --show-ref-format': 'git 2.45',
  'git blame --after': 'a revision option',
  'git blame --until': 'a revision option',
  'git blame --before': 'a revision option',
  'git blame --textconv': 'a diff option; listed as running programs',
  'git blame --ext-diff': 'a diff option; listed as running programs',
  'git branch --omit-empty': 'git 2.42',
  'git tag --omit-empty': 'git 2.42',
  'git for-each-ref --omit-empty': 'git 2.42',
  'git cat-file -Z': 'git 2.42',
  'git show-ref --branches': 'git 2.46',
  'git show-ref --exists': 'git 2.43',
  'git --default-prefix': 'git 2.42',
  'git --end-of-options': 'described in gitcli(7)',
  'git --dd': 'git 2.46',
  'git --max-age': 'described in git rev-list',
  'git --min-age': 'described in git rev-list',
  'git -h': 'every subcommand knows it',
  'uname --sysname': 'undocumented synonym of --kernel-name',
  'uname --release': 'undocumented synonym of --kernel-release',
};

/** Negations and synonyms that the help of these programs leaves out as a rule. */
const isUnspoken = (name: string, flag: string): boolean =>
  (name === 'rg' || name.startsWith('git')) &&
  /^--(?:no-|ignore$|ignore-|messages|require-git|unicode|pcre2-unicode)/.test(flag);

const output = (program: string, ...args: readonly string[]): string => {
  const ran = spawnSync(program, args, { encoding: 'utf8', env: { ...process.env, MANPAGER: 'cat', MANWIDTH: '500' } });
  return `${ran.stdout ?? ''}\n${ran.stderr ?? ''}`;
};

/** What a program says of itself: its help and, where installed, its page of the manual. */
const describeProgram = (program: string): string =>
  [output(program, '--help'), output(program, '--help', 'all'), output('man', program)]
    .join('\n')
    .replaceAll(/.\u0008/g, '');

const describeGit = (subcommand: string): string => {
  const [verb = ''] = subcommand.split(' ');
  const pages = [verb, ...(/^(?:stash|reflog|rev-list|show$|shortlog)/.test(subcommand) ? ['log', 'rev-list'] : [])];
  return pages
    .flatMap((page) => [output('git', page, '-h'), output('man', `git-${page}`)])
    .join('\n')
    .replaceAll(/.\u0008/g, '');
};

/** Flags as the text names them, also `--[no-]x` and find's `-newerXY`. */
function isNamed(text: string, flag: string): boolean {
  const escaped = flag.replaceAll(/[.?]/g, '\\$&');
  return (
    new RegExp(`(?<![\\w-])${escaped}(?![\\w-])|(?<![\\w-])${escaped}(?=[A-Z\\[<])`).test(text) ||
    new RegExp(`--\\[no-\\]${flag.replace(/^--(?:no-)?/, '')}(?![\\w-])`).test(text)
  );
}

function unnamed(name: string, spec: ReadonlyHead, text: string): readonly string[] {
  return Object.keys(spec.table.flags).filter((flag) => {
    if (
      ELSEWHERE[`${name} ${flag}`] !== undefined ||
      (name.startsWith('git ') && ELSEWHERE[`git ${flag}`] !== undefined)
    )
      return false;
    if (isUnspoken(name, flag)) return false;
    if (flag === '--help' || flag === '--version' || /^-newer./.test(flag)) return false;
    return !isNamed(text, flag);
  });
}

describe('each flag of a table is one of the real program', () => {
  for (const [name, spec] of Object.entries({
    ...FILE_HEADS,
    ...SEARCH_HEADS,
    ...TEXT_HEADS,
    ...SYSTEM_HEADS,
    ...DEV_HEADS,
  })) {
    test(name, needs(name), () => assert.deepEqual(unnamed(name, spec, describeProgram(name)), []));
  }
  for (const [name, spec] of Object.entries({ ...GIT_HEADS, ...GIT_PRESET_HEADS })) {
    test(`git ${name}`, needs('git'), () => assert.deepEqual(unnamed(`git ${name}`, spec, describeGit(name)), []));
  }
  test('git in front of its subcommand', needs('git'), () => {
    assert.deepEqual(unnamed('git', GIT_GLOBALS, describeProgram('git')), []);
  });
});
