/** What a provider can speak: Anthropic Messages, OpenAI Chat Completions, OpenAI Responses, Gemini. */
export const PROTOCOLS = ['anthropic', 'openai', 'openai-responses', 'gemini'] as const;

export type Protocol = (typeof PROTOCOLS)[number];

/** From no thinking at all to much; each provider makes of it what it knows. */
export const REASONING_EFFORTS = ['none', 'minimal', 'low', 'medium', 'high'] as const;

export type ReasoningEffort = (typeof REASONING_EFFORTS)[number];
