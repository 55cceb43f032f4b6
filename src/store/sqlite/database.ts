import { chmodSync, closeSync, existsSync, mkdirSync, openSync, statSync } from 'node:fs';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { Fault } from '../../base/fault.ts';
import { folderOf } from '../../base/path.ts';
import { MIGRATIONS } from './migrations.ts';

/** One row as SQLite gives it: a null-prototype object that has to be read with the functions of `row.ts`. */
export type Row = Readonly<Record<string, unknown>>;

export interface Database {
  run(sql: string, ...values: SQLInputValue[]): { readonly changes: number; readonly lastId: number };
  get(sql: string, ...values: SQLInputValue[]): Row | null;
  all(sql: string, ...values: SQLInputValue[]): readonly Row[];
  /** All that `work` writes, or nothing when it throws. Not nested. */
  transaction<T>(work: () => T): T;
  /** A stored value that does not parse. */
  damaged(what: string, cause: unknown): Fault;
  close(): void;
}

/** Says in the file's header whose database it is: "BWCK". */
const APPLICATION_ID = 0x42_57_43_4b;

const ELSEWHERE_HINT = 'move it away, or set BAILIWICK_HOME to another folder';

/** How long to wait for another process that writes, in ms. */
const BUSY_TIMEOUT_MS = 5_000;

/**
 * Opens the file, makes it (0600, in a folder of 0700) where it is missing, and brings its tables to today's version.
 * Throws a Fault `store-failed` that says what is wrong with which file.
 */
export function openDatabase(path: string): Database {
  const guard = <T>(work: () => T): T => {
    try {
      return work();
    } catch (error) {
      throw error instanceof Fault ? error : toFault(error, path);
    }
  };
  return guard(() => {
    createFile(path);
    const connection = new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS, enableForeignKeyConstraints: true });
    try {
      connection.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;');
      migrate(connection, path);
    } catch (error) {
      connection.close();
      throw error;
    }
    return wrap(connection, path, guard);
  });
}

function wrap(connection: DatabaseSync, path: string, guard: <T>(work: () => T) => T): Database {
  const statements = new Map<string, StatementSync>();
  const prepare = (sql: string): StatementSync => {
    const known = statements.get(sql) ?? connection.prepare(sql);
    statements.set(sql, known);
    return known;
  };
  return {
    run: (sql, ...values) =>
      guard(() => {
        const { changes, lastInsertRowid } = prepare(sql).run(...values);
        return { changes: Number(changes), lastId: Number(lastInsertRowid) };
      }),
    get: (sql, ...values) => guard(() => prepare(sql).get(...values) ?? null),
    all: (sql, ...values) => guard(() => prepare(sql).all(...values)),
    transaction: (work) => guard(() => inTransaction(connection, work, (sql) => prepare(sql).run())),
    damaged: (what, cause) =>
      new Fault('store-failed', `${path} holds ${what} that cannot be read`, {
        hint: 'a newer Bailiwick may have written it: use that one, or begin a new session',
        cause,
      }),
    close: () => guard(() => connection.close()),
  };
}

function createFile(path: string): void {
  createFolder(folderOf(path));
  const found = statSync(path, { throwIfNoEntry: false });
  if (found !== undefined && !found.isFile() && !found.isDirectory())
    throw new Fault('store-failed', `The store ${path} is no regular file`, { hint: ELSEWHERE_HINT });
  closeSync(openSync(path, 'a', 0o600));
  chmodSync(path, 0o600);
}

/** Not `recursive: true`, which never returns where a parent exists and refuses to hold folders (/proc). */
function createFolder(path: string): void {
  if (existsSync(path)) return;
  createFolder(folderOf(path));
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    if (!existsSync(path)) throw error; // else another process was faster
  }
}

/** `run`: runs a statement, which it may keep for the next time. */
function inTransaction<T>(
  connection: DatabaseSync,
  work: () => T,
  run = (sql: string): unknown => connection.exec(sql),
): T {
  run('BEGIN IMMEDIATE');
  try {
    const value = work();
    run('COMMIT');
    return value;
  } catch (error) {
    if (connection.isTransaction) run('ROLLBACK');
    throw error;
  }
}

function migrate(connection: DatabaseSync, path: string): void {
  const version = (): number => numberOf(connection, 'PRAGMA user_version');
  const found = version();
  const isEmpty = found === 0 && numberOf(connection, 'SELECT count(*) FROM sqlite_master') === 0;
  const foreign = isEmpty ? null : findForeign(connection, path);
  if (foreign !== null) throw foreign;
  if (found === MIGRATIONS.length) return;
  inTransaction(connection, () => {
    // Another process may have been faster; the version is read again under the lock.
    for (const [at, sql] of MIGRATIONS.entries())
      if (at >= version()) connection.exec(`${sql}; PRAGMA user_version = ${at + 1}`);
    connection.exec(`PRAGMA application_id = ${APPLICATION_ID}`);
  });
}

/** What keeps this file from being read as our store, and what is damaged in it; null when nothing is. Nothing is changed. */
export function findDatabaseFault(path: string): Fault | null {
  try {
    const connection = new DatabaseSync(path, { readOnly: true, timeout: BUSY_TIMEOUT_MS });
    try {
      const isEmpty = numberOf(connection, 'SELECT count(*) FROM sqlite_master') === 0;
      return isEmpty ? null : (findForeign(connection, path) ?? findDamage(connection, path));
    } finally {
      connection.close();
    }
  } catch (error) {
    return toFault(error, path);
  }
}

/** The first damage that SQLite's own check finds (https://www.sqlite.org/pragma.html#pragma_quick_check). */
function findDamage(connection: DatabaseSync, path: string): Fault | null {
  const said = Object.values(connection.prepare('PRAGMA quick_check(1)').get() ?? {})[0];
  if (said === 'ok') return null;
  return new Fault('store-failed', `The store ${path} is damaged (${String(said)})`, { hint: DAMAGE_HINT });
}

/** A database of another program, or of a Bailiwick that is newer. */
function findForeign(connection: DatabaseSync, path: string): Fault | null {
  if (numberOf(connection, 'PRAGMA application_id') !== APPLICATION_ID)
    return new Fault('store-failed', `The store ${path} is a database of another program`, { hint: ELSEWHERE_HINT });
  const version = numberOf(connection, 'PRAGMA user_version');
  if (version <= MIGRATIONS.length) return null;
  return new Fault(
    'store-failed',
    `${path} was written by a newer Bailiwick (schema ${version}; this one knows ${MIGRATIONS.length})`,
    { hint: 'update Bailiwick, or set BAILIWICK_HOME to another folder' },
  );
}

const numberOf = (connection: DatabaseSync, sql: string): number =>
  Number(Object.values(connection.prepare(sql).get() ?? {})[0] ?? 0);

/** Result codes of SQLite, https://www.sqlite.org/rescode.html; an extended code holds its primary one in the low byte. */
const SQLITE_MEANINGS: Readonly<Record<number, string>> = {
  3: 'may not be written',
  5: 'is held by another process',
  6: 'is held by another process',
  8: 'may not be written',
  10: 'could not be read or written',
  11: 'is damaged',
  13: 'could not grow: the disk is full',
  14: 'could not be opened',
  26: 'is no database',
};

const SYSTEM_MEANINGS: Readonly<Record<string, string>> = {
  EACCES: 'may not be written',
  EPERM: 'may not be written',
  EROFS: 'may not be written: the file system is read-only',
  ENOSPC: 'could not grow: the disk is full',
  ENOTDIR: 'lies in something that is no folder',
  EISDIR: 'is a folder',
  ENOENT: 'could not be made',
};

const DAMAGE_HINT = 'move the file away to start with an empty store; it is kept as evidence';

function toFault(error: unknown, path: string): Fault {
  const detail: Readonly<Record<string, unknown>> = error instanceof Error ? { ...error } : {};
  const primary = typeof detail['errcode'] === 'number' ? detail['errcode'] & 0xff : null;
  const meaning =
    (primary === null ? undefined : SQLITE_MEANINGS[primary]) ??
    (typeof detail['code'] === 'string' ? SYSTEM_MEANINGS[detail['code']] : undefined) ??
    'failed';
  const said = error instanceof Error ? error.message : String(error);
  const hint = primary === 11 || primary === 26 ? { hint: DAMAGE_HINT } : {};
  return new Fault('store-failed', `The store ${path} ${meaning} (${said})`, { ...hint, cause: error });
}
