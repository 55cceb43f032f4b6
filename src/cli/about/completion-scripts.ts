import type { ArgSpec, Command } from '../command.ts';

export const SHELLS = ['bash', 'zsh', 'fish'] as const;

type Described = Pick<Command, 'name' | 'summary' | 'args'>;

/** A script for the shell that completes the verbs, their second words and their flags. */
export const renderCompletion = (shell: (typeof SHELLS)[number], commands: readonly Described[]): string =>
  RENDERERS[shell](commands);

const RENDERERS: Readonly<Record<(typeof SHELLS)[number], (commands: readonly Described[]) => string>> = {
  bash: renderBash,
  zsh: renderZsh,
  fish: renderFish,
};

interface Word {
  readonly word: string;
  readonly says: string;
}

/** The first words, each once; of a group with no command of that name, its second words are named. */
function firstWords(commands: readonly Described[]): readonly Word[] {
  const groups = Map.groupBy(commands, ({ name }) => name.split(' ')[0] ?? '');
  return [...groups].map(([word, held]) => {
    const own = held.find(({ name }) => name === word);
    return { word, says: own?.summary ?? [...new Set(held.map(({ name }) => name.split(' ')[1]))].join(', ') };
  });
}

/** The second words of each group, by its first word; of those that begin a group again, its third words are named. */
function secondWords(commands: readonly Described[]): ReadonlyMap<string, readonly Word[]> {
  const pairs = commands.flatMap(({ name, summary }) => {
    const [first = '', second, third] = name.split(' ');
    if (second === undefined) return [];
    return [{ first, word: second, says: third === undefined ? summary : 'the commands below it' }];
  });
  const groups = [...Map.groupBy(pairs, ({ first }) => first)];
  return new Map(groups.map(([first, held]) => [first, [...new Map(held.map((one) => [one.word, one])).values()]]));
}

/** The third words, by the two in front of them. */
function thirdWords(commands: readonly Described[]): ReadonlyMap<string, readonly Word[]> {
  const pairs = commands.flatMap(({ name, summary }) => {
    const [first = '', second = '', third] = name.split(' ');
    return third === undefined ? [] : [{ before: `${first} ${second}`, word: third, says: summary }];
  });
  return Map.groupBy(pairs, ({ before }) => before);
}

const HELP: readonly [string, ArgSpec] = ['help', { type: 'boolean', short: 'h', help: 'show this' }];

const flagsOf = ({ args }: Described): readonly (readonly [string, ArgSpec])[] => [...Object.entries(args), HELP];

/** As the flag is written; its short form too. */
const spellings = ([name, { short }]: readonly [string, ArgSpec]): readonly string[] => [
  `--${name}`,
  ...(short === undefined ? [] : [`-${short}`]),
];

/** Flags whose value is a path, or some other text that nobody can guess. */
function valueFlags(commands: readonly Described[], kind: 'FILE' | 'FOLDER' | null): readonly string[] {
  const flags = commands.flatMap(flagsOf).filter(([, { type, value }]) => {
    const isPath = value === 'FILE' || value === 'FOLDER';
    return type === 'string' && (kind === null ? !isPath : value === kind);
  });
  return [...new Set(flags.flatMap(spellings))];
}

const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

function renderBash(commands: readonly Described[]): string {
  const seconds = [...secondWords(commands)].map(
    ([first, words]) => `    ${first}) seconds=${quote(words.map(({ word }) => word).join(' '))} ;;`,
  );
  const thirds = [...thirdWords(commands)].map(
    ([before, words]) => `    ${quote(before)}) thirds=${quote(words.map(({ word }) => word).join(' '))} ;;`,
  );
  const flags = commands.map(
    (command) => `    ${quote(command.name)}) echo ${quote(flagsOf(command).flatMap(spellings).join(' '))} ;;`,
  );
  const values = (kind: 'FILE' | 'FOLDER' | null): string => valueFlags(commands, kind).join('|');
  return `# bash completion for bailiwick: source <(bailiwick completion bash)
_bailiwick_flags() {
  case "$1" in
${flags.join('\n')}
  esac
}
_bailiwick() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD-1]}
  local first=\${COMP_WORDS[1]} second=\${COMP_WORDS[2]} third=\${COMP_WORDS[3]}
  local seconds= thirds= flags=
  COMPREPLY=()
  if ((COMP_CWORD == 1)); then
    COMPREPLY=($(compgen -W ${quote([...firstWords(commands).map(({ word }) => word), 'help', '--help', '--version'].join(' '))} -- "$cur"))
    return
  fi
  case "$prev" in
    ${values('FILE')}) return ;;
    ${values('FOLDER')}) compopt -o filenames; COMPREPLY=($(compgen -d -- "$cur")); return ;;
    ${values(null)}) compopt +o default; return ;;
  esac
  case "$first" in
${seconds.join('\n')}
  esac
  case "$first $second" in
${thirds.join('\n')}
  esac
  if ((COMP_CWORD == 2)); then flags=$(_bailiwick_flags "$first"); else
    flags=$(_bailiwick_flags "$first $second $third")
    [[ -n $flags ]] || flags=$(_bailiwick_flags "$first $second")
    [[ -n $flags ]] || flags=$(_bailiwick_flags "$first")
    seconds=
    if ((COMP_CWORD == 3)); then seconds=$thirds; fi
  fi
  if [[ $cur == -* ]]; then COMPREPLY=($(compgen -W "\${flags:---help}" -- "$cur"))
  else COMPREPLY=($(compgen -W "$seconds" -- "$cur")); fi
}
complete -o default -F _bailiwick bailiwick
`;
}

/** In the words of _arguments: `-h[text]`, `--file[text]:FILE:_files`. */
const toSpec = (flag: readonly [string, ArgSpec]): readonly string[] => {
  const [, { help, type, value = '', multiple }] = flag;
  const action = value === 'FILE' ? '_files' : value === 'FOLDER' ? '_files -/' : ' ';
  const text = `[${help.replaceAll(/[[\]\\]/g, '\\$&')}]`;
  const many = multiple === true ? '*' : '';
  return spellings(flag).map((spelling) =>
    quote(`${many}${spelling}${text}${type === 'string' ? `:${value}:${action}` : ''}`),
  );
};

function renderZsh(commands: readonly Described[]): string {
  const describe = (words: readonly Word[]): string =>
    words.map(({ word, says }) => quote(`${word}:${says}`)).join(' ');
  const seconds = [...secondWords(commands)].map(([first, words]) => `      ${first}) entries=(${describe(words)}) ;;`);
  const thirds = [...thirdWords(commands)].map(
    ([before, words]) => `      ${quote(before)}) entries=(${describe(words)}) ;;`,
  );
  const flags = commands.map(
    (command) => `    ${quote(command.name)}) specs=(${flagsOf(command).flatMap(toSpec).join(' ')}) ;;`,
  );
  return `#compdef bailiwick
# zsh completion for bailiwick: bailiwick completion zsh > a file _bailiwick in a folder of $fpath
_bailiwick_specs() {
  case "$1" in
${flags.join('\n')}
    *) specs=() ;;
  esac
}
_bailiwick() {
  local -a entries specs
  local first="$words[2]" second="$words[3]" third="$words[4]" taken=1
  if (( CURRENT == 2 )); then
    entries=(${describe(firstWords(commands))})
    _describe 'command' entries
    return
  fi
  if (( CURRENT == 3 )) && [[ $words[3] != -* ]]; then
    case "$first" in
${seconds.join('\n')}
    esac
    if (( $#entries )); then
      _describe 'command' entries
      return
    fi
  fi
  if (( CURRENT == 4 )) && [[ $words[4] != -* ]]; then
    case "$first $second" in
${thirds.join('\n')}
    esac
    if (( $#entries )); then
      _describe 'command' entries
      return
    fi
  fi
  _bailiwick_specs "$first $second $third"
  if (( $#specs && CURRENT > 4 )); then taken=3; else
    _bailiwick_specs "$first $second"
    if (( $#specs && CURRENT > 3 )); then taken=2; else _bailiwick_specs "$first"; fi
  fi
  shift $taken words
  (( CURRENT -= taken ))
  _arguments -s $specs '*:: :_files'
}
if [[ $funcstack[1] == _bailiwick ]]; then _bailiwick "$@"; else compdef _bailiwick bailiwick; fi
`;
}

const quoteFish = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

function renderFish(commands: readonly Described[]): string {
  const lines = firstWords(commands).map(
    ({ word, says }) => `complete -c bailiwick -n __fish_use_subcommand -f -a ${word} -d ${quoteFish(says)}`,
  );
  for (const [first, words] of secondWords(commands)) {
    const names = words.map(({ word }) => word).join(' ');
    for (const { word, says } of words) {
      const when = quoteFish(`__fish_seen_subcommand_from ${first}; and not __fish_seen_subcommand_from ${names}`);
      lines.push(`complete -c bailiwick -n ${when} -f -a ${word} -d ${quoteFish(says)}`);
    }
  }
  for (const [before, words] of thirdWords(commands)) {
    const [first = '', second = ''] = before.split(' ');
    const names = words.map(({ word }) => word).join(' ');
    const seen = `__fish_seen_subcommand_from ${first}; and __fish_seen_subcommand_from ${second}`;
    for (const { word, says } of words) {
      const when = quoteFish(`${seen}; and not __fish_seen_subcommand_from ${names}`);
      lines.push(`complete -c bailiwick -n ${when} -f -a ${word} -d ${quoteFish(says)}`);
    }
  }
  for (const command of commands) {
    const [first = '', second, third] = command.name.split(' ');
    const rivals = third === undefined ? rivalsOf(first, second, commands) : [];
    const when = [
      `__fish_seen_subcommand_from ${first}`,
      ...[second, third].flatMap((word) => (word === undefined ? [] : [`__fish_seen_subcommand_from ${word}`])),
      ...(rivals.length === 0 ? [] : [`not __fish_seen_subcommand_from ${rivals.join(' ')}`]),
    ].join('; and ');
    for (const [name, { short, type, value, help }] of flagsOf(command)) {
      const takes = type !== 'string' ? '' : value === 'FILE' || value === 'FOLDER' ? ' -r' : ' -x';
      const shortly = short === undefined ? '' : ` -s ${short}`;
      lines.push(`complete -c bailiwick -n ${quoteFish(when)} -l ${name}${shortly}${takes} -d ${quoteFish(help)}`);
    }
  }
  return `# fish completion for bailiwick: bailiwick completion fish > ~/.config/fish/completions/bailiwick.fish\n${lines.join('\n')}\n`;
}

/** Words that make another command of it: any second one; of two words, one that begins a group with the same below. */
function rivalsOf(first: string, second: string | undefined, commands: readonly Described[]): readonly string[] {
  if (second === undefined) return (secondWords(commands).get(first) ?? []).map(({ word }) => word);
  const groups = [...thirdWords(commands)].filter(([before, words]) => {
    const isOurs = before.startsWith(`${first} `);
    return isOurs && words.some(({ word }) => word === second);
  });
  return groups.map(([before]) => before.slice(first.length + 1));
}
