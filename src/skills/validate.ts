import type { ScanFinding } from '../vocab/sanitize.ts';
import type { SkillText } from '../vocab/skill.ts';
import { findNameFault, MAX_DESCRIPTION } from './names.ts';

/** Something about a skill that its author may want to change. An `error` keeps other programs from reading it. */
export interface Verdict {
  readonly kind: 'error' | 'advice';
  /** Within the folder; null: the whole. */
  readonly file: string | null;
  readonly line: number | null;
  readonly message: string;
}

export interface Validated {
  readonly text: SkillText;
  /** The name as it stands in the frontmatter; null when there is none. */
  readonly written: string | null;
  /** Of the folder; null for a skill that is one file. */
  readonly folder: string | null;
  readonly files: readonly string[];
  readonly findings: readonly ScanFinding[];
}

const MAX_LINES = 500;
const MAX_COMPATIBILITY = 500;
/** A path in the text, such as `references/list.md`. */
const REFERENCE = /(?<![\w./-])(?:references|scripts|assets|templates)\/[\w./-]*\w/g;

/** What the standard asks for, what the scanner found, and what makes a skill easier to use. */
export function validateSkill({ text, written, folder, files, findings }: Validated): readonly Verdict[] {
  const say = (kind: Verdict['kind'], message: string, line: number | null = null): Verdict => ({
    ...{ kind, message, line },
    file: null,
  });
  const nameFault = written === null ? 'there is no name in the frontmatter' : findNameFault(written);
  const { description, compatibility, extra, body, notes } = text;
  const lines = body.split('\n').length;
  const missing = [...new Set(body.match(REFERENCE))].filter((path) => folder !== null && !isThere(path, files));
  return [
    ...(nameFault === null ? [] : [say('error', nameFault)]),
    ...(written !== null && folder !== null && written !== folder
      ? [say('error', `the name is ${written}, and the folder is called ${folder}: the standard wants them equal`)]
      : []),
    ...(description.length > MAX_DESCRIPTION
      ? [say('error', `the description has more than ${MAX_DESCRIPTION} characters`)]
      : []),
    ...((compatibility?.length ?? 0) > MAX_COMPATIBILITY
      ? [say('error', `compatibility has more than ${MAX_COMPATIBILITY} characters`)]
      : []),
    ...Object.keys(extra).map((key) =>
      say('advice', `the standard does not know the key ${key}; other programs may refuse it`),
    ),
    ...notes.filter(({ code }) => code !== 'description-long').map(({ message, line }) => say('advice', message, line)),
    ...(body.trim() === '' ? [say('error', 'there are no instructions behind the frontmatter')] : []),
    ...(lines > MAX_LINES
      ? [say('advice', `the instructions have ${lines} lines; move details into references/`)]
      : []),
    ...missing.map((path) => say('advice', `the text names ${path}, and there is no such file`)),
    ...findings
      .filter(({ severity }) => severity !== 'note')
      .map(({ rule, severity, file, line, excerpt }): Verdict => ({
        kind: severity === 'critical' ? 'error' : 'advice',
        ...{ file, line },
        message: `${rule}: ${excerpt}`,
      })),
  ];
}

const isThere = (path: string, files: readonly string[]): boolean =>
  files.some((file) => file === path || file.startsWith(`${path}/`) || file.startsWith(`${path}.`));
