import type { Principal } from '../vocab/principal.ts';

/** The user who runs this process. */
export const localPrincipal = (): Principal => ({ id: `local:${process.getuid?.() ?? 0}` });
