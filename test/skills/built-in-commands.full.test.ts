import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import type { Block } from '../config/guide.ts';
import { BUILT_BIN } from '../built.ts';
import { findRefusal, listOwnCommands } from '../docs/own-commands.ts';
import { PAGES, ROOT, toFolder, writePages, type SkillPage } from './built-in-pages.ts';

const LIMIT_MS = 20_000;

const isShell = ({ language }: Block): boolean => language === 'sh' || language === 'bash';
const followed = PAGES.filter(({ blocks }) => blocks.some(isShell));

/** A home that holds nothing but our own program on its PATH. */
function createHome(folder: string): Readonly<Record<string, string>> {
  const bin = join(folder, 'home', 'bin');
  mkdirSync(bin, { recursive: true });
  writeFileSync(join(bin, 'bailiwick'), `#!/bin/sh\nexec "${process.execPath}" "${BUILT_BIN}" "$@"\n`);
  chmodSync(join(bin, 'bailiwick'), 0o755);
  const path = [bin, join(ROOT, 'node_modules', '.bin'), process.env['PATH'] ?? ''].join(':');
  return { PATH: path, HOME: join(folder, 'home'), LANG: 'C.UTF-8', npm_config_offline: 'true' };
}

/** Runs the shell blocks of a page one after the other in its folder; the first that fails, with what it printed. */
async function follow(page: SkillPage): Promise<string | null> {
  using written = writePages([page]);
  const env = createHome(written.folder);
  for (const block of page.blocks.filter(isShell)) {
    const child = spawn('bash', ['-euo', 'pipefail', '-c', block.text], {
      cwd: join(written.folder, toFolder(page)),
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: LIMIT_MS,
    });
    const [out, err] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
    if (child.exitCode !== 0) return `${page.path}:${block.line} ended with ${child.exitCode}\n${out}${err}`;
  }
  return null;
}

describe('the commands in the built-in skills run', { concurrency: 4 }, () => {
  assert.ok(followed.length > 5, 'no commands were found');
  for (const page of followed) it(page.path, async () => assert.equal(await follow(page), null));
});

describe('the commands of ours that the built-in skills name', () => {
  it('are all taken', async () => {
    const shell = PAGES.flatMap(({ blocks }) => blocks.filter(isShell)).map(({ text }) => text);
    const inline = PAGES.flatMap(({ text }) => [...text.matchAll(/`(bailiwick [^`]+)`/g)].map(([, line = '']) => line));
    const named = [...shell, ...inline].flatMap(listOwnCommands);
    assert.ok(named.length > 3, 'no commands of our own were found');
    const refusals = await Promise.all(named.map(findRefusal));
    assert.deepEqual(
      refusals.filter((one) => one !== null),
      [],
    );
  });
});
