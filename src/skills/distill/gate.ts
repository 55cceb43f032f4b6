import { findCovering } from '../covers.ts';
import type { Indexed } from '../registry.ts';
import type { Turn, TurnCall } from './turn.ts';

/** Why nothing is learned of a turn; `pass`: something may be. No model is asked to find out. */
export type GateCode = 'off' | 'plan' | 'no-answer' | 'few-calls' | `covered:${string}` | 'pass';

export interface GateSettings {
  readonly enabled: boolean;
  readonly autoDistill: boolean;
  readonly distillThreshold: number;
}

type GatedTurn = Pick<Turn, 'mode' | 'end' | 'answer'> & { readonly calls: readonly Pick<TurnCall, 'outcome'>[] };

/** What the turn itself says. In plan mode nothing is written, and a skill is. */
export function gateTurn(turn: GatedTurn, settings: GateSettings): GateCode {
  if (!settings.enabled || !settings.autoDistill) return 'off';
  if (turn.mode === 'plan') return 'plan';
  if (turn.end !== 'answered' || turn.answer.trim() === '') return 'no-answer';
  const ran = turn.calls.filter(({ outcome }) => outcome === 'done' || outcome === 'failed');
  return ran.length < settings.distillThreshold ? 'few-calls' : 'pass';
}

/** What the skills that can be used say: whether one of them covers the request. */
export function gateWork(request: string, enabled: readonly Indexed[]): GateCode {
  const covering = findCovering(enabled, request);
  return covering === null ? 'pass' : `covered:${covering.name}`;
}
