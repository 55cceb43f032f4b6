import { replayDecision, type Replayed } from '../../policy/report/replay.ts';
import { readAnswer, suggestRules, type SuggestedRule } from '../../policy/report/suggest.ts';
import { ruleMatchesExample } from '../../policy/rules/match-rule.ts';
import type { DecisionFilter, KeptStore, StoredDecision } from '../../ports/history.ts';
import type { Call } from '../../vocab/call.ts';
import type { AppConfig } from '../load-config.ts';
import { loadSide } from '../policy-reports.ts';

export type { SuggestedRule } from '../../policy/report/suggest.ts';

/** A stored decision that comes out otherwise under the other policy. */
export interface DecisionFlip extends Replayed {
  readonly id: string;
  readonly at: number;
  readonly session: string;
  readonly run: string;
  readonly call: Call;
}

export interface ReplayReport {
  /** How many decisions were judged again. */
  readonly decisions: number;
  /** How often each change of verdict came, such as `ask -> allow`. */
  readonly counts: Readonly<Record<string, number>>;
  readonly flips: readonly DecisionFlip[];
}

export interface ReplayOptions {
  /** Configuration files that together stand for the policy. */
  readonly files: readonly string[];
  readonly filter: DecisionFilter;
  /** Told now and then how many were judged. */
  readonly progress: (decisions: number) => void;
  readonly signal: AbortSignal;
}

/** Rows are read and judged in pages, so that neither their number nor their size counts. */
const PAGE = 200;

/** Judges every stored decision again, by its own facts alone. Null when the signal came first. */
export async function replayDecisions(
  store: KeptStore | null,
  { world }: AppConfig,
  { files, filter, progress, signal }: ReplayOptions,
): Promise<ReplayReport | null> {
  const { policy } = await loadSide(files, world, ruleMatchesExample);
  const flips: DecisionFlip[] = [];
  let decisions = 0;
  for (let after = 0; ;) {
    const page: readonly StoredDecision[] = (await store?.history.decisionsAfter(after, filter, PAGE)) ?? [];
    for (const row of page) {
      const replayed = replayDecision(row, policy);
      const { id, at, session, run, call } = row;
      if (replayed !== null) flips.push({ id, at, session, run, call, ...replayed });
    }
    decisions += page.length;
    const last = page.at(-1);
    if (last === undefined) break;
    after = last.number;
    progress(decisions);
    await new Promise((resolve) => setImmediate(resolve)); // lets a Ctrl-C through
    if (signal.aborted) return null;
  }
  const changes = Object.groupBy(flips, ({ before, after }) => `${before.verdict} -> ${after.verdict}`);
  const counts = Object.fromEntries(Object.entries(changes).map(([change, of]) => [change, of?.length ?? 0]));
  return { decisions, counts, flips };
}

/** Rules out of what people answered; nothing is written. */
export async function suggestFromAnswers(
  store: KeptStore | null,
  { policy }: AppConfig,
  min: number,
): Promise<readonly SuggestedRule[]> {
  if (store === null) return [];
  const answers: ReturnType<typeof readAnswer>[] = [];
  for (let after = 0; ;) {
    const page = await store.history.answersAfter(after, PAGE);
    for (const { approval } of page) {
      const row = approval.tool === 'shell' ? await store.decisions.find(approval.run, approval.call) : null;
      if (row !== null) answers.push(readAnswer({ approval, call: row.call, facts: row.facts }, policy));
    }
    const last = page.at(-1);
    if (last === undefined) break;
    after = last.number;
  }
  const granted = answers.flatMap((answer) => answer.granted);
  return suggestRules({ granted, refused: answers.flatMap((answer) => answer.refused) }, min);
}
