import type { FlagTable } from '../../vocab/flag-table.ts';
import { flagTable } from './table.ts';

/** A program that starts the command behind its own options. */
export interface Wrapper {
  readonly table: FlagTable;
  /** Operands in front of the command: the seconds of `timeout`, the folder of `chroot`. */
  readonly operands?: number;
  /** `NAME=value` words may stand in front of the command. */
  readonly assignments?: boolean;
  /** The command runs in this very shell, so that its `cd` counts. */
  readonly sameShell?: boolean;
  /** Flags whose value is a shell text that runs. */
  readonly text?: readonly string[];
  /** In the place of the command: the text behind it is one that a shell runs. */
  readonly textMark?: readonly string[];
  /** The remaining words are joined and handed to a shell. */
  readonly joins?: boolean;
  /** The command stands behind `--`; what stands in front of that is its own. */
  readonly behindMarker?: boolean;
  /** Its options take any number of values, so that the command may begin at any of the first operands. */
  readonly anywhere?: boolean;
  /** Every operand is a text that a shell runs. */
  readonly texts?: boolean;
  /** Its first operand may be left out: `setarch -R ls`. */
  readonly mayLackOperand?: boolean;
  /** Without a command it starts a shell that reads its input. */
  readonly shell?: boolean;
}

/** A row of the table: the program, its options as in `flagTable`, and its form. */
export const wrapper = (
  head: string,
  groups: Readonly<Record<string, string>>,
  rest: Omit<Wrapper, 'table'> = {},
): readonly [string, Wrapper] => [head, { ...rest, table: flagTable(head, groups, { stopsAtOperand: true }) }];
