import { fail, ok, type Result } from '../../base/result.ts';
import type { PolicyFault } from '../../vocab/policy.ts';
import type { WorkshopSettings } from '../../vocab/workshop.ts';
import type { PluginEntry } from '../plugins/plugin-entries.ts';

export const WORKSHOP = 'skill-workshop';

/**
 * Whether the folder of the workshop counts: while it is on, and where it was switched off again, so that what people
 * accepted stays in use and can be taken back.
 */
export const keepsWorkshop = ({
  workshop,
  plugins,
}: {
  readonly workshop: WorkshopSettings | null;
  readonly plugins: readonly Pick<PluginEntry, 'name'>[];
}): boolean => workshop !== null || plugins.some(({ name }) => name === WORKSHOP);

/** The settings of the skill workshop where it is switched on; null: it is off. A wrong one is a fault of its line. */
export async function readWorkshop(
  plugins: readonly PluginEntry[],
): Promise<Result<WorkshopSettings | null, readonly PolicyFault[]>> {
  const entry = plugins.find(({ name, enabled }) => name === WORKSHOP && enabled);
  if (entry === undefined) return ok(null);
  const { parseWorkshopSettings } = await import('../../skills/capture/settings.ts');
  const settings = parseWorkshopSettings(entry.config);
  if (settings.ok) return ok(settings.value.enabled ? settings.value : null);
  return fail(
    settings.error.map(({ key, message, hint }) => {
      const { file, line } = entry.placeOf(key === null ? [] : [key]);
      return { file, line, message, hint };
    }),
  );
}
