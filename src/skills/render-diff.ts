import { createTwoFilesPatch } from 'diff';
import type { TreeFile } from '../vocab/proposal.ts';
import { findChanges } from './tree.ts';

/** More changed lines than this are shown as one whole text in place of another: finding the shortest way is quadratic. */
const MAX_EDITS = 4000;

const OPTIONS = { context: 3, maxEditLength: MAX_EDITS } as const;

/** A unified diff over all files of a skill, `patch` reads it; empty where nothing changed. */
export function renderDiff(before: readonly TreeFile[], after: readonly TreeFile[]): string {
  const old = new Map(before.map(({ path, text }) => [path, text]));
  return findChanges(before, after)
    .map(({ path, text }) => diffFile(path, old.get(path) ?? null, text))
    .join('');
}

function diffFile(path: string, before: string | null, after: string | null): string {
  const names = [before === null ? '/dev/null' : `a/${path}`, after === null ? '/dev/null' : `b/${path}`] as const;
  const patch = createTwoFilesPatch(...names, before ?? '', after ?? '', undefined, undefined, OPTIONS);
  return (patch ?? replaceWhole(names, before ?? '', after ?? '')).replace(/^=+\n/, '');
}

function replaceWhole([from, to]: readonly [string, string], before: string, after: string): string {
  const old = toLines(before, '-');
  const now = toLines(after, '+');
  return `--- ${from}\n+++ ${to}\n@@ -${rangeOf(old)} +${rangeOf(now)} @@\n${[...old, ...now].join('')}`;
}

const rangeOf = (lines: readonly string[]): string => `${lines.length === 0 ? 0 : 1},${lines.length}`;

const toLines = (text: string, sign: string): readonly string[] =>
  (text.match(/[^\n]*\n|[^\n]+$/g) ?? []).map((line) =>
    line.endsWith('\n') ? `${sign}${line}` : `${sign}${line}\n\\ No newline at end of file\n`,
  );
