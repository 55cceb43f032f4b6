import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createApproval } from '../../testing/approval.ts';
import type { Approval } from '../../vocab/approval.ts';
import { ApprovalPanel, nameQuestion } from './approval-panel.ts';
import { createTheme } from './theme.ts';

const ENTER = '\r';
const ESC = '\u001b';

/** A panel whose clock stands still until it is moved; what it tells is written down. */
function open(changes: Partial<Approval> = {}) {
  const told: unknown[] = [];
  const clock = { now: 0 };
  const panel = new ApprovalPanel({
    approval: createApproval(changes),
    theme: createTheme({ color: false, utf8: true }),
    by: 'local:1',
    now: () => clock.now,
    answered: (given) => told.push(given),
    why: () => told.push('why'),
    edit: (command) => told.push(['edit', command]),
    leave: () => told.push('leave'),
  });
  panel.focused = true;
  const press = (...keys: readonly string[]): void => keys.forEach((key) => panel.handleInput(key));
  return { panel, told, clock, press, shown: () => panel.render(80).join('\n') };
}

/** As {@link open}, after somebody has read the question. */
function read(changes: Partial<Approval> = {}) {
  const opened = open(changes);
  opened.clock.now = 1_000;
  return opened;
}

describe('the panel of a question', () => {
  const KEYS: readonly (readonly [readonly string[], readonly unknown[]])[] = [
    [['o'], [{ answer: 'once', by: 'local:1' }]],
    [['s'], [{ answer: 'session', by: 'local:1' }]],
    [['d', ENTER], [{ answer: 'deny', by: 'local:1' }]],
    [['d', 'n', 'o', ENTER], [{ answer: 'deny', by: 'local:1', note: 'no' }]],
    [['d', 'x', ESC, 'o'], [{ answer: 'once', by: 'local:1' }]],
    [
      ['w', 'o'],
      ['why', { answer: 'once', by: 'local:1' }],
    ],
    [['e'], [['edit', 'git status && git push -f\u200b']]],
    [[ESC], ['leave']],
    [['p', 'c', 'D', 'x', ENTER, ' '], []],
  ];
  for (const [keys, told] of KEYS) {
    it(`takes ${JSON.stringify(keys)}`, () => {
      const opened = read();
      opened.press(...keys);
      assert.deepEqual(opened.told, told);
    });
  }

  it('takes no key before a pause of 400 ms, however long somebody types', () => {
    const { told, clock, press, shown } = open();
    for (let at = 0; at < 3_000; at += 300) {
      clock.now = at;
      press('o');
    }
    assert.deepEqual(told, []);
    assert.match(shown(), /What was typed before the question does not count\./);
    clock.now += 400;
    press('o');
    assert.deepEqual(told, [{ answer: 'once', by: 'local:1' }]);
  });

  it('names an answer that is not offered, and shows only those that are', () => {
    const { press, shown } = read();
    press('p');
    assert.match(shown(), /always_prefix is not offered for this call\.\no once · s session · d deny · w why · e edit/);
  });

  it('offers no edit for what is no shell line', () => {
    const { press, told, shown } = read({ tool: 'edit', input: { path: 'a', command: 'b' } });
    press('e');
    assert.deepEqual(told, []);
    assert.doesNotMatch(shown(), /e edit/);
  });

  it('takes a reply of the person to a question of the model, by number or in words', () => {
    const question = { question: 'Which?', options: ['red', 'blue'] };
    for (const [keys, text] of [
      [['2'], 'blue'],
      [['9'], '9'],
      [['g', 'o'], 'go'],
    ] as const) {
      const { press, told } = read({ question, answers: [] });
      press(ENTER, ...keys, ENTER);
      assert.deepEqual(told, [{ text, by: 'local:1' }]);
    }
  });

  it('says beside the editor how to come back', () => {
    const { panel, shown } = read();
    panel.focused = false;
    assert.match(shown(), /Esc comes back to this question/);
    assert.doesNotMatch(shown(), /o once/);
  });

  it('writes what an ASCII terminal cannot show as its code', () => {
    const parts = { by: 'l', now: () => 0, answered: () => 0, why: () => 0, edit: () => 0, leave: () => 0 };
    const theme = createTheme({ color: false, utf8: false });
    const panel = new ApprovalPanel({ ...parts, theme, approval: createApproval({ input: { command: 'rm é' } }) });
    assert.match(panel.render(80).join('\n'), /command: rm \\u\{e9\}/);
  });
});

it('a question is named in one line', () => {
  assert.equal(nameQuestion(createApproval({ segment: 'git push\n-f' })), 'shell  git push\\n-f');
  assert.equal(nameQuestion(createApproval({ segment: null, input: { n: 1, path: 'a' }, tool: 'read' })), 'read  a');
  const question = { question: 'Which?', options: [] };
  assert.equal(nameQuestion(createApproval({ tool: 'question', question })), 'question  Which?');
});
