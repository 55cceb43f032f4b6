import type { Facts } from '../../vocab/facts.ts';
import { READONLY_PRESETS, type Policy, type ReadonlyPreset } from '../../vocab/policy.ts';
import type { ShellLine, SimpleCommand, Word } from '../../vocab/shell-line.ts';
import { readFlags } from '../flags.ts';
import { findBehindChange } from '../names/name-changes.ts';
import { LISTERS } from '../readers.ts';
import { findHead, type FoundHead } from './find-head.ts';
import { refuseExpansion, refuseGrammar } from './grammar.ts';
import { isStrict } from './head.ts';
import { refuseAddedGit, refuseGit } from './prove-git.ts';
import { leadsInside, refusePlaces } from './places.ts';
import { textOf } from '../../shell/words/word-text.ts';

/** What the step `danger` found, handed in as data. */
export interface Veto {
  /** Per command: it has a danger class. */
  readonly commands: readonly boolean[];
  /** The raw line has one; counts when a head that the user added is in the line. */
  readonly raw: boolean;
}

export interface ReadonlyProof {
  /** Per command of the line: it is proven to read only. */
  readonly covered: readonly boolean[];
  /** Per command: why it is not covered, one sentence; null when it is. */
  readonly reasons: readonly (string | null)[];
  /** Why the line as a whole is beyond the proof; then nothing is covered. */
  readonly line: string | null;
  /** A covered command is git: the line runs with the environment that POLICY 6 names. */
  readonly usesGit: boolean;
}

const NO_VETO: Veto = { commands: [], raw: false };

/** POLICY 6. Pure; whatever it does not know it does not cover. */
export function proveReadonly(line: ShellLine, facts: Facts, policy: Policy, veto: Veto = NO_VETO): ReadonlyProof {
  const beyond = refuseLine(line, policy.autoAllowReadonly);
  if (beyond !== null) return nothing(line, beyond);
  const reasons: (string | null)[] = [];
  let added = false;
  const behind = findBehindChange(line);
  for (const command of line.commands) {
    const verdict = proveCommand(command, { line, facts, policy });
    added ||= verdict.added;
    const vetoed = veto.commands[command.index] === true ? 'a danger class stands against it' : null;
    reasons.push(verdict.reason ?? vetoed ?? (behind.has(command.index) ? CHANGED : null));
  }
  if (added && veto.raw)
    return nothing(line, 'the line holds a danger class and a command that was added to the read-only ones');
  const covered = reasons.map((reason) => reason === null);
  const usesGit = line.commands.some((command, i) => covered[i] === true && command.words[0]?.value === 'git');
  return { covered, reasons, line: null, usesGit };
}

const CHANGED = 'a command in front of it can change what its name means';

/**
 * Why one command is not known to read only, by head and flags alone: without the danger veto, and whatever
 * `auto_allow_readonly` and the presets let run unasked (POLICY 10: plan mode). Null: it reads.
 */
export function whyNoRead(command: SimpleCommand, facts: Facts, policy: Policy): string | null {
  const { line } = facts;
  if (line === null || line.kind !== 'line') return 'the line could not be read whole';
  const widest = { ...policy, readonlyPresets: READONLY_PRESETS };
  return refuseLine(line, true) ?? proveCommand(command, { line, facts, policy: widest }).reason;
}

const nothing = (line: ShellLine, reason: string): ReadonlyProof => ({
  covered: line.commands.map(() => false),
  reasons: line.commands.map(() => reason),
  line: reason,
  usesGit: false,
});

function refuseLine(line: ShellLine, isOn: boolean): string | null {
  if (!isOn) return 'approvals.auto_allow_readonly is off';
  if (line.commands.length === 0) return 'there is no command to prove';
  if (line.beyondPlain !== null) return `the line holds ${line.beyondPlain}`;
  if (line.functions.length > 0) return 'the line defines a function';
  if (/(?<!\\)(?:\\\\)*\\$/.test(line.source)) return 'the line ends in a backslash, which waits for more';
  return /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/.test(line.source) ? 'the line holds a control character' : null;
}

interface Setting {
  readonly line: ShellLine;
  readonly facts: Facts;
  readonly policy: Policy;
}

/** `reason` null: covered. `added`: by an entry of `approvals.readonly_commands`. */
interface CommandVerdict {
  readonly reason: string | null;
  readonly added: boolean;
}

const refused = (reason: string): CommandVerdict => ({ reason, added: false });

function proveCommand(command: SimpleCommand, setting: Setting): CommandVerdict {
  const { facts, policy } = setting;
  const name = textOf(command.words[0]);
  if (facts.workspaceHeads.includes(name)) return refused(`${name} would be a program of the workspace`);
  if (command.outer !== null) return proveInner(command, setting);
  const grammar = refuseGrammar(command, policy.readonlyPresets);
  if (grammar !== null) return refused(grammar);
  const known = proveKnown(command, setting);
  if (known === null || findEntry(command, policy) === null) return { reason: known, added: false };
  return proveAdded(command, facts);
}

/** A command that a wrapper starts: only where an added entry names wrapper and command, or it is read-only itself. */
function proveInner(command: SimpleCommand, setting: Setting): CommandVerdict {
  const { line, policy, facts } = setting;
  const outer = line.commands.find((other) => other.index === command.outer);
  const named = outer === undefined ? null : findEntry(outer, policy);
  if (outer === undefined || named === null) return refused('a wrapper starts it');
  if (outer.words.some((word) => /^[A-Za-z_]\w*=/.test(textOf(word)))) {
    return refused('its wrapper changes the environment, and with it what the command is');
  }
  if (startsAsNamed(command, named)) return { reason: null, added: true };
  const grammar = refuseGrammar(command, policy.readonlyPresets);
  if (grammar !== null) return refused(grammar);
  if (findEntry(command, policy) !== null) return proveAdded(command, facts);
  return { reason: proveKnown(command, setting), added: true };
}

/** `xargs wc` as an entry names `wc` too. */
const startsAsNamed = ({ words }: SimpleCommand, entry: readonly string[]): boolean =>
  entry.some((_, from) => from > 0 && entry.slice(from).every((word, i) => words[i]?.value === word));

/** The longest entry of `approvals.readonly_commands` whose words lead this command, written out. */
function findEntry(command: SimpleCommand, policy: Policy): readonly string[] | null {
  const matches = (entry: readonly string[]): boolean =>
    entry.length > 0 && entry.every((text, i) => isLiteral(command.words[i], text));
  return policy.readonlyCommands.filter(matches).toSorted((a, b) => b.length - a.length)[0] ?? null;
}

const isLiteral = (word: Word | undefined, text: string): boolean =>
  word !== undefined && word.features.length === 0 && word.value === text;

/** An added head takes every flag; what it reads and which repository it works in is still looked at. */
function proveAdded(command: SimpleCommand, facts: Facts): CommandVerdict {
  const git = command.words[0]?.value === 'git' ? refuseAddedGit(command, facts) : null;
  return { reason: git ?? refusePlaces(command, findHead(command.words), facts), added: true };
}

function proveKnown(command: SimpleCommand, setting: Setting): string | null {
  const { facts, policy } = setting;
  const name = textOf(command.words[0]);
  if (name === 'cd') return refuseCd(command, setting);
  const found = findHead(command.words);
  const unlisted =
    name === 'git' ? 'this use of git is not among the read-only ones' : `${name} is not among the read-only commands`;
  if (found === null) return unlisted;
  const { read } = found;
  const refusal = refuseFlags(found) ?? found.spec.refuse?.(read) ?? null;
  if (found.preset !== null && !policy.readonlyPresets.includes(found.preset)) {
    return refusal === null ? `it is read-only only with the preset ${found.preset}` : unlisted;
  }
  return (
    (isStrict(found.spec) || found.git !== null ? refuseExpansion(command) : null) ??
    refusal ??
    (found.git === null ? null : refuseGit(command, found.git, read, facts)) ??
    refusePlaces(command, found, facts)
  );
}

function refuseFlags(found: FoundHead): string | null {
  const { read } = found;
  const [unknown] = read.unknown;
  if (unknown !== undefined) return `${unknown} is not among the flags that are known to read only`;
  const acting = read.flags.find(({ flag }) => isActing(flag.effect));
  if (acting !== undefined) return `${acting.name} can write or start a program`;
  const list = read.flags.find(({ flag }) => flag.effect === 'lists');
  if (list !== undefined && !LISTERS.has(found.spec.table.head)) {
    return `${list.name} makes it read files whose names are not on the line`;
  }
  return found.spec.table.style === 'find' || !isStrict(found.spec) ? null : refuseHiddenFlag(found);
}

const isActing = (effect: string): boolean => effect === 'writes' || effect === 'runs' || effect === 'net';

/**
 * A value, or for git a word behind `--`, that would act if it were taken for a flag: were the table ever wrong about
 * which flag takes a value, nothing would be lost.
 */
function refuseHiddenFlag({ spec, words, git, read }: FoundHead): string | null {
  if (read.flags.length === 0 && git === null) return null;
  const values = read.flags.flatMap(({ value }) => (value !== null && words.includes(value) ? [value] : []));
  const behindMarker = git === null ? [] : read.operands.slice(read.behindMarker);
  for (const word of [...values, ...behindMarker]) {
    const again = readFlags([word], spec.table);
    if (again.flags.some(({ flag }) => isActing(flag.effect))) return `${word.text} could be taken for a flag`;
  }
  return null;
}

/** Preset `cd`: as the first command before `&&`, to a folder of the workspace that is written out. */
function refuseCd(command: SimpleCommand, { line, facts, policy }: Setting): string | null {
  const preset: ReadonlyPreset = 'cd';
  if (!policy.readonlyPresets.includes(preset)) return 'cd is read-only only with the preset cd';
  const [, target, more] = command.words;
  const next = line.commands.find(
    (other) => other.index > command.index && other.outer === null && !other.place.nested,
  );
  if (command !== line.commands[0] || next?.place.after !== '&&') return 'cd counts only in front of the first &&';
  if (target === undefined || more !== undefined || command.redirects.length > 0) return 'cd takes one folder here';
  return leadsInside(target, command.cwd, facts) ? null : `${target.text} is not known to lead into the workspace`;
}
