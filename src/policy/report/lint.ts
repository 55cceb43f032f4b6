import { matchesWildcard } from '../../base/wildcard.ts';
import { SHELLS, WRAPPERS } from '../../shell/tables/wrappers.ts';
import type { Finding } from '../../vocab/policy-report.ts';
import type { Policy, Rule, SourceRef } from '../../vocab/policy.ts';
import { takesPaths, TOOLS, type ToolName } from '../../vocab/tool-names.ts';
import { LISTS, mergeList } from '../config/settings.ts';
import { showPlace, type PolicySource } from '../config/source.ts';

interface Standing {
  /** Epoch ms, for rules that expired. */
  readonly now: number;
  /** Names of the plugins that are enabled: each may bring any tool that is named after it. */
  readonly plugins: readonly string[];
}

/** What in a policy works and yet is probably not meant. Findings stand in the order of files and lines. */
export function lintPolicy(
  policy: Policy,
  sources: readonly PolicySource[],
  { now, plugins }: Standing,
): readonly Finding[] {
  const findings = [
    ...policy.rules.flatMap((rule) => lintRule(rule, { now, plugins })),
    ...policy.rules.flatMap((rule) => findShadow(rule, policy.rules, now)),
    ...policy.rules.flatMap((rule) => hintLineTool(rule, policy.rules)),
    ...hintTwin(policy.rules),
    ...lintLists(sources),
  ];
  const place = ({ file, line }: Finding): string => `${file}\u0000${String(line).padStart(9)}`;
  return findings.toSorted((a, b) => Number(place(a) > place(b)) - Number(place(a) < place(b)));
}

function lintRule(rule: Rule, { now, plugins }: Standing): readonly Finding[] {
  const found: Finding[] = [];
  if (rule.expires !== null && rule.expires < now) {
    const ended = new Date(rule.expires).toISOString().replace('T23:59:59.999Z', '');
    found.push(warn(rule, 'expired', `Rule "${rule.text}" ended on ${ended}.`, 'remove it or give it another date'));
  }
  const never = whyNever(rule);
  if (never !== null)
    found.push(warn(rule, 'never-matches', `Rule "${rule.text}" never matches: ${never}`, NEVER_HINT));
  if (rule.action === 'allow' && isShell(rule) && isEverything(rule)) {
    const message = `Rule "${rule.text}" lets every plain shell command run without a question.`;
    found.push(warn(rule, 'allows-everything', message, 'name the programs: `shell make *`'));
  }
  const isOfPlugin = plugins.some((name) => rule.tool.startsWith(`${name}__`));
  if (!isOfPlugin && !Object.keys(TOOLS).some((name) => matchesWildcard(rule.tool, name))) {
    const message = `Rule "${rule.text}" speaks of ${rule.tool}, and no plugin or server with that tool is there.`;
    found.push(warn(rule, 'absent-tool', message, 'it counts as soon as the tool is there'));
  }
  return found;
}

const NEVER_HINT = 'docs/guide/policy.md tells what patterns are compared with';

const isShell = (rule: Rule): boolean => matchesWildcard(rule.tool, 'shell');
const isEverything = (rule: Rule): boolean => rule.argument === null || /^\*+$/.test(rule.argument);

/** Patterns of shell rules meet the resolved words of one simple command, joined by single spaces. */
function whyNever({ tool, argument, key }: Rule): string | null {
  if (argument === null) return null;
  if (takesPaths(tool) && key === null) return whyNoPath(argument);
  if (tool !== 'shell') return null;
  if (/(?:^|\s)(?:\||\|\||&&|;|&|>>?|<)(?:\s|$)/.test(argument)) {
    return 'a pattern is compared with one simple command, without operators and redirects.';
  }
  if (/[\r\n]/.test(argument)) return 'a pattern is compared with one simple command, on one line.';
  if (/\s{2}/.test(argument)) return 'words are joined by one space.';
  if (/(?:^|[\s=])["']|["'](?:\s|$)/.test(argument))
    return 'words are compared as the program gets them, without quotes.';
  if (/^[A-Za-z_]\w*=/.test(argument)) return 'an assignment in front is no word of the command.';
  return null;
}

/** Patterns of file tools meet absolute paths, which end in no slash. */
function whyNoPath(argument: string): string | null {
  if (/[^/]\/$/.test(argument)) return 'no path ends in a slash; for what lies in a folder write `folder/*`.';
  if (argument.startsWith('$')) return 'no variable is put in; write `~` for your home.';
  return /^~[^/*]/.test(argument) ? 'only your own home is put in, for `~`.' : null;
}

/** A rule that decides nothing because another one always answers first. */
function findShadow(rule: Rule, rules: readonly Rule[], now: number): readonly Finding[] {
  const stronger = rules.find((other) => other !== rule && shadows(other, rule, rules) && isWhole(other, now));
  if (stronger === undefined) return [];
  const message = `Rule "${rule.text}" (${rule.action}) has no effect: "${stronger.text}" (${stronger.action}) at ${showPlace(stronger)} always answers first.`;
  return [warn(rule, 'shadowed', message, 'remove one of the two, or narrow the other with except')];
}

/** A deny covers what it contains; between the same patterns an ask goes before an allow, and the first of two equals. */
function shadows(other: Rule, rule: Rule, rules: readonly Rule[]): boolean {
  const isSame = other.tool === rule.tool && other.argument === rule.argument && other.key === rule.key;
  if (isSame && other.action === rule.action) return rules.indexOf(other) < rules.indexOf(rule);
  if (other.action === 'deny') return isSame || contains(other, rule);
  return isSame && other.action === 'ask' && rule.action === 'allow';
}

/** Whether every text the inner pattern matches is matched by the outer one; a `*` is only covered by a `*`. */
function contains(outer: Rule, inner: Rule): boolean {
  if (!matchesWildcard(outer.tool, inner.tool)) return false;
  if (outer.argument === null) return true;
  if (outer.key !== inner.key || inner.argument === null) return outer.key === null && isEverything(outer);
  if (matchesWildcard(outer.argument, inner.argument)) return true;
  return outer.argument.endsWith(' *') && matchesWildcard(outer.argument.slice(0, -2), inner.argument);
}

const isWhole = (rule: Rule, now: number): boolean =>
  rule.except.length === 0 && (rule.expires === null || rule.expires >= now);

/** The tool whose calls are judged as lines of the shell: rules of the shell hold for it, its own not for the shell. */
const LINE_TOOL = 'git' satisfies ToolName;

/** `git *` speaks of the tool git, `shell git *` of a command line; whoever writes only the first often means the second. */
function hintLineTool(rule: Rule, rules: readonly Rule[]): readonly Finding[] {
  const { tool, argument, text } = rule;
  if (tool !== LINE_TOOL) return [];
  if (rules.some((other) => other.tool === 'shell' && other.argument?.split(' ')[0] === tool)) return [];
  const message = `Rule "${text}" speaks of the tool ${tool} only; no rule speaks of shell ${tool}.`;
  const meant = ['shell', tool, ...(argument === null ? [] : [argument])].join(' ');
  return [
    { ...place(rule), level: 'hint', code: 'other-tool', message, hint: `add a rule "${meant}" if both are meant` },
  ];
}

/** The tool that the model is offered and that shares its name with a program; what stops one leaves the other. */
const TWIN = 'grep' satisfies ToolName;

function hintTwin(rules: readonly Rule[]): readonly Finding[] {
  const isShellTwin = ({ tool, argument }: Rule): boolean => tool === 'shell' && argument?.split(' ')[0] === TWIN;
  const isTwin = ({ tool }: Rule): boolean => tool === TWIN;
  const rule = rules.find((one) => one.action !== 'allow' && (isTwin(one) || isShellTwin(one)));
  if (rule === undefined || rules.some(isTwin) === rules.some(isShellTwin)) return [];
  const [speaks, missing] = isTwin(rule)
    ? [`the tool ${TWIN}`, `shell ${TWIN}`]
    : ['a shell command', `the tool ${TWIN}`];
  const message = `Rule "${rule.text}" speaks of ${speaks} only; no rule speaks of ${missing}.`;
  const hint = `add a rule "${isTwin(rule) ? `shell ${TWIN}` : TWIN} *" if both are meant`;
  return [{ ...place(rule), level: 'hint', code: 'other-tool', message, hint }];
}

/** Interpreters and programs with a language of their own; the shell room knows those that only start others. */
const INTERPRETERS: ReadonlySet<string> = new Set(
  (
    'eval xargs parallel fish python python2 python3 perl ruby node deno bun php lua awk gawk mawk nawk sed tclsh ' +
    'osascript ssh npx make find'
  ).split(' '),
);

/** Vouching for one of these vouches for whatever it is handed. */
const startsAnything = (head: string): boolean => WRAPPERS.has(head) || SHELLS.has(head) || INTERPRETERS.has(head);

/** What has no effect was told when the policy was compiled. */
const silent = (): void => undefined;

function lintLists(sources: readonly PolicySource[]): readonly Finding[] {
  const lists = [LISTS.allowlist, LISTS.readonlyCommands];
  return lists.flatMap(({ key, pick }) =>
    mergeList({ key, pick }, sources, silent).flatMap(({ value, source }) => lintEntry(key, value, source)),
  );
}

function lintEntry(key: string, entry: string, source: SourceRef): readonly Finding[] {
  const [head = '', second] = entry.trim().split(/\s+/);
  if (head === '') {
    return [warn(source, 'empty-entry', `An empty entry of ${key} covers nothing.`, 'remove it')];
  }
  if (/[|;&<>`$"'()\\]/.test(entry)) {
    const message = `Entry "${entry}" of ${key} holds shell syntax; it is compared with plain words.`;
    return [warn(source, 'entry-syntax', message, 'write the leading words of one command')];
  }
  const isOpen = second === undefined && startsAnything(head);
  if (!isOpen) return [];
  const message = `Entry "${entry}" of ${key} starts other programs or runs code, whatever it is handed.`;
  return [warn(source, 'starts-anything', message, 'name the whole command, such as `python3 -m pytest`')];
}

const place = ({ file, line }: SourceRef): { file: string; line: number } => ({ file, line });

const warn = (source: SourceRef, code: string, message: string, hint: string): Finding => ({
  ...place(source),
  level: 'warning',
  code,
  message,
  hint,
});
