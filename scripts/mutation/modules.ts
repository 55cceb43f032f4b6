import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Script } from 'node:vm';
import { transformSync } from 'esbuild';

type Exports = Readonly<Record<string, unknown>>;
type Body = (module: { exports: Exports }, exports: Exports, require: (name: string) => unknown) => void;

/**
 * Modules that can be loaded again and again with one file changed, without a new process: only what depends on the
 * changed file is evaluated anew.
 */
export interface Modules {
  /** The exports of a module, with a changed text of one file. */
  load(entry: string, change?: { readonly file: string; readonly source: string }): Exports;
}

export function createModules(): Modules {
  const bodies = new Map<string, Body>();
  const imports = new Map<string, Set<string>>();
  const bodyOf = (path: string): Body => {
    const body = bodies.get(path) ?? compile(path, readFileSync(path, 'utf8'));
    bodies.set(path, body);
    return body;
  };
  const loaded = new Map<string, { exports: Exports }>();

  const loadInto = (path: string, known: Map<string, { exports: Exports }>, changed: ReadonlyMap<string, Body>) => {
    const before = known.get(path);
    if (before !== undefined) return before.exports;
    const module = { exports: {} };
    known.set(path, module);
    const outside = createRequire(path);
    const used = imports.get(path) ?? new Set<string>();
    imports.set(path, used);
    const body = changed.get(path) ?? bodyOf(path);
    body(module, module.exports, (name) => {
      if (!name.startsWith('.')) return outside(name) as unknown;
      const target = join(dirname(path), name);
      used.add(target);
      return loadInto(target, known, changed);
    });
    return module.exports;
  };

  return {
    load(entry, change) {
      if (change === undefined) return loadInto(entry, loaded, new Map());
      const stale = dependentsOf(change.file, imports);
      const known = new Map([...loaded].filter(([path]) => !stale.has(path)));
      return loadInto(entry, known, new Map([[change.file, compile(change.file, change.source)]]));
    },
  };
}

/** esbuild turns imports into calls that can be answered from a table. */
function compile(path: string, source: string): Body {
  const define = { 'import.meta.dirname': JSON.stringify(dirname(path)), 'import.meta.main': 'false' };
  const { code } = transformSync(source, { loader: 'ts', format: 'cjs', target: 'node24', define });
  return new Script(`(function (module, exports, require) {${code}\n})`, { filename: path }).runInThisContext() as Body;
}

function dependentsOf(file: string, imports: ReadonlyMap<string, ReadonlySet<string>>): ReadonlySet<string> {
  const stale = new Set([file]);
  for (const each of stale) for (const [path, used] of imports) if (used.has(each)) stale.add(path);
  return stale;
}
