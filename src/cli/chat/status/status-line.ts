import { truncateToWidth, visibleWidth } from '@earendil-works/pi-tui';
import { showOnOneLine } from '../../../base/text.ts';
import type { Price } from '../../../vocab/notify.ts';
import type { Mode } from '../../../vocab/principal.ts';
import type { ChatStatus } from './chat-status.ts';
import type { Style, Theme } from '../theme.ts';
import { pack } from '../wrap.ts';

interface Facts {
  readonly status: ChatStatus;
  /** The model that answers now. */
  readonly model: string | null;
  /** What it costs, where that is configured. */
  readonly price: Price | null;
  /** Something for the moment, such as `press it again for yolo`. */
  readonly hint: string | null;
}

const MODES: Readonly<Record<Mode, Style>> = { default: 'green', plan: 'cyan', yolo: 'red' };

/** `default · anthropic:x · 12% of 128k · $0.03`, and behind it what waits. What does not fit is left out from the end. */
export function renderStatus({ status, model, price, hint }: Facts, width: number, theme: Theme): string {
  const { paint, signs } = theme;
  const { mode, isBusy, queued, isShared, skill } = status;
  const parts = [
    paint(MODES[mode], mode),
    ...(skill === null ? [] : [paint('cyan', `skill ${showOnOneLine(skill)}`)]),
    paint('dim', showOnOneLine(model ?? 'no model')),
    paint('dim', contextOf(status)),
    paint('dim', costOf(status, price)),
    ...(queued.length === 0 ? [] : [paint('yellow', `${queued.length} queued`)]),
    ...(isShared ? [paint('yellow', 'open elsewhere too')] : []),
  ];
  const between = paint('dim', signs.between);
  const right = paint(hint === null ? 'dim' : 'yellow', hint ?? (isBusy ? 'Esc stops' : '/help'));
  // What is said for the moment comes before everything but the mode.
  const room = width - (hint === null ? 0 : visibleWidth(right) + 1);
  const [left = ''] = pack(parts, between, room);
  const gap = width - visibleWidth(left) - visibleWidth(right);
  if (gap >= 1) return `${left}${' '.repeat(gap)}${right}`;
  return truncateToWidth(hint === null ? left : right, width, '');
}

function contextOf({ contextTokens, windowTokens }: ChatStatus): string {
  if (contextTokens === null) return `0% of ${short(windowTokens)}`;
  return `${Math.round((contextTokens / windowTokens) * 100)}% of ${short(windowTokens)}`;
}

/** What no price is configured for is told in tokens. */
function costOf({ inputTokens, outputTokens }: ChatStatus, price: Price | null): string {
  if (price === null) return `${short(inputTokens)} in, ${short(outputTokens)} out`;
  const dollars = (inputTokens * price.input + outputTokens * price.output) / 1_000_000;
  return `$${dollars.toFixed(dollars < 1 ? 3 : 2)}`;
}

export const short = (tokens: number): string =>
  tokens < 1000
    ? String(tokens)
    : tokens < 100_000
      ? `${(tokens / 1000).toFixed(1).replace(/\.0$/, '')}k`
      : `${Math.round(tokens / 1000)}k`;
