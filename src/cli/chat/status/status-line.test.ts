import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { stripVTControlCharacters } from 'node:util';
import { visibleWidth } from '@earendil-works/pi-tui';
import type { ChatStatus } from './chat-status.ts';
import { renderStatus, short } from './status-line.ts';
import { createTheme } from '../theme.ts';

const STATUS: ChatStatus = {
  session: null,
  mode: 'default',
  model: null,
  isBusy: false,
  queued: [],
  contextTokens: null,
  windowTokens: 128_000,
  inputTokens: 0,
  outputTokens: 0,
  skill: null,
  isShared: false,
};
const BUSY: Partial<ChatStatus> = { isBusy: true, contextTokens: 64_000, inputTokens: 250_000, outputTokens: 4_200 };
const theme = createTheme({ color: false, utf8: true });

interface Row {
  readonly name: string;
  readonly status?: Partial<ChatStatus>;
  readonly price?: { readonly input: number; readonly output: number };
  readonly hint?: string;
  readonly width: number;
  readonly line: string;
}

const ROWS: readonly Row[] = [
  { name: 'at rest', width: 60, line: 'default · a:b · 0% of 128k · 0 in, 0 out               /help' },
  {
    name: 'with an active skill',
    status: { skill: 'demo' },
    width: 72,
    line: 'default · skill demo · a:b · 0% of 128k · 0 in, 0 out              /help',
  },
  {
    name: 'busy',
    status: BUSY,
    width: 60,
    line: 'default · a:b · 50% of 128k · 250k in, 4.2k out    Esc stops',
  },
  {
    name: 'with a price',
    status: BUSY,
    price: { input: 3, output: 15 },
    width: 50,
    line: 'default · a:b · 50% of 128k · $0.813     Esc stops',
  },
  {
    name: 'with what waits',
    status: { queued: ['a', 'b'].map((text) => ({ text, modelOnce: null })), isShared: true, mode: 'yolo' },
    width: 80,
    line: 'yolo · a:b · 0% of 128k · 0 in, 0 out · 2 queued · open elsewhere too      /help',
  },
  { name: 'a part that does not fit is left out whole', width: 39, line: 'default · a:b · 0% of 128k        /help' },
  { name: 'in a narrow terminal', width: 14, line: 'default · a:b' },
  { name: 'in a very narrow one', width: 4, line: 'defa' },
  { name: 'what is said for the moment comes first', hint: 'press again', width: 20, line: 'default  press again' },
  { name: 'and stands alone where nothing else fits', hint: 'press again', width: 12, line: 'press again' },
];

describe('the status line', () => {
  for (const { name, status = {}, price = null, hint = null, width, line } of ROWS) {
    it(name, () => {
      const shown = renderStatus({ status: { ...STATUS, ...status }, model: 'a:b', price, hint }, width, theme);
      assert.equal(stripVTControlCharacters(shown), line);
      assert.ok(visibleWidth(shown) <= width);
    });
  }

  it('says that there is no model, and shows no control sequence of its name', () => {
    const render = (model: string | null): string =>
      renderStatus({ status: STATUS, model, price: null, hint: null }, 80, theme).split(' · ')[1] ?? '';
    assert.deepEqual([render(null), render('a:\u001b[2J')], ['no model', 'a:\\u{1b}[2J']);
  });
});

it('tokens are told in few signs', () => {
  assert.deepEqual([0, 999, 1000, 1234, 99_949, 100_000, 1_250_000].map(short), [
    '0',
    '999',
    '1k',
    '1.2k',
    '99.9k',
    '100k',
    '1250k',
  ]);
});
