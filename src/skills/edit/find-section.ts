import { fail, ok, type Result } from '../../base/result.ts';
import type { Blocks, Heading } from './blocks.ts';
import type { EditFault } from './edit-fault.ts';
import { withoutClosing } from './signs.ts';
import { foldBlanks, foldTitle } from './units.ts';

const MAX_TITLE = 200;

/** A section that is there, or the title of one that is not. */
export type Section = { readonly heading: Heading } | { readonly absent: string };

/**
 * The section that a person names: `Workflow` (of level 2; the title of the document too where nothing else has the name),
 * `### Workflow` (of just that level), `Release > Workflow` (under headings of these names).
 */
export function findSection({ headings }: Blocks, named: string): Result<Section, EditFault> {
  const fault = findNameFault(named);
  if (fault !== null) return fail(fault);
  const [, hashes = '', title = ''] = /^(#{1,6}(?=[ \t]))?(.*)$/.exec(named.trim()) ?? [];
  const shown = foldBlanks(withoutClosing(title));
  if (shown === '') return fail({ code: 'section-invalid', message: 'the section has no name; give one' });
  const level = hashes.length;
  const all = headings.filter((heading) => foldTitle(heading.title) === foldTitle(title));
  const own = all.filter((heading) => level === 0 || heading.level === level);
  const found = own.length === 0 ? findByPath(headings, shown) : preferSecond(own);
  const [first] = found;
  if (found.length > 1) return fail(sayAmbiguous(headings, shown, found));
  if (first !== undefined && (first.level <= 2 || level > 0 || shown.includes('>'))) return ok({ heading: first });
  const [other] = all;
  if (other !== undefined) return fail(sayOther(headings, other, level === 0 ? 2 : level));
  if (level !== 0 && level !== 2) return fail(sayMissing(named.trim()));
  return / > /.test(shown) ? fail(sayMissing(shown)) : ok({ absent: shown });
}

function findNameFault(named: string): EditFault | null {
  if (named.length > MAX_TITLE) {
    return { code: 'section-invalid', message: `the name of the section is longer than ${MAX_TITLE} characters` };
  }
  if (!/[\p{Cc}\u2028\u2029]/u.test(named) && named.isWellFormed()) return null;
  return { code: 'section-invalid', message: 'the name of the section holds a control character; give it on one line' };
}

const preferSecond = (found: readonly Heading[]): readonly Heading[] => {
  const second = found.filter(({ level }) => level === 2);
  return second.length === 1 ? second : found;
};

function findByPath(headings: readonly Heading[], path: string): readonly Heading[] {
  const wanted = path.split(' > ').map(foldTitle);
  if (wanted.length < 2) return [];
  return headings.filter((heading) => {
    const names = toPath(headings, heading).map(({ title }) => foldTitle(title));
    // Levels in between need not be named.
    let at = wanted.length - 1;
    if (names.pop() !== wanted[at]) return false;
    for (const name of names.toReversed()) if (name === wanted[at - 1]) at--;
    return at === 0;
  });
}

/** The headings that one stands under, from the top, and itself. */
const toPath = (headings: readonly Heading[], { first }: Heading): readonly Heading[] =>
  headings.filter((other) => other.first <= first && first < other.end);

const sayPlace = (headings: readonly Heading[], heading: Heading): string => {
  const path = toPath(headings, heading).map(({ title }) => foldBlanks(title));
  return `line ${heading.first + 1} (${'#'.repeat(heading.level)} ${path.join(' > ')})`;
};

const sayAmbiguous = (headings: readonly Heading[], title: string, found: readonly Heading[]): EditFault => ({
  code: 'section-ambiguous',
  message:
    `the section "${title}" is there ${found.length} times: ` +
    `${found.map((heading) => sayPlace(headings, heading)).join(', ')}; ` +
    'name it with its level (### Title) or its path (Parent > Title), or give one of them another title first',
});

const sayOther = (headings: readonly Heading[], other: Heading, level: number): EditFault => ({
  code: 'section-deeper',
  message:
    `there is no section of this name with level ${level}, only ${sayPlace(headings, other)}; ` +
    `name it as "${'#'.repeat(other.level)} ${foldBlanks(other.title)}" if it is meant`,
});

const sayMissing = (name: string): EditFault => ({
  code: 'section-missing',
  message: `there is no section "${name}"; a new one is added only under a plain name`,
});
