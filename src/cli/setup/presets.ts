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

/** As paragraphs: they are wrapped where they are shown. */
export const PRESETS_SAY = [
  'Every command that is not proven to only read is asked about. These groups widen the proof, flag by flag: you are asked less often, and what writes, deletes or sends is still asked about. They are off unless you choose them.',
  "To change it later: bailiwick config set approvals.readonly_presets '[git, text]'",
].join('\n');
