import { Fault } from '../../base/fault.ts';

/** Why an enabled plugin is not loaded, and the way out. */
export interface Refusal {
  readonly why: string;
  readonly hint?: string;
}

export const toFault = (name: string, { why, hint }: Refusal, cause?: unknown): Fault =>
  new Fault('plugin-refused', `The plugin ${name} stops the start: ${why}.`, {
    hint: hint ?? `mend it, or set plugins.entries.${name}.enabled: false`,
    cause,
  });

/** What was thrown, in one line without a full stop; plugins may throw anything. */
export const sayThrown = (error: unknown): string => {
  try {
    const text = String(error instanceof Error ? error.message : error);
    return (text.split('\n')[0] ?? '').replace(/\.$/, '') || 'it does not say why';
  } catch {
    return 'it threw something that cannot be said';
  }
};
