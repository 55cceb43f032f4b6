import type { OwnCommand } from '../../app/create-app.ts';

/** What a person's own command printed, in words for the model. */
export interface Shown {
  readonly text: string;
  /** It may hold what others wrote, and then taints the turn. */
  readonly reachesNetwork: boolean;
}

const MAX_SHOWN_CHARS = 20_000;

export function toShown(command: string, { output, failure, reachesNetwork }: OwnCommand): Shown {
  const cut =
    output.length > MAX_SHOWN_CHARS ? `[its beginning is left out]\n${output.slice(-MAX_SHOWN_CHARS)}` : output;
  const failed = failure === null ? '' : `It failed: ${failure}.\n`;
  return { text: `I ran this myself: ${command}\n${failed}It printed:\n${cut.trimEnd()}`, reachesNetwork };
}
