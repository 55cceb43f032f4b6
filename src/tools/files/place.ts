import { isWithin, resolvePath } from '../../base/path.ts';
import type { Place } from '../../ports/tool.ts';
import type { Effect } from '../../vocab/call.ts';

/** The absolute path that is meant: `~` is the person's home, anything relative starts at the working folder. */
export function toAbsolute(path: string, place: Place): string {
  if (path === '~' || path.startsWith('~/')) return resolvePath(place.home, `.${path.slice(1)}`);
  return resolvePath(place.cwd, path);
}

/** How the path is written for the model: short below the working folder, absolute elsewhere. */
export function showPath(absolute: string, place: Place): string {
  if (absolute === place.cwd) return '.';
  if (place.cwd === '/' || !isWithin(absolute, place.cwd)) return absolute;
  return absolute.slice(place.cwd.length + 1);
}

export function toEffect(kind: 'read' | 'write', path: string, place: Place): Effect {
  const target = toAbsolute(path, place);
  if (isWithin(target, place.workspace)) return { kind, where: 'workspace', target };
  return { kind, where: isWithin(target, place.home) ? 'home' : 'outside', target };
}
