import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, it } from 'node:test';
import { MAN_FILE, renderManPage } from '../scripts/man-page.ts';
import { COMMANDS } from '../src/cli/main-table.ts';
import { needs } from './outside.ts';

describe('the manual page', () => {
  it('is what the commands say of themselves (node scripts/man-page.ts)', async () => {
    assert.equal(readFileSync(MAN_FILE, 'utf8'), await renderManPage());
  });

  it('is in the package', () => {
    const { man, files } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
      readonly man: string;
      readonly files: readonly string[];
    };
    assert.deepEqual([man, files.includes('man')], ['man/bailiwick.1', true]);
  });

  it('is rendered without a complaint, every command and flag in it', needs('man'), async () => {
    const env = { ...process.env, MANWIDTH: '100', LC_ALL: 'C.UTF-8', MANROFFSEQ: '', MAN_KEEP_FORMATTING: '' };
    const { status, stdout, stderr } = spawnSync('man', ['--warnings', '-l', fileURLToPath(MAN_FILE)], {
      encoding: 'utf8',
      env,
    });
    assert.deepEqual([status, stderr], [0, '']);
    const text = stdout
      .replaceAll(/.\u0008/g, '')
      .replaceAll(/\s+/g, ' ')
      .replaceAll('‐', '-');
    for (const entry of COMMANDS) {
      const { name, args } = await entry.load();
      assert.ok(text.includes(`bailiwick ${name}`), name);
      for (const flag of Object.keys(args)) assert.ok(text.includes(`--${flag}`), `${name} --${flag}`);
    }
  });
});
