/** Writes the reviewed screens of the chat anew: `node scripts/screens.ts [WORD]` for the journeys whose name has it. */
import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const [word = ''] = process.argv.slice(2);
const files = globSync('test/journeys/chat*.test.ts', { cwd: root }).filter((file) => file.includes(word));
const { status } = spawnSync(process.execPath, ['--test', '--test-reporter=spec', ...files], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, BAILIWICK_WRITE_SCREENS: '1' },
});
process.exitCode = status ?? 1;
