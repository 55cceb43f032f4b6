import type { EventHead, RunEvent } from './event.ts';

/** The same event as other programs see it: its kind with a dot. */
export const toOutside = (event: RunEvent): EventHead & { readonly kind: string } => ({
  ...event,
  kind: event.kind.replaceAll('-', '.'),
});
