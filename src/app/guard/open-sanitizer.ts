import type { Sanitized, SanitizeSettings } from '../../vocab/sanitize.ts';

/** Looks at messages by these settings. The rules are loaded when they are first needed. */
export async function openSanitizer(settings: SanitizeSettings): Promise<(text: string) => Sanitized> {
  const { sanitize } = await import('../../guard/sanitize.ts');
  if (settings.extraPatterns.length === 0) return (text) => sanitize(text, settings);
  const { toExtraRules } = await import('../../guard/scan/extra-rules.ts');
  const extra = toExtraRules(settings.extraPatterns);
  return (text) => sanitize(text, settings, extra);
}
