/** How a question ended: with an answer, or why there is none. */
export const SETTLED_WHYS = ['answered', 'nobody', 'late', 'changed', 'interrupted'] as const;
export type SettledWhy = (typeof SETTLED_WHYS)[number];
