import { fail, ok, type Result } from '../../base/result.ts';
import { checkConfig } from '../../policy/config/check-config.ts';
import { findConfigKey } from '../../policy/config/config-keys.ts';
import { refOf, type PolicySource } from '../../policy/config/source.ts';
import { isMap } from '../../policy/config/show-value.ts';
import type { LayerName, PolicyFault } from '../../vocab/policy.ts';
import { readText } from './read-text.ts';
import { readYaml } from './read-yaml.ts';
import { substitute } from './substitute.ts';

export { readText, readYaml };

export interface SourceWorld {
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** One file of configuration, checked; null when it is not there. */
export function readSource(
  layer: LayerName,
  file: string,
  world: SourceWorld,
): Result<PolicySource | null, readonly PolicyFault[]> {
  const text = readText(file);
  if (!text.ok) return fail([text.error]);
  return text.value === null ? ok(null) : parseSource(text.value, { layer, file }, world);
}

/** The same for a text that is at hand. */
export function parseSource(
  text: string,
  origin: { readonly layer: LayerName; readonly file: string },
  world: SourceWorld,
): Result<PolicySource, readonly PolicyFault[]> {
  const { layer, file } = origin;
  const data = readYaml(text, file);
  if (!data.ok) return data;
  const { lines } = data.value;
  const place = { layer, file, lines, ...world };
  const isOwn = layer === 'system' || layer === 'user';
  const filled = isOwn
    ? substitute(data.value.root, place)
    : { root: data.value.root, paths: new Set<string>(), values: [], faults: [] };
  const checked = checkConfig(filled.root, { layer, file, lines, substituted: filled.paths });
  const faults = [...filled.faults, ...(layer === 'project' ? refuseSubstitution(filled.root, place) : [])];
  if (!checked.ok) return fail([...faults, ...checked.error]);
  if (faults.length > 0) return fail(faults);
  const secrets = filled.values.filter(({ path }) => isSecret(path));
  const source = { layer, file, trusted: layer !== 'project', config: checked.value, lines };
  return ok(secrets.length === 0 ? source : { ...source, secrets });
}

/** What a plugin is given may be a secret at any depth. */
const isSecret = (path: readonly string[]): boolean =>
  findConfigKey(path[0] === 'plugins' ? path.slice(0, PLUGIN_KEY_LENGTH) : path)?.secret === true;

/** Of `plugins.entries.<name>.config.<name>`. */
const PLUGIN_KEY_LENGTH = 5;

/** A project's `model` with `${..}` in it would not mean what its author thinks: nothing is put into a project's file. */
function refuseSubstitution(
  root: unknown,
  place: Pick<PolicySource, 'layer' | 'file' | 'lines'>,
): readonly PolicyFault[] {
  const model = isMap(root) ? root['model'] : null;
  if (typeof model !== 'string' || !/\$\{|\{file:/.test(model)) return [];
  const message = 'model: nothing is put in for ${..} and {file:..} in a project file.';
  return [
    { file: place.file, line: refOf(place, ['model']).line, message, hint: 'write the name of the model itself' },
  ];
}
