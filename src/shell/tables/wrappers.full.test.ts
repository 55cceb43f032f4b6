import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe, test } from 'node:test';
import { needs } from '../../../test/outside.ts';
import type { FlagTable } from '../../vocab/flag-table.ts';
import { PARALLEL, WRAPPERS, XARGS } from './wrappers.ts';

/**
 * Flags of our tables that the installed program may not describe, and why they are listed all the same. A flag that a
 * program does not know does no harm; one whose value is taken for the command does.
 */
const ELSEWHERE: Readonly<Record<string, string>> = {
  'doas -a': 'doas of OpenBSD',
  'pkexec -u': 'undocumented short form of --user',
  'env -a': 'coreutils 9.5',
  'env --argv0': 'coreutils 9.5',
  'time -l': 'time of BSD',
  'watch -C': 'procps 4',
  'watch --no-color': 'procps 4',
  'watch --no-rerun': 'procps 4',
  'watch -s': 'procps 4',
  'watch --shotsdir': 'procps 4',
  'unshare -H': 'undocumented',
  'nsenter -e': 'util-linux 2.39',
  'nsenter --env': 'util-linux 2.39',
  'su -T': 'util-linux 2.39',
  'su --no-pty': 'util-linux 2.39',
  'runuser -T': 'util-linux 2.39',
  'runuser --no-pty': 'util-linux 2.39',
  'runuser --user': 'undocumented long form of -u',
  'strace --argv0': 'strace 6',
  'numactl -w': 'numactl 2.0.19',
  'numactl --weighted-interleave': 'numactl 2.0.19',
  'systemd-run --expand-environment': 'systemd 254',
  'systemd-run --background': 'systemd 256',
  'systemd-run --job-mode': 'systemd 258',
  'systemd-inhibit --no-ask-password': 'systemd 254',
  'busybox --list-full': 'described among the applets',
  'hyperfine --input': 'hyperfine 1.16',
  'hyperfine --reference': 'hyperfine 1.19',
  'hyperfine -C': 'hyperfine 1.19',
  'hyperfine --conclude': 'hyperfine 1.19',
  'entr -x': 'entr 5.5',
  'xargs -R': 'xargs of BSD',
  'xargs -S': 'xargs of BSD',
  'parallel --linebuffer': 'undocumented synonym of --line-buffer',
  'parallel --will-cite': 'undocumented',
  'parallel --citation': 'undocumented',
  'parallel --no-notice': 'undocumented',
  'parallel --pipepart': 'undocumented synonym of --pipe-part',
  'parallel --roundrobin': 'undocumented synonym of --round-robin',
  'parallel --termseq': 'undocumented synonym of --term-seq',
  'cpulimit -i': 'cpulimit before 3',
  'cpulimit --include-children': 'cpulimit before 3',
  'parallel --dryrun': 'undocumented synonym of --dry-run',
};

/** Part of every Debian; the others are looked at where they are installed. */
const EVERYWHERE = /^(?:env|nice|nohup|timeout|stdbuf|setsid|flock|xargs)$/;

/** Several programs have this name. */
const SEVERAL = 'dotenv';

const isInstalled = (program: string): boolean =>
  (process.env['PATH'] ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });

const output = (program: string, ...args: readonly string[]): string => {
  const env = { ...process.env, MANPAGER: 'cat', MANWIDTH: '500' };
  const { stdout, stderr } = spawnSync(program, args, { encoding: 'utf8', env, input: '', timeout: 10_000 });
  return `${stdout ?? ''}\n${stderr ?? ''}`;
};

/** The page of the manual, and what the program says of itself where that does nothing else. */
const describeProgram = (program: string): string =>
  [
    output('man', program),
    /^(?:su|runuser|sudo|sudoedit|newgrp|sg|at|batch)$/.test(program) ? '' : output(program, '--help'),
  ]
    .join('\n')
    .replaceAll(/.\u0008/g, '');

const isNamed = (text: string, flag: string): boolean =>
  new RegExp(`(?<![\\w-])${flag.replaceAll(/[.?]/g, '\\$&')}(?![\\w-])`).test(text);

/** Long options that the text shows with a value of their own, and those that it shows with a value only glued to them. */
function shownValues(text: string): ReadonlyMap<string, 'needed' | 'glued'> {
  const shown = new Map<string, 'needed' | 'glued'>();
  for (const [, flag = '', optional] of text.matchAll(/^\s+(?:-\w,? )?(--[a-z][\w-]+)(\[)?=[<A-Za-z]/gm))
    shown.set(flag, optional === undefined ? 'needed' : 'glued');
  return shown;
}

const tables: readonly (readonly [string, FlagTable])[] = [
  ...[...WRAPPERS]
    .filter(([head]) => !head.includes(' ') && head !== SEVERAL)
    .map(([head, { table }]) => [head, table] as const),
  ['xargs', XARGS],
  ['parallel', PARALLEL],
];

describe('the options of wrappers are those of the real programs', () => {
  for (const [head, { flags }] of tables) {
    if (Object.keys(flags).length === 0 || !(EVERYWHERE.test(head) || isInstalled(head))) continue;
    test(head, EVERYWHERE.test(head) ? needs(head) : {}, () => {
      const text = describeProgram(head);
      if (!/(?<!\w)--?\w/.test(text)) return;
      const unnamed = Object.keys(flags).filter(
        (flag) =>
          flag !== '-' &&
          !/^(?:-h|-V|--help|--version)$/.test(flag) &&
          ELSEWHERE[`${head} ${flag}`] === undefined &&
          !isNamed(text, flag),
      );
      assert.deepEqual(unnamed, []);
      const wrong = [...shownValues(text)].filter(([flag, value]) => {
        const arity = Object.hasOwn(flags, flag) ? flags[flag]?.arity : undefined;
        return arity !== undefined && (value === 'needed' ? arity === 0 : arity === 1);
      });
      assert.deepEqual(wrong, []);
    });
  }
});
