import { dirname, resolve } from 'node:path';
import { isMap, showPath } from '../../policy/config/show-value.ts';
import { refOf, toPathKey } from '../../policy/config/source.ts';
import type { LayerName, PolicyFault } from '../../vocab/policy.ts';
import { readText } from './read-text.ts';

interface Place {
  readonly layer: LayerName;
  readonly file: string;
  readonly lines: ReadonlyMap<string, number>;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
}

interface Substituted {
  readonly root: unknown;
  /** Paths (by `toPathKey`) whose text did not stand in the file. */
  readonly paths: ReadonlySet<string>;
  /** What was put in, by the name of its variable or file, and where. */
  readonly values: readonly PutIn[];
  readonly faults: readonly PolicyFault[];
}

export interface PutIn {
  readonly path: readonly string[];
  readonly name: string;
  readonly value: string;
}

const PART = /\$\$\{|\$\{([^}]*)\}|\{file:([^}]*)\}/g;
const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

/**
 * Puts `${NAME}` (a variable) and `{file:path}` (the text of a file, without its last newline) into the texts of a
 * system or user file. `$${` is a literal `${`. Rules are left alone: they hold shell text, in which `${` is common.
 */
export function substitute(root: unknown, place: Place): Substituted {
  const paths = new Set<string>();
  const values: PutIn[] = [];
  const faults: PolicyFault[] = [];
  const walk = (value: unknown, path: readonly string[]): unknown => {
    if (path[0] === 'permissions') return value;
    if (Array.isArray(value)) return value.map((item: unknown, i) => walk(item, [...path, String(i)]));
    if (isMap(value)) return Object.fromEntries(Object.entries(value).map(([k, v]) => [k, walk(v, [...path, k])]));
    if (typeof value !== 'string') return value;
    return value.replace(PART, (part, name?: string, file?: string) => {
      if (name === undefined && file === undefined) return '${';
      paths.add(toPathKey(path));
      const found = name === undefined ? readPart(file ?? '', place) : findVariable(name, place.env);
      if (found.text !== null) {
        values.push({ path, name: name ?? `file:${file ?? ''}`, value: found.text });
        return found.text;
      }
      faults.push({
        file: place.file,
        line: refOf(place, path).line,
        message: `${showPath(path)}: ${found.why}`,
        hint: name === undefined ? FILE_HINT : HINT,
      });
      return part;
    });
  };
  return { root: walk(root, []), paths, values, faults };
}

const HINT = 'set it, or write $${ for a literal ${';
const FILE_HINT = 'make the file, or correct its path; it counts from the folder of the configuration file';

type Found = { readonly text: string } | { readonly text: null; readonly why: string };

function findVariable(name: string, env: Place['env']): Found {
  if (!NAME.test(name)) return { text: null, why: `\${${name}} is no name of a variable.` };
  return env[name] === undefined ? { text: null, why: `the variable ${name} is not set.` } : { text: env[name] };
}

function readPart(given: string, place: Place): Found {
  const expanded = given === '~' || given.startsWith('~/') ? place.home + given.slice(1) : given;
  const text = readText(resolve(dirname(place.file), expanded));
  if (!text.ok) return { text: null, why: `{file:${given}}: ${text.error.message}` };
  return text.value === null
    ? { text: null, why: `{file:${given}} is not there.` }
    : { text: text.value.replace(/\r?\n$/, '') };
}
