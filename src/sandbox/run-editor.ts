import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** Runs a person's editor on a file, in their terminal; its exit code, null where it could not be started or was ended. */
export async function runEditor(
  editor: string,
  file: string,
  place: { readonly cwd: string; readonly env: Readonly<Record<string, string | undefined>> },
): Promise<number | null> {
  // As git does it: the editor may be a line with arguments.
  const child = spawn('/bin/sh', ['-c', `${editor} "$1"`, 'sh', file], { ...place, stdio: 'inherit' });
  try {
    const [code] = await once(child, 'close');
    return typeof code === 'number' ? code : null;
  } catch {
    return null;
  }
}
