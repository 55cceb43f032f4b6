import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { openStore } from '../../src/store/open-store.ts';
import { startWireServer, type WireScript } from '../../src/testing/wire-server/start-wire-server.ts';
import {
  WIRE_PROTOCOLS,
  WIRE_SIGNATURE,
  type WireProtocol,
  type WireReply,
} from '../../src/testing/wire-server/script.ts';
import { createGround, type Ground } from './start-prompt.ts';

const toConfig = (baseUrl: string, protocol: WireProtocol): string =>
  `model: local:test\nproviders:\n  local:\n    base_url: ${baseUrl}\n    protocol: ${protocol}\n`;

async function withModel(
  script: WireScript,
  protocol: WireProtocol,
  work: (ground: Ground, requests: readonly { readonly bytes: Buffer; readonly body: unknown }[]) => Promise<void>,
): Promise<void> {
  await using server = await startWireServer(script);
  using ground = createGround(toConfig(server.baseUrl, protocol));
  await work(ground, server.requests);
}

const shell = (command: string) => ({ tool: 'shell', input: { command } });

const TEN_CALLS: readonly WireReply[] = [
  {
    reasoning: 'Nothing is known yet.',
    say: 'I look around.',
    calls: [shell('ls'), shell('cat lib.txt | head -2'), { tool: 'glob', input: { pattern: '*.txt' } }],
  },
  {
    calls: [
      { tool: 'read', input: { path: 'lib.txt' } },
      { tool: 'grep', input: { pattern: 'two' } },
    ],
  },
  {
    calls: [
      { tool: 'write', input: { path: 'new.txt', content: 'hello\n' } },
      { tool: 'edit', input: { path: 'lib.txt', old_string: 'two', new_string: 'TWO' } },
    ],
  },
  { calls: [shell('wc -l new.txt lib.txt'), shell('rm -rf ~')] },
  { calls: [shell('git status --short')] },
  { say: 'All done.' },
];

const EDITS = 'permissions:\n  "write *": allow\n  "edit *": allow\n';

describe('a turn of ten calls on real files', () => {
  for (const protocol of WIRE_PROTOCOLS) {
    it(`over ${protocol}`, () =>
      withModel(TEN_CALLS, protocol, async (ground, requests) => {
        ground.write('lib.txt', 'one\ntwo\nthree\n');
        ground.write('../home/.bailiwick/rules.yml', EDITS);
        const { exit, result, err } = await ground.prompt(['tidy', 'up']);
        assert.deepEqual(
          result.calls.map(({ tool, verdict, step, outcome }) => `${tool} ${verdict} ${step} ${outcome}`),
          [
            'shell allow readonly done',
            'shell allow readonly done',
            'glob allow mode-fallback done',
            'read allow mode-fallback done',
            'grep allow mode-fallback done',
            'write allow permission-rule done',
            'edit allow permission-rule done',
            'shell allow readonly done',
            'shell deny hardline denied',
            // no repository here: git says so
            'shell allow readonly failed',
          ],
          err,
        );
        assert.deepEqual([exit, result.exit, result.answer, result.reason], [0, 0, 'All done.', 'answered']);
        assert.equal(readFileSync(join(ground.project, 'lib.txt'), 'utf8'), 'one\nTWO\nthree\n');
        assert.equal(readFileSync(join(ground.project, 'new.txt'), 'utf8'), 'hello\n');
        assert.match(JSON.stringify(requests[1]?.body), /one\\\\ntwo|one\\ntwo/);
        const isSigned = requests.slice(1).every(({ bytes }) => bytes.includes(WIRE_SIGNATURE));
        assert.equal(isSigned, protocol !== 'openai');
        assert.match(err, /^shell {2}ls {2}allow \(readonly\) {2}\d+ ms$/m);
        assert.match(err, /^shell {2}rm -rf ~ {2}deny \(hardline\) {2}\S/m);
      }));
  }

  it('begins with a small request', () =>
    withModel([{ say: 'hi' }], 'anthropic', async (ground, requests) => {
      await ground.prompt(['hello']);
      const size = requests[0]?.bytes.length ?? 0;
      assert.ok(size / 4 <= 3_000, `${size} bytes`);
    }));

  it('streams the answer to stdout, and its calls to stderr', () =>
    withModel([{ say: 'I look.', calls: [shell('ls')] }, { say: 'Done.' }], 'openai', async (ground) => {
      const { exit, out, err } = await ground.run(['prompt', 'look']);
      assert.deepEqual([exit, out], [0, 'I look.\nDone.\n']);
      assert.match(err, /^shell {2}ls {2}allow \(readonly\) {2}\d+ ms\n$/);
    }));

  it('reads its text from standard input', () =>
    withModel([{ say: 'Done.' }], 'openai', async (ground, requests) => {
      const { exit } = await ground.run(['prompt', '-'], { input: 'from the pipe' });
      assert.equal(exit, 0);
      assert.match(requests[0]?.bytes.toString() ?? '', /from the pipe/);
    }));
});

describe('a call that asks, where nobody can be asked', () => {
  it('is refused with a text that does not put it on the user, and exit code 4', () =>
    withModel([{ calls: [shell('touch made')] }, { say: 'I could not.' }], 'anthropic', async (ground, requests) => {
      const { exit, result, err } = await ground.prompt(['make it']);
      assert.equal(exit, 4);
      assert.deepEqual(
        result.calls.map(({ verdict, step, outcome, hint }) => [verdict, step, outcome, hint]),
        [['ask', 'confirm-policy', 'unasked', 'permissions: {"shell touch made": allow}']],
      );
      assert.equal(result.answer, 'I could not.');
      const sent = JSON.stringify(requests[1]?.body);
      assert.match(sent, /nobody could be asked/);
      assert.match(sent, /The user did not refuse it/);
      assert.match(sent, /shell touch made/);
      assert.match(
        err,
        /nobody answered\n {2}allow it beforehand: permissions: \{"shell touch made": allow\} in \S+\/\.bailiwick\/config\.yml\n/,
      );
      const store = openStore(join(ground.home, '.bailiwick', 'state.db'), () => 0);
      const kinds = (await store.log.read(result.session)).map(({ kind }) => kind);
      assert.deepEqual(kinds.slice(3, 7), ['call-decided', 'approval-required', 'approval-settled', 'call-ended']);
      await store.close();
    }));

  it('runs in the mode that asks nothing, and the floor still holds there', () =>
    withModel([{ calls: [shell('touch made'), shell('rm -rf /')] }, { say: 'ok' }], 'openai', async (ground) => {
      const { exit, result } = await ground.prompt(['--mode', 'yolo', 'make it']);
      assert.equal(exit, 0);
      assert.deepEqual(
        result.calls.map(({ verdict, step }) => `${verdict} ${step}`),
        ['allow yolo', 'deny hardline'],
      );
    }));

  it('is denied by step control when the agent would administer itself, whatever the mode', () =>
    withModel([{ calls: [shell('npx bailiwick trust .')] }, { say: 'ok' }], 'openai', async (ground) => {
      const { result } = await ground.prompt(['--mode', 'yolo', 'trust it']);
      assert.deepEqual(
        result.calls.map(({ verdict, step }) => `${verdict} ${step}`),
        ['deny control'],
      );
    }));

  it('is denied in plan mode, whose tools only read', () =>
    withModel([{ calls: [shell('touch made'), shell('ls')] }, { say: 'ok' }], 'openai', async (ground, requests) => {
      const { result } = await ground.prompt(['--mode', 'plan', 'make it']);
      assert.deepEqual(
        result.calls.map(({ verdict, step }) => `${verdict} ${step}`),
        ['deny mode-plan', 'allow readonly'],
      );
      assert.doesNotMatch(JSON.stringify(requests[0]?.body), /"name":"write"/);
    }));
});

describe('what a model gets wrong', () => {
  it('becomes a result that it can read', () =>
    withModel(
      [
        {
          calls: [
            { tool: 'shell', input: '{"command": "ls' },
            { tool: 'sheel', input: { command: 'ls' } },
            { tool: 'read', input: { file: 'a' } },
          ],
        },
        { say: 'sorry' },
      ],
      'openai',
      async (ground, requests) => {
        const { exit, result } = await ground.prompt(['go']);
        assert.deepEqual(
          result.calls.map(({ verdict, step }) => `${verdict} ${step}`),
          ['deny wellformed', 'deny wellformed', 'deny wellformed'],
        );
        assert.equal(exit, 0);
        const sent = JSON.stringify(requests[1]?.body);
        for (const word of [/JSON/, /sheel/, /Did you mean shell|did you mean shell/, /path/]) assert.match(sent, word);
      },
    ));

  const broken: readonly [string, WireReply][] = [
    ['half a stream', { say: 'I was about to say something long', fault: { kind: 'half' } }],
    ['an empty reply', { fault: { kind: 'empty' } }],
    ['an error', { fault: { kind: 'status', status: 400, message: 'no such model' } }],
    ['a broken line', { say: 'some text to break', fault: { kind: 'garbage' } }],
  ];
  for (const protocol of ['anthropic', 'openai'] as const) {
    for (const [name, reply] of broken) {
      it(`such as ${name} over ${protocol} ends the turn with 7 and a sentence`, () =>
        withModel([reply], protocol, async (ground) => {
          const { exit, result, err } = await ground.prompt(['go']);
          assert.deepEqual([exit, result.reason, result.answer], [7, 'model-failed', null]);
          assert.match(err, /^error: \S.*\n {2}hint: \S/m);
        }));
    }
  }
});

describe('a turn that is stopped', () => {
  it('by its clock ends with 124 and a stored end', () =>
    withModel([{ fault: { kind: 'silent' } }], 'anthropic', async (ground) => {
      const { exit, result } = await ground.prompt(['--timeout', '1', 'go']);
      assert.deepEqual([exit, result.reason], [124, 'deadline']);
    }));

  it('by Ctrl-C ends with 130 and a stored end', () =>
    withModel([{ say: 'I think about it for a while', fault: { kind: 'hang' } }], 'anthropic', async (ground) => {
      const { exit, err } = await ground.run(['prompt', 'go'], { stopAt: 'I think' });
      assert.equal(exit, 130, err);
      assert.match(err, /^interrupted: /m);
    }));

  it('by its limit of steps ends with 5', () =>
    withModel(
      () => ({ calls: [shell('date +%N')] }),
      'openai',
      async (ground) => {
        const { exit, result } = await ground.prompt(['--max-steps', '2', 'go']);
        assert.deepEqual([exit, result.steps, result.reason], [5, 2, 'budget']);
      },
    ));

  it('because the model repeats itself ends with 3', () =>
    withModel(
      () => ({ calls: [shell('cat lib.txt')] }),
      'openai',
      async (ground) => {
        ground.write('lib.txt', 'same\n');
        const { exit, result } = await ground.prompt(['go']);
        assert.deepEqual([exit, result.reason], [3, 'stuck']);
        assert.equal(result.calls.filter(({ step }) => step === 'doom-loop').length, 3);
      },
    ));
});
