import type { Call } from '../vocab/call.ts';
import type { Danger, Facts } from '../vocab/facts.ts';
import type { Policy, Rule } from '../vocab/policy.ts';
import type { ShellLine, SimpleCommand, Unparsable } from '../vocab/shell-line.ts';
import { takesPaths } from '../vocab/tool-names.ts';
import { findDangers } from './danger/find-dangers.ts';
import { findBehindChange } from './names/name-changes.ts';
import { realPathsOf } from './paths.ts';
import { proveReadonly, type ReadonlyProof } from './readonly/prove.ts';
import {
  coversCommand,
  coversDanger,
  lineRulesFor,
  literalLength,
  matchesCall,
  matchesPlaces,
  meetsCommand,
  rulesFor,
  sideRulesFor,
} from './rules/match-rule.ts';
import { changesUnknown, findWrites, writesUnknown, type Write } from './writes.ts';

/** What lets a command through without a question. */
export type Cover =
  | { readonly step: 'permission-rule'; readonly rule: Rule }
  | { readonly step: 'allowlist'; readonly rule: null }
  | { readonly step: 'readonly'; readonly rule: null };

/** A call with everything the steps look at, worked out once. */
export interface Judged {
  readonly call: Call;
  readonly facts: Facts;
  readonly policy: Policy;
  readonly line: ShellLine | Unparsable | null;
  readonly dangers: readonly Danger[];
  readonly proof: ReadonlyProof | null;
  /** Per command of the line: what lets it through; null when nothing does. */
  readonly covers: readonly (Cover | null)[];
  /** Per command: the ask rule that speaks of it more exactly than any allow rule. */
  readonly asks: readonly (Rule | null)[];
}

export function toJudged(call: Call, facts: Facts, policy: Policy): Judged {
  const { line } = facts;
  const dangers = findDangers(call, facts);
  const bare = { call, facts, policy, line, dangers };
  if (line === null) return { ...bare, proof: null, covers: [], asks: [] };
  const byCommand = Map.groupBy(dangers, ({ command }) => command);
  const dangersOf = (index: number): readonly Danger[] => byCommand.get(index) ?? [];
  const veto = { commands: line.commands.map(({ index }) => dangersOf(index).length > 0), raw: dangers.length > 0 };
  // What is typed into a running shell meets its own aliases and functions: no proof and no list speaks of that.
  const isWhole = call.tool === 'shell' || call.tool === 'git';
  const proof = line.kind === 'line' && isWhole ? proveReadonly(line, facts, policy, veto) : null;
  const rules = lineRulesFor(call.tool, policy, facts.now);
  const writeRules = rulesFor('write', policy, facts.now);
  const askedAside = best(sideRulesFor(call, facts, policy).filter(({ action }) => action === 'ask'));
  const found = line.commands.map((command, i) =>
    coverOf(command, {
      facts,
      policy,
      dangers: dangersOf(command.index),
      readonly: proof?.covered[i] === true,
      listed: call.tool === 'shell',
      rules,
      writeRules,
      askedAside,
    }),
  );
  // What a rule or the list says of a name is not said of what the name became; one that spells a change out knows it.
  const isSpelledOut = ({ index, words }: SimpleCommand): boolean => {
    const { step, rule } = found[index]?.cover ?? {};
    if (step === 'allowlist') return isListedWhole(words, policy);
    return rule?.argument?.includes('*') === false;
  };
  const behind = findBehindChange(line, isSpelledOut);
  const covers = found.map(({ cover }, i) => (behind.has(i) ? null : cover));
  return { ...bare, proof, covers, asks: found.map(({ ask }) => ask) };
}

interface Scene {
  readonly facts: Facts;
  readonly policy: Policy;
  readonly dangers: readonly Danger[];
  readonly readonly: boolean;
  /** The allowlist speaks of it. */
  readonly listed: boolean;
  readonly rules: readonly Rule[];
  readonly writeRules: readonly Rule[];
  /** The rule that asks about the call by another argument than the line. */
  readonly askedAside: Rule | null;
}

function coverOf(command: SimpleCommand, scene: Scene): { cover: Cover | null; ask: Rule | null } {
  const redirects = findWrites(command).filter(({ redirect }) => redirect);
  const covering = scene.rules.filter((rule) => rule.action === 'allow' && coversHere(rule, command, scene));
  const allow = best(covering);
  const asks = scene.rules.filter((rule) => rule.action === 'ask' && meetsCommand(rule, command));
  const ask = strongest(asks, covering) ?? askedWrite(command, scene) ?? scene.askedAside;
  if (ask !== null) return { cover: null, ask };
  const written = !writesUnknown(command) && redirects.every((write) => coversWrite(write, scene));
  if (allow !== null && written) return { cover: { step: 'permission-rule', rule: allow }, ask: null };
  if (onlyRedirects(command) && command.redirects.length > 0 && written) {
    const [rule = null] = redirects.map((write) => findWriteRule(write, scene));
    return { cover: rule === null ? null : { step: 'permission-rule', rule }, ask: null };
  }
  if (
    scene.listed &&
    scene.dangers.length === 0 &&
    written &&
    redirects.length === 0 &&
    inAllowlist(command, scene.policy)
  ) {
    return { cover: { step: 'allowlist', rule: null }, ask: null };
  }
  return { cover: scene.readonly ? { step: 'readonly', rule: null } : null, ask: null };
}

/** A danger that a redirect brings is for the `write` rule that covers the redirect; the others are the command's. */
function coversHere(rule: Rule, command: SimpleCommand, scene: Scene): boolean {
  if (scene.dangers.length === 0) return coversCommand(rule, command, scene.dangers, scene.facts);
  const byRedirect = new Set(
    findWrites(command)
      .filter(({ redirect }) => redirect)
      .flatMap(({ place }) => realPathsOf(place, scene.facts)),
  );
  const own = scene.dangers.filter(({ paths }) => paths.length === 0 || !paths.every((path) => byRedirect.has(path)));
  return coversCommand(rule, command, own, scene.facts);
}

const onlyRedirects = (command: SimpleCommand): boolean =>
  command.words.length === 0 && command.assignments.length === 0;

const coversWrite = (write: Write, scene: Scene): boolean => findWriteRule(write, scene)?.action === 'allow';

/** The `write` rule that speaks most exactly of a change: an allow that covers its dangers, or an ask. */
function findWriteRule(write: Write, { facts, writeRules, dangers }: Scene): Rule | null {
  const paths = realPathsOf(write.place, facts);
  const own = dangers.filter((danger) => danger.paths.some((path) => paths.includes(path)));
  const fits = writeRules.filter((rule) => matchesPlaces(rule, paths, facts));
  return winner(fits, own, facts);
}

/**
 * Redirects and what writers change meet the ask rules of `write` too (POLICY 10). No rule of the shell outweighs them:
 * it speaks of the program, not of the place.
 */
function askedWrite(command: SimpleCommand, scene: Scene): Rule | null {
  const asks = scene.writeRules.filter(({ action }) => action === 'ask');
  if (asks.length === 0) return null;
  const rules = findWrites(command).map((write) => findWriteRule(write, scene));
  // A file that is not known may be the one that a rule names.
  const unknown = changesUnknown(command) ? best(asks) : null;
  return rules.find((rule) => rule?.action === 'ask') ?? unknown;
}

/** The rule with the longest literal part; among equals an ask, and a system rule before others. */
function best(rules: readonly Rule[]): Rule | null {
  return rules.toSorted((a, b) => rank(b) - rank(a) || literalLength(b) - literalLength(a))[0] ?? null;
}

const rank = (rule: Rule): number => (rule.layer === 'system' && rule.action === 'ask' ? 1 : 0);

/** The longer literal part wins, a tie asks; what the system file asks about no lower layer allows (POLICY 5). */
const beats = (allow: Rule, ask: Rule): boolean =>
  (ask.layer !== 'system' || allow.layer === 'system') && literalLength(allow) > literalLength(ask);

/** The ask that no allow outweighs: one more rule of the one kind never helps the other. Null when there is none. */
const strongest = (asks: readonly Rule[], allows: readonly Rule[]): Rule | null =>
  best(asks.filter((ask) => !allows.some((allow) => beats(allow, ask))));

/** Of rules that fit: the ask that holds, else the allow that covers these dangers. */
function winner(fits: readonly Rule[], dangers: readonly Danger[], facts: Facts): Rule | null {
  const allows = fits.filter(
    (rule) => rule.action === 'allow' && dangers.every((danger) => coversDanger(rule, danger, facts)),
  );
  const asks = fits.filter(({ action }) => action === 'ask');
  return strongest(asks, allows) ?? best(allows);
}

/** An entry is the leading resolved words of one command, on a word boundary (POLICY 2, step 10). */
function inAllowlist(command: SimpleCommand, policy: Policy): boolean {
  if (command.place.background || command.assignments.length > 0) return false;
  const literal = (index: number, text: string): boolean => {
    const word = command.words[index];
    return word !== undefined && word.value === text && word.pattern === null;
  };
  const plain = command.words.every(
    ({ value, features, runs }) => value !== null && runs.length === 0 && !features.includes('parameter-operation'),
  );
  return plain && policy.allowlist.some(({ words }) => words.every((text, i) => literal(i, text)));
}

const isListedWhole = (words: SimpleCommand['words'], { allowlist }: Policy): boolean =>
  allowlist.some(
    (entry) => entry.words.length === words.length && entry.words.every((text, i) => words[i]?.value === text),
  );

/**
 * The best rule for a call of a tool other than shell: an allow that covers its dangers, or an ask. Of a call about
 * several files each needs its own, and one that asks counts for all.
 */
export function ruleForCall(judged: Judged): Rule | null {
  return perFile(judged).map(ruleForFile).reduce(stricter);
}

/** An ask before nothing, nothing before an allow. */
const stricter = (one: Rule | null, other: Rule | null): Rule | null =>
  one?.action === 'ask' ? one : other?.action === 'ask' || one !== null ? other : one;

/** The call as it would be about each of its files alone. */
export function perFile(judged: Judged): readonly Judged[] {
  const { call, facts, dangers } = judged;
  if (!takesPaths(call.tool) || facts.paths.length < 2) return [judged];
  return facts.paths.map((path) => ({
    ...judged,
    facts: { ...facts, paths: [path] },
    dangers: dangers.filter(({ paths }) => paths.some((one) => one === path.absolute || one === path.real)),
  }));
}

function ruleForFile({ call, facts, policy, dangers }: Judged): Rule | null {
  const fits = rulesFor(call.tool, policy, facts.now).filter(
    (rule) => rule.action !== 'deny' && matchesCall(rule, call, facts),
  );
  return winner(fits, dangers, facts);
}
