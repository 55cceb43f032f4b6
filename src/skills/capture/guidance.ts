const ENDS = {
  pending: 'Suggestions are queued for review; call `apply` only after the user explicitly approved that one.',
  auto: 'Safe suggestions are written at once; `apply: false` queues one instead.',
} as const;

/** The section of the prompt that tells when `skill_workshop` is to be used; 160 tokens (bytes / 4) at most. */
export const toWorkshopGuidance = (approvalPolicy: 'pending' | 'auto'): string => `## Skill workshop
Keep reusable procedures with \`skill_workshop\`; not facts, preferences, secrets or one-offs.
- Save: user corrections, non-obvious procedures that worked, recurring pitfalls, what a long tool loop or hard fix taught.
- Mend stale, thin or wrong skills by append or replace before you create one.
- Write short imperative steps, never the transcript.
- ${ENDS[approvalPolicy]}`;
