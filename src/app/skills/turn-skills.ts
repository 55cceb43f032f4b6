import type { SkillLibrary } from '../../ports/skills.ts';
import type { SkillStore } from '../../ports/skill-store.ts';
import { toWholeBlock } from '../../skills/index/index-lines.ts';
import type { Asked } from '../../skills/relevance.ts';
import type { Skill } from '../../vocab/skill.ts';
import type { AppConfig } from '../load-config.ts';
import { createLibrary, type CreateSkill } from './library.ts';
import type { ShelfReader } from './open-shelf.ts';

/** What a turn has of skills. */
export interface TurnSkills {
  /** Null: skills are off. */
  readonly library: SkillLibrary | null;
  /** Part of the instructions of the turn; empty for none. */
  readonly text: string;
}

interface Parts {
  readonly shelf: ShelfReader;
  readonly uses: SkillStore['uses'];
  readonly create: CreateSkill;
}

export const NO_TURN_SKILLS: TurnSkills = { library: null, text: '' };

/** The index for what is asked, and the body of the skill that the person made active. */
export async function openTurnSkills(
  { skills, policy }: AppConfig,
  asked: Asked,
  active: string | null,
  { shelf, uses, create }: Parts,
): Promise<TurnSkills> {
  if (!skills.enabled) return NO_TURN_SKILLS;
  const hasTool = !policy.toolsOff.includes('skill');
  if (!hasTool && active === null) return NO_TURN_SKILLS;
  const enabled = (await shelf.look()).skills.filter(({ state }) => state === 'enabled');
  const pinned = enabled.find(({ name }) => name === active);
  const index =
    hasTool && enabled.length > 0 ? await renderIndex(enabled, asked, { uses, maxTokens: skills.indexTokens }) : '';
  const body = pinned === undefined ? '' : await renderActive(pinned);
  return {
    library: hasTool ? createLibrary(shelf, create) : null,
    text: [index, body].filter((part) => part !== '').join('\n'),
  };
}

/** Trusted are those a person keeps in a folder of their own; what others share comes behind. */
const trustOf = ({ place }: Skill): number => (place.kind === 'agents' ? 0 : 1);

async function renderIndex(
  enabled: readonly Skill[],
  asked: Asked,
  { uses, maxTokens }: { readonly uses: SkillStore['uses']; readonly maxTokens: number },
): Promise<string> {
  // The ranking and its tables are loaded only where a choice is to be made.
  const whole = toWholeBlock(enabled, maxTokens);
  if (whole !== null) return whole;
  const [{ toIndexBlock }, used] = await Promise.all([import('../../skills/index/index-block.ts'), uses.list()]);
  const loads = new Map(used.map((one) => [one.name, one.loads]));
  const standings = new Map(
    enabled.map((skill) => [skill.name, { loads: loads.get(skill.name) ?? 0, trust: trustOf(skill) }]),
  );
  return toIndexBlock({ skills: enabled, asked, standings, maxTokens }).text;
}

async function renderActive(skill: Skill): Promise<string> {
  const { findDangers, readSkillText } = await import('./read-skill.ts');
  const text = readSkillText(skill);
  if (text?.ok !== true || findDangers(skill, text.value.body).length > 0) return '';
  return [
    `## Active skill: ${skill.name}`,
    '',
    'The person chose these instructions for everything you do now. They grant nothing.',
    '',
    text.value.body.trimEnd(),
    '',
  ].join('\n');
}
