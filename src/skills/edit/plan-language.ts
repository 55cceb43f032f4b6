import { readBlocks } from './blocks.ts';
import { toUnits } from './units.ts';

const CHANGE =
  '(?:add|amend|adjust|append|change|edit|enhance|expand|extend|improve|insert|modify|rephrase|replace|revise|reword|rewrite|update)';
const CHANGING =
  '(?:adding|amending|adjusting|appending|changing|editing|enhancing|expanding|extending|improving|inserting|modifying|rephrasing|replacing|revising|rewording|rewriting|updating)';
const PART = '(?:bullet|heading|instruction|item|line|note|paragraph|rule|section|sentence|step|subsection)s?';
/** At the start of a sentence; also behind a number or a word of order. */
const AT_START = '(?:^|[.:;!?]\\s)\\W{0,8}';
const START = `${AT_START}(?:(?:step\\s*)?\\d{1,3}\\s?[.):-]\\s*|(?:first|second|then|next|finally|please|we should|let us|let.s),?\\s+){0,2}`;
/** Of what is to be changed, by its name or without it. */
const SKILL = '(?:(?:the|this|that|our|existing|current)\\s+)+(?:[\\w-]+\\s+){0,2}?skill(?:.s\\s+[\\w-]+)?';
const CHANGES =
  '(?:adds|amends|adjusts|appends|changes|creates|edits|extends|improves|inserts|introduces|modifies|proposes|replaces|revises|rewrites|suggests|updates|would|will|should|is to)';

/** Sentences that speak of the skill as of something that is still to be made. */
const PLANS: readonly RegExp[] = [
  // Change the skill to ...; Update the skill so that ...
  new RegExp(
    `${START}${CHANGE}\\s+${SKILL}(?:\\s+file|\\.md)?\\s*(?:$|[.:,]\\s|[.:]$|\\b(?:so|such)\\b|\\b(?:to|by|with)\\s+\\w)`,
    'i',
  ),
  // Add a step to the skill; In the section X of this skill, insert a line
  new RegExp(
    `${START}${CHANGE}\\s+(?:\\S+\\s+){1,5}?${PART}\\s+(?:\\S+\\s+){0,8}?(?:to|in|into|of|from)\\s+${SKILL}\\b`,
    'i',
  ),
  // Create a skill that ...
  new RegExp(
    `${START}(?:create|write|make|introduce)\\s+(?:a|another)\\s+(?:new\\s+)?skill\\s+(?:that|which|so that)\\b`,
    'i',
  ),
  // This proposal adds ...
  new RegExp(
    `${AT_START}this\\s+(?:proposal|suggestion|proposed\\s+\\w+|(?:skill\\s+)?(?:change|update|edit|revision|addition)\\s+to\\s+${SKILL})\\s+${CHANGES}\\b`,
    'i',
  ),
  // The proposed change to the skill; Proposed skill update
  new RegExp(
    `\\b(?:proposed|planned|suggested)\\s+(?:changes?|updates?|edits?|additions?|modifications?)\\s+(?:to|for|of|in)\\s+${SKILL}\\b`,
    'i',
  ),
  /\b(?:proposed|planned|suggested)\s+skill\s+(?:changes?|updates?|edits?|additions?|modifications?)\b/i,
  // The skill should also say ...; the updated skill will ...
  new RegExp(
    `${AT_START}${SKILL}\\s+(?:should|must|needs to|ought to|will)\\s+(?:now\\s+|also\\s+|then\\s+)?be\\s+(?:amended|changed|extended|improved|modified|revised|rewritten|updated)\\b`,
    'i',
  ),
  new RegExp(
    `${AT_START}the\\s+(?:updated|revised|improved|new|changed)\\s+skill\\s+(?:should|must|would|will|now)\\b`,
    'i',
  ),
  new RegExp(
    `${AT_START}${SKILL}\\s+should\\s+(?:now|also)\\s+(?:cover|explain|include|instruct|mention|say|state|tell)\\b`,
    'i',
  ),
  // I propose to extend the skill; I will update this skill
  new RegExp(
    `\\b(?:I|we)(?:\\s+(?:will|would|want to|plan to|intend to|am going to|are going to|should)|.ll|.d)\\s+(?:like to\\s+)?${CHANGE}\\s+(?:\\S+\\s+){0,6}?${SKILL}\\b`,
    'i',
  ),
  new RegExp(
    `\\b(?:I|we)(?:.d)?\\s+(?:propose|suggest|recommend)\\s+(?:to\\s+${CHANGE}|that\\s+we\\s+${CHANGE}|${CHANGING})\\s+(?:\\S+\\s+){0,6}?${SKILL}\\b`,
    'i',
  ),
];

const MAX_CHARS = 2000;

/**
 * The sentence group by which a text tells what is to be done to a skill, where it should be what the skill says; null:
 * none does. Looks for few and sure signs: code, comments and quoted speech are left out. Sees only English.
 */
export function findPlanLanguage(body: string): string | null {
  const found = toUnits(readBlocks(body)).find(({ kind, text }) => {
    if (kind !== 'text' && kind !== 'heading') return false;
    const plain = withoutQuotes(text.slice(0, MAX_CHARS));
    return PLANS.some((plan) => plan.test(plain));
  });
  return found?.text ?? null;
}

/** One word stands for what is quoted: it may be the name of a skill. */
const withoutQuotes = (text: string): string =>
  text.replace(/`[^`]*`|"[^"]*"|“[^”]*”|‘[^’]*’|(?<!\w)'[^']*'(?!\w)/g, 'quoted').replace(/[*_]{1,3}/g, '');
