import { fail, ok, type Result } from '../../base/result.ts';
import type { ProposalChange, TreeFile } from '../../vocab/proposal.ts';
import { composeSkill, type DraftFault } from '../compose.ts';
import { readFields, splitFence } from '../frontmatter.ts';
import { toKey } from '../names.ts';
import { parseSkill } from '../parse-skill.ts';
import { MAIN_FILE, sortFiles } from '../tree.ts';
import { appendToSection } from './append-section.ts';
import { replaceText } from './replace-text.ts';
import { findPathFault } from './support-path.ts';

export interface ChangeFault {
  readonly code: DraftFault['code'] | 'no-skill' | 'edit-refused' | 'path-refused' | 'unreadable';
  readonly message: string;
}

/** The exact result of a change, with what a person should know of it; `covered`: everything is there already. */
export type ComposedChange =
  | { readonly kind: 'changed'; readonly files: readonly TreeFile[]; readonly notes: readonly string[] }
  | { readonly kind: 'covered' };

export interface ChangeOf {
  readonly name: string;
  readonly change: ProposalChange;
  /** The files of the skill as they are; empty: there is none. */
  readonly from: readonly TreeFile[];
  /** Of one file. One that is larger already may shrink. */
  readonly maxBytes: number;
}

/** The section that a `create` of a skill that is there goes to. */
const WORKFLOW = 'Workflow';

/** The files that a skill has after a change. Whatever the change does not touch stays to the byte. */
export function composeChange({ name, change, from, maxBytes }: ChangeOf): Result<ComposedChange, ChangeFault> {
  const main = from.find(({ path }) => path === MAIN_FILE)?.text ?? null;
  const edited = main === null ? writeMain(name, change, maxBytes) : editMain(main, change);
  if (!edited.ok) return edited;
  const given = change.files ?? [];
  const files = new Map(from.map(({ path, text }) => [path, text]));
  files.set(MAIN_FILE, edited.value.text);
  for (const { path, text } of given) {
    const fault = findPathFault(path);
    if (fault !== null) return fail({ code: 'path-refused', message: fault });
    files.set(path, text);
  }
  const before = new Map(from.map(({ path, text }) => [path, text]));
  const changed = [...files].filter(([path, text]) => before.get(path) !== text);
  for (const [path, text] of changed) {
    const fault = findSizeFault({ path, text }, before.get(path) ?? null, maxBytes);
    if (fault !== null) return fail(fault);
  }
  if (changed.length === 0) return ok({ kind: 'covered' });
  const read = parseSkill(edited.value.text);
  if (!read.ok) return fail({ code: 'unreadable', message: `the result could not be read: ${read.error.message}` });
  // What a person or another program wrote without one may stay so.
  if (change.kind === 'rewrite' && !tellsItself(change.text) && (main === null || tellsItself(main)))
    return fail({ code: 'unreadable', message: 'it has no frontmatter with a name and a description' });
  const named = read.value.name;
  if (change.kind === 'rewrite' && named !== null && toKey(named) !== toKey(name))
    return fail({ code: 'unreadable', message: `its frontmatter names another skill: ${named}` });
  const odd = change.kind === 'rewrite' ? read.value.notes.map(({ message }) => `SKILL.md: ${message}`) : [];
  const result = [...files].map(([path, text]) => ({ path, text }));
  return ok({ kind: 'changed', files: sortFiles(result), notes: [...edited.value.notes, ...odd] });
}

/** Whether a SKILL.md says its name and its description itself, as the standard wants. */
function tellsItself(text: string): boolean {
  const { yaml, line } = splitFence(text);
  const fields = yaml === null ? null : readFields(yaml, line).fields;
  return fields !== null && ['name', 'description'].every((key) => (fields.get(key)?.text?.trim() ?? '') !== '');
}

interface Edited {
  readonly text: string;
  readonly notes: readonly string[];
}

function writeMain(name: string, change: ProposalChange, maxBytes: number): Result<Edited, ChangeFault> {
  switch (change.kind) {
    case 'create':
      return toText(composeSkill({ name, description: change.description, body: change.body }, maxBytes));
    case 'append': {
      const body = `## ${change.section}\n\n${change.body.replace(/^\s*\n/, '')}`;
      const made = toText(composeSkill({ name, description: change.description, body }, maxBytes));
      return made.ok
        ? ok({ ...made.value, notes: [`There is no skill ${name} yet: it is made with this section.`] })
        : made;
    }
    case 'rewrite':
      return ok({ text: change.text, notes: [] });
    case 'replace':
    case 'files':
      return fail({ code: 'no-skill', message: `there is no skill ${name}` });
  }
}

const toText = (composed: ReturnType<typeof composeSkill>): Result<Edited, ChangeFault> =>
  composed.ok ? ok({ text: composed.value.text, notes: [] }) : composed;

function editMain(main: string, change: ProposalChange): Result<Edited, ChangeFault> {
  switch (change.kind) {
    case 'files':
      return ok({ text: main, notes: [] });
    case 'rewrite':
      return ok({ text: change.text, notes: [] });
    case 'create':
    case 'append': {
      const section = change.kind === 'create' ? WORKFLOW : change.section;
      const edited = appendToSection(main, section, change.body);
      if (!edited.ok) return fail({ code: 'edit-refused', message: edited.error.message });
      const notes =
        change.kind === 'create' ? [`The skill is there already: the text goes to "## ${WORKFLOW}" of it.`] : [];
      return ok(edited.value.kind === 'covered' ? { text: main, notes: [] } : { text: edited.value.text, notes });
    }
    case 'replace': {
      const edited = replaceText(main, change.oldText, change.newText);
      if (!edited.ok) return fail({ code: 'edit-refused', message: edited.error.message });
      if (edited.value.kind === 'covered') return ok({ text: main, notes: [] });
      const { text, matches, lines } = edited.value;
      const where = lines.join(', ');
      const notes =
        matches > 1 ? [`The old text stands ${matches} times (lines ${where}); the first is replaced.`] : [];
      return ok({ text, notes });
    }
  }
}

function findSizeFault({ path, text }: TreeFile, before: string | null, maxBytes: number): ChangeFault | null {
  const bytes = Buffer.byteLength(text);
  if (bytes <= maxBytes || (before !== null && bytes < Buffer.byteLength(before))) return null;
  return { code: 'too-large', message: `${path} would have ${bytes} bytes, and ${maxBytes} are allowed` };
}
