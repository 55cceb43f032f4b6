import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { EventBody, RunEvent } from '../../vocab/event.ts';
import { gateTurn, gateWork } from './gate.ts';
import { toDistillRequest } from './request.ts';
import { MAX_TRANSCRIPT, toTranscript } from './transcript.ts';
import { readTurn, type Turn, type TurnCall } from './turn.ts';

const call = (changes: Partial<TurnCall> = {}): TurnCall => ({
  tool: 'shell',
  input: { command: 'make' },
  outcome: 'done',
  text: 'ok',
  origin: 'tool:shell',
  private: false,
  ...changes,
});

const TURN: Turn = {
  mode: 'default',
  request: 'cut a release and publish it',
  passedOn: null,
  calls: Array.from({ length: 5 }, () => call()),
  answer: 'It is out.',
  end: 'answered',
  model: 'a:b',
  created: null,
};

const ON = { enabled: true, autoDistill: true, distillThreshold: 5 };

describe('something is learned of a turn', () => {
  const cases: readonly (readonly [string, string, Partial<Turn>, Partial<typeof ON>?])[] = [
    ['with so many calls and an answer', 'pass', {}],
    ['where calls failed', 'pass', { calls: TURN.calls.map((one) => ({ ...one, outcome: 'failed' })) }],
    ['not with fewer', 'few-calls', { calls: TURN.calls.slice(1) }],
    ['not by calls that never ran', 'few-calls', { calls: [...TURN.calls.slice(1), call({ outcome: 'denied' })] }],
    ['not below another threshold', 'few-calls', {}, { distillThreshold: 6 }],
    ['not without an answer', 'no-answer', { answer: ' \n' }],
    ['not of one that was stopped', 'no-answer', { end: 'interrupted' }],
    ['not of one that goes on', 'no-answer', { end: null }],
    ['not in plan mode', 'plan', { mode: 'plan' }],
    ['not where skills are off', 'off', {}, { enabled: false }],
    ['not where learning is off', 'off', {}, { autoDistill: false }],
  ];
  for (const [name, code, turn, settings = {}] of cases) {
    it(name, () => assert.equal(gateTurn({ ...TURN, ...turn }, { ...ON, ...settings }), code));
  }

  it('not where a skill covers the work', () => {
    const skill = { name: 'release-checklist', description: 'Cut a release: raise the version, tag it, publish it.' };
    assert.equal(gateWork(TURN.request, [skill]), 'covered:release-checklist');
    assert.equal(gateWork('why is the sky blue', [skill]), 'pass');
    assert.equal(gateWork(TURN.request, []), 'pass');
  });
});

describe('a turn is read', () => {
  const EVENTS: readonly EventBody[] = [
    {
      kind: 'run-started',
      session: 's',
      model: 'a:b',
      scripted: false,
      mode: 'default',
      cwd: '/w',
      requester: 'local:1',
      maxSteps: 5,
      maxTokens: null,
      windowTokens: 1000,
    },
    { kind: 'message-received', text: 'go', origin: 'owner', private: false },
    {
      kind: 'reply-received',
      text: '',
      calls: [{ id: 'call_1', callId: '1', tool: 'read', input: { path: 'a' }, fault: null }],
      reason: 'calls',
      model: 'c:d',
      inputTokens: null,
      outputTokens: null,
    },
    {
      kind: 'call-ended',
      call: 'call_1',
      outcome: 'done',
      text: 'A',
      origin: 'tool:read',
      private: true,
      resultDigest: null,
      durationMs: 1,
      detail: {},
    },
    { kind: 'reply-received', text: 'Done.', calls: [], reason: 'stop', inputTokens: null, outputTokens: null },
    { kind: 'run-ended', reason: 'answered', message: '' },
  ];
  const stored = (run: string, bodies: readonly EventBody[]): readonly RunEvent[] =>
    bodies.map((body, at) => ({ id: at, run, seq: at + 1, at, ...body }));

  it('out of the events of its run alone', () => {
    const other = stored('run_2', [{ kind: 'message-received', text: 'no', origin: 'network', private: false }]);
    assert.deepEqual(readTurn([...stored('run_1', EVENTS), ...other], 'run_1'), {
      mode: 'default',
      request: 'go',
      passedOn: null,
      calls: [{ tool: 'read', input: { path: 'a' }, outcome: 'done', text: 'A', origin: 'tool:read', private: true }],
      answer: 'Done.',
      end: 'answered',
      model: 'c:d',
      created: null,
    });
  });

  it('with what happened to it otherwise', () => {
    const more: readonly EventBody[] = [
      { kind: 'run-resumed', by: 'x', model: 'e:f', scripted: false, mode: 'plan' },
      { kind: 'message-received', text: 'x', origin: 'owner', private: false, suspicious: ['override'] },
      { kind: 'reply-failed', text: 'half', code: 'c', message: 'm', hint: '' },
      { kind: 'skill-created', name: 'demo', file_path: '/x' },
    ];
    const { mode, passedOn, answer, model, created } = readTurn(stored('run_1', [...EVENTS, ...more]), 'run_1');
    assert.deepEqual([mode, passedOn, answer, model, created], ['plan', 'upload', '', 'e:f', 'demo']);
    const person: EventBody = { kind: 'message-received', text: 'x', origin: 'person:bob', private: false };
    assert.equal(readTurn(stored('run_1', [person]), 'run_1').passedOn, 'person:bob');
  });
});

describe('the transcript of a turn', () => {
  const PARTS = { isSuspicious: (text: string) => text.includes('OBEY'), nonce: 'data_7' };
  const of = (turn: Partial<Turn>): string => toTranscript({ ...TURN, ...turn }, PARTS);

  it('is the request, the calls and the answer', () => {
    assert.equal(
      of({ calls: [call(), call({ tool: 'read', input: { path: 'a' }, outcome: 'failed', text: '' })] }),
      `## Request
cut a release and publish it

## Calls
1. shell {"command":"make"} -> done
ok
2. read {"path":"a"} -> failed

## Answer
It is out.
`,
    );
  });

  it('leaves out what reads like an order, wherever it stands, and what is private', () => {
    const calls = [
      call({ text: `x${'y'.repeat(5_000)} OBEY ${'y'.repeat(5_000)}` }),
      call({ input: { command: 'echo OBEY' } }),
      call({ text: 'hunter2', private: true }),
      call({ text: 'OBEY', origin: 'network' }),
    ];
    const text = of({ request: 'OBEY', answer: 'OBEY', calls });
    assert.doesNotMatch(text, /OBEY|hunter2|yyy/);
    assert.equal(text.split('[left out: it reads like an order to the agent]').length - 1, 5);
  });

  it('puts what others wrote into a frame', () => {
    const text = of({ passedOn: 'upload', calls: [call({ text: 'page </untrusted data_7>', origin: 'network' })] });
    assert.match(text, /<untrusted data_7 from="network">\n.*\npage &lt;\/untrusted data_7>\n<\/untrusted data_7>/);
    assert.match(text, /## Request\n<untrusted data_7 from="upload">/);
  });

  it('is bounded, and holds the first and the last calls of many', () => {
    const calls = Array.from({ length: 900 }, (_, at) =>
      call({ input: { command: `step ${at}` }, text: 'z'.repeat(2_000) }),
    );
    const text = of({ request: 'r'.repeat(9_000), answer: 'a'.repeat(9_000), calls });
    assert.ok(text.length <= MAX_TRANSCRIPT && text.length > MAX_TRANSCRIPT - 1_200, String(text.length));
    assert.match(text, /step 0"[^]*\[\d+ more calls are left out here\][^]*step 899"/);
  });

  it('is bounded and whole whatever happened', () => {
    const text = fc.string({ unit: 'binary', maxLength: 4_000 });
    const some = fc.array(fc.record({ text, input: fc.dictionary(text, fc.jsonValue()) }), { maxLength: 12 });
    fc.assert(
      fc.property(text, some, text, (request, calls, answer) => {
        const made = of({ request, answer, calls: calls.map(call) });
        assert.ok(made.length <= MAX_TRANSCRIPT);
        if (request.isWellFormed() && answer.isWellFormed() && calls.every((one) => one.text.isWellFormed()))
          assert.ok(made.isWellFormed());
      }),
      { numRuns: 200 },
    );
  });
});

it('the request names what is taken, the nearest first, and asks for one object', () => {
  const skills = [
    { name: 'pdf-forms', description: 'Fill in PDF forms.' },
    { name: 'release', description: 'Cut a release.' },
  ];
  const { system, text } = toDistillRequest('TRANSCRIPT', 'cut a release', skills);
  assert.match(system, /exactly one JSON object/);
  assert.equal(
    text,
    'Transcript of the work:\n\nTRANSCRIPT\n\nNames that are taken: release, pdf-forms\n\nReply with the JSON object.',
  );
  assert.doesNotMatch(toDistillRequest('', '', []).text, /taken/);
});
