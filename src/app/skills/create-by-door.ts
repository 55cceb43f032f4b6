import type { SkillAnswer } from '../../ports/skills.ts';
import type { Evidence } from '../../vocab/proposal.ts';
import type { SkillDoor, DoorResult } from './door.ts';
import type { CreateSkill } from './library.ts';

/** The tool's way to the one door: what the model is told of the answer. */
export const createByDoor =
  (openDoor: () => Promise<SkillDoor>, by: string, findEvidence: () => Promise<Evidence>): CreateSkill =>
  async (draft, taint) => {
    const [door, evidence] = await Promise.all([openDoor(), findEvidence()]);
    return toAnswer(draft.name, await door.create(draft, { source: 'tool', by, taint, evidence }));
  };

function toAnswer(name: string, result: DoorResult): SkillAnswer {
  switch (result.kind) {
    case 'written': {
      const { file, version, findings } = result;
      return {
        isError: false,
        text: `Skill '${result.name}' created: ${file}. It can be loaded at once.`,
        events: [{ kind: 'skill-created', name: result.name, file_path: file }],
        detail: { skill: result.name, file, version: version.number, findings },
      };
    }
    case 'pending': {
      const { id, taint } = result.proposal;
      return {
        isError: false,
        text: `Skill '${name}' is not written yet: it waits for a person as the proposal ${id}, because the turn holds what others wrote (${taint.join(', ')}).`,
        detail: { proposal: id },
      };
    }
    case 'quarantined': {
      const { id, quarantineReason } = result.proposal;
      return {
        isError: true,
        text: `Skill '${name}' was not written: the scanner objects to it (${quarantineReason ?? 'critical'}). It is kept for a person as ${id}.`,
        detail: { proposal: id },
      };
    }
    case 'refused':
      return {
        isError: true,
        text: `Skill '${name}' was not created: ${result.message}.`,
        detail: { code: result.code },
      };
  }
}
