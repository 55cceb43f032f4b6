import { showOnOneLine } from '../../base/text.ts';
import type { BrokenSkill, Shelf, Skill } from '../../vocab/skill.ts';
import { booleanFlag, type Command } from '../command.ts';
import type { Out } from '../out.ts';
import { withApp } from './with-app.ts';

/** `skills list`: everything that is there, also what cannot be used. */
export const command: Command = {
  name: 'skills list',
  summary: 'List the skills that are there, where each comes from, and what hides or breaks one',
  usage: 'skills list [flags]',
  examples: ['bailiwick skills list', 'bailiwick skills list --json'],
  operands: 0,
  args: { json: { type: 'boolean', help: 'print one JSON object' } },
  run: (context, args, out) =>
    withApp(context, async ({ skills }) => {
      const shelf = await skills.look();
      if (booleanFlag(args, 'json')) out.json(toJson(shelf));
      else for (const line of renderShelf(shelf, out)) out.line(line);
      if (shelf.skills.length + shelf.broken.length === 0) out.log('There is no skill yet: bailiwick skills new NAME');
      for (const folder of shelf.withheld)
        out.log(`${showOnOneLine(folder)} is not read: nobody trusts the project (bailiwick trust)`);
      if (skills.offBy !== null) out.log(sayOff(skills.offBy));
      return 0;
    }),
};

/** Why what is listed is not used. */
export const sayOff = (offBy: string): string => `The model has none of them: ${offBy} is false.`;

export const sourceOf = ({ place }: Pick<Skill, 'place'>): string =>
  place.kind === 'builtin'
    ? 'built-in'
    : `${place.isProject ? 'project' : 'home'}${place.kind === 'agents' ? ', shared' : ''}`;

const toJson = ({ skills, broken, withheld, writePlace }: Shelf): unknown => ({
  skills: skills.map((skill) => ({
    name: skill.name,
    description: skill.description,
    state: skill.state,
    source: sourceOf(skill),
    file: skill.file,
    allowedTools: skill.allowedTools,
    shadows: skill.shadows,
    notes: skill.notes,
    findings: skill.findings,
  })),
  broken: broken.map(({ name, file, line, reason }) => ({ name, file, line, reason })),
  withheld,
  writesTo: writePlace.path,
});

/** Of a description, where people look over many. */
const MAX_SHOWN = 100;

export const cutDescription = (text: string): string =>
  text.length > MAX_SHOWN
    ? `${text
        .slice(0, MAX_SHOWN - 3)
        .toWellFormed()
        .trimEnd()}...`
    : text;

const MARKS = { enabled: '+', disabled: '-', quarantined: '!' } as const;
const COLORS = { enabled: 'green', disabled: 'dim', quarantined: 'red' } as const;

function renderShelf({ skills, broken }: Shelf, out: Out): readonly string[] {
  const width = Math.min(40, Math.max(0, ...skills.map(({ name }) => name.length)));
  return [
    ...skills.flatMap((skill) => renderSkill(skill, width, out)),
    ...broken.flatMap((one) => renderBroken(one, out)),
  ];
}

function renderSkill(skill: Skill, width: number, out: Out): readonly string[] {
  const { name, description, state, shadows, notes } = skill;
  const mark = out.paint(COLORS[state], MARKS[state], 'result');
  const said = state === 'enabled' ? '' : ` (${state})`;
  return [
    `${mark} ${showOnOneLine(name).padEnd(width)}  ${cutDescription(showOnOneLine(description))}${said}  ${out.paint('dim', `[${sourceOf(skill)}]`, 'result')}`,
    ...(state === 'quarantined' ? [`    look at it: bailiwick skills show ${name}`] : []),
    ...shadows.map((file) => `    hides ${showOnOneLine(file)}`),
    ...notes.map(({ message }) => `    ${showOnOneLine(message)}`),
  ];
}

const renderBroken = ({ name, file, line, reason }: BrokenSkill, out: Out): readonly string[] => [
  `${out.paint('red', '!', 'result')} ${showOnOneLine(name)} (broken)`,
  `    ${showOnOneLine(file)}${line === null ? '' : `:${line}`}: ${showOnOneLine(reason)}`,
];
