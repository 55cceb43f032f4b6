import type { TraceEntry } from '../../vocab/decision.ts';
import type { Rule } from '../../vocab/policy.ts';
import type { SimpleCommand } from '../../vocab/shell-line.ts';
import { firstClass } from '../danger/find-dangers.ts';
import { effectsOfCommand, reachesOut } from '../effects.ts';
import { perFile, ruleForCall, type Cover, type Judged } from '../judged.ts';
import { coversCommand, lineRulesFor, matchesCall, rulesFor } from '../rules/match-rule.ts';
import { answer, pass, toRuleRef, type Step } from './answer.ts';
import { taintedReach } from './deny.ts';

export const unparsable: Step = ({ line }) =>
  line?.kind === 'unparsable'
    ? answer('unparsable', 'ask', 'unparsable', `the line cannot be judged whole: ${line.reason}`)
    : pass('unparsable', 'the line was read whole');

export const operator: Step = ({ call }) =>
  call.tool === 'skill_workshop' && call.input['action'] === 'apply'
    ? answer('operator', 'ask', 'operator', 'applying a proposal is for a person to decide')
    : pass('operator', 'it does not stand for a decision of a person');

export const yolo: Step = (judged) => {
  const { facts, policy, asks, line } = judged;
  if (facts.mode !== 'yolo') return pass('yolo', `the session is in mode ${facts.mode}`);
  const held = line === null ? ruleForCall(judged)?.action === 'ask' : asks.some((rule) => rule !== null);
  if (policy.askRulesHoldInYolo && held) return pass('yolo', 'an ask rule holds (security.ask_rules_hold_in_yolo)');
  return answer('yolo', 'allow', 'yolo', 'the session is in mode yolo: nothing is asked');
};

export const taintAsk: Step = (judged) => {
  if (judged.policy.taint !== 'ask') return pass('taint-ask', `security.taint is ${judged.policy.taint}`);
  const source = taintedReach(judged);
  if (source === null || coveredInTaint(judged))
    return pass('taint-ask', 'nothing untrusted is in the turn, or nothing leaves');
  return answer(
    'taint-ask',
    'ask',
    'tainted',
    `the turn holds content from ${source}, and this would send data out or write outside the workspace`,
  );
};

/**
 * Only a rule in the long form with `tainted: true` holds in a tainted turn, and only what reaches out needs one: of
 * `ls; curl x` the rule for curl is enough.
 */
function coveredInTaint(judged: Judged): boolean {
  const { call, facts, policy, line } = judged;
  const isForTaint = ({ action, tainted }: Rule): boolean => action === 'allow' && tainted;
  if (line === null) {
    const rules = rulesFor(call.tool, policy, facts.now).filter(isForTaint);
    return perFile(judged).every((one) => rules.some((rule) => matchesCall(rule, call, one.facts)));
  }
  const rules = lineRulesFor(call.tool, policy, facts.now).filter(isForTaint);
  return line.commands
    .filter((command) => effectsOfCommand(command, judged).some(reachesOut))
    .every((command) => rules.some((rule) => coversCommand(rule, command, dangersOf(judged, command), facts)));
}

const dangersOf = ({ dangers }: Judged, { index }: SimpleCommand): Judged['dangers'] =>
  dangers.filter((danger) => danger.command === index);

export const permissionRule: Step = (judged) => {
  const { line, asks, covers } = judged;
  if (line === null) return ruleAnswer(ruleForCall(judged));
  const at = asks.findIndex((rule) => rule !== null);
  const ask = asks[at];
  if (ask !== undefined && ask !== null) return { ...ruleAnswer(ask), segments: [at] };
  const rules = covers.map((cover) => (cover?.step === 'permission-rule' ? cover.rule : null));
  const [first = null] = rules;
  return rules.length > 0 && rules.every((rule) => rule !== null) && hasCommand(judged)
    ? ruleAnswer(first)
    : pass('permission-rule', 'no rule speaks of all of it');
};

function ruleAnswer(rule: Rule | null): TraceEntry {
  if (rule === null) return pass('permission-rule', 'no rule speaks of it');
  const verb = rule.action === 'allow' ? 'allows' : 'asks about';
  const verdict = rule.action === 'allow' ? 'allow' : 'ask';
  return {
    ...answer('permission-rule', verdict, `${verdict}-rule`, rule.because ?? `the rule "${rule.text}" ${verb} it`),
    rule: toRuleRef(rule),
  };
}

/** Something is run at all: a line of redirects alone is covered by nothing. */
const hasCommand = ({ line }: Judged): boolean => line?.commands.some(({ words }) => words.length > 0) === true;

/** Answers allow when every command is covered by the steps up to this one, and at least one by this one. */
function coverStep(step: Cover['step'], among: readonly Cover['step'][], judged: Judged): boolean {
  const { line, covers } = judged;
  if (line === null || line.kind !== 'line' || !hasCommand(judged)) return false;
  const covered = covers.every((cover) => cover !== null && among.includes(cover.step));
  return covered && covers.some((cover) => cover?.step === step);
}

export const allowlist: Step = (judged) =>
  coverStep('allowlist', ['permission-rule', 'allowlist'], judged)
    ? answer('allowlist', 'allow', 'allowlist', 'security.command_allowlist names it')
    : pass(
        'allowlist',
        judged.line === null ? 'it is for shell lines only' : 'security.command_allowlist does not name all of it',
      );

export const readonly: Step = (judged) => {
  if (coverStep('readonly', ['permission-rule', 'allowlist', 'readonly'], judged)) {
    return answer('readonly', 'allow', 'readonly', 'it is proven to read only');
  }
  return pass('readonly', whyNotReadonly(judged));
};

function whyNotReadonly({ line, proof }: Judged): string {
  if (line === null) return 'it is for shell lines only';
  if (proof === null) return 'the line cannot be read whole';
  if (proof.line !== null) return proof.line;
  const [open] = line.commands.flatMap(({ text }, i) => {
    const reason = proof.reasons[i];
    return typeof reason === 'string' ? [`${text}: ${reason}`] : [];
  });
  return open === undefined ? 'a rule already speaks of it' : `not proven to read only: ${open}`;
}

export const confirmPolicy: Step = (judged) => {
  const { line, policy } = judged;
  if (line === null) return pass('confirm-policy', 'it is for shell lines only');
  if (policy.approvalsMode === 'skip') return pass('confirm-policy', 'approvals.mode is skip');
  const open = line.commands.filter((_, i) => (judged.covers[i] ?? null) === null);
  if (policy.confirmPolicy === 'dangerous_only' && hasCommand(judged)) {
    const danger = judged.dangers.find(({ command }) => open.some(({ index }) => index === command));
    const unknown = open.find(
      ({ words: [head] }) => head !== undefined && (head.value === null || head.pattern !== null),
    );
    if (danger === undefined && unknown !== undefined) {
      const why = `it is not known which program this starts: ${unknown.text}`;
      return { ...answer('confirm-policy', 'ask', 'unknown-program', why), segments: [unknown.index] };
    }
    if (danger === undefined)
      return answer(
        'confirm-policy',
        'allow',
        'not-dangerous',
        'it has no danger class, and security.confirm_policy is dangerous_only',
      );
    return {
      ...answer('confirm-policy', 'ask', 'dangerous', danger.because),
      segments: open.map(({ index }) => index).filter((index) => index === danger.command),
    };
  }
  return {
    ...answer('confirm-policy', 'ask', 'confirm-all', whyAsked(judged, open)),
    segments: open.map(({ index }) => index),
  };
};

function whyAsked({ dangers, line, proof }: Judged, open: readonly SimpleCommand[]): string {
  if (line === null || line.commands.length === 0) return 'there is no command in it';
  const danger = dangers.find(({ class: name }) => name === firstClass(dangers));
  if (danger !== undefined) return danger.because;
  const [command] = open;
  const reason = command === undefined ? null : proof?.reasons[command.index];
  if (proof?.line !== null && proof?.line !== undefined)
    return `every shell command that is not known to be harmless is asked about: ${proof.line}`;
  return `every shell command that is not known to be harmless is asked about${reason === null || reason === undefined ? '' : `: ${reason}`}`;
}

export const modeFallback: Step = ({ facts, policy, dangers, call }) => {
  const { risk } = facts.tool;
  const [danger] = dangers;
  if (policy.approvalsMode === 'skip') return answer('mode-fallback', 'allow', 'skip', 'approvals.mode is skip');
  if (danger !== undefined) return answer('mode-fallback', 'ask', 'dangerous', danger.because);
  const free = risk === 'low' || (risk === 'medium' && policy.approvalsMode === 'auto');
  const why = `${call.tool} is of ${risk} risk, and approvals.mode is ${policy.approvalsMode}`;
  return free ? answer('mode-fallback', 'allow', 'low-risk', why) : answer('mode-fallback', 'ask', 'risk', why);
};
