import { Fault } from '../../../base/fault.ts';
import { showOnOneLine } from '../../../base/text.ts';
import type { SkillDesk } from '../../../app/skills/desk.ts';
import type { Shelf, Skill } from '../../../vocab/skill.ts';
import { cutDescription, sayOff, sourceOf } from '../../skills/list.ts';
import type { ChatDesk, PickRow, SlashCommand } from '../chat-desk.ts';
import { findActive } from './active-skill.ts';

const NONE = '✗ none';
const SWITCHES = ['enable', 'disable'] as const;

export const skillsCommand: SlashCommand = {
  name: 'skills',
  args: '[NAME]',
  summary: 'List the skills, or make one active; none, enable NAME, disable NAME',
  async run(desk, rest) {
    const [word = '', name, ...more] = rest.split(/\s+/);
    const verb = SWITCHES.find((one) => one === word);
    if (more.length > 0 || (name !== undefined && verb === undefined))
      throw new Fault('usage', '/skills takes one name.', { hint: '/skills NAME, none, enable NAME or disable NAME' });
    if (verb !== undefined) return switchSkill(desk, verb, name);
    if (word === '') {
      const { skills } = desk.app;
      return desk.print(renderSkills(await skills.look(), desk.conversation.status.skill, skills.offBy));
    }
    if (/^none$/i.test(word) || word === '✗') return clear(desk);
    return activate(desk, word);
  },
  complete: async ({ app }) => listChoices((await app.skills.look()).skills),
};

/** What may stand behind `/skills`: the clear entry, the names, the verbs. */
function listChoices(skills: readonly Skill[]): readonly PickRow[] {
  const row = (value: string, label: string, description: string): PickRow => ({ value, label, description });
  const named = skills.map(({ name, description, state }) =>
    row(name, state === 'enabled' ? name : `${name} (${state})`, showOnOneLine(description)),
  );
  const verbs = skills.map(({ name, state }) =>
    state === 'disabled'
      ? row(`enable ${name}`, `enable ${name}`, 'let the model use it again')
      : row(`disable ${name}`, `disable ${name}`, 'take it out of use'),
  );
  return [row('none', NONE, 'no skill is active'), ...named, ...verbs];
}

async function activate({ app, conversation }: ChatDesk, name: string): Promise<void> {
  const { isActive, why, hint } = await findActive(app, name);
  if (!isActive) throw new Fault('usage', why, { hint });
  const skill = await app.skills.find(name);
  conversation.setSkill(skill.name);
  conversation.notice(
    `✓ Active skill: ${skill.name}. Its instructions stand in every request; /skills none ends that.`,
  );
}

function clear({ conversation }: Pick<ChatDesk, 'conversation'>): void {
  const was = conversation.status.skill;
  conversation.setSkill(null);
  conversation.notice(was === null ? 'No skill is active.' : `✓ Cleared active skill (was: ${was}).`);
}

async function switchSkill(
  { app, conversation }: ChatDesk,
  verb: (typeof SWITCHES)[number],
  name: string | undefined,
): Promise<void> {
  if (name === undefined) throw new Fault('usage', `/skills ${verb} needs a name.`, { hint: '/skills lists them' });
  const skill = await app.skills.setEnabled(name, verb === 'enable');
  conversation.notice(`✓ ${skill.name} is ${skill.state}.`);
  if (skill.state !== 'enabled' && conversation.status.skill === skill.name) clear({ conversation });
}

/** `/skills` without a word: marks stand in front, so that a long description does not hide them. */
export function renderSkills(
  { skills, broken, withheld }: Shelf,
  active: string | null,
  offBy: SkillDesk['offBy'],
): string {
  if (skills.length + broken.length + withheld.length === 0) return 'There is no skill yet; bailiwick skills new NAME';
  const width = Math.min(32, Math.max(0, ...skills.map(({ name }) => name.length)));
  const rows = skills.map((skill) => {
    const marks = [...(skill.state === 'enabled' ? [] : [skill.state]), ...(skill.name === active ? ['active'] : [])];
    const said = marks.map((mark) => `(${mark}) `).join('');
    return `  ${skill.name.padEnd(width)}  ${said}${cutDescription(showOnOneLine(skill.description))}  [${sourceOf(skill)}]`;
  });
  return [
    'Skills',
    ...rows,
    ...broken.map(({ name, file, reason }) => `  ${showOnOneLine(name)} (broken)  ${showOnOneLine(file)}: ${reason}`),
    ...withheld.map((folder) => `  ${showOnOneLine(folder)} is not read: nobody trusts the project`),
    ...(offBy === null ? [] : [`  ${sayOff(offBy)}`]),
  ].join('\n');
}
