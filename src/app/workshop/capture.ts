import type { Store } from '../../ports/store.ts';
import { findCorrection, type Said } from '../../skills/capture/correction.ts';
import type { WorkshopSettings } from '../../vocab/workshop.ts';
import type { SkillDoor } from '../skills/door.ts';
import { sayResult, type CaptureHold, type TurnOf } from './captured.ts';
import { review, type ReviewParts } from './review.ts';

export interface CaptureParts extends Omit<ReviewParts, 'door' | 'store'> {
  readonly settings: WorkshopSettings;
  readonly getStore: () => Promise<Store>;
  readonly openDoor: () => Promise<SkillDoor>;
}

/** Looks at a turn that is over, each once: first for what the owner said, then, when it is due, as a whole. */
export async function captureTurn(run: string, hold: CaptureHold, parts: CaptureParts): Promise<string> {
  const store = await parts.getStore();
  const session = await store.sessions.findByRun(run);
  if (session === null) return 'The turn is not stored any more.';
  const [events, door] = await Promise.all([store.log.read(session.id), parts.openDoor()]);
  const turn: TurnOf = { run, session, events, door };
  const { reviewMode } = parts.settings;
  const said = reviewMode === 'llm' ? null : await captureCorrection(turn, hold);
  const reviewed = reviewMode === 'heuristic' ? null : await review({ ...turn, hold }, { ...parts, store, door });
  return [said, reviewed].filter((one) => one !== null).join(' ') || 'No review was due.';
}

/** The messages of the owner in this turn, also of one that failed. */
async function captureCorrection({ run, session, events, door }: TurnOf, hold: CaptureHold): Promise<string> {
  const said = events.flatMap((event): readonly Said[] => {
    if (event.run !== run || event.kind !== 'message-received') return [];
    const { text, origin, suspicious } = event;
    return [{ text, origin, ...(suspicious === undefined ? {} : { suspicious }) }];
  });
  const found = findCorrection(said);
  const skip = async (why: string): Promise<string> => {
    await door.note('capture-skipped', `heuristic capture skipped: ${why}`, { session: session.id });
    return `Nothing was captured: ${why}.`;
  };
  if (found === null) return skip('no correction in what the owner said');
  if (found.kind === 'pointer') return skip(found.text);
  if (!(await hold.isHeld())) return 'Another process looks at it.';
  const { skill, title, reason, description, section, body } = found;
  const evidence = { session: session.id, run, model: null };
  const result = await door.propose(
    { skill, change: { kind: 'append', section, body, description }, apply: true },
    // Only the owner's own words are in it.
    { source: 'agent_end', by: 'heuristic capture', taint: [], evidence, title, reason },
  );
  return sayResult(result);
}
