import type { Arity, Flag, FlagEffect, FlagTable } from '../../vocab/flag-table.ts';

/**
 * Writes a table in few lines: each group is `arity[/effect]` and a list of spellings; `a|b` are two spellings of one flag.
 * `{ '0': '-f|--force -v', '1/reads': '--from-file' }`
 */
export function flagTable(
  head: string,
  groups: Readonly<Record<string, string>>,
  rest: Partial<Omit<FlagTable, 'head' | 'flags'>> = {},
): FlagTable {
  let flags: FlagTable['flags'] | null = null;
  return {
    head,
    style: 'gnu',
    ...rest,
    // Read when it is first asked for: most commands need few of the tables.
    get flags() {
      flags ??= readGroups(groups);
      return flags;
    },
  };
}

function readGroups(groups: Readonly<Record<string, string>>): FlagTable['flags'] {
  const flags: Record<string, Flag> = {};
  for (const [kind, spellings] of Object.entries(groups)) {
    const [arity = '0', effect = 'none'] = kind.split('/');
    for (const names of spellings.trim().split(/\s+/)) {
      const [first = '', ...others] = names.split('|');
      const flag = { arity: toArity(arity), effect: effect as FlagEffect };
      flags[first] = flag;
      for (const other of others) flags[other] = { ...flag, same: first };
    }
  }
  return flags;
}

function toArity(text: string): Arity {
  if (text === '0') return 0;
  if (text === '1') return 1;
  if (text === 'attached') return text;
  throw new TypeError(`a table of flags has no group ${JSON.stringify(text)}`);
}
