import { Input, Key, matchesKey, type Component, type Focusable } from '@earendil-works/pi-tui';
import { showOnOneLine } from '../../base/text.ts';
import type { Approval, PersonAnswer, PersonReply } from '../../vocab/approval.ts';
import type { AnswerKind } from '../../vocab/decision.ts';
import { findReply, renderQuestion } from '../turn/ask-terminal.ts';
import type { Theme } from './theme.ts';
import { pack, wrap, wrapColumns } from './wrap.ts';

/** One key an answer; a capital letter for the one that forbids for good. */
export const ANSWER_KEYS: Readonly<Record<AnswerKind, string>> = {
  once: 'o',
  session: 's',
  always_prefix: 'p',
  always_command: 'c',
  deny: 'd',
  deny_always: 'D',
};

/** Keys are taken after so long a pause: who was typing when the question came did not mean it. */
const PAUSE_MS = 400;

export interface PanelParts {
  readonly approval: Approval;
  readonly theme: Theme;
  readonly by: string;
  readonly now: () => number;
  readonly answered: (given: PersonAnswer | PersonReply) => void;
  /** The person wants to see why it asks. */
  readonly why: () => void;
  /** The person wants another command instead; only for a shell line. Null where that cannot be. */
  readonly edit: ((command: string) => void) | null;
  /** Back to the editor; the question stays. */
  readonly leave: () => void;
}

type Typing = 'key' | 'note' | 'reply';

/** Shows one question and takes its answer. Nothing closes it but an answer, or the end of the question. */
export class ApprovalPanel implements Component, Focusable {
  readonly #parts: PanelParts;
  readonly #input = new Input();
  /** When the last key came that may have been meant for the editor; null once the person answers here. */
  #typedAt: number | null;
  #typing: Typing;
  #hint = '';
  #isFocused = false;

  constructor(parts: PanelParts) {
    this.#parts = parts;
    this.#typedAt = parts.now();
    this.#typing = parts.approval.question === undefined ? 'key' : 'reply';
  }

  get focused(): boolean {
    return this.#isFocused;
  }

  set focused(value: boolean) {
    this.#isFocused = value;
    this.#input.focused = value && this.#typing !== 'key';
  }

  render(width: number): readonly string[] {
    const { approval, theme } = this.#parts;
    const title = approval.question === undefined ? 'yellow' : 'cyan';
    const [head = '', ...rest] = theme.exact(renderQuestion(approval)).trim().split('\n');
    const lines = [...wrap([theme.paint('bold', theme.paint(title, head))], width), ...wrapColumns(rest, width)];
    const border = theme.paint(title, theme.signs.line.repeat(Math.max(1, width)));
    // Beside the editor, whose own border is next.
    const end = this.#isFocused ? [border] : [];
    return [border, ...lines, '', ...wrap(this.#foot(width), width), ...this.#inputLines(width), ...end];
  }

  #foot(width: number): readonly string[] {
    const { theme, approval, edit } = this.#parts;
    if (!this.#isFocused) return [theme.paint('yellow', 'Esc comes back to this question; the turn waits for it.')];
    if (this.#typing === 'note')
      return [theme.paint('bold', 'Denied. What shall the model be told? Enter sends, also without a word.')];
    if (this.#typing === 'reply') return [theme.paint('bold', this.#replyHint())];
    const keys = approval.answers.map(({ answer }) => `${ANSWER_KEYS[answer]} ${answer}`);
    const more = ['w why', ...(edit !== null && isShellLine(approval) ? ['e edit'] : []), 'Esc later'];
    const said = this.#hint === '' ? [] : [theme.paint('yellow', this.#hint)];
    return [...said, ...pack([...keys, ...more], theme.signs.between, width).map((line) => theme.paint('bold', line))];
  }

  #replyHint(): string {
    const count = this.#parts.approval.question?.options.length ?? 0;
    return count === 0 ? 'Your answer, Enter sends it:' : `Your answer (1-${count}, or in words), Enter sends it:`;
  }

  #inputLines(width: number): readonly string[] {
    return this.#typing === 'key' ? [] : this.#input.render(Math.max(1, width));
  }

  invalidate(): void {
    this.#input.invalidate();
  }

  handleInput(data: string): void {
    if (!this.#isMeant()) return;
    if (matchesKey(data, Key.escape)) {
      if (this.#typing === 'note') this.#type('key');
      else this.#parts.leave();
      return;
    }
    if (this.#typing === 'key') this.#takeKey(data);
    else if (matchesKey(data, Key.enter)) this.#send();
    else this.#input.handleInput(data);
  }

  #isMeant(): boolean {
    const now = this.#parts.now();
    if (this.#typedAt === null) return true;
    const isMeant = now - this.#typedAt >= PAUSE_MS;
    this.#typedAt = isMeant ? null : now;
    this.#hint = isMeant ? '' : 'What was typed before the question does not count.';
    return isMeant;
  }

  #takeKey(data: string): void {
    const { approval, why, edit, answered, by } = this.#parts;
    if (data === 'w') return why();
    if (data === 'e' && edit !== null && isShellLine(approval)) return edit(String(approval.input['command']));
    const chosen = approval.answers.find(({ answer }) => ANSWER_KEYS[answer] === data);
    if (chosen === undefined) {
      const named = Object.entries(ANSWER_KEYS).find(([, key]) => key === data);
      this.#hint = named === undefined ? '' : `${named[0]} is not offered for this call.`;
      return;
    }
    if (chosen.answer === 'deny') return this.#type('note');
    answered({ answer: chosen.answer, by });
  }

  #type(typing: Typing): void {
    this.#typing = typing;
    this.#input.setValue('');
    this.focused = this.#isFocused;
  }

  #send(): void {
    const { approval, answered, by } = this.#parts;
    const text = this.#input.getValue().trim();
    if (this.#typing === 'note') {
      answered({ answer: 'deny', by, ...(text === '' ? {} : { note: text }) });
      return;
    }
    const reply = findReply(text, approval.question?.options ?? []);
    if (reply !== null) answered({ text: reply, by });
  }
}

const isShellLine = ({ tool, input }: Approval): boolean => tool === 'shell' && typeof input['command'] === 'string';

/** In one line: what is asked, without its answers. */
export function nameQuestion({ tool, segment, input, question }: Approval): string {
  const [first = ''] = Object.values(input).filter((value) => typeof value === 'string');
  return `${tool}  ${showOnOneLine(question?.question ?? segment ?? first)}`;
}
