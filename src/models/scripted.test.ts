import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { Fault } from '../base/fault.ts';
import type { Model, ModelDelta, ModelMessage } from '../ports/model.ts';
import { openModel } from './open-model.ts';
import { parseScenario } from './scenario.ts';

let folder = '';
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bailiwick-scripted-'));
});
after(() => rm(folder, { recursive: true, force: true }));

async function write(text: string, name = 'scenario.yml'): Promise<string> {
  const file = join(folder, name);
  await writeFile(file, text);
  return file;
}

async function open(file: string): Promise<Model> {
  const opened = await openModel(`scripted:${file}`, { providers: {}, allowFake: true });
  assert.ok(opened.ok, opened.ok ? '' : opened.error.message);
  return opened.value;
}

const say = (text: string): ModelMessage => ({ role: 'user', text });
const reply = (text: string): ModelMessage => ({ role: 'assistant', text, calls: [] });
const result = (text: string): ModelMessage => ({ role: 'tool', callId: 'c', tool: 'read', text, isError: false });

async function play(model: Model, ...messages: readonly ModelMessage[]): Promise<ModelDelta[]> {
  const replies = messages.filter(({ role }) => role === 'assistant').length;
  const request = { system: '', messages, tools: [], maxOutputTokens: 100, replies };
  const deltas: ModelDelta[] = [];
  for await (const delta of model.stream(request, new AbortController().signal)) deltas.push(delta);
  return deltas;
}

const textOf = (deltas: readonly ModelDelta[]): string =>
  deltas.map((delta) => (delta.kind === 'text' ? delta.text : '')).join('');

const faultWith = (pattern: RegExp) => (error: unknown) => error instanceof Fault && pattern.test(error.message);

const NO_USAGE = { inputTokens: null, outputTokens: null, cachedTokens: null, reasoningTokens: null };

describe('a scripted model', () => {
  it('plays replies in order, in small pieces', async () => {
    const model = await open(
      await write(`
# A comment.
- reasoning: Look first.
  say: I read the file now, wait a moment.
  calls:
    - tool: read
      input: {path: a.txt}
    - tool: glob
- say: Done.
  expect: content
`),
    );
    assert.equal(model.scripted, true);
    assert.deepEqual(await play(model, say('go')), [
      { kind: 'reasoning', text: 'Look first.' },
      { kind: 'text', text: 'I read the f' },
      { kind: 'text', text: 'ile now, wai' },
      { kind: 'text', text: 't a moment.' },
      { kind: 'call', callId: 'scripted_1_1', tool: 'read', input: { path: 'a.txt' }, fault: null },
      { kind: 'call', callId: 'scripted_1_2', tool: 'glob', input: {}, fault: null },
      { kind: 'finish', reason: 'calls', usage: NO_USAGE },
    ]);
    assert.deepEqual(await play(model, say('go'), reply('…'), result('the content')), [
      { kind: 'text', text: 'Done.' },
      { kind: 'finish', reason: 'stop', usage: NO_USAGE },
    ]);
  });

  it('reads JSON as well, indented with tabs', async () => {
    const model = await open(await write('[\n\t{\n\t\t"say": "Grüße"\n\t}\n]\n', 'scenario.json'));
    assert.equal(textOf(await play(model, say('go'))), 'Grüße');
  });

  it('sends broken arguments when they are written as a text', async () => {
    const model = await open(await write(`- calls: [{tool: read, input: '{"path": '}]`));
    const [call] = await play(model, say('go'));
    assert.ok(call?.kind === 'call');
    assert.equal(call.input, null);
    assert.match(call.fault ?? '', /not valid JSON/);
  });

  it('goes on behind the replies that a resumed conversation already holds', async () => {
    const file = await write('- say: one\n- say: two\n- say: three\n');
    const model = await open(file);
    assert.equal(textOf(await play(model, say('go'), reply('one'))), 'two');
    assert.equal(textOf(await play(model, say('go'), reply('one'), reply('two'))), 'three');
  });

  it('fails as written, and plays the next reply after that', async () => {
    const file = await write('- say: I try.\n  fail: the line is down\n- say: Better.\n');
    const model = await open(file);
    await assert.rejects(
      play(model, say('go')),
      faultWith(/scenario\.yml:1: reply 1 fails as written: the line is down$/),
    );
    assert.equal(textOf(await play(model, say('go'))), 'Better.');
  });

  it('names the step whose expectation was not met', async () => {
    const model = await open(await write('- say: one\n- expect: [alpha, beta]\n  say: two\n'));
    await play(model, say('beta'));
    await assert.rejects(
      play(model, say('beta'), reply('one'), result('alpha'), result('gamma')),
      faultWith(/scenario\.yml:2: reply 2 expected "beta", but was given "alpha\\ngamma"\.$/),
    );
  });

  it('says when the replies have run out', async () => {
    const model = await open(await write('- say: one\n'));
    await play(model, say('go'));
    await assert.rejects(
      play(model, say('go'), reply('one'), say('more')),
      faultWith(/ran out of replies: it has 1, and number 2 was asked for\.$/),
    );
  });

  it('stops when aborted', async () => {
    const model = await open(await write(`- say: ${'word '.repeat(200)}\n`));
    const controller = new AbortController();
    const reason = new Error('stop');
    const request = { system: '', messages: [say('go')], tools: [], maxOutputTokens: 1, replies: 0 };
    let pieces = 0;
    const work = (async () => {
      for await (const delta of model.stream(request, controller.signal)) {
        assert.equal(delta.kind, 'text');
        pieces += 1;
        controller.abort(reason);
      }
    })();
    await assert.rejects(work, reason);
    assert.equal(pieces, 1);
  });

  it('names a file that is not there', async () => {
    const opened = await openModel(`scripted:${folder}/none.yml`, { providers: {}, allowFake: true });
    assert.ok(!opened.ok);
    assert.equal(opened.error.code, 'config-unreadable');
    assert.match(opened.error.message, /none\.yml could not be read \(ENOENT\)\.$/);
  });

  it('takes no file beyond four megabytes', async () => {
    const file = await write(`# ${'x'.repeat(4 * 1024 * 1024)}`, 'large.yml');
    const opened = await openModel(`scripted:${file}`, { providers: {}, allowFake: true });
    assert.match(opened.ok ? '' : opened.error.message, /large\.yml: a scenario may have 4194304 bytes at most\.$/);
  });

  it('takes no folder for a scenario', async () => {
    const opened = await openModel(`scripted:${folder}`, { providers: {}, allowFake: true });
    assert.equal(!opened.ok && opened.error.code, 'config-unreadable');
  });
});

const BROKEN: readonly (readonly [name: string, text: string, message: string])[] = [
  ['an empty file', '', 'f.yml:1: the scenario must be a list of replies.'],
  ['a map', 'say: x\n', 'f.yml:1: the scenario must be a list of replies.'],
  ['an empty list', '[]', 'f.yml:1: the scenario has no replies.'],
  ['an unknown key', '- say: x\n- sya: y\n', 'f.yml:2: a reply has no key sya; did you mean say?.'],
  ['a reply that says nothing', '- say: x\n- expect: y\n', 'f.yml:2: a reply needs say, calls or fail.'],
  ['a reply that is a text', '- hello\n', 'f.yml:1: a reply must be a map with say, reasoning, calls, fail, expect.'],
  ['a number as text', '- say: 3\n', 'f.yml:1: say must be a text.'],
  ['calls that are no list', '- calls:\n    tool: read\n', 'f.yml:2: calls must be a list.'],
  ['a call without a tool', '- calls:\n    - input: {}\n', 'f.yml:2: a call needs the name of a tool.'],
  [
    'an unknown key of a call',
    '- calls:\n    - tool: x\n      args: {}\n',
    'f.yml:3: a call has no key args; a call knows tool, input.',
  ],
  [
    'input that is a list',
    '- calls:\n    - tool: x\n      input: [1]\n',
    'f.yml:3: input must be a map of arguments, or their JSON as a text.',
  ],
  ['an empty expectation', '- say: x\n  expect: ""\n', 'f.yml:2: expect must hold a text to look for.'],
  ['an alias', '- say: &a x\n- say: *a\n', 'f.yml:2: write it out: a scenario has no aliases.'],
];

describe('parseScenario', () => {
  for (const [name, text, message] of BROKEN) {
    it(`refuses ${name} with file and line`, () => {
      const parsed = parseScenario('f.yml', text);
      assert.ok(!parsed.ok);
      assert.deepEqual([parsed.error.code, parsed.error.message], ['config-invalid', message]);
    });
  }

  for (const [name, text, line] of [
    ['an open bracket', '- say: x\n- calls: [\n', 3],
    ['a key twice', '- say: x\n  say: y\n', 2],
  ] as const) {
    it(`refuses broken YAML (${name}) with its line`, () => {
      const parsed = parseScenario('f.yml', text);
      assert.ok(!parsed.ok);
      assert.match(parsed.error.message, new RegExp(`^f\\.yml:${line}: .+`));
    });
  }
});
