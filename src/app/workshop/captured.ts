import { taintOf } from '../../guard/envelope.ts';
import type { SessionRow } from '../../ports/store.ts';
import { foldRun } from '../../run/fold.ts';
import type { RunEvent } from '../../vocab/event.ts';
import type { Covered, DoorResult, SkillDoor } from '../skills/door.ts';

export interface CaptureHold {
  readonly signal: AbortSignal;
  isHeld(): Promise<boolean>;
}

export interface TurnOf {
  readonly run: string;
  readonly session: SessionRow;
  readonly events: readonly RunEvent[];
  readonly door: SkillDoor;
}

export function sayResult(result: DoorResult | Covered): string {
  switch (result.kind) {
    case 'written':
      return `Wrote the skill ${result.name}: ${result.file}.`;
    case 'pending':
      return `A change of the skill ${result.proposal.skill} waits as ${result.proposal.id}.`;
    case 'quarantined':
      return `A change of the skill ${result.proposal.skill} is in quarantine as ${result.proposal.id}.`;
    case 'covered':
      return `All of it is in the skill ${result.name} already.`;
    case 'refused':
      return `Nothing was proposed: ${result.message}.`;
  }
}

/** The untrusted origins in what the model read until the end of the run. */
export function taintAtEnd(events: readonly RunEvent[], run: string): ReturnType<typeof taintOf> {
  const end = events.findLastIndex((event) => event.run === run && event.kind === 'run-ended');
  return taintOf(foldRun(events.slice(0, end + 1)).messages);
}
