import { Markdown } from '@earendil-works/pi-tui';
import { createAnswerLines } from '../src/cli/chat/answer/answer-lines.ts';
import { createTheme } from '../src/cli/chat/theme.ts';
import type { Row } from './table.ts';

const LINES = 4_000;
const PIECES = 100;
const WIDTH = 100;
const GOAL = 0.2;

const theme = createTheme({ color: true, utf8: true });

/** Lines as models write them: paragraphs, a list, code. */
const TEXT = Array.from({ length: LINES / 8 }, (_, i) =>
  [
    `Paragraph ${i} says *something* about \`it\`.`,
    '',
    `- one of ${i}`,
    '- another one, which is **longer**',
    '',
    ['```js', `call(${i});`, '```'].join('\n'),
    '',
  ].join('\n'),
).join('\n');

/** Milliseconds of the processor until an answer that came in pieces was rendered, each piece as it came. */
function stream(render: (text: string) => unknown): number {
  const begun = process.cpuUsage();
  for (let piece = 1; piece <= PIECES; piece++) render(TEXT.slice(0, Math.ceil((TEXT.length * piece) / PIECES)));
  const { user, system } = process.cpuUsage(begun);
  return (user + system) / 1000;
}

/** A long answer that streams: what is finished is kept, against Markdown that is given the whole each time. */
export function measureAnswers(): readonly Row[] {
  const [parts, whole] = [createAnswerLines(theme), new Markdown('', 0, 0, theme.markdown)];
  const ways = {
    parts: () => stream((text) => parts(text, WIDTH)),
    whole: () =>
      stream((text) => {
        whole.setText(text);
        return whole.render(WIDTH);
      }),
  };
  ways.parts();
  const [ms, beside] = [ways.parts(), ways.whole()];
  return [
    {
      what: `an answer of ${LINES} lines rendered as it streams, in ${PIECES} pieces`,
      measured: `${ms.toFixed(0)} ms`,
      beside: `the whole of it anew each time, ${beside.toFixed(0)} ms`,
      ratio: `${(ms / beside).toFixed(2)}x`,
      goal: `<= ${GOAL}x`,
      met: ms / beside <= GOAL,
    },
  ];
}
