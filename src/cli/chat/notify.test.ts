import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { NotifyWay } from '../../vocab/notify.ts';
import { createNotifier } from './notify.ts';

function listen(way: NotifyWay, runs = true) {
  const heard: string[] = [];
  const clock = { now: 0 };
  const notifier = createNotifier({
    way,
    signal: (sequence) => heard.push(sequence),
    run: runs ? (text) => heard.push(`run ${text}`) : null,
    now: () => clock.now,
  });
  return { heard, clock, notifier };
}

describe('notifications', () => {
  const WAYS: Readonly<Record<NotifyWay, readonly string[]>> = {
    bell: ['\u0007', 'run a question'],
    osc9: ['\u001b]9;a question\u0007', 'run a question'],
    both: ['\u0007', '\u001b]9;a question\u0007', 'run a question'],
    off: ['run a question'],
  };
  for (const [way, wanted] of Object.entries(WAYS)) {
    it(`by ${way}`, () => {
      const { heard, notifier } = listen(way as NotifyWay);
      notifier.asked('a question');
      assert.deepEqual(heard, wanted);
    });
  }

  it('within a second are one', () => {
    const { heard, clock, notifier } = listen('bell', false);
    for (const now of [0, 500, 999, 1_000, 1_500, 2_000]) {
      clock.now = now;
      notifier.asked('a question');
    }
    assert.equal(heard.length, 3);
  });

  it('of an end come only when the turn took ten seconds', () => {
    const { heard, notifier } = listen('bell', false);
    notifier.ended('over', 9_999);
    assert.deepEqual(heard, []);
    notifier.ended('over', 10_000);
    assert.deepEqual(heard, ['\u0007']);
  });

  it('cannot end their own sequence, and are short', () => {
    const { heard, notifier } = listen('osc9', false);
    notifier.asked(`a\u0007\u001b]0;b\n${'c'.repeat(500)}`);
    assert.match(heard[0] ?? '', /^\u001b\]9;a\\u\{7\}\\u\{1b\}\]0;b\\nc+\u0007$/);
    assert.ok((heard[0] ?? '').length < 220);
  });
});
