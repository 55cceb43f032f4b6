import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runEditor } from '../../sandbox/run-editor.ts';
import type { AppConfig } from '../load-config.ts';

/** The text as the person left it; null where the editor ended with an error. */
export async function editText(text: string, name: string, { cwd, world }: AppConfig): Promise<string | null> {
  const folder = await mkdtemp(join(tmpdir(), 'bailiwick-edit-'));
  try {
    const file = join(folder, name);
    await writeFile(file, text, { mode: 0o600 });
    const { VISUAL, EDITOR } = world.env;
    const code = await runEditor(VISUAL || EDITOR || 'vi', file, { cwd, env: world.env });
    return code === 0 ? await readFile(file, 'utf8') : null;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
