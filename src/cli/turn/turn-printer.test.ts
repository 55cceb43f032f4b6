import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Progress, TurnResult } from '../../app/create-app.ts';
import type { EventBody, EventOf } from '../../vocab/event.ts';
import type { Out } from '../out.ts';
import { createTurnPrinter } from './turn-printer.ts';

function createPage(isTerminal: boolean) {
  const page = { result: '', log: '' };
  const out: Out = {
    write: (text) => void (page.result += text),
    line: (text) => void (page.result += `${text}\n`),
    json: (value) => void (page.result += `${JSON.stringify(value)}\n`),
    log: (text) => void (page.log += `${text}\n`),
    logRaw: (text) => void (page.log += text),
    paint: (_, text) => text,
    resultIsTerminal: isTerminal,
    logIsTerminal: isTerminal,
  };
  return { out, page };
}

const event = (body: EventBody): Progress => ({
  kind: 'event',
  event: { ...body, id: 1, run: 'run_1', seq: 1, at: 1 },
});
const text = (said: string): Progress => ({ kind: 'text', text: said });

const STARTED = {
  kind: 'run-started',
  session: 'ses_1',
  model: 'scripted:/tmp/a.yml',
  scripted: true,
  mode: 'default',
  cwd: '/w',
  requester: 'local:1',
  maxSteps: 1,
  maxTokens: null,
  windowTokens: 100_000,
} as const;

const reply = (tool: string, input: unknown): EventBody => ({
  kind: 'reply-received',
  text: '',
  calls: [{ id: 'c', callId: 'p', tool, input, fault: null }],
  reason: 'calls',
  inputTokens: null,
  outputTokens: null,
});

const decided = (verdict: 'allow' | 'ask' | 'deny', step: string): EventBody => ({
  kind: 'call-decided',
  call: 'c',
  tool: 'shell',
  callDigest: 'd',
  decision: 'dec',
  verdict,
  step,
  code: 'c',
  reason: 'because of it',
  class: null,
  rule: null,
});

const ended = (outcome: EventOf<'call-ended'>['outcome'], said = 'out'): EventOf<'call-ended'> => ({
  kind: 'call-ended',
  call: 'c',
  outcome,
  text: said,
  origin: 'tool:shell',
  private: false,
  resultDigest: null,
  durationMs: 12,
  detail: {},
});

function print(steps: readonly Progress[], { asJson = false, isTerminal = false } = {}) {
  const { out, page } = createPage(isTerminal);
  const printer = createTurnPrinter(out, asJson ? 'json' : 'text', '/h/config.yml');
  for (const step of steps) printer.watch(step);
  return page;
}

describe('a provider in trouble is printed', () => {
  const retry = { kind: 'retry', provider: 'anthropic', why: 'overloaded (529)', attempt: 2, attempts: 5 } as const;
  const lines: readonly [string, Progress, string][] = [
    ['that is asked again', { ...retry, waitMs: 4_200 }, 'anthropic: overloaded (529), again in 4 s (2 of 5)\n'],
    [
      'that is asked again at once',
      { ...retry, waitMs: 600 },
      'anthropic: overloaded (529), again in less than 1 s (2 of 5)\n',
    ],
    [
      'that another one replaces',
      { kind: 'fallback', model: 'a:x', next: 'b:y', message: 'a:x answered 401.', hint: 'check\nthe key' },
      'warning: a:x answered 401. b:y is asked instead.\n  hint: check\\nthe key\n',
    ],
  ];
  for (const [name, progress, expected] of lines) {
    it(name, () => assert.deepEqual(print([progress], { asJson: true }), { result: '', log: expected }));
  }
});

describe('a turn is printed', () => {
  const lines: readonly [string, readonly EventBody[], string][] = [
    [
      'a call that ran',
      [reply('shell', { command: 'ls -la' }), decided('allow', 'readonly'), ended('done')],
      'shell  ls -la  allow (readonly)  12 ms\n',
    ],
    [
      'a call that failed',
      [reply('read', { path: 'a\nb' }), decided('allow', 'mode-fallback'), ended('failed', 'no such file\nmore')],
      'read  a\\nb  allow (mode-fallback)  failed, 12 ms: no such file\n',
    ],
    [
      'a command that failed',
      [
        reply('shell', { command: './a' }),
        decided('allow', 'permission-rule'),
        { ...ended('failed', 'exit code 3\noops\nmore'), detail: { why: 'exit code 3' } },
      ],
      'shell  ./a  allow (permission-rule)  failed (exit code 3), 12 ms: oops\n',
    ],
    [
      'a call that was denied',
      [reply('shell', { command: 'rm -rf /' }), decided('deny', 'hardline'), ended('denied')],
      'shell  rm -rf /  deny (hardline)  because of it\n',
    ],
    [
      'a call nobody answered',
      [reply('shell', { command: 'make' }), decided('ask', 'confirm-policy'), ended('unasked')],
      'shell  make  ask (confirm-policy)  not run: because of it; nobody answered\n',
    ],
    [
      'a call nobody answered and the rule that allows it',
      [
        reply('shell', { command: 'make' }),
        decided('ask', 'confirm-policy'),
        { ...ended('unasked'), detail: { preApproval: 'permissions: {"shell make": allow}' } },
      ],
      'shell  make  ask (confirm-policy)  not run: because of it; nobody answered\n' +
        '  allow it beforehand: permissions: {"shell make": allow} in /h/config.yml\n',
    ],
    [
      'a call whose name and text try to steer the terminal',
      [reply('sh\u001b[2J', { command: '\u001b[2J' }), decided('deny', 'wellformed'), ended('denied')],
      'sh\\u{1b}[2J  {"command":"\\u001b[2J"}  deny (wellformed)  because of it\n',
    ],
    [
      'a search by what it looks for',
      [reply('grep', { pattern: 'x+', path: 'src' }), decided('allow', 'mode-fallback'), ended('done')],
      'grep  x+  allow (mode-fallback)  12 ms\n',
    ],
    [
      'a patch by the files it names',
      [
        reply('apply_patch', {
          patch: '*** Begin Patch\n*** Add File: a\n+x\n*** Update File: b\n*** Move to: c\n*** End Patch',
        }),
        decided('allow', 'grant'),
        ended('done'),
      ],
      'apply_patch  a, b, c  allow (grant)  12 ms\n',
    ],
    [
      'a patch in the form of git by the files it changes',
      [
        reply('apply_patch', {
          patch: [
            'diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1 +1,2 @@\n+++ b/no file\n--- a/nor this\n y',
            '--- /dev/null\n+++ b/sub/new\t2026-01-01\n@@ -0,0 +1 @@\n+z',
            '--- a/gone\r\n+++ /dev/null\r\n@@ -1 +0,0 @@\n-z',
            'diff --git a/b/old b/b/now\nrename from b/old\nrename to b/now',
            '--- b/plain\n+++ b/plain\n@@ -1 +1 @@\n-y\n+z\n',
          ].join('\n'),
        }),
        decided('allow', 'grant'),
        ended('done'),
      ],
      'apply_patch  x, sub/new, gone, b/old, b/now, b/plain  allow (grant)  12 ms\n',
    ],
    [
      'the list of the model',
      [
        reply('todo', { items: [1, 2, 3] }),
        decided('allow', 'mode-fallback'),
        {
          ...ended('done'),
          detail: {
            items: [
              { text: 'read', state: 'done' },
              { text: 'write\u001b', state: 'doing' },
              { text: 'rest', state: 'pending' },
              { text: 'x', state: 'odd' },
              'odd',
            ],
          },
        },
      ],
      'todo  3 steps  allow (mode-fallback)  12 ms\n  [x] read\n  [>] write\\u{1b}\n  [ ] rest\n',
    ],
  ];
  for (const [name, events, expected] of lines) {
    it(`with ${name}`, () => assert.deepEqual(print(events.map(event)), { result: '', log: expected }));
  }

  it('with its words as they come, each reply on lines of its own', () => {
    const { result } = print([
      text('I '),
      text('look'),
      event(reply('read', { path: 'a' })),
      text('done\n'),
      event(ended('done')),
    ]);
    assert.equal(result, 'I look\ndone\n');
  });

  it('without its words where one JSON object comes at the end', () => {
    assert.equal(print([text('hello')], { asJson: true }).result, '');
  });

  it('with the bytes as they are in a pipe, and without control characters in a terminal', () => {
    const steps = [text('a\u001b[31m b \u2714\ufe0f')];
    assert.equal(print(steps).result, 'a\u001b[31m b \u2714\ufe0f');
    assert.equal(print(steps, { isTerminal: true }).result, 'a\\u{1b}[31m b \u2714\ufe0f');
  });

  it('with a loud word when nothing thinks', () => {
    assert.equal(
      print([event(STARTED)]).log,
      'SCRIPTED MODEL: nothing here thinks. The replies are read from /tmp/a.yml.\n',
    );
    assert.equal(print([event({ ...STARTED, scripted: false })]).log, '');
  });

  const ends = [
    ['budget', 'budget: The limit is reached.'],
    ['model-failed', 'error: The limit is reached.'],
  ] as const;
  for (const [reason, expected] of ends) {
    it(`with a word about an end that is no answer: ${reason}`, () => {
      const { out, page } = createPage(false);
      const call = { outcome: 'unasked' } as TurnResult['calls'][number];
      createTurnPrinter(out, 'json', '/h/config.yml').end({
        run: 'run_1',
        session: 'ses_1',
        model: 'm',
        scripted: false,
        answer: null,
        reason,
        approval: null,
        message: 'The limit is reached.',
        code: null,
        hint: 'ask less',
        exit: 5,
        steps: 1,
        calls: [call],
        instructions: [],
        sandbox: { name: null, why: null },
        endedJobs: [],
      });
      assert.equal(page.log, `${expected}\n  hint: ask less\n1 of 1 calls stayed unanswered in run_1.\n`);
    });
  }
});
