import { digestText } from '../../../base/digest.ts';
import type { NewestVersion, SkillVersion, SkillVersions, VersionAction } from '../../../ports/skill-store.ts';
import type { TreeFile } from '../../../vocab/proposal.ts';
import type { Database, Row } from '../database.ts';
import { numberOf, textOf, wordOf } from '../row.ts';
import { replaceProposal } from './proposals.ts';

const COLUMNS = 'SELECT place, name, number, tree, action, by, at, proposal, note, stamp FROM skill_versions';
const LIST = `${COLUMNS} WHERE place = ? AND name = ? ORDER BY number`;
const NEWEST = `${COLUMNS} AS v WHERE place = ? AND number =
  (SELECT max(number) FROM skill_versions WHERE place = v.place AND name = v.name) ORDER BY name`;
const LAST = 'SELECT coalesce(max(number), 0) AS number FROM skill_versions WHERE place = ? AND name = ?';
const INSERT = `INSERT INTO skill_versions (place, name, number, tree, action, by, at, proposal, note)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`;
const SEE = 'UPDATE skill_versions SET stamp = ? WHERE place = ? AND name = ? AND number = ?';
const INSERT_BLOB = 'INSERT OR IGNORE INTO skill_blobs (digest, text) VALUES (?, ?)';
const INSERT_TREE = 'INSERT OR IGNORE INTO skill_trees (digest, record) VALUES (?, ?)';
const TREE = 'SELECT record FROM skill_trees WHERE digest = ?';
const TREE_FILES = `SELECT entry.value ->> 0 AS path, blob.text FROM skill_trees, json_each(skill_trees.record) AS entry
  LEFT JOIN skill_blobs AS blob ON blob.digest = entry.value ->> 1 WHERE skill_trees.digest = ? ORDER BY entry.key`;

const ACTIONS: readonly VersionAction[] = ['found', 'edit', 'create', 'apply', 'revert', 'remove'];

export const createVersions = (database: Database): SkillVersions => ({
  list: async (place, name) => database.all(LIST, place, name).map(readVersion),
  listNewest: async (place) =>
    database.all(NEWEST, place).map((row): NewestVersion => ({ ...readVersion(row), stamp: nullable(row, 'stamp') })),
  readTree: async (tree) => readTree(database, tree),
  add: async (version, files, { after, settles = [], alongside }) => {
    const { place, name, tree, action, by, at, proposal, note } = version;
    return undo(() =>
      database.transaction(() => {
        const row = database.get(LAST, place, name);
        if (row === null || numberOf(row, 'number') !== after) throw new Overtaken();
        if (!settles.every((one) => replaceProposal(database, one))) throw new Overtaken();
        if (tree !== null && files !== null) insertTree(database, tree, files);
        database.run(INSERT, place, name, after + 1, tree, action, by, at, proposal, note);
        alongside?.();
        return { ...version, number: after + 1 };
      }),
    );
  },
  async see({ place, name, number }, stamp) {
    database.run(SEE, stamp, place, name, number);
  },
});

/** Rolls the transaction back; somebody else was faster. */
class Overtaken extends Error {}

function undo<T>(work: () => T): T | null {
  try {
    return work();
  } catch (error) {
    if (wasOvertaken(error)) return null;
    throw error;
  }
}

/** What the database throws on may stand around it. */
const wasOvertaken = (error: unknown): boolean =>
  error instanceof Overtaken || (error instanceof Error && error.cause instanceof Overtaken);

function insertTree(database: Database, tree: string, files: readonly TreeFile[]): void {
  const entries = files.map(({ path, text }) => [path, digestText(text)] as const);
  for (const [at, { text }] of files.entries()) database.run(INSERT_BLOB, entries[at]?.[1] ?? '', text);
  database.run(INSERT_TREE, tree, JSON.stringify(entries));
}

function readTree(database: Database, tree: string): readonly TreeFile[] | null {
  if (database.get(TREE, tree) === null) return null;
  return database.all(TREE_FILES, tree).map((row) => {
    if (row['text'] === null) throw database.damaged(`a skill (${tree})`, 'a text of it is missing');
    return { path: textOf(row, 'path'), text: textOf(row, 'text') };
  });
}

const nullable = (row: Row, column: string): string | null => (row[column] === null ? null : textOf(row, column));

const readVersion = (row: Row): SkillVersion => ({
  place: textOf(row, 'place'),
  name: textOf(row, 'name'),
  number: numberOf(row, 'number'),
  tree: nullable(row, 'tree'),
  action: wordOf(row, 'action', ACTIONS),
  by: textOf(row, 'by'),
  at: numberOf(row, 'at'),
  proposal: nullable(row, 'proposal'),
  note: nullable(row, 'note'),
});
