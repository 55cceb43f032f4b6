import { flagTable } from '../../shell/tables/table.ts';
import type { FlagTable } from '../../vocab/flag-table.ts';
import type { FlagsRead } from '../flags.ts';

/** A program, or a subcommand of git, that reads as long as it is called within these bounds. */
export interface ReadonlyHead {
  /** Every flag that is let through, and by effect `writes`, `runs`, `net` those that are known not to be. */
  readonly table: FlagTable;
  /** Which operands name files: all of them, none, or all but a first pattern or program. */
  readonly files: 'all' | 'none' | 'behind-pattern';
  /** Flags that stand for the pattern, so that the first operand is a file too (`grep -e x file`). */
  readonly patternFlags?: readonly string[];
  /** An operand can make it write, so that a glob or an expansion could bring one. */
  readonly strict?: boolean;
  /** Why flags and operands that are all known must not go through; null when they may. */
  readonly refuse?: (read: FlagsRead) => string | null;
  /** Called like this it reads the contents of whole trees. */
  readonly readsTree?: (read: FlagsRead) => boolean;
  /** When it does, it also reads what the links in them lead to. */
  readonly followsLinks?: (read: FlagsRead) => boolean;
}

type Groups = Readonly<Record<string, string>>;
type Rest = Omit<ReadonlyHead, 'table' | 'files'> & { readonly files?: ReadonlyHead['files'] };
type Form = Partial<Omit<FlagTable, 'head' | 'flags'>>;

/** One entry of a table of heads; the groups are those of `flagTable`. Operands are files unless said otherwise. */
export const head = (
  name: string,
  groups: Groups,
  rest: Rest = {},
  form: Form = {},
): readonly [string, ReadonlyHead] => [name, { files: 'all', ...rest, table: flagTable(name, groups, form) }];

/** A program that goes through with one of these flags alone: `node --version`. */
export const probe = (name: string, flags: string): readonly [string, ReadonlyHead] =>
  head(name, { '0': flags }, { files: 'none', refuse: refuseAllButOneFlag }, { exactLong: true });

function refuseAllButOneFlag(read: FlagsRead): string | null {
  return read.flags.length === 1 && read.operands.length === 0 ? null : 'it may only be asked for its version';
}

export const has = (read: FlagsRead, ...names: readonly string[]): boolean =>
  read.flags.some((used) => names.includes(used.name));

/** Refuses any operand. */
export const noOperands = (read: FlagsRead): string | null =>
  read.operands.length === 0 ? null : 'it takes an operand, which can change something';

const strictness = new WeakMap<ReadonlyHead, boolean>();

/** True when some word could make the program write or start another, so that expansions are not let through. */
export function isStrict(spec: ReadonlyHead): boolean {
  let strict = strictness.get(spec);
  if (strict === undefined) {
    const acts = Object.values(spec.table.flags).some(
      ({ effect }) => effect === 'writes' || effect === 'runs' || effect === 'net',
    );
    strict = spec.strict === true || acts;
    strictness.set(spec, strict);
  }
  return strict;
}
