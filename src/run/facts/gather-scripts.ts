import { digestText } from '../../base/digest.ts';
import { resolvePath } from '../../base/path.ts';
import { headOf } from '../../policy/command-view.ts';
import type { Disk } from '../../ports/disk.ts';
import { SHELLS } from '../../shell/tables/wrappers.ts';
import type { Facts } from '../../vocab/facts.ts';
import type { ShellLine, SimpleCommand, Unparsable } from '../../vocab/shell-line.ts';

const INTERPRETERS = /^(python[\d.]*|node|nodejs|deno|bun|perl|ruby|php|lua|tclsh|Rscript|source|\.)$/;
const MAX_SCRIPT_BYTES = 67_108_864;

/** The files that a line runs as programs of their own, with their content's digest: an answer is bound to it. */
export function gatherScripts(line: ShellLine | Unparsable, disk: Disk): Facts['scripts'] {
  const scripts = new Map<string, string>();
  for (const command of line.commands) {
    for (const path of scriptsOf(command)) {
      const text = disk.readText(path, MAX_SCRIPT_BYTES);
      if (text !== null) scripts.set(path, digestText(text));
    }
  }
  return [...scripts].map(([path, sha256]) => ({ path, sha256 }));
}

/** Of an interpreter every operand that may be its script: in `python3 -W ignore x.py` it is not the first. */
function scriptsOf(command: SimpleCommand): readonly string[] {
  const head = headOf(command);
  if (head === null) return [];
  const runs = SHELLS.has(head) || INTERPRETERS.test(head);
  return command.words.slice(runs ? 1 : 0, runs ? undefined : 1).flatMap(({ value }) => {
    const isPath = value !== null && (runs ? !/^[-+]/.test(value) : value.includes('/'));
    return !isPath || (command.cwd === null && !value.startsWith('/')) ? [] : [resolvePath(command.cwd ?? '/', value)];
  });
}
