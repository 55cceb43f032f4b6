import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Message } from '../../vocab/message.ts';
import type { Origin } from '../../vocab/principal.ts';
import { listTaintSources } from './taint-sources.ts';

const call = (callId: string, tool: string, input: unknown): Message => ({
  role: 'assistant',
  text: '',
  calls: [{ id: callId, callId, tool, input, fault: null }],
});
const result = (callId: string, origin: Origin): Message => ({
  role: 'tool',
  callId,
  tool: 'shell',
  text: '',
  isError: false,
  origin,
  private: false,
});

describe('the sources of a tainted turn', () => {
  it('are told by the calls that brought them, each once', () => {
    const messages: readonly Message[] = [
      { role: 'user', text: 'hi', origin: 'person:bob', private: false },
      call('1', 'shell', { command: 'curl u' }),
      result('1', 'network'),
      call('2', 'read', { path: 'a' }),
      result('2', 'tool:read'),
      call('3', 'mail__list', { box: 'in' }),
      result('3', 'tool:mail__list'),
      call('4', 'todo', null),
      result('4', 'file'),
      call('5', 'todo', { items: [] }),
      result('5', 'upload'),
      result('1', 'network'),
      result('unknown', 'file'),
    ];
    assert.deepEqual(listTaintSources(messages), [
      'person:bob',
      'network: shell curl u',
      'tool:mail__list: mail__list',
      'file: todo',
      'upload: todo',
      'file',
    ]);
  });

  it('are counted where they are many', () => {
    const messages = Array.from({ length: 20 }, (_, i) => [
      call(String(i), 'shell', { command: `curl ${i}` }),
      result(String(i), 'network'),
    ]).flat();
    const listed = listTaintSources(messages);
    assert.deepEqual([listed.length, listed.at(-1)], [9, 'and 12 more']);
  });
});
