import { digestOf } from '../base/digest.ts';
import type { TreeFile } from '../vocab/proposal.ts';

/** The file that every skill has; a skill that is one file by itself has only this one, whatever it is called on disk. */
export const MAIN_FILE = 'SKILL.md';

/** SHA-256 of the files of a skill: paths and texts, whatever order they come in. */
export const toTreeDigest = (files: readonly TreeFile[]): string =>
  digestOf(sortFiles(files).map(({ path, text }) => [path, text]));

/** By path, code unit by code unit: the same on every machine. */
export const sortFiles = (files: readonly TreeFile[]): readonly TreeFile[] =>
  files.toSorted((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));

/** One file that differs: its text afterwards; null: it is gone. */
export interface FileChange {
  readonly path: string;
  readonly text: string | null;
  /** It was not there before. */
  readonly isNew: boolean;
}

/** What makes the second tree out of the first, by path. */
export function findChanges(before: readonly TreeFile[], after: readonly TreeFile[]): readonly FileChange[] {
  const old = new Map(before.map(({ path, text }) => [path, text]));
  const now = new Map(after.map(({ path, text }) => [path, text]));
  const paths = [...new Set([...old.keys(), ...now.keys()])].toSorted();
  return paths.flatMap((path) => {
    const text = now.get(path) ?? null;
    return old.get(path) === (text ?? undefined) ? [] : [{ path, text, isNew: !old.has(path) }];
  });
}
