import * as z from 'zod/mini';

/**
 * One project folder that a person trusts: what its `.bailiwick/` held then, as SHA-256 by path below that folder. Trust
 * holds as long as every file is as it was, and none was added.
 */
export const trustEntrySchema = z.readonly(
  z.object({
    /** The real path of the folder that holds `.bailiwick/`. */
    path: z.string().check(z.startsWith('/')),
    digests: z.record(z.string(), z.string().check(z.regex(/^[0-9a-f]{64}$/))),
    by: z.string(),
    at: z.number(),
  }),
);

/** `trust.json` in the agent's home. */
export const trustFileSchema = z.object({ trusted: z.array(trustEntrySchema) });

export type TrustEntry = z.infer<typeof trustEntrySchema>;
