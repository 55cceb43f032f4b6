import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { EventBody, EventOf, RunEvent } from '../vocab/event.ts';
import { foldRun } from './fold.ts';
import { nextMove } from './next-move.ts';
import { exitOf } from './outcome.ts';

const toEvents = (bodies: readonly EventBody[], run = 'run_1'): readonly RunEvent[] =>
  bodies.map((body, i) => ({ ...body, id: i + 1, run, seq: i + 1, at: i }));

const STARTED: EventBody = {
  kind: 'run-started',
  session: 'ses_1',
  model: 'p:m',
  scripted: false,
  mode: 'default',
  cwd: '/w',
  requester: 'local:1',
  maxSteps: 2,
  maxTokens: null,
  windowTokens: 100_000,
};
const MESSAGE: EventBody = { kind: 'message-received', text: 'go', origin: 'owner', private: false };

const reply = (calls: readonly string[], text = '', reason: 'stop' | 'calls' | 'length' = 'calls'): EventBody => ({
  kind: 'reply-received',
  text,
  calls: calls.map((id) => ({ id, callId: `p-${id}`, tool: 'shell', input: { command: 'ls' }, fault: null })),
  reason,
  inputTokens: null,
  outputTokens: null,
});

/** A reply in which the model asks something. */
const QUESTION: readonly EventBody[] = [
  {
    kind: 'reply-received',
    text: '',
    calls: [{ id: 'q', callId: 'p-q', tool: 'question', input: { question: 'which?' }, fault: null }],
    reason: 'calls',
    inputTokens: null,
    outputTokens: null,
  },
];

const decided = (
  call: string,
  verdict: 'allow' | 'ask' | 'deny',
  step = 'confirm-policy',
): EventOf<'call-decided'> => ({
  kind: 'call-decided',
  call,
  tool: 'shell',
  callDigest: `digest-${call}`,
  decision: 'dec',
  verdict,
  step,
  code: 'c',
  reason: 'r',
  class: null,
  rule: null,
});

const asked = (call: string, approval: string): EventOf<'approval-required'> => ({
  kind: 'approval-required',
  approval,
  call,
  factsDigest: 'f',
  policyDigest: 'p',
  askDigest: 'a',
});

const askedByModel = (call: string, approval: string): EventBody => ({
  ...asked(call, approval),
  isQuestion: true,
});

const settled = (call: string, approval: string, state: EventOf<'approval-settled'>['state']): EventBody => ({
  kind: 'approval-settled',
  approval,
  call,
  state,
  why: state === 'expired' ? 'nobody' : 'answered',
  answer: state === 'granted' ? 'once' : null,
  by: null,
  note: null,
  grant: null,
});

const started = (call: string, repeatable = false): EventBody => ({
  kind: 'call-started',
  call,
  callDigest: 'd',
  repeatable,
});

const ended = (call: string, outcome: EventOf<'call-ended'>['outcome'] = 'done'): EventBody => ({
  kind: 'call-ended',
  call,
  outcome,
  text: 'out',
  origin: 'tool:shell',
  private: false,
  resultDigest: outcome === 'done' ? 'result' : null,
  durationMs: 1,
  detail: {},
});

const end = (reason: EventOf<'run-ended'>['reason']): EventBody => ({ kind: 'run-ended', reason, message: '' });

const FAILED: EventBody = { kind: 'reply-failed', text: 'half', code: 'model-failed', message: 'gone', hint: 'h' };

/** One reply with these calls, all of which are the same as those of their letter, and none is let through. */
const insist = (ids: readonly string[], outcome: 'denied' | 'unasked', step: string): readonly EventBody[] => [
  reply(ids),
  ...ids.flatMap((id) => [
    { ...decided(id, outcome === 'denied' ? 'deny' : 'ask', step), callDigest: `digest-${id.slice(0, 1)}` },
    ended(id, outcome),
  ]),
];

/** The events behind the message, and the next move in short. */
const MOVES: readonly [string, readonly EventBody[], string][] = [
  ['a new run asks the model', [], 'ask-model'],
  ['an answer ends the run', [reply([], 'done', 'stop')], 'end answered'],
  ['an answer that was cut off is an answer', [reply([], 'done', 'length')], 'end answered'],
  ['a reply of white space is none', [reply([], ' \n', 'stop')], 'end silent'],
  ['a broken reply ends the run', [FAILED], 'end model-failed'],
  ['a call is judged first', [reply(['a'])], 'judge-call a'],
  ['an allowed call starts', [reply(['a']), decided('a', 'allow')], 'start-call a'],
  ['a denied call is refused', [reply(['a']), decided('a', 'deny')], 'refuse-call a denied'],
  ['an ask is put to a person', [reply(['a']), decided('a', 'ask')], 'ask-person a'],
  ['a question that is out is waited for', [reply(['a']), decided('a', 'ask'), asked('a', '1')], 'await-answer a'],
  [
    'after a yes the judge looks again',
    [reply(['a']), decided('a', 'ask'), asked('a', '1'), settled('a', '1', 'granted')],
    'judge-call a',
  ],
  [
    'a yes that was lifted by a changed call asks again',
    [reply(['a']), decided('a', 'ask'), asked('a', '1'), settled('a', '1', 'granted'), decided('a', 'ask')],
    'ask-person a',
  ],
  [
    'a yes does not lift a deny',
    [reply(['a']), decided('a', 'ask'), asked('a', '1'), settled('a', '1', 'granted'), decided('a', 'deny')],
    'refuse-call a denied',
  ],
  [
    'a no refuses',
    [reply(['a']), decided('a', 'ask'), asked('a', '1'), settled('a', '1', 'denied')],
    'refuse-call a refused',
  ],
  [
    'silence refuses',
    [reply(['a']), decided('a', 'ask'), asked('a', '1'), settled('a', '1', 'expired')],
    'refuse-call a unasked',
  ],
  [
    'a question is asked three times at most',
    [
      reply(['a']),
      ...['1', '2', '3'].flatMap((id) => [decided('a', 'ask'), asked('a', id), settled('a', id, 'granted')]),
      decided('a', 'ask'),
    ],
    'refuse-call a unasked',
  ],
  ['a question of the model is judged first', QUESTION, 'judge-call q'],
  ['let through it is put to a person', [...QUESTION, decided('q', 'allow')], 'ask-person q'],
  ['and waited for', [...QUESTION, decided('q', 'allow'), askedByModel('q', '1')], 'await-answer q'],
  [
    'answered it is judged once more',
    [...QUESTION, decided('q', 'allow'), askedByModel('q', '1'), settled('q', '1', 'granted')],
    'judge-call q',
  ],
  [
    'and runs with the answer',
    [...QUESTION, decided('q', 'allow'), askedByModel('q', '1'), settled('q', '1', 'granted'), decided('q', 'allow')],
    'start-call q',
  ],
  [
    'without an answer it is told so',
    [...QUESTION, decided('q', 'allow'), askedByModel('q', '1'), settled('q', '1', 'expired')],
    'refuse-call q unasked',
  ],
  [
    'a yes to the call is no answer to its question',
    [...QUESTION, decided('q', 'ask'), asked('q', '1'), settled('q', '1', 'granted'), decided('q', 'allow')],
    'ask-person q',
  ],
  [
    'an answer to its question is no yes to the call',
    [...QUESTION, decided('q', 'allow'), askedByModel('q', '1'), settled('q', '1', 'granted'), decided('q', 'ask')],
    'ask-person q',
  ],
  [
    'a call that started and has no result is never repeated',
    [reply(['a']), decided('a', 'allow'), started('a')],
    'report-unknown a',
  ],
  [
    'several calls go in the order of the reply',
    [reply(['a', 'b']), decided('a', 'allow'), started('a'), ended('a')],
    'judge-call b',
  ],
  ['results go back to the model', [reply(['a']), decided('a', 'deny'), ended('a', 'denied')], 'ask-model'],
  ['the limit of steps ends the run', [reply(['a']), ended('a'), reply(['b']), ended('b')], 'end budget'],
  [
    'a third refused loop ends the run before the limit does',
    [
      reply(['a', 'b', 'c']),
      ...['a', 'b', 'c'].flatMap((id) => [decided(id, 'deny', 'doom-loop'), ended(id, 'denied')]),
    ],
    'end stuck',
  ],
  [
    'a call that was denied and is asked for three times again ends the run',
    [...insist(['a1', 'a2', 'a3'], 'denied', 'hardline'), ...insist(['a4'], 'denied', 'hardline')],
    'end stuck',
  ],
  [
    'so does a call nobody could be asked about',
    insist(['a1', 'a2', 'a3', 'a4'], 'unasked', 'confirm-policy'),
    'end stuck',
  ],
  ['a call denied three times may still be given up', insist(['a1', 'a2', 'a3'], 'denied', 'control'), 'ask-model'],
  [
    'denials of different calls are no loop',
    insist(['a1', 'b1', 'a2', 'b2', 'a3', 'b3'], 'denied', 'workspace'),
    'ask-model',
  ],
  ['a run that ended rests', [reply([], 'done', 'stop'), end('answered')], 'rest'],
];

describe('the next move', () => {
  for (const [name, events, expected] of MOVES) {
    it(name, () => {
      const move = nextMove(foldRun(toEvents([STARTED, MESSAGE, ...events])));
      const call = 'call' in move ? move.call.call.id : null;
      const word = 'reason' in move ? move.reason : 'outcome' in move ? move.outcome : null;
      assert.equal([move.kind, call, word].filter((part) => part !== null).join(' '), expected);
    });
  }

  it('after insisting on what nobody could be asked about says nothing of a refusal by the user', () => {
    const move = nextMove(foldRun(toEvents([STARTED, MESSAGE, ...insist(['a1', 'a2', 'a3', 'a4'], 'unasked', 's')])));
    assert.equal(
      'message' in move ? move.message : '',
      'The model asked for the same shell call 4 times, and it was not let through once.',
    );
  });
});

/** Calls that came out like this, the end, and the exit code. */
const EXITS: readonly [readonly EventOf<'call-ended'>['outcome'][], EventOf<'run-ended'>['reason'], number][] = [
  [[], 'answered', 0],
  [['done', 'failed', 'denied', 'refused'], 'answered', 0],
  [['unasked', 'done'], 'answered', 4],
  [['unasked'], 'budget', 5],
  [['unasked'], 'model-failed', 7],
  [['unasked'], 'deadline', 124],
  [['unasked'], 'interrupted', 130],
  [['denied'], 'silent', 3],
  [['refused'], 'silent', 3],
  [['denied', 'unasked'], 'silent', 4],
  [['denied'], 'stuck', 3],
  [['done'], 'silent', 1],
  [['done'], 'failed', 1],
];

describe('the exit code', () => {
  for (const [outcomes, reason, expected] of EXITS) {
    it(`of ${reason} with ${outcomes.join(', ') || 'no call'} is ${expected}`, () => {
      const ids = outcomes.map((_, i) => `c${i}`);
      const ends = outcomes.map((outcome, i) => ended(`c${i}`, outcome));
      assert.equal(exitOf(foldRun(toEvents([STARTED, MESSAGE, reply(ids), ...ends, end(reason)]))), expected);
    });
  }

  it('of a run without an end is 1', () => assert.equal(exitOf(foldRun(toEvents([STARTED]))), 1));
});

describe('the fold', () => {
  it('pairs every call with its result, also the calls of a run that died', () => {
    const first = toEvents([STARTED, MESSAGE, reply(['a', 'b']), decided('a', 'allow'), started('a')]);
    const second = toEvents([STARTED, { ...MESSAGE, text: 'go on' }], 'run_2');
    const { messages, run, calls, steps } = foldRun([...first, ...second]);
    assert.deepEqual(
      messages.map((message) => [message.role, message.role === 'tool' ? message.callId : message.text]),
      [
        ['user', 'go'],
        ['assistant', ''],
        ['tool', 'p-a'],
        ['tool', 'p-b'],
        ['user', 'go on'],
      ],
    );
    assert.match(messages[2]?.text ?? '', /^Outcome unknown/);
    assert.match(messages[3]?.text ?? '', /^Not run/);
    assert.deepEqual({ run, calls, steps }, { run: 'run_2', calls: [], steps: 0 });
  });

  it('keeps a window of calls for the doom loop, which a new message clears', () => {
    const events = [
      STARTED,
      MESSAGE,
      reply(['a', 'b']),
      decided('a', 'allow'),
      ended('a'),
      decided('b', 'deny'),
      ended('b', 'denied'),
    ];
    assert.deepEqual(foldRun(toEvents(events)).window, [
      { call: 'digest-a', result: 'result', denied: false },
      { call: 'digest-b', result: null, denied: true },
    ]);
    assert.deepEqual(foldRun(toEvents([...events, MESSAGE])).window, []);
  });

  it('leaves no empty word of the assistant in the conversation', () => {
    assert.equal(foldRun(toEvents([STARTED, MESSAGE, reply([], '', 'stop')])).messages.length, 1);
  });

  it('takes arguments that are no object for unreadable ones', () => {
    const odd: EventBody = {
      kind: 'reply-received',
      text: '',
      calls: [{ id: 'a', callId: 'p', tool: 'shell', input: ['ls'], fault: null }],
      reason: 'calls',
      inputTokens: null,
      outputTokens: null,
    };
    const [call] = foldRun(toEvents([STARTED, MESSAGE, odd])).calls;
    assert.equal(call?.fault, 'the arguments must be a JSON object');
    assert.deepEqual(call?.call.input, {});
  });

  it('gives the same state in one go and event by event', () => {
    for (const [, events] of MOVES) {
      const all = toEvents([STARTED, MESSAGE, ...events]);
      const [first, ...rest] = all;
      assert.ok(first);
      assert.deepEqual(
        rest.reduce((state, event) => foldRun([event], state), foldRun([first])),
        foldRun(all),
      );
    }
  });
});

it('says how many steps were allowed', () => {
  const message = (maxSteps: number) => {
    const move = nextMove({ ...foldRun(toEvents([STARTED, MESSAGE, reply(['a']), ended('a')])), steps: 2, maxSteps });
    return 'message' in move ? move.message : null;
  };
  assert.deepEqual([message(1), message(2)], ['The limit of 1 step is reached.', 'The limit of 2 steps is reached.']);
});
