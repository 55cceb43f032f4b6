/** Ordered: the strictest of several wins. */
export type Verdict = 'allow' | 'ask' | 'deny';

export const VERDICTS = ['allow', 'ask', 'deny'] as const satisfies readonly Verdict[];
