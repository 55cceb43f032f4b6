import { Markdown } from '@earendil-works/pi-tui';
import { showControl } from '../../turn/call-words.ts';
import { createCutter, type Limits, type Part } from './markdown-parts.ts';
import type { Theme } from '../theme.ts';
import { fit } from '../wrap.ts';

interface Kept {
  readonly width: number;
  readonly first: Part | undefined;
  count: number;
  readonly lines: string[];
}

/** The lines of an answer at a width; what is finished of one that streams is rendered once. */
export function createAnswerLines(theme: Theme, limits?: Limits): (text: string, width: number) => readonly string[] {
  const cutParts = createCutter(limits);
  // It keeps the blocks that it made: of what is not finished most stays as it was.
  const last = new Markdown('', 0, 0, theme.markdown);
  let kept: Kept = { width: 0, first: undefined, count: 0, lines: [] };
  return (text, width) => {
    const { done, rest } = cutParts(showControl(text.replaceAll('\r\n', '\n')));
    if (kept.width !== width || kept.first !== done[0]) kept = { width, first: done[0], count: 0, lines: [] };
    for (const part of done.slice(kept.count)) {
      const lines = renderPart(part, new Markdown('', 0, 0, theme.markdown), width);
      for (const line of lines) kept.lines.push(line);
    }
    kept.count = done.length;
    return [...kept.lines, ...renderPart(rest, last, width)];
  };
}

function renderPart({ text, skipFirst, skipLast }: Part, markdown: Markdown, width: number): readonly string[] {
  markdown.setText(text);
  const lines = markdown.render(width);
  return fit(lines.slice(skipFirst, lines.length - skipLast), width);
}
