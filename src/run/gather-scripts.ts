import { digestText } from '../base/digest.ts';
import { resolvePath } from '../base/path.ts';
import { headOf } from '../policy/command-view.ts';
import type { Disk } from '../ports/disk.ts';
import { SHELLS } from '../shell/tables/wrappers.ts';
import type { Facts } from '../vocab/facts.ts';
import type { ShellLine, SimpleCommand, Unparsable } from '../vocab/shell-line.ts';

const INTERPRETERS = /^(python[\d.]*|node|nodejs|deno|bun|perl|ruby|php|lua|tclsh|Rscript|source|\.)$/;
const MAX_SCRIPT_BYTES = 4_194_304;

/** The files that a line runs as programs of their own, with their content's digest: an answer is bound to it. */
export function gatherScripts(line: ShellLine | Unparsable, disk: Disk): Facts['scripts'] {
  const scripts = new Map<string, string>();
  for (const command of line.commands) {
    const path = scriptOf(command);
    const text = path === null ? null : disk.readText(path, MAX_SCRIPT_BYTES);
    if (path !== null && text !== null) scripts.set(path, digestText(text));
  }
  return [...scripts].map(([path, sha256]) => ({ path, sha256 }));
}

function scriptOf(command: SimpleCommand): string | null {
  const head = headOf(command);
  if (head === null) return null;
  const runs = SHELLS.has(head) || INTERPRETERS.test(head);
  const word = runs
    ? command.words.slice(1).find(({ value }) => value !== null && !/^[-+]/.test(value))
    : command.words[0];
  const value = word?.value ?? null;
  if (value === null || (!runs && !value.includes('/')) || (command.cwd === null && !value.startsWith('/')))
    return null;
  return resolvePath(command.cwd ?? '/', value);
}
