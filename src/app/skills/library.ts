import { nearestAll } from '../../base/text.ts';
import type { SkillAnswer, SkillLibrary } from '../../ports/skills.ts';
import { toLine } from '../../skills/index/index-lines.ts';
import { toQuarantineReason } from '../../skills/lifecycle.ts';
import { toKey } from '../../skills/names.ts';
import type { Origin } from '../../vocab/principal.ts';
import type { ScanFinding } from '../../vocab/sanitize.ts';
import type { Shelf, Skill, SkillDraft } from '../../vocab/skill.ts';
import type { ShelfReader } from './open-shelf.ts';

/** What becomes of a draft; the one door for writing skills. */
export type CreateSkill = (draft: SkillDraft, taint: readonly Origin[]) => Promise<SkillAnswer>;

const MAX_NEAR = 10;
const PAGE_SIZE = 25;

/** Skills for the model of one turn, always as they are on the disk now. */
export function createLibrary(shelf: ShelfReader, create: CreateSkill): SkillLibrary {
  const find = async (name: string): Promise<Skill | SkillAnswer> => findSkill(await shelf.look(), name);
  return {
    async load(name) {
      const skill = await find(name);
      return isAnswer(skill) ? skill : loadSkill(skill);
    },
    async readFile(name, path) {
      const skill = await find(name);
      return isAnswer(skill) ? skill : readFile(skill, path);
    },
    async list(query, page) {
      const skills = (await shelf.look()).skills.filter(({ state }) => state === 'enabled');
      return sayPage(skills, query, page);
    },
    create,
  };
}

const isAnswer = (found: Skill | SkillAnswer): found is SkillAnswer => 'isError' in found;

const refuse = (text: string): SkillAnswer => ({ isError: true, text });

function findSkill({ skills, broken }: Shelf, name: string): Skill | SkillAnswer {
  const key = toKey(name);
  const skill = skills.find((one) => toKey(one.name) === key);
  if (skill === undefined) {
    const torn = broken.find((one) => toKey(one.name) === key);
    if (torn !== undefined) return refuse(`Skill '${torn.name}' is broken (${torn.file}): ${torn.reason}.`);
    const enabled = skills.filter(({ state }) => state === 'enabled').map((one) => one.name);
    const near = nearestAll(name, enabled, MAX_NEAR);
    const shown = near.length === 0 ? '(none)' : near.join(', ');
    const rest = enabled.length > near.length ? `; ${enabled.length} in all: skill(action: "list", query: "...")` : '';
    return refuse(`Skill '${name}' not found. Available skills: ${shown}${rest}`);
  }
  if (skill.state === 'disabled') return refuse(`Skill '${skill.name}' is disabled.`);
  return skill.state === 'quarantined' ? sayQuarantined(skill, skill.findings) : skill;
}

const sayQuarantined = ({ name }: Skill, findings: readonly ScanFinding[]): SkillAnswer =>
  refuse(`Skill '${name}' is quarantined (${toQuarantineReason(findings)}): a person has to look at it first.`);

/** Most turns load no skill, and need neither the reader nor the scanner. */
const loadReaders = () => Promise.all([import('./read-bundle.ts'), import('./read-skill.ts')]);

async function loadSkill(skill: Skill): Promise<SkillAnswer> {
  const [{ listFiles }, { findDangers, readSkillText }] = await loadReaders();
  const text = readSkillText(skill);
  if (text === null) return refuse(`Skill '${skill.name}' is gone: ${skill.file} does not exist any more.`);
  if (!text.ok) return refuse(`Skill '${skill.name}' is broken: ${text.error.message}.`);
  const dangers = findDangers(skill, text.value.body);
  if (dangers.length > 0) return sayQuarantined(skill, dangers);
  const files = listFiles(skill);
  const hint = `skill(name: "${skill.name}", file_path: "...")`;
  const bundle =
    files.length === 0 ? [] : ['', `Bundled files, each loaded with ${hint}:`, ...files.map((file) => `- ${file}`)];
  return {
    isError: false,
    text: [`Skill '${skill.name}' loaded:`, '', text.value.body.trimEnd(), ...bundle].join('\n'),
    events: [{ kind: 'skill-loaded', name: skill.name }],
    detail: { skill: skill.name, file: skill.file },
  };
}

async function readFile(skill: Skill, path: string): Promise<SkillAnswer> {
  const [{ listFiles, readBundled }, { findDangers }] = await loadReaders();
  const text = readBundled(skill, path);
  const dangers = text === null ? [] : findDangers(skill, text);
  if (dangers.length > 0) return sayQuarantined(skill, dangers);
  if (text !== null) return { isError: false, text: `Skill '${skill.name}' file '${path}':\n\n${text}` };
  const files = listFiles(skill);
  const shown = files.length === 0 ? '(none)' : files.join(', ');
  return refuse(`File '${path}' not found in skill '${skill.name}'. Available files: ${shown}`);
}

async function sayPage(skills: readonly Skill[], query: string | null, page: number): Promise<SkillAnswer> {
  const { listSkills } = await import('../../skills/list-skills.ts');
  const found = listSkills({ skills, ...(query === null ? {} : { query }), page, pageSize: PAGE_SIZE });
  const about = query === null ? '' : ` that fit ${JSON.stringify(query)}`;
  if (found.total === 0) return { isError: false, text: about === '' ? 'There is no skill.' : `No skills${about}.` };
  const head = `${found.total} ${found.total === 1 ? 'skill' : 'skills'}${about}, page ${found.page} of ${found.pages}:`;
  const rest = found.page < found.pages ? [`The next ones: page ${found.page + 1}.`] : [];
  return {
    isError: false,
    text: [head, ...found.skills.map((skill) => toLine(skill, Infinity).trimEnd()), ...rest].join('\n'),
  };
}
