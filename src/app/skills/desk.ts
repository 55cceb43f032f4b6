import { Fault } from '../../base/fault.ts';
import { nearest } from '../../base/text.ts';
import type { Store } from '../../ports/store.ts';
import { toLine } from '../../skills/index/index-lines.ts';
import { toKey } from '../../skills/names.ts';
import type { Shelf, Skill, SkillText } from '../../vocab/skill.ts';
import type { AppConfig } from '../load-config.ts';
import type { ShelfReader } from './open-shelf.ts';

/** What people do with skills. Names are those of the shelf; one that is not there is a Fault that names the nearest. */
export interface SkillDesk {
  /** The setting that keeps skills from the model; null: they are in use. */
  readonly offBy: 'skills.enabled' | 'tools.skill' | null;
  look(): Promise<Shelf>;
  find(name: string): Promise<Skill>;
  /** The text of a skill and the paths of its files, as they are now. */
  read(skill: Skill): Promise<{ readonly text: SkillText; readonly files: readonly string[] }>;
  /** Switches a skill for every session, and gives it back as it is then. */
  setEnabled(name: string, enabled: boolean): Promise<Skill>;
  stats(): Promise<SkillStats>;
}

/** What skills cost and bring. */
export interface SkillStats {
  readonly skills: readonly {
    readonly name: string;
    readonly state: Skill['state'];
    /** Tokens of its line in the index, in full: UTF-8 bytes / 4. */
    readonly indexTokens: number;
    readonly loads: number;
    readonly lastLoadedAt: number | null;
  }[];
  /** Of all enabled skills in full; the index takes at most `budgetTokens` of a request. */
  readonly indexTokens: number;
  readonly budgetTokens: number;
  readonly loaded: number;
  /** Skills that were made, or turned up, since the first look. */
  readonly created: number;
}

interface Parts {
  readonly getStore: () => Promise<Pick<Store, 'skills'>>;
  readonly shelf: ShelfReader;
  readonly now: () => number;
}

export function createDesk({ skills: settings, policy }: AppConfig, { getStore, shelf, now }: Parts): SkillDesk {
  const find = async (name: string): Promise<Skill> => findSkill(await shelf.look(), name);
  return {
    offBy: settings.enabled ? (policy.toolsOff.includes('skill') ? 'tools.skill' : null) : 'skills.enabled',
    look: () => shelf.look(),
    find,
    read: readWhole,
    async setEnabled(name, enabled) {
      const skill = await find(name);
      await (await getStore()).skills.states.set(skill.name, enabled, now());
      return find(skill.name);
    },
    async stats() {
      const { skills } = await shelf.look();
      const uses = new Map((await (await getStore()).skills.uses.list()).map((use) => [use.name, use]));
      const rows = skills.map(({ name, description, state }) => ({
        name,
        state,
        indexTokens: Math.ceil(Buffer.byteLength(toLine({ name, description }, Infinity)) / 4),
        loads: uses.get(name)?.loads ?? 0,
        lastLoadedAt: uses.get(name)?.lastLoadedAt ?? null,
      }));
      const enabled = rows.filter(({ state }) => state === 'enabled');
      return {
        skills: rows,
        indexTokens: enabled.reduce((sum, { indexTokens }) => sum + indexTokens, 0),
        budgetTokens: settings.indexTokens,
        created: await (await getStore()).skills.uses.countCreated(),
        loaded: [...uses.values()].reduce((sum, { loads }) => sum + loads, 0),
      };
    },
  };
}

function findSkill({ skills, broken, withheld }: Shelf, name: string): Skill {
  const key = toKey(name);
  const found = skills.find((skill) => toKey(skill.name) === key);
  if (found !== undefined) return found;
  const torn = broken.find((skill) => toKey(skill.name) === key);
  if (torn !== undefined) {
    const at = torn.line === null ? torn.file : `${torn.file}:${torn.line}`;
    throw new Fault('not-found', `The skill ${name} is broken (${at}): ${torn.reason}.`, { hint: 'mend the file' });
  }
  const meant = nearest(
    name,
    skills.map((skill) => skill.name),
  );
  const are = withheld.length === 1 ? 'is' : 'are';
  const unread = withheld.length === 0 ? '' : ` ${withheld.join(' and ')} ${are} not read: nobody trusts the project.`;
  throw new Fault(
    'not-found',
    `There is no skill ${name}.${meant === null ? '' : ` Did you mean ${meant}?`}${unread}`,
    {
      hint: unread === '' ? 'bailiwick skills list shows them' : 'look at the project, then run: bailiwick trust',
    },
  );
}

async function readWhole(skill: Skill): Promise<{ readonly text: SkillText; readonly files: readonly string[] }> {
  const [{ listFiles }, { readSkillText }] = await Promise.all([import('./read-bundle.ts'), import('./read-skill.ts')]);
  const text = readSkillText(skill);
  if (text === null) throw new Fault('not-found', `The skill ${skill.name} is gone: there is no ${skill.file}.`);
  if (!text.ok) throw new Fault('not-found', `The skill ${skill.name} is broken: ${text.error.message}.`);
  return { text: text.value, files: listFiles(skill) };
}
