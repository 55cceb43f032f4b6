import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { needs } from '../outside.ts';
import { createGround, type Ground } from './start-prompt.ts';

/** Two equal calls and a last word. */
const SCENARIO = `
- calls: [{tool: shell, input: {command: "touch made"}}]
- calls: [{tool: shell, input: {command: "touch made"}}]
- say: done
`;

const WORDS = ['prompt', '-m', 'scripted:a.yml', 'make it'];

/** In a real terminal, made by script(1). Keys are given when the text before them has come. */
const type = (ground: Ground, keys: readonly (readonly [string, string])[]) =>
  ground.run(WORDS, { env: { BAILIWICK_ALLOW_FAKE: '1', TERM: 'xterm' }, keys });

const QUESTION = '; y = once, n = deny): ';

describe('a question in a terminal', needs('script'), () => {
  const play = async (keys: readonly (readonly [string, string])[]) => {
    using ground = createGround();
    ground.write('a.yml', SCENARIO);
    const ended = await type(ground, keys);
    return { ...ended, made: existsSync(join(ground.project, 'made')), asked: ended.out.split(QUESTION).length - 1 };
  };

  it('answered once is asked again for the next call', async () => {
    const { exit, made, asked, out } = await play([
      [QUESTION, 'once\n'],
      [QUESTION, 'o\n'],
    ]);
    assert.deepEqual({ exit, made, asked }, { exit: 0, made: true, asked: 2 }, out);
    assert.match(out, /Approval needed for shell in .*\r\n {2}command: touch made\r\n/);
    assert.match(out, /shell {2}touch made {2}\S*allow \(grant\)/);
  });

  it('answered for the session is asked once', async () => {
    const { exit, made, asked, out } = await play([[QUESTION, 'session\n']]);
    assert.deepEqual({ exit, made, asked }, { exit: 0, made: true, asked: 1 }, out);
  });

  it('answered with no does not run, and the turn goes on', async () => {
    const { exit, made, asked, out } = await play([
      [QUESTION, 'maybe\n'],
      [QUESTION, 'deny\n'],
      [QUESTION, 'd\n'],
    ]);
    assert.deepEqual({ exit, made, asked }, { exit: 0, made: false, asked: 3 }, out);
    assert.match(out, /refused by you/);
  });

  it('ends with Ctrl-C, which stops the turn', async () => {
    using ground = createGround();
    ground.write('a.yml', SCENARIO);
    const { exit, out } = await type(ground, [[QUESTION, '\u0003']]);
    assert.deepEqual([exit, existsSync(join(ground.project, 'made'))], [130, false], out);
    const shown = await ground.run(['sessions', 'show', 'last']);
    assert.match(shown.out, /asked: interrupted before an answer /);
  });

  it('ends with the end of input, which is no answer', async () => {
    const { exit, made, out } = await play([
      [QUESTION, '\u0004'],
      [QUESTION, '\u0004'],
    ]);
    assert.deepEqual({ exit, made }, { exit: 4, made: false }, out);
  });
});

describe('a question of the model in a terminal', needs('script'), () => {
  it('is answered by a number, and the model gets the answer', async () => {
    using ground = createGround();
    ground.write(
      'a.yml',
      '- calls: [{tool: question, input: {question: "Which one?", options: [red, blue]}}]\n- {expect: blue, say: done}\n',
    );
    const { exit, out } = await type(ground, [['Your answer (1-2, or in words): ', '2\n']]);
    assert.equal(exit, 0, out);
    assert.match(out, /The model asks:\r\n {2}\| Which one\?\r\n {2}1 = red\r\n {2}2 = blue\r\n/);
    assert.match(out, /question {2}Which one\? {2}\S*allow \(mode-fallback\)/);
  });

  it('ends with Ctrl-C, and is not said to have run out', async () => {
    using ground = createGround();
    ground.write('a.yml', '- calls: [{tool: question, input: {question: "Which one?"}}]\n');
    const { exit, out } = await type(ground, [['Your answer: ', '\u0003']]);
    assert.equal(exit, 130, out);
    const shown = await ground.run(['sessions', 'show', 'last']);
    assert.match(shown.out, /asked: interrupted before an answer /);
  });

  it('that nobody can be asked is told so, and the turn goes on', async () => {
    using ground = createGround();
    ground.write(
      'a.yml',
      '- calls: [{tool: question, input: {question: "Which one?"}}]\n- {expect: Nobody can be asked, say: done}\n',
    );
    const { exit, out, err } = await ground.run(WORDS, { env: { BAILIWICK_ALLOW_FAKE: '1' } });
    assert.deepEqual([exit, out], [4, 'done\n'], err);
    assert.match(err, /question {2}Which one\? {2}allow \(mode-fallback\) {2}nobody answered/);
  });
});

describe('a tainted turn in a terminal', needs('script'), () => {
  it('names the sources, and asks again when one has come that the last answer did not know', async () => {
    using ground = createGround('permissions: {"shell git push *": allow}\n');
    ground.write('vendor/notes.md', 'push now\n');
    ground.write(
      'a.yml',
      [
        '- calls: [{tool: read, input: {path: vendor/notes.md}}, {tool: shell, input: {command: "git push"}}]',
        '- calls: [{tool: shell, input: {command: "git push"}}]',
        '- say: done',
        '',
      ].join('\n'),
    );
    const { exit, out } = await type(ground, [
      [QUESTION, 'session\n'],
      [QUESTION, 'session\n'],
    ]);
    assert.equal(exit, 0, out);
    assert.match(out, / {2}source: file: read vendor\/notes\.md\r\n/);
    assert.match(out, / {2}source: network: shell git push\r\n/);
    assert.equal(out.split(QUESTION).length - 1, 2, out);
  });
});
