import { realpathSync } from 'node:fs';

/** The path after links; as written when it is not there yet. */
export function realPathOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
