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

/** The code of one plugin that a person allowed: it is loaded as long as every byte is as it was. */
export const pluginConsentSchema = z.readonly(
  z.object({
    name: z.string(),
    /** The real path of its folder. */
    path: z.string().check(z.startsWith('/')),
    /** SHA-256 over the sorted paths and digests of its files, and of those of what it depends on. */
    digest: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
    /** SHA-256 by absolute path, to tell what changed. */
    files: z._default(z.record(z.string(), z.string()), {}),
    by: z.string(),
    at: z.number(),
  }),
);

/** `trust.json` in the agent's home. */
export const trustFileSchema = z.object({
  trusted: z.array(trustEntrySchema),
  plugins: z._default(z.array(pluginConsentSchema), []),
});

export type PluginConsent = z.infer<typeof pluginConsentSchema>;
/** What a person trusts and allows. */
export interface TrustFile {
  readonly trusted: readonly TrustEntry[];
  readonly plugins: readonly PluginConsent[];
}
export type TrustEntry = z.infer<typeof trustEntrySchema>;
