import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Protocol, ReasoningEffort } from '../vocab/model.ts';
import { toCallOptions } from './to-call-options.ts';

const LIMITS: readonly (readonly [Protocol, model: string, ReasoningEffort | null, expected: number])[] = [
  ['anthropic', 'claude-sonnet-4-5', null, 100],
  ['anthropic', 'claude-sonnet-4-5', 'none', 100],
  ['anthropic', 'claude-sonnet-4-5', 'low', 16_484],
  ['openai', 'gpt-5', null, 100],
  ['openai', 'gpt-5', 'high', 16_484],
  ['openai-responses', 'gpt-5', null, 16_484],
  ['openai-responses', 'gpt-5.1', 'none', 100],
  ['openai-responses', 'gpt-4o', null, 100],
  ['gemini', 'gemini-2.5-pro', null, 16_484],
  ['gemini', 'gemini-2.0-flash', null, 100],
];

describe('the limit of output tokens', () => {
  for (const [protocol, model, reasoningEffort, expected] of LIMITS) {
    it(`is ${expected} for ${protocol}, ${model} and the effort ${reasoningEffort ?? 'of its own'}`, () => {
      const endpoint = { provider: 'p', model, protocol, baseUrl: 'http://x', apiKey: null, idleTimeoutMs: 1 };
      const request = {
        system: '',
        messages: [{ role: 'user', text: 'x' }],
        tools: [],
        maxOutputTokens: 100,
        replies: 0,
      } as const;
      assert.equal(toCallOptions(request, { ...endpoint, reasoningEffort }).maxOutputTokens, expected);
    });
  }
});
