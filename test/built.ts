import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');

/**
 * The program as it is published, made of the sources as they are now: it starts many times faster than they do. Made
 * once for each state of the sources, whoever asks first, in a folder of this user alone.
 */
export const BUILT_BIN = join(findBuilt(), 'bin', 'bailiwick.js');

function findBuilt(): string {
  const kept = join(tmpdir(), `bailiwick-built-${process.getuid?.() ?? 0}`);
  mkdirSync(kept, { recursive: true, mode: 0o700 });
  if (statSync(kept).uid !== (process.getuid?.() ?? 0)) throw new Error(`${kept} belongs to somebody else`);
  const folder = join(kept, digestSources());
  if (existsSync(folder)) return folder;
  const draft = mkdtempSync(join(kept, 'draft-'));
  execFileSync(process.execPath, [join(ROOT, 'scripts', 'build.ts'), join(draft, 'dist')], { stdio: 'ignore' });
  mkdirSync(join(draft, 'bin'));
  copyFileSync(join(ROOT, 'bin', 'bailiwick.js'), join(draft, 'bin', 'bailiwick.js'));
  copyFileSync(join(ROOT, 'package.json'), join(draft, 'package.json'));
  cpSync(join(ROOT, 'qa'), join(draft, 'qa'), { recursive: true });
  try {
    renameSync(draft, folder);
  } catch (error) {
    if (!existsSync(folder)) throw error;
    rmSync(draft, { recursive: true, force: true }); // another test was faster
  }
  return folder;
}

function digestSources(): string {
  const hash = createHash('sha256');
  const files = globSync(['src/**/*.ts', 'bin/*.js', 'qa/**/*.md', 'scripts/build.ts', 'package-lock.json'], {
    cwd: ROOT,
  });
  for (const file of files.toSorted()) {
    const { mtimeMs, size } = statSync(join(ROOT, file));
    hash.update(`${ROOT} ${file} ${mtimeMs} ${size}\n`);
  }
  return hash.digest('hex').slice(0, 16);
}
