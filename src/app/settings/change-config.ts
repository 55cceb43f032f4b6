import { join } from 'node:path';
import { Fault } from '../../base/fault.ts';
import { ruleMatchesExample } from '../../policy/rules/match-rule.ts';
import type { PolicyFault } from '../../vocab/policy.ts';
import { findAgentHome } from '../config/agent-home.ts';
import { readText } from '../config/read-text.ts';
import { loadConfig, toConfigFault, type AppConfig, type World } from '../load-config.ts';
import { editYaml, readTyped, type Edit } from './edit-yaml.ts';
import { parseKey } from './key-path.ts';
import { writeWhole } from './write-whole.ts';

/** The person's own file, which `config set` and `setup` write. */
export const userFileOf = (world: World): string => join(findAgentHome(world), 'config.yml');

/** The way out that says less than what the key takes. */
const SEE_PAGE = 'see docs/reference/config.md';

/** A change of the person's file that was checked and is not yet written. */
export interface PlannedChange {
  readonly file: string;
  readonly text: string;
  /** What would be in force. */
  readonly config: AppConfig;
}

/** Throws the Fault of a configuration that would be broken; nothing is written. */
export async function planChange(world: World, edits: readonly Edit[]): Promise<PlannedChange> {
  const planned = await tryChange(world, edits);
  if ('faults' in planned) throw toConfigFault(planned.faults);
  return planned;
}

export const writeChange = ({ file, text }: PlannedChange): void => writeWhole(file, text);

/**
 * Sets one key of the person's file to what was typed: as YAML where the checker takes that, else as the text it is.
 * `typed` null takes the key out. Written at once, or a Fault tells why not.
 */
export async function setKey(world: World, key: string, typed: string | null): Promise<PlannedChange> {
  const { path, known } = parseKey(key);
  if (typed === null) return write(await planChange(world, [{ path, value: undefined }]));
  const readings = readTyped(typed);
  let first: readonly PolicyFault[] | null = null;
  for (const value of readings) {
    const planned = await tryChange(world, [{ path, value }]);
    if (!('faults' in planned)) return write(planned);
    first ??= planned.faults;
  }
  // A plugin names its keys alone.
  const names = [path[0], path.at(-1)].filter((name) => name !== undefined);
  const own = (first ?? []).filter(({ message }) => names.some((name) => message.startsWith(name)));
  if (own.length === 0) throw toConfigFault(first ?? []);
  const [fault] = own;
  throw new Fault('config-invalid', `${fault?.message ?? ''} Nothing was written.`, {
    hint: fault === undefined || fault.hint === SEE_PAGE ? `${known.key} must be ${known.takes}` : fault.hint,
  });
}

function write(planned: PlannedChange): PlannedChange {
  writeChange(planned);
  return planned;
}

async function tryChange(
  world: World,
  edits: readonly Edit[],
): Promise<PlannedChange | { readonly faults: readonly PolicyFault[] }> {
  const file = userFileOf(world);
  const before = readText(file);
  if (!before.ok) return { faults: [before.error] };
  const edited = editYaml(before.value ?? '', file, edits);
  if (!edited.ok) return { faults: edited.error };
  const text = edited.value;
  const loaded = await loadConfig({ ...world, draft: { file, text } }, async () => ruleMatchesExample);
  return loaded.ok ? { file, text, config: loaded.value } : { faults: loaded.error };
}
