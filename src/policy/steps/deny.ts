import { isWithin } from '../../base/path.ts';
import type { TraceEntry } from '../../vocab/decision.ts';
import type { Facts } from '../../vocab/facts.ts';
import type { Policy, Rule } from '../../vocab/policy.ts';
import type { ShellLine, SimpleCommand, Unparsable } from '../../vocab/shell-line.ts';
import type { Origin } from '../../vocab/principal.ts';
import { EDIT_TOOLS } from '../../vocab/tool-names.ts';
import { findControl } from '../control/find-control.ts';
import { effectsOf, reachesOut } from '../effects.ts';
import { findHardline } from '../hardline/find-hardline.ts';
import type { Judged } from '../judged.ts';
import { realPathsOf } from '../paths.ts';
import { whyNoRead } from '../readonly/prove.ts';
import { lineRulesFor, matchesCall, matchesPlaces, meetsCommand, rulesFor, sideRulesFor } from '../rules/match-rule.ts';
import { changesUnknown, findWrites } from '../writes.ts';
import { answer, pass, toRuleRef, type Step } from './answer.ts';
import { findLoop } from './doom-loop.ts';

export const access: Step = () => pass('access', 'the local user may do everything');
export const rateLimit: Step = () => pass('rate-limit', 'no limit is set for this session');

export const wellformed: Step = ({ call, facts, policy }) => {
  if (facts.tool.fault !== null) return answer('wellformed', 'deny', 'bad-arguments', facts.tool.fault);
  if (hasNul(call.input))
    return answer('wellformed', 'deny', 'nul-byte', 'an argument holds a NUL byte, which no program can be given');
  if (policy.toolsOff.includes(call.tool)) {
    return answer(
      'wellformed',
      'deny',
      'tool-off',
      `the tool ${call.tool} is switched off by tools.${call.tool}: false`,
    );
  }
  return pass('wellformed', 'the arguments fit the tool');
};

const hasNul = (value: unknown): boolean =>
  typeof value === 'string'
    ? value.includes('\0')
    : typeof value === 'object' && value !== null && Object.values(value).some(hasNul);

export const hardline = ({ line, facts }: Pick<Judged, 'line' | 'facts'>): TraceEntry => {
  const found = line === null ? null : findHardline(line, facts);
  if (found === null) return pass('hardline', 'nothing in it is beyond recovery');
  const entry = answer('hardline', 'deny', found.code, `${found.reason}; no setting, rule or person lifts this`);
  return found.command === null ? entry : { ...entry, segments: [found.command] };
};

export const control: Step = ({ call, facts }) => {
  const found = findControl(call, facts);
  if (found === null) return pass('control', 'it does not touch what steers the agent');
  const entry = answer('control', 'deny', found.code, found.reason);
  return found.command === null ? entry : { ...entry, segments: [found.command] };
};

export const workspace: Step = ({ call, facts, policy }) => {
  if (!policy.workspaceStrict || !EDIT_TOOLS.includes(call.tool))
    return pass('workspace', 'it is no file tool that writes, or tools.workspace_strict is off');
  if (facts.paths.length === 0) {
    return answer(
      'workspace',
      'deny',
      'no-path',
      `${call.tool} does not say which file it changes, so it cannot be confined`,
    );
  }
  const outside = facts.paths.find(
    ({ absolute, real }) => !isWithin(absolute, facts.workspace) || (real !== null && !isWithin(real, facts.workspace)),
  );
  if (outside === undefined) return pass('workspace', 'it stays inside the workspace');
  const where =
    outside.real === null || outside.real === outside.absolute
      ? outside.absolute
      : `${outside.absolute} (in truth ${outside.real})`;
  return answer(
    'workspace',
    'deny',
    'outside-workspace',
    `${where} lies outside the workspace ${facts.workspace} (tools.workspace_strict)`,
  );
};

export const permissionDeny: Step = (judged) => {
  const { call, facts, policy, line } = judged;
  const rules = (line === null ? rulesFor : lineRulesFor)(call.tool, policy, facts.now);
  const denies = rules.filter(({ action }) => action === 'deny');
  const rule = line === null ? denies.find((one) => matchesCall(one, call, facts)) : undefined;
  if (rule !== undefined) return denied(rule);
  if (line === null) return pass('permission-deny', 'no deny rule meets it');
  const whole =
    denies.find(({ argument }) => argument === null) ??
    sideRulesFor(call, facts, policy).find(({ action }) => action === 'deny');
  if (whole !== undefined) return denied(whole);
  for (const command of line.commands) {
    const met =
      denies.find((one) => command.words.length > 0 && meetsCommand(one, command)) ?? deniedWrite(judged, command);
    if (met !== undefined) return { ...denied(met), segments: [command.index] };
  }
  return pass('permission-deny', 'no deny rule meets it');
};

/** A `write` deny holds for redirects and for the writers that the tables know (POLICY 10). */
function deniedWrite({ facts, policy }: Judged, command: SimpleCommand): Rule | undefined {
  const rules = rulesFor('write', policy, facts.now).filter(({ action }) => action === 'deny');
  if (rules.length === 0) return undefined;
  const places = findWrites(command).map(({ place }) => realPathsOf(place, facts));
  // A file that is not known may be the one that a rule names.
  if (changesUnknown(command)) return rules[0];
  return rules.find((rule) => places.some((paths) => matchesPlaces(rule, paths, facts)));
}

const denied = (rule: Rule): TraceEntry => ({
  ...answer('permission-deny', 'deny', 'deny-rule', rule.because ?? `the rule "${rule.text}" denies it`),
  rule: toRuleRef(rule),
});

export const modePlan: Step = ({ facts, policy, line }) => {
  if (facts.mode !== 'plan') return pass('mode-plan', `the session is in mode ${facts.mode}`);
  const why = line === null ? whyNoReadingTool(facts) : whyNoReadingLine(line, facts, policy);
  return why === null
    ? pass('mode-plan', 'it only reads')
    : answer('mode-plan', 'deny', 'plan-mode', `the session is in mode plan, in which only reading is done${why}`);
};

const whyNoReadingTool = ({ tool: { effects } }: Facts): string | null =>
  effects.length > 0 && effects.every(({ kind }) => kind === 'read') ? null : '';

/** Empty where no command of it can be named. */
function whyNoReadingLine(line: ShellLine | Unparsable, facts: Facts, policy: Policy): string | null {
  if (line.commands.length === 0) return '';
  for (const command of line.commands) {
    const why = whyNoRead(command, facts, policy);
    if (why !== null)
      return `, and it is not known of ${JSON.stringify(clip(command.text))} that it only reads: ${why}`;
  }
  return null;
}

const MAX_NAMED = 60;
const clip = (text: string): string => (text.length > MAX_NAMED ? `${text.slice(0, MAX_NAMED - 1)}…` : text);

export const taintDeny: Step = (judged) => {
  if (judged.policy.taint !== 'deny') return pass('taint-deny', `security.taint is ${judged.policy.taint}`);
  const source = taintedReach(judged);
  return source === null
    ? pass('taint-deny', 'nothing untrusted is in the turn, or nothing leaves')
    : answer(
        'taint-deny',
        'deny',
        'tainted',
        `the turn holds content from ${source}, and this would send data out or write outside the workspace`,
      );
};

/** The sources of untrusted content when a call also reaches out with it (GUARD 4); null otherwise. */
export function taintedReach(judged: Judged): string | null {
  const sources = judged.facts.taint.filter((origin) => origin !== 'owner' && origin !== 'model');
  if (sources.length === 0 || !effectsOf(judged).some(reachesOut)) return null;
  return sources.map(saySource).join(', ');
}

const SOURCES: Readonly<Record<string, string>> = {
  network: 'the network',
  file: 'a file of a dependency',
  upload: 'an upload',
};

const saySource = (origin: Origin): string => SOURCES[origin] ?? origin;

export const doomLoop: Step = ({ call, facts }) => {
  const loop = findLoop(call, facts);
  return loop === null
    ? pass('doom-loop', 'the call does not repeat itself')
    : answer('doom-loop', 'deny', loop.code, loop.reason);
};
