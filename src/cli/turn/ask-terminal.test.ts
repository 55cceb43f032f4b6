import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { describe, it } from 'node:test';
import { createApproval } from '../../testing/approval.ts';
import { createTerminalAnswerer, renderQuestion } from './ask-terminal.ts';

const APPROVAL = createApproval();

describe('the question', () => {
  it('shows the exact bytes, what asks and why, and how wide each answer is', () => {
    assert.deepEqual(renderQuestion(APPROVAL).split('\n'), [
      '',
      'Approval needed for shell in /w',
      '  command: git status && git push -f\\u{200b}',
      '  asks:   git push -f',
      '  why:    a rule asks about git push (step permission-rule)',
      '  rule:   /h/config.yml:4  shell git push *',
      '  danger: git-force-push, it overwrites or deletes a branch on the remote',
      '  once    = this call, this time',
      '  session = every push',
      '  deny    = it does not run',
      '',
    ]);
  });

  it('says what in the turn others wrote, where it asks because of that', () => {
    const shown = renderQuestion({
      ...APPROVAL,
      rule: null,
      step: 'taint-ask',
      sources: ['network: shell curl u\n', 'file'],
    });
    assert.ok(shown.includes('  source: network: shell curl u\\n\n  source: file\n'), shown);
  });

  it('shows every line of a long text and never cuts it', () => {
    const content = `${'x'.repeat(5000)}\nlast`;
    const shown = renderQuestion({ ...APPROVAL, tool: 'write', input: { path: 'a.txt', content }, asking: [] });
    assert.ok(shown.includes(`    | ${'x'.repeat(5000)}\n    | last\n`));
  });

  it('keeps text from passing for a line of the question', () => {
    const shown = renderQuestion({ ...APPROVAL, input: { command: 'ls\n  why:    it is harmless' }, asking: [] });
    assert.ok(shown.includes('    |   why:    it is harmless\n'));
  });
});

async function answer(keys: string | null, signal = new AbortController().signal) {
  const input = new PassThrough();
  const said: string[] = [];
  const say = (text: string): void => {
    said.push(text);
    if (keys !== null && text.startsWith('Answer (') && !input.writableEnded) input.end(keys);
  };
  const asked = createTerminalAnswerer({ input, say, by: 'local:1' }).ask(APPROVAL, signal);
  return { answer: await asked, said: said.join('') };
}

describe('a question of the model', () => {
  const createQuestion = (question: string, options: readonly string[]) =>
    createApproval({ tool: 'question', answers: [], question: { question, options } });
  const put = async (keys: string | null, options: readonly string[] = []) => {
    const input = new PassThrough();
    const said: string[] = [];
    const say = (text: string): void => {
      said.push(text);
      if (!text.startsWith('Your answer') || said.length > 2 || keys === null) return;
      input.end(keys);
    };
    const answerer = createTerminalAnswerer({ input, say, by: 'local:1' });
    const signal = keys === null ? AbortSignal.abort() : new AbortController().signal;
    return { reply: await answerer.ask(createQuestion('which?', options), signal), said: said.join('') };
  };

  it('shows its answers with numbers, and hides nothing', () => {
    assert.deepEqual(renderQuestion(createQuestion('a\u001b?\nb', ['x', 'y\nz'])).split('\n'), [
      '',
      'The model asks:',
      '  | a\\u{1b}?',
      '  | b',
      '  1 = x',
      '  2 = y\\nz',
      '',
    ]);
  });

  const cases: readonly [string, readonly string[], string | null][] = [
    [' in words \n', [], 'in words'],
    ['2\n', ['x', 'y'], 'y'],
    ['3\n', ['x', 'y'], '3'],
    ['1\n', [], '1'],
    ['\n\nlate\n', [], 'late'],
    ['', [], null],
    ['\n', [], null],
  ];
  for (const [keys, options, expected] of cases) {
    it(`answered by ${JSON.stringify(keys)} gives ${expected ?? 'nothing'}`, async () => {
      const { reply } = await put(keys, options);
      assert.deepEqual(reply, expected === null ? null : { text: expected, by: 'local:1' });
    });
  }

  it('ends with the turn, and asks nobody after the end of input', async () => {
    assert.equal((await put(null)).reply, null);
    const input = new PassThrough();
    const answerer = createTerminalAnswerer({ input, say: () => undefined, by: 'local:1' });
    input.destroy();
    assert.equal(await answerer.ask(createQuestion('x', []), new AbortController().signal), null);
  });
});

describe('the answer', () => {
  const cases: readonly [string, string | null][] = [
    ['once\n', 'once'],
    ['o\n', 'once'],
    ['  SESSION \n', 'session'],
    ['d\n', 'deny'],
    ['y\n', 'once'],
    [' Yes\n', 'once'],
    ['n\n', 'deny'],
    ['NO\n', 'deny'],
    ['sure\n\nalways\nconstructor\ndeny\n', 'deny'],
    ['', null],
    ['what\n', null],
  ];
  for (const [keys, expected] of cases) {
    it(`to ${JSON.stringify(keys)} is ${expected ?? 'none'}`, async () => {
      const given = await answer(keys);
      assert.deepEqual(given.answer, expected === null ? null : { answer: expected, by: 'local:1' });
    });
  }

  it('is asked for again, with the words that count', async () => {
    assert.match((await answer('sure\no\n')).said, /Please answer one of once, session, deny\./);
  });

  it('is never what was typed before the question stood there', async () => {
    const input = new PassThrough();
    const said: string[] = [];
    const say = (text: string): void => {
      said.push(text);
      if (text.startsWith('Answer (')) input.write('deny\n');
    };
    input.write('once\n');
    const given = await createTerminalAnswerer({ input, say, by: 'local:1' }).ask(
      APPROVAL,
      new AbortController().signal,
    );
    assert.deepEqual(given, { answer: 'deny', by: 'local:1' });
    assert.equal(said[1], 'What was typed before the question does not count.\n');
  });

  it('is never what was typed between two questions', async () => {
    const input = new PassThrough();
    const said: string[] = [];
    let answers = ['once\nonce\nonce\n', 'deny\n'];
    const say = (text: string): void => {
      said.push(text);
      if (!text.startsWith('Answer (')) return;
      const [next = '', ...rest] = answers;
      answers = rest;
      input.write(next);
    };
    const answerer = createTerminalAnswerer({ input, say, by: 'local:1' });
    const signal = new AbortController().signal;
    assert.deepEqual(await answerer.ask(APPROVAL, signal), { answer: 'once', by: 'local:1' });
    input.write('once\n');
    assert.deepEqual(await answerer.ask(APPROVAL, signal), { answer: 'deny', by: 'local:1' });
    assert.ok(said.includes('What was typed before the question does not count.\n'));
  });

  it('is none for every question after the end of input, each of which takes a line', async () => {
    const input = new PassThrough();
    const said: string[] = [];
    const answerer = createTerminalAnswerer({ input, say: (text) => void said.push(text), by: 'local:1' });
    input.end('');
    const signal = new AbortController().signal;
    assert.equal(await answerer.ask(APPROVAL, signal), null);
    said.length = 0;
    assert.equal(await answerer.ask(APPROVAL, signal), null);
    assert.deepEqual(said, ['Approval needed for shell, and the input has ended: nobody can answer.\n']);
  });

  it('ends with the turn', async () => {
    const stop = new AbortController();
    const asked = answer(null, stop.signal);
    stop.abort();
    assert.equal((await asked).answer, null);
  });
});
