import type { ReadonlyPreset } from '../../vocab/policy.ts';

/** What each group of commands adds, for the person who chooses. */
export const PRESETS: Readonly<Record<ReadonlyPreset, string>> = {
  discard: 'output thrown away: 2>/dev/null, >/dev/null, 2>&1',
  text: 'text tools: sort, uniq, cut, tr, diff, jq, sha256sum ...',
  git: 'more of git: ls-files, cat-file, describe, shortlog, -C <inside the workspace> ...',
  system: 'looking at the machine: id, uname, ps ...',
  cd: 'cd <inside the workspace> && ...',
  dev: 'versions and lists of tools: node --version, npm ls ...',
};

export const PRESETS_SAY = [
  'Every command that is not proven to only read is asked about. The groups below are proven as well, flag by',
  'flag, but are off unless you choose them: with them you are asked less often, and nothing that writes, deletes',
  'or sends slips through. Change it later: bailiwick config set approvals.readonly_presets',
].join('\n');
