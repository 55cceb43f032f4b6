import { Fault } from '../../base/fault.ts';
import type { SanitizeSettings } from '../../vocab/sanitize.ts';
import { openSanitizer } from '../guard/open-sanitizer.ts';

/** A message as it is handed on. */
export interface ReadMessage {
  readonly text: string | null;
  /** Patterns that make it count as text of others. */
  readonly suspicious: readonly string[];
}

/**
 * Looks at a message before anything of it is stored. Throws a Fault `message-rejected` where suspicious ones are
 * refused; else `notice` tells the person what was found and what became of it.
 */
export async function readMessage(
  text: string | null,
  settings: SanitizeSettings,
  notice: (text: string) => void,
): Promise<ReadMessage> {
  if (text === null || !settings.enabled) return { text, suspicious: [] };
  const found = (await openSanitizer(settings))(text);
  const { action, suspicious } = found;
  const names = suspicious.join(', ');
  if (action === 'reject') throw new Fault('message-rejected', `The message reads like an injected order: ${names}.`);
  if (action !== 'none') notice(`the message reads like an injected order (${names}); ${CONSEQUENCE[action]}`);
  return { text: found.text, suspicious };
}

const CONSEQUENCE = {
  warn: 'it is handed on, and what would send data out asks first',
  strip: 'those sentences were taken out, and what would send data out asks first',
} as const;
