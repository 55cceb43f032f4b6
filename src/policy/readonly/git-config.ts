/** One line of git configuration. */
export interface GitConfigEntry {
  /** `section.name` or `section.subsection.name`; section and name lower case, the subsection as written. */
  readonly key: string;
  /** Null for a key without `=`, which git reads as true. */
  readonly value: string | null;
}

export interface GitConfigText {
  readonly entries: readonly GitConfigEntry[];
  /** Git would refuse the file, or this reader is not sure that it reads it as git does. */
  readonly broken: boolean;
}

/**
 * Reads configuration text by git's rules (git-config(1), "Syntax"). What git would refuse ends the reading with
 * `broken`; the entries in front of it are kept, as git calls back for them before it stops.
 */
export function parseGitConfig(text: string): GitConfigText {
  const entries: GitConfigEntry[] = [];
  const cursor: Cursor = { text: text.replace(/^\ufeff/, '').replaceAll('\r\n', '\n'), at: 0 };
  let section: string | null = null;
  while (cursor.at < cursor.text.length) {
    const char = cursor.text.charAt(cursor.at);
    if (BLANK.test(char)) cursor.at++;
    else if (char === '#' || char === ';') skipLine(cursor);
    else if (char === '[') {
      section = readSection(cursor);
      if (section === null) return { entries, broken: true };
    } else {
      const entry = readEntry(cursor, section);
      if (entry === null) return { entries, broken: true };
      entries.push(entry);
    }
  }
  return { entries, broken: text.includes('\0') };
}

/** Git's own idea of white space; a wider one would trim what git keeps. */
const BLANK = /[ \t\r\n]/;

interface Cursor {
  readonly text: string;
  at: number;
}

function skipLine(cursor: Cursor): void {
  const end = cursor.text.indexOf('\n', cursor.at);
  cursor.at = end === -1 ? cursor.text.length : end + 1;
}

/** `[core]`, `[remote "origin"]` or the old `[remote.origin]`, whose subsection is folded to lower case. */
function readSection(cursor: Cursor): string | null {
  const plain = /^\[[A-Za-z0-9.-]+\]/.exec(cursor.text.slice(cursor.at, cursor.at + 1024));
  if (plain !== null) {
    cursor.at += plain[0].length;
    return plain[0].slice(1, -1).toLowerCase();
  }
  const quoted = /^\[[A-Za-z0-9.-]+[ \t]+"/.exec(cursor.text.slice(cursor.at, cursor.at + 1024));
  if (quoted === null) return null;
  cursor.at += quoted[0].length;
  let subsection = '';
  for (; cursor.at < cursor.text.length; cursor.at++) {
    let char = cursor.text[cursor.at];
    if (char === '"') break;
    if (char === '\\') char = cursor.text[++cursor.at];
    if (char === undefined || char === '\n') return null;
    subsection += char;
  }
  if (!cursor.text.startsWith('"]', cursor.at)) return null;
  cursor.at += 2;
  return `${quoted[0].slice(1, -1).trimEnd().toLowerCase()}.${subsection}`;
}

function readEntry(cursor: Cursor, section: string | null): GitConfigEntry | null {
  const name = /^[A-Za-z][A-Za-z0-9-]*/.exec(cursor.text.slice(cursor.at, cursor.at + 1024))?.[0];
  if (name === undefined || section === null) return null;
  cursor.at += name.length;
  while (/[ \t]/.test(cursor.text.charAt(cursor.at))) cursor.at++;
  const key = `${section}.${name.toLowerCase()}`;
  const char = cursor.text[cursor.at];
  if (char === undefined || char === '\n') return { key, value: null };
  if (char === '#' || char === ';') {
    skipLine(cursor);
    return { key, value: null };
  }
  if (char !== '=') return null;
  cursor.at++;
  const value = readValue(cursor);
  return value === null ? null : { key, value };
}

const ESCAPES: Readonly<Record<string, string>> = { 't': '\t', 'b': '\b', 'n': '\n', '\\': '\\', '"': '"' };

/** A value up to the end of its line; null where git finds fault with it. */
function readValue(cursor: Cursor): string | null {
  let value = '';
  let trailing = '';
  let quoted = false;
  for (; cursor.at < cursor.text.length; cursor.at++) {
    const char = cursor.text.charAt(cursor.at);
    if (char === '\n') {
      cursor.at++;
      return quoted ? null : value;
    }
    if (!quoted && (char === '#' || char === ';')) {
      skipLine(cursor);
      return value;
    }
    if (!quoted && BLANK.test(char)) {
      if (value !== '') trailing += char;
      continue;
    }
    value += trailing;
    trailing = '';
    if (char === '"') quoted = !quoted;
    else if (char === '\\') {
      const next = cursor.text.charAt(++cursor.at);
      if (next === '\n') continue;
      const meant = ESCAPES[next];
      if (meant === undefined) return null;
      value += meant;
    } else value += char;
  }
  return quoted ? null : value;
}

/** Git's words for false; a value that is no boolean at all counts as something set. */
export const isFalse = (value: string | null): boolean => value !== null && /^(?:false|no|off|0|)$/i.test(value);
