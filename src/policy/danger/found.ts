import type { DangerClass } from '../../vocab/danger.ts';
import type { Facts } from '../../vocab/facts.ts';
import type { SimpleCommand } from '../../vocab/shell-line.ts';

/** A class found in one command; `words` and `paths` as in `Danger`. */
export interface Found {
  readonly class: DangerClass;
  readonly because: string;
  readonly words?: readonly string[];
  readonly paths?: readonly string[];
}

/** Looks at one command of a line; `all` are the commands of the whole line. */
export type DangerCheck = (command: SimpleCommand, facts: Facts, all: readonly SimpleCommand[]) => readonly Found[];

export const NONE: readonly Found[] = [];
