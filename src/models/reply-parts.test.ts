import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { LanguageModelV4StreamPart } from '@ai-sdk/provider';
import { createPartCollector, readReplyParts } from './reply-parts.ts';

const call = (toolCallId: string, google?: { thoughtSignature: string }): LanguageModelV4StreamPart => ({
  type: 'tool-call',
  toolCallId,
  toolName: 'read',
  input: '{}',
  ...(google === undefined ? {} : { providerMetadata: { google } }),
});

const reasoning = (id: string, text: string, fields: Record<string, string | null>): LanguageModelV4StreamPart[] => [
  { type: 'reasoning-start', id },
  { type: 'reasoning-delta', id, delta: text },
  { type: 'reasoning-end', id, providerMetadata: { openai: fields } },
];

const CASES: readonly (readonly [name: string, parts: readonly LanguageModelV4StreamPart[], expected: unknown])[] = [
  ['nothing of a plain reply', [{ type: 'text-delta', id: '0', delta: 'Hello' }, call('c1')], null],
  [
    'a signature that comes behind its thinking',
    [
      { type: 'reasoning-start', id: '0' },
      { type: 'reasoning-delta', id: '0', delta: 'Hm' },
      { type: 'reasoning-delta', id: '0', delta: '', providerMetadata: { anthropic: { signature: 's' } } },
      { type: 'text-delta', id: '1', delta: 'Hello' },
    ],
    [
      { type: 'reasoning', text: 'Hm', data: { anthropic: { signature: 's' } } },
      { type: 'text', chars: 5 },
    ],
  ],
  [
    'thinking that was blacked out',
    [{ type: 'reasoning-start', id: '0', providerMetadata: { anthropic: { redactedData: 'x' } } }],
    [{ type: 'reasoning', text: '', data: { anthropic: { redactedData: 'x' } } }],
  ],
  [
    'a signed call, and no thoughts that are not signed',
    [{ type: 'reasoning-delta', id: '0', delta: 'Hm' }, call('c1', { thoughtSignature: 's' }), call('c2')],
    [{ type: 'call', data: { google: { thoughtSignature: 's' } } }, { type: 'call' }],
  ],
  [
    'a signature on a text of no length',
    [
      { type: 'text-start', id: '0' },
      { type: 'text-delta', id: '0', delta: '', providerMetadata: { google: { thoughtSignature: 's' } } },
    ],
    [{ type: 'text', chars: 0, data: { google: { thoughtSignature: 's' } } }],
  ],
  [
    'all summaries of reasoning whose last is sealed',
    [
      ...reasoning('r:0', 'a', { itemId: 'r' }),
      ...reasoning('r:1', 'b', { itemId: 'r', reasoningEncryptedContent: 'e' }),
    ],
    [
      { type: 'reasoning', text: 'a', data: { openai: { itemId: 'r' } } },
      { type: 'reasoning', text: 'b', data: { openai: { itemId: 'r', reasoningEncryptedContent: 'e' } } },
    ],
  ],
  [
    'no reasoning that was not sealed: its provider did not keep it',
    reasoning('r:0', 'a', { itemId: 'r', reasoningEncryptedContent: null }),
    null,
  ],
];

describe('what a provider wants back', () => {
  for (const [name, parts, expected] of CASES) {
    it(`is ${name}`, () => {
      const collector = createPartCollector();
      for (const part of parts) collector.take(part);
      assert.deepEqual(collector.end(), expected);
    });
  }

  const stored = [{ type: 'text', chars: 5, data: { google: { thoughtSignature: 's' } } }, { type: 'call' }];

  it('is taken where it fits to the message', () => assert.deepEqual(readReplyParts(stored, 'Hello', 1), stored));

  const UNFIT: readonly (readonly [name: string, stored: unknown, text: string, calls: number])[] = [
    ['a text that was changed', stored, 'Hello, you', 1],
    ['a call that was left out', stored, 'Hello', 0],
    ['another form', { parts: stored }, 'Hello', 1],
    ['nothing', undefined, '', 0],
  ];
  for (const [name, given, text, calls] of UNFIT) {
    it(`is left out for ${name}`, () => assert.equal(readReplyParts(given, text, calls), null));
  }
});
