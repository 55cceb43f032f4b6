import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { afterReview, nextReview, NO_REVIEW, type ReviewedTurn, type ReviewState } from './thresholds.ts';

const ON = { autoCapture: true, reviewMode: 'hybrid', reviewInterval: 3, reviewMinToolCalls: 4 } as const;
const turn = (...callIds: readonly string[]): ReviewedTurn => ({ isSuccess: true, callIds });

/** Whether a review was due behind each turn, and what is counted at the end. */
function count(state: ReviewState, turns: readonly ReviewedTurn[], settings: Parameters<typeof nextReview>[2] = ON) {
  const due: boolean[] = [];
  let last = state;
  for (const one of turns) {
    const next = nextReview(last, one, settings);
    due.push(next.due);
    last = next.state;
  }
  return { due, last };
}

describe('a review is due', () => {
  it('after so many successful turns', () => {
    assert.deepEqual(count(NO_REVIEW, [turn(), { ...turn(), isSuccess: false }, turn(), turn()]).due, [
      false,
      false,
      false,
      true,
    ]);
  });

  it('after so many calls, each counted once [T182]', () => {
    assert.deepEqual(count(NO_REVIEW, [turn('a', 'b', 'a'), turn('a', 'b', 'c')]).due, [false, false]);
    assert.deepEqual(count(NO_REVIEW, [turn('a', 'b', 'c', 'd')]).due, [true]);
  });

  it('not behind a turn that failed, but behind the next', () => {
    assert.deepEqual(count(NO_REVIEW, [{ isSuccess: false, callIds: ['a', 'b', 'c', 'd'] }, turn()]).due, [
      false,
      true,
    ]);
  });

  for (const reviewMode of ['off', 'heuristic'] as const) {
    it(`never in the mode ${reviewMode}`, () => {
      assert.deepEqual(count(NO_REVIEW, [turn('a', 'b', 'c', 'd')], { ...ON, reviewMode }), {
        due: [false],
        last: NO_REVIEW,
      });
    });
  }
  it('never without autoCapture', () => {
    assert.deepEqual(count(NO_REVIEW, [turn('a', 'b', 'c', 'd')], { ...ON, autoCapture: false }).due, [false]);
  });
});

describe('behind a review', () => {
  const settings = { ...ON, reviewInterval: 200, reviewMinToolCalls: 8 };
  const first = turn(...Array.from({ length: 8 }, (_, at) => `call_${at}`));

  it('that was completed nothing is counted again, also where the history comes along [T181] [T182]', () => {
    const { due, last } = count(NO_REVIEW, [first], settings);
    assert.deepEqual(due, [true]);
    const later = Array.from({ length: 10 }, () => first);
    assert.ok(count(afterReview(last, 'completed'), later, settings).due.every((one) => !one));
  });

  it('what came meanwhile is kept', () => {
    const began = count(NO_REVIEW, [first], settings).last;
    const ended = count(began, [turn('x')], settings).last;
    const { turns, toolCalls } = afterReview(ended, 'completed', began);
    assert.deepEqual([turns, toolCalls], [1, 1]);
  });

  it('that failed nothing is lost, and the next tries wait 1, 5 and 30 turns [T170]', () => {
    let state = count(NO_REVIEW, [first], settings).last;
    const waited: number[] = [];
    for (let tries = 0; tries < 4; tries++) {
      state = afterReview(state, 'failed');
      const { due } = count(
        state,
        Array.from({ length: 40 }, () => turn()),
        settings,
      );
      waited.push(due.indexOf(true) + 1);
    }
    assert.deepEqual(waited, [1, 5, 30, 30]);
    assert.equal(state.toolCalls, 8);
    const { failures, wait } = afterReview(state, 'completed');
    assert.deepEqual([failures, wait], [0, 0]);
  });

  it('what is remembered is bounded', () => {
    const many = turn(...Array.from({ length: 5_000 }, (_, at) => `call_${at}`));
    assert.equal(count(NO_REVIEW, [many], settings).last.seen.length, 2_000);
  });
});
