import type { ReadonlyPreset } from '../../vocab/policy.ts';
import type { Redirect, SimpleCommand, Word, WordFeature } from '../../vocab/shell-line.ts';

/** What may stand in a word; a head that can write takes none of these but a tilde. */
const PLAIN_FEATURES: readonly WordFeature[] = ['variable', 'unquoted-expansion', 'tilde', 'glob', 'brace'];

const FEATURE_NAMES: Readonly<Record<WordFeature, string>> = {
  'variable': 'a variable',
  'special-parameter': 'a special parameter',
  'parameter-operation': 'an operation on a parameter',
  'command-substitution': 'a command substitution',
  'process-substitution': 'a process substitution',
  'arithmetic': 'arithmetic',
  'ansi-c': 'an ANSI-C quote',
  'locale': 'a locale quote',
  'brace': 'a brace expansion',
  'tilde': 'a tilde',
  'glob': 'a glob',
  'extended-glob': 'an extended glob',
  'unquoted-expansion': 'an unquoted expansion',
};

/** Why a command's own grammar is beyond the proof, whatever its head (POLICY 6); null when it is not. */
export function refuseGrammar(command: SimpleCommand, presets: readonly ReadonlyPreset[]): string | null {
  const { place, assignments, words, redirects } = command;
  const [name] = words;
  if (name === undefined) return 'there is no command to prove';
  if (place.background) return 'it runs in the background';
  if (place.nested) return 'it runs inside a substitution';
  if (place.function) return 'it stands in a function';
  if (assignments.length > 0) return 'an assignment in front can change what the command does';
  if (name.value === null || name.features.length > 0) return 'the command word is not literal';
  if (name.value.includes('/')) return `${name.text} is a path, which may be another program of that name`;
  for (const word of words) {
    const beyond = word.features.find((feature) => !PLAIN_FEATURES.includes(feature));
    if (beyond !== undefined) return `${word.text} holds ${FEATURE_NAMES[beyond]}`;
    if (word.value === null || word.runs.length > 0) return `what ${word.text} comes to cannot be known`;
  }
  const vanished = refuseVanished(command);
  if (vanished !== null) return vanished;
  for (const redirect of redirects) {
    const reason = refuseRedirect(redirect, command, presets);
    if (reason !== null) return reason;
  }
  return null;
}

/**
 * The source of a command without its words and redirect targets. An expansion that comes to nothing leaves no word
 * behind, so that its `$` is found here. A NUL stands for the head.
 */
function unaccounted({ text, words, redirects }: SimpleCommand): string {
  let rest = '';
  let at = 0;
  let last: string | null = null;
  for (const [i, word] of words.entries()) {
    // The words that one expansion became share its source.
    if (word.text === last && word.features.length > 0) continue;
    const from = text.indexOf(word.text, at);
    if (from === -1) return '$';
    rest += text.slice(at, from) + (i === 0 ? '\0' : ' ');
    at = from + word.text.length;
    last = word.text;
  }
  rest += text.slice(at);
  let left = '';
  at = 0;
  for (const { target } of redirects) {
    const from = target === null ? -1 : rest.indexOf(target.text, at);
    if (target === null || from === -1) continue;
    left += `${rest.slice(at, from)} `;
    at = from + target.text.length;
  }
  return left + rest.slice(at);
}

/** Of what came to nothing only plain variables behind the head are let through. */
function refuseVanished(command: SimpleCommand): string | null {
  const rest = unaccounted(command);
  if (!rest.includes('$') && !rest.includes('`')) return null;
  if (rest.slice(0, rest.indexOf('\0')).includes('$')) return 'the command word is not literal';
  const beyond = rest.replaceAll(/\$(?:[A-Za-z_]\w*|\{[A-Za-z_]\w*\})/g, '');
  return /[$`]/.test(beyond) ? 'it holds an expansion that comes to nothing here' : null;
}

/** Why expansions must not stand behind this head, which has a writing or executing form. A known home is no danger. */
export function refuseExpansion(command: SimpleCommand): string | null {
  if (unaccounted(command).includes('$')) return 'a variable that is empty here could hold an option';
  for (const word of command.words) {
    const wrong = word.features.find((feature) => feature !== 'tilde' || word.value?.startsWith('/') !== true);
    if (wrong !== undefined)
      return `${FEATURE_NAMES[wrong]} in ${word.text} could bring an option that writes or runs something`;
  }
  return null;
}

/** A plain `<` from a known file is let through; the preset `discard` adds /dev/null and copies of a stream. */
function refuseRedirect(redirect: Redirect, command: SimpleCommand, presets: readonly ReadonlyPreset[]): string | null {
  const { op, fd, target, copies } = redirect;
  if (op === '<' && target !== null && !copies && (fd === null || fd === 0)) return refuseInput(target);
  if (presets.includes('discard')) {
    if (/^(?:>|>>|>\||&>|&>>)$/.test(op) && isNull(target)) return null;
    if (op === '>&' && ((copies && !closesStream(command.text)) || isNull(target))) return null;
  }
  return `the redirect ${op} is more than plain input`;
}

function refuseInput(target: Word): string | null {
  const beyond = target.features.find((feature) => !['variable', 'unquoted-expansion', 'tilde'].includes(feature));
  if (beyond !== undefined) return `the input ${target.text} holds ${FEATURE_NAMES[beyond]}`;
  return target.value === null || target.runs.length > 0 ? `what the input ${target.text} is cannot be known` : null;
}

const isNull = (target: Word | null): boolean =>
  target !== null && target.value === '/dev/null' && target.features.length === 0;

/** Only copies of standard output and error are meant: `2>&1`, `>&2`. */
const closesStream = (text: string): boolean =>
  /[<>]&(?![12](?:[\s;|&<>]|$))/.test(text) || /(?:^|\s)(?:0|[3-9]|\d\d+)>&/.test(text);
