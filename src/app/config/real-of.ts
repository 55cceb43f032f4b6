import { realpathSync } from 'node:fs';

/** The path after links; as it is given where nothing is there. */
export function realOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path; // nothing there: it cannot be the same folder under another name
  }
}
