import { existsSync, readFileSync } from 'node:fs';
import { createRequire, registerHooks, type LoadFnOutput, type ResolveFnOutput } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { digestText } from '../../base/digest.ts';
import { Fault } from '../../base/fault.ts';
import type { BoundCode } from './digest-plugin.ts';
import { sayThrown } from './refuse-plugin.ts';

/** The code that plugins of this process may load; Node asks for modules also long after the start. */
const bound = new Map<string, BoundCode & { readonly plugin: string }>();

let isWatching = false;

/**
 * Loads a file of a plugin with what it imports, and only bytes that are as they were when they were digested. Throws
 * what the code throws.
 */
export function loadCode(plugin: string, entry: string, code: BoundCode): unknown {
  bound.set(code.folders[0] ?? entry, { ...code, plugin });
  if (!isWatching) registerHooks({ resolve, load });
  isWatching = true;
  try {
    return createRequire(entry)(entry);
  } catch (error) {
    const waits = error instanceof Error && 'code' in error && error.code === 'ERR_REQUIRE_ASYNC_MODULE';
    throw waits ? new Error('a module of it awaits at its top; await in register() instead') : error;
  }
}

/** What was thrown beside every call of ours, as by a timer, as a Fault that names the plugin whose code threw it. */
export function nameStray(error: unknown): unknown {
  const owner = bound.values().find(({ files }) => files.keys().some((file) => findLine(file, error) !== null));
  if (bound.size > 0 && owner === undefined) {
    const plugins = [...new Set(bound.values().map(({ plugin }) => plugin))].join(', ');
    const said = error instanceof Error ? (error.stack ?? error.message) : sayThrown(error);
    return new Fault('internal', said, { hint: `a plugin may be to blame (${plugins}); try it without`, cause: error });
  }
  if (owner === undefined) return error;
  const { plugin } = owner;
  return new Fault('plugin-refused', `The plugin ${plugin} threw beside its calls: ${sayThrown(error)}.`, {
    hint: `mend it, or set plugins.entries.${plugin}.enabled: false`,
    cause: error,
  });
}

/** ` (index.js:12)`: where in the plugin's code it came from; empty where that is not told. */
export function placeOf(plugin: string, error: unknown): string {
  for (const { plugin: name, files, folders } of bound.values()) {
    const [file, line] = name === plugin ? findFirst(files, error) : [];
    if (file !== undefined) return ` (${relative(folders[0] ?? '/', file)}:${line})`;
  }
  return '';
}

function findFirst(files: BoundCode['files'], error: unknown): readonly [] | readonly [file: string, line: string] {
  for (const file of files.keys()) {
    const line = findLine(file, error);
    if (line !== null) return [file, line];
  }
  return [];
}

/** The line of a file that a stack names first; null where it does not name it. */
function findLine(file: string, error: unknown): string | null {
  const stack = error instanceof Error ? String(error.stack) : '';
  const found = [file, pathToFileURL(file).href].find((name) => stack.includes(`${name}:`));
  return found === undefined
    ? null
    : (/^\d+/.exec(stack.slice(stack.indexOf(`${found}:`) + found.length + 1))?.[0] ?? null);
}

const SDK = 'bailiwick/sdk';

function resolve(
  specifier: string,
  context: { readonly parentURL: string | undefined },
  next: (specifier: string) => ResolveFnOutput,
): ResolveFnOutput {
  const owners = ownersOf(context.parentURL);
  if (owners.length === 0) return next(specifier);
  if (specifier === SDK) return next(findSdk());
  const found = next(specifier);
  const path = toPath(found.url);
  const digest =
    path === null ? undefined : owners.map(({ files }) => files.get(path)).find((one) => one !== undefined);
  // Native code is not read by way of `load`.
  if (path?.endsWith('.node') === true && digest !== undefined && digestText(readFileSync(path)) !== digest)
    throw changed(path);
  if (digest !== undefined || found.url.startsWith('node:')) return found;
  throw new Error(`${specifier} leads to ${path ?? found.url}, which is no part of what was allowed`);
}

function load(url: string, context: object, next: (url: string, context: object) => LoadFnOutput): LoadFnOutput {
  const path = toPath(url);
  const known =
    path === null
      ? undefined
      : bound
          .values()
          .find(({ files }) => files.has(path))
          ?.files.get(path);
  const loaded = next(url, context);
  if (path === null || known === undefined) return loaded;
  if (digestText(toBytes(loaded.source) ?? readFileSync(path)) === known) return loaded;
  throw changed(path);
}

const changed = (path: string): Error => new Error(`${path} was changed since it was looked at`);

function toBytes(source: LoadFnOutput['source']): string | Uint8Array | null {
  if (source === undefined || source === null) return null;
  return typeof source === 'string' || source instanceof Uint8Array ? source : new Uint8Array(source as ArrayBuffer);
}

/** Whose code a module is; nobody's: it is ours. */
function ownersOf(url: string | undefined): readonly BoundCode[] {
  const path = url === undefined ? null : toPath(url);
  return path === null ? [] : [...bound.values()].filter(({ files }) => files.has(path));
}

const toPath = (url: string): string | null => (url.startsWith('file:') ? fileURLToPath(url) : null);

/** What `bailiwick/sdk` is for a plugin, wherever its folder lies: built beside the program, or a source beside its sources. */
function findSdk(folder = dirname(fileURLToPath(import.meta.url))): string {
  if (!existsSync(join(folder, 'package.json'))) return findSdk(dirname(folder));
  const isSource = import.meta.url.endsWith('.ts');
  return pathToFileURL(join(folder, isSource ? 'src/sdk/index.ts' : 'dist/sdk.js')).href;
}
