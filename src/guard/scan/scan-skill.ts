import { digestText } from '../../base/digest.ts';
import type { ScanFinding, ScanStatus } from '../../vocab/sanitize.ts';
import { toView } from './fold.ts';
import { findHits, type Hit } from './scan.ts';
import { SKILL_RULES, type SkillSeverity } from './skill-rules.ts';

/** A file of a skill, its path within the folder. */
export interface SkillFile {
  readonly path: string;
  readonly text: string;
}

/** What of one file is read: its beginning and its end. More than that no honest skill has. */
const MAX_CHARACTERS = 2_000_000;
const MAX_EXCERPT = 160;
const DIGEST_CHARACTERS = 16;

/**
 * Everything suspicious in the files of a skill and in their names, in their order. Pure and linear in their length.
 * What only speaks of an attack is a note. Nothing that stands in a file changes how it is read.
 */
export const scanSkill = (files: readonly SkillFile[]): readonly ScanFinding[] => files.flatMap(scanFile);

function scanFile({ path, text }: SkillFile): readonly ScanFinding[] {
  const name = findInName(path);
  if (text.length <= MAX_CHARACTERS) return [...name, ...findIn(path, text, 1)];
  const half = MAX_CHARACTERS / 2;
  const tail = text.length - half;
  return [
    ...name,
    { rule: 'not-read-whole', severity: 'warn', file: path, line: 1, excerpt: `${text.length} characters` },
    ...findIn(path, text.slice(0, half), 1),
    ...findIn(path, text.slice(tail), 1 + countLines(text, 0, tail)),
  ];
}

const names = new Map<string, readonly ScanFinding[]>();

/** Most skills have files of the same names: of so many it is remembered what was found. */
const MAX_NAMES = 1000;

function findInName(path: string): readonly ScanFinding[] {
  const known = names.get(path);
  if (known !== undefined) return known;
  const spoken = path.replaceAll(/[/\\._-]/g, ' ');
  const found = merge(sort(findHits(spoken, SKILL_RULES))).map((hit) => toFinding(hit, path, path, 0));
  if (names.size < MAX_NAMES) names.set(path, found);
  return found;
}

function findIn(file: string, text: string, firstLine: number): readonly ScanFinding[] {
  let line = firstLine;
  let at = 0;
  return merge(sort(findHits(text, SKILL_RULES))).map((hit) => {
    line += countLines(text, at, hit.start);
    at = hit.start;
    return toFinding(hit, file, text, line);
  });
}

const sort = (hits: readonly Hit<SkillSeverity>[]): readonly Hit<SkillSeverity>[] =>
  hits.toSorted((a, b) => a.start - b.start || a.end - b.end);

/** Of places of one rule that overlap, the one that says more. */
function merge(hits: readonly Hit<SkillSeverity>[]): readonly Hit<SkillSeverity>[] {
  const last = new Map<string, number>();
  const kept: Hit<SkillSeverity>[] = [];
  for (const hit of hits) {
    const key = `${hit.rule.id} ${hit.told}`;
    const before = last.get(key);
    const one = before === undefined ? undefined : kept[before];
    if (before !== undefined && one !== undefined && hit.start < one.end) {
      kept[before] = { ...one, end: Math.max(one.end, hit.end) };
    } else {
      last.set(key, kept.length);
      kept.push(hit);
    }
  }
  return kept;
}

function countLines(text: string, from: number, to: number): number {
  let count = 0;
  for (let at = text.indexOf('\n', from); at >= 0 && at < to; at = text.indexOf('\n', at + 1)) count++;
  return count;
}

function toFinding(
  { rule, told, start, end }: Hit<SkillSeverity>,
  file: string,
  text: string,
  line: number,
): ScanFinding {
  const whole = text.slice(start, end).replaceAll(/\s+/g, ' ').trim();
  const excerpt =
    rule.hides === true
      ? hide(whole)
      : whole.length > MAX_EXCERPT
        ? `${whole.slice(0, MAX_EXCERPT - 1).toWellFormed()}… (${digestText(whole).slice(0, DIGEST_CHARACTERS)})`
        : whole.toWellFormed();
  return { rule: rule.id, severity: told ? 'note' : rule.severity, file, line: line === 0 ? 0 : line, excerpt };
}

/** How it begins, and which it is, so that two are told from each other. */
const hide = (value: string): string => `${value.slice(0, 4)}… (${digestText(value).slice(0, 6)})`;

/**
 * The findings of a change: those of the whole result, less those that were there before, told by rule and by what
 * stands there, not by line. So a change is not blamed for what it found, and an order split over two changes is seen.
 */
export function findIntroduced(base: readonly SkillFile[], result: readonly SkillFile[]): readonly ScanFinding[] {
  const before = new Map<string, number>();
  for (const finding of scanSkill(base)) {
    const key = toKey(finding);
    before.set(key, (before.get(key) ?? 0) + 1);
  }
  return scanSkill(result).filter((finding) => {
    const key = toKey(finding);
    const count = before.get(key) ?? 0;
    if (count > 0) before.set(key, count - 1);
    return count === 0;
  });
}

const toKey = ({ rule, severity, excerpt }: ScanFinding): string =>
  [rule, severity, toView(excerpt).text.replaceAll(/\s+/g, ' ').trim()].join('\n');

/** What becomes of a skill with these findings. */
export const toStatus = (findings: readonly ScanFinding[]): ScanStatus =>
  findings.some(({ severity }) => severity === 'critical')
    ? 'quarantine'
    : findings.some(({ severity }) => severity === 'warn')
      ? 'warn'
      : 'clean';
