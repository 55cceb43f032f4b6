import { EXCEPTIONS, IMPURE_TEXTS, MAY_SEE, ONLY_IN, PURE_ROOMS, TEXTS } from './law.ts';

/** Paths below `src/`, with `/`, and their text. */
export type Sources = ReadonlyMap<string, string>;

const STATIC = /^\s*(?:import|export)\b[^'"`;]*?\bfrom\s*['"]([^'"]+)['"]/gm;
const BARE = /^\s*import\s*['"]([^'"]+)['"]/gm;
const DYNAMIC = /\bimport\(\s*['"`]([^'"`]+)['"`]/g;

/** What a file imports, types and dynamic imports included. */
export function listImports(text: string): readonly string[] {
  const code = withoutComments(text);
  return [STATIC, BARE, DYNAMIC].flatMap((pattern) => [...code.matchAll(pattern)].map((found) => found[1] ?? ''));
}

/** Drops comment lines; a comment behind code stays, which can only report too much. */
const withoutComments = (text: string): string =>
  text
    .replace(/^\s*\/\*[^]*?\*\/\s*$/gm, '')
    .split('\n')
    .filter((line) => !/^\s*(\/\/|\*|\/\*)/.test(line))
    .join('\n');

const roomOf = (file: string): string =>
  file.includes('/') ? file.slice(0, file.indexOf('/')) : file.replace(/\.ts$/, '');

/** The file below `src/` that a relative import names; null when it leads out of `src/`. */
function targetOf(file: string, specifier: string): string | null {
  const parts = file.split('/').slice(0, -1);
  for (const part of specifier.split('/')) {
    if (part === '..' && parts.length === 0) return null;
    if (part === '..') parts.pop();
    else if (part !== '.') parts.push(part);
  }
  return parts.join('/');
}

function checkImport(file: string, specifier: string, sources: Sources): readonly string[] {
  const room = roomOf(file);
  if (!specifier.startsWith('.')) return checkModule(room, file, specifier);
  const target = targetOf(file, specifier);
  if (target === null) return [`${file} imports ${specifier}, which is outside src`];
  if (!sources.has(target)) return [`${file} imports ${target}, which does not exist`];
  if (target.endsWith('.test.ts')) return [`${file} imports the test ${target}`];
  const seen = roomOf(target);
  return seen === room || MAY_SEE[room]?.includes(seen)
    ? []
    : [`${file} imports ${target}: ${room} may not see ${seen}`];
}

function checkModule(room: string, file: string, specifier: string): readonly string[] {
  const found: string[] = [];
  for (const [name, rooms] of Object.entries(ONLY_IN)) {
    const isIt = name.endsWith('/')
      ? specifier.startsWith(name)
      : specifier === name || specifier.startsWith(`${name}/`);
    if (isIt && !rooms.includes(room))
      found.push(`${file} imports ${specifier}, which is for ${rooms.join(', ') || 'no room'}`);
  }
  const isBuiltin = specifier.startsWith('node:');
  if (found.length === 0 && isBuiltin && PURE_ROOMS[room] && !PURE_ROOMS[room].includes(specifier)) {
    found.push(`${file} imports ${specifier}, but ${room} is pure`);
  }
  return found;
}

function checkTexts(file: string, text: string): readonly string[] {
  const code = withoutComments(text);
  const found = TEXTS.filter(
    ({ text: pattern, where }) => pattern.test(code) && !where.some((place) => file.startsWith(place)),
  ).map(({ name, where }) => `${file} uses ${name}, which is for ${where.join(', ') || 'no file'}`);
  if (!PURE_ROOMS[roomOf(file)]) return found;
  return [...found, ...IMPURE_TEXTS.filter((one) => one.text.test(code)).map(({ name }) => `${file} uses ${name}`)];
}

/** Every violation of the floors, one sentence each; empty when all is well. Tests may import what they like. */
export function checkFloors(sources: Sources): readonly string[] {
  const violations: string[] = [];
  const graph = new Map<string, readonly string[]>();
  for (const [file, text] of sources) {
    if (file.endsWith('.test.ts')) continue;
    if (!Object.hasOwn(MAY_SEE, roomOf(file))) violations.push(`${file} stands in a room that the law does not know`);
    const imports = listImports(text);
    violations.push(
      ...imports.flatMap((specifier) => checkImport(file, specifier, sources)),
      ...checkTexts(file, text),
    );
    const targets = imports.filter((name) => name.startsWith('.')).map((name) => targetOf(file, name));
    graph.set(
      file,
      targets.filter((target) => target !== null),
    );
  }
  return [...violations.filter((violation) => !Object.hasOwn(EXCEPTIONS, violation)), ...findCycles(graph)];
}

/** Every cycle that a walk from each file meets, as `a -> b -> a`. */
export function findCycles(graph: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const done = new Set<string>();
  const cycles: string[] = [];
  const walk = (file: string, path: readonly string[]): void => {
    const at = path.indexOf(file);
    if (at >= 0) cycles.push(`import cycle: ${[...path.slice(at), file].join(' -> ')}`);
    if (at >= 0 || done.has(file)) return;
    for (const next of graph.get(file) ?? []) walk(next, [...path, file]);
    done.add(file);
  };
  for (const file of graph.keys()) walk(file, []);
  return cycles;
}
