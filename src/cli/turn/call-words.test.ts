import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { EventOf } from '../../vocab/event.ts';
import { outcomeWords } from './call-words.ts';

const failed = (text: string): string =>
  outcomeWords(null, { outcome: 'failed', text, detail: {}, durationMs: 3 } as unknown as EventOf<'call-ended'>);

it('a failure whose result is JSON is told by its sentence, any other by its first line', () => {
  const texts = [
    '{"code":1,"message":"no such proposal"}',
    '{"reason":"it waits"}',
    '{"error":{}}',
    '{"message":',
    'a\nb',
  ];
  assert.deepEqual(texts.map(failed), [
    'failed, 3 ms: no such proposal',
    'failed, 3 ms: it waits',
    'failed, 3 ms: {"error":{}}',
    'failed, 3 ms: {"message":',
    'failed, 3 ms: a',
  ]);
});
