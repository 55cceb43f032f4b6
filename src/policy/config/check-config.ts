import type * as z from 'zod/mini';
import { fail, ok, type Result } from '../../base/result.ts';
import { nearest } from '../../base/text.ts';
import { CONFIG_KEYS, findConfigKey } from './config-keys.ts';
import { configSchema, type ConfigFile } from '../../vocab/config.ts';
import { NEVER_PASSED } from '../../vocab/never-passed.ts';
import type { LayerName, PolicyFault } from '../../vocab/policy.ts';
import { isToolName, TOOLS } from '../../vocab/tool-names.ts';
import { isMap, showPath, showValue } from './show-value.ts';
import { refOf, toPathKey } from './source.ts';

/** Where a configuration came from, for messages. */
export interface ConfigOrigin {
  readonly layer: LayerName;
  readonly file: string;
  readonly lines: ReadonlyMap<string, number>;
  /** Paths (by `toPathKey`) whose text was put in from the environment or a file: never repeated in a message. */
  readonly substituted: ReadonlySet<string>;
}

type Path = readonly string[];

type Issue = z.core.$ZodIssue;

interface Check extends ConfigOrigin {
  readonly root: unknown;
}

/** Checks one configuration against the schema and against what its layer may set. All faults are given at once. */
export function checkConfig(root: unknown, origin: ConfigOrigin): Result<ConfigFile, readonly PolicyFault[]> {
  const check = { ...origin, root };
  if (!isMap(root)) {
    const hint = 'write `key: value` lines, or leave the file empty';
    return fail([toFault(check, [], 'The configuration must be a map of keys.', hint)]);
  }
  const parsed = configSchema.safeParse(root);
  const faults = [
    ...findProto(root, []).map((above) => unknownKey(check, above, '__proto__')),
    ...(parsed.success ? [] : parsed.error.issues.flatMap((issue) => toFaults(check, issue, []))),
    ...limitLayer(check, root),
    ...refuseVariables(check, root),
  ];
  return parsed.success && faults.length === 0 ? ok(parsed.data) : fail(faults);
}

function toFaults(check: Check, issue: Issue, above: Path): readonly PolicyFault[] {
  const path = [...above, ...issue.path.map(String)];
  if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => unknownKey(check, path, key));
  if (issue.code === 'invalid_key') return [unknownKey(check, path.slice(0, -1), path.slice(-1).join())];
  const branches = issue.code === 'invalid_union' ? issue.errors : [];
  // Of a choice between a word and a map, the faults inside the map say more than "no choice fits".
  const inside = branches.findLast((branch) => branch.some(isInside));
  if (inside !== undefined && isMap(valueAt(check.root, path))) {
    return inside.flatMap((nested) => toFaults(check, nested, path));
  }
  const words = [issue, ...branches.flat()].flatMap((one) => (one.code === 'invalid_value' ? one.values : []));
  return [wrongValue(check, path, words.map(String))];
}

const isInside = ({ path, code }: Issue): boolean => path.length > 0 || code === 'unrecognized_keys';

function wrongValue(check: Check, path: Path, words: readonly string[]): PolicyFault {
  const value = valueAt(check.root, path);
  const list = findConfigKey(path) === null ? findConfigKey(path.slice(0, -1)) : null;
  const known = list ?? findConfigKey(path);
  const takes = list?.entry ?? known?.takes ?? 'a map of keys';
  if (value === undefined) return toFault(check, path, `${showPath(path)} is missing.`, `it must be ${takes}`);
  const isHidden = known?.secret === true || check.substituted.has(toPathKey(path));
  const shown = isHidden ? 'what stands there' : showValue(value);
  const meant = typeof value === 'string' ? nearest(value.toLowerCase(), words) : null;
  const hint = meant === null ? 'see docs/reference/config.md' : `did you mean ${meant}?`;
  const message = `${showPath(path)} must be ${takes}, not ${shown}.`;
  return toFault(check, path, message, hint);
}

function unknownKey(check: Check, above: Path, name: string): PolicyFault {
  const path = [...above, name];
  const prefix = above.map((part) => `${part}.`).join('');
  const meant = nearest(name, namesBelow(above));
  const elsewhere = CONFIG_KEYS.find(({ key }) => key.endsWith(`.${name}`))?.key;
  const isTool = above[0] === 'tools' && above.length === 1;
  const hint =
    meant !== null
      ? `did you mean ${isTool ? '' : prefix}${meant}?`
      : elsewhere !== undefined
        ? `did you mean ${elsewhere}?`
        : 'docs/reference/config.md lists every key';
  const message = isTool ? `${showPath(path)}: there is no tool ${name}.` : `There is no key ${showPath(path)}.`;
  return toFault(check, path, message, hint);
}

function namesBelow(above: Path): readonly string[] {
  if (above[0] === 'tools') return ['workspace_strict', ...Object.keys(TOOLS)];
  const rows = CONFIG_KEYS.map(({ key }) => key.split('.'));
  return rows
    .filter((parts) => parts.length > above.length && above.every((part, i) => fits(parts[i], part)))
    .flatMap((parts) => parts.slice(above.length, above.length + 1));
}

const fits = (part: string | undefined, name: string): boolean => part === name || part?.startsWith('<') === true;

const PROJECT_MAY = 'a project may set permissions, tools.<name>: false, model, skills and context';

/** What a project's file and `rules.yml` may hold is less than what a person's own file may. */
function limitLayer(check: Check, root: Readonly<Record<string, unknown>>): readonly PolicyFault[] {
  if (check.layer !== 'project' && check.layer !== 'rules') return [];
  const allowed = check.layer === 'rules' ? ['permissions'] : ['permissions', 'tools', 'model', 'skills', 'context'];
  const hint = check.layer === 'rules' ? 'put it into config.yml' : `move it to your own config.yml; ${PROJECT_MAY}`;
  const where = check.layer === 'rules' ? 'rules.yml' : "a project's file";
  const refuse = (path: Path): PolicyFault =>
    toFault(check, path, `${showPath(path)} may not stand in ${where}.`, hint);
  const keys = Object.keys(root).filter((key) => findsKnown(key) && !allowed.includes(key));
  const tools = check.layer === 'project' && isMap(root['tools']) ? Object.entries(root['tools']) : [];
  return [
    ...keys.map((key) => refuse([key])),
    ...tools.filter(([name, on]) => on === true || !namesTool(name)).map(([name]) => refuse(['tools', name])),
  ];
}

const findsKnown = (key: string): boolean => namesBelow([]).includes(key);
const namesTool = (name: string): boolean => isToolName(name) || name.includes('__');

function refuseVariables(check: Check, root: Readonly<Record<string, unknown>>): readonly PolicyFault[] {
  const names = isMap(root['shell']) ? root['shell']['env'] : null;
  return (Array.isArray(names) ? names : []).flatMap((name: unknown, i) =>
    typeof name === 'string' && NEVER_PASSED.test(name)
      ? [
          toFault(
            check,
            ['shell', 'env', String(i)],
            `${name} is never handed to a command.`,
            'leave it out of shell.env',
          ),
        ]
      : [],
  );
}

/** The maps that hold this name: assigning it would change an object instead of naming a member. */
function findProto(value: unknown, path: Path): readonly Path[] {
  if (!isMap(value)) return [];
  return Object.keys(value).flatMap((key) => (key === '__proto__' ? [path] : findProto(value[key], [...path, key])));
}

function toFault(check: Check, path: Path, message: string, hint: string): PolicyFault {
  const line = check.lines.size === 0 ? null : refOf(check, path).line;
  return { file: check.file, line, message, hint };
}

function valueAt(root: unknown, path: Path): unknown {
  let value: unknown = root;
  for (const part of path) value = Object.getOwnPropertyDescriptor(Object(value), part)?.value;
  return value;
}
