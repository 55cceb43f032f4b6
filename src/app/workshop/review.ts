import { createRedactor } from '../../guard/redact.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Model } from '../../ports/model.ts';
import type { Store } from '../../ports/store.ts';
import { foldRun } from '../../run/fold.ts';
import { readReview, REVIEW_SCHEMA, type Review } from '../../skills/capture/reviewer/read-review.ts';
import { toReviewRequest, type ReviewedSkill, type WaitingChange } from '../../skills/capture/reviewer/request.ts';
import { afterReview, nextReview, NO_REVIEW, type ReviewState } from '../../skills/capture/thresholds.ts';
import { toTranscript } from '../../skills/distill/transcript.ts';
import { readTurn } from '../../skills/distill/turn.ts';
import type { RunEvent } from '../../vocab/event.ts';
import type { ProposalChange } from '../../vocab/proposal.ts';
import type { WorkshopSettings } from '../../vocab/workshop.ts';
import { openSanitizer } from '../guard/open-sanitizer.ts';
import { listen, type Question } from '../jobs/listen.ts';
import type { AppConfig } from '../load-config.ts';
import type { Skills } from '../skills/open-skills.ts';
import type { SkillDoor } from '../skills/door.ts';
import { findWorkspaceId } from '../turn/workspace-id.ts';
import { sayResult, taintAtEnd, type CaptureHold, type TurnOf } from './captured.ts';

export interface ReviewParts {
  readonly config: AppConfig;
  readonly settings: WorkshopSettings;
  readonly clock: Clock;
  readonly store: Store;
  readonly skills: Skills;
  readonly door: SkillDoor;
  readonly openModel: (reference: string, config: AppConfig) => Promise<Model>;
}

interface Reviewing extends TurnOf {
  readonly hold: CaptureHold;
}

const MAX_OUTPUT_TOKENS = 4_000;
const MAX_TRANSCRIPT = 12_000;

/** Counts the turn and, when a review is due behind it, has the model look at what happened. Null: none was due. */
export async function review(turn: Reviewing, parts: ReviewParts): Promise<string | null> {
  const { store, settings, config, door } = parts;
  const workspace = findWorkspaceId(config.cwd);
  const counted = await store.skills.reviews.update(workspace, (before) =>
    nextReview(toState(before), toReviewed(turn), settings),
  );
  if (!counted.due) return null;
  const about = { session: turn.session.id };
  const settle = (outcome: 'completed' | 'failed') =>
    store.skills.reviews.update(workspace, (now) => ({ state: afterReview(toState(now), outcome, counted.state) }));
  const skip = async (said: string): Promise<string> => {
    await settle('failed');
    const { wait } = afterReview(counted.state, 'failed');
    const turns = wait === 1 ? 'with the next turn' : `after ${wait} turns`;
    const why = `${said.replace(/\.$/, '')}; it is tried again ${turns} at the earliest`;
    await door.note('reviewer-skipped', `reviewer skipped: ${why}`, about);
    return `The reviewer was skipped: ${why}.`;
  };
  const { reviewTimeoutMs } = settings;
  const late = AbortSignal.timeout(reviewTimeoutMs);
  let reply: string;
  let trouble = '';
  const onTrouble = (why: string): void => {
    trouble = `, the provider failing: ${why}`;
  };
  try {
    reply = await ask(turn, AbortSignal.any([turn.hold.signal, late]), { ...parts, onTrouble });
  } catch (error) {
    if (turn.hold.signal.aborted) throw error;
    if (late.aborted) return skip(`it took longer than ${reviewTimeoutMs} ms${trouble}`);
    return skip(error instanceof Error ? error.message : String(error));
  }
  const read = readReview(reply);
  if (!read.ok) return skip(`${read.error.code}: ${read.error.message}`);
  if (!(await turn.hold.isHeld())) return 'Another process looks at it.';
  await settle('completed');
  if (read.value.action === 'none') {
    await door.note('reviewer-none', 'reviewer found no update', about);
    return 'The reviewer found no update.';
  }
  return propose(read.value, turn, parts);
}

/** What stands in the store; what is no such state counts as none. */
function toState(found: unknown): ReviewState {
  if (typeof found !== 'object' || found === null) return NO_REVIEW;
  const state = { ...NO_REVIEW, ...found };
  const isWhole = [state.turns, state.toolCalls, state.failures, state.wait].every(Number.isSafeInteger);
  return isWhole && Array.isArray(state.seen) ? state : NO_REVIEW;
}

function toReviewed({ events, run }: TurnOf): { readonly isSuccess: boolean; readonly callIds: readonly string[] } {
  const own = events.filter((event) => event.run === run);
  const callIds = own.flatMap((event) => (event.kind === 'call-ended' ? [`${run}/${event.call}`] : []));
  const isSuccess = own.some((event) => event.kind === 'run-ended' && event.reason === 'answered');
  return { isSuccess, callIds };
}

/** One call without tools. What is secret here and now is not told, and not heard. */
async function ask(
  turn: Reviewing,
  signal: AbortSignal,
  parts: ReviewParts & Required<Pick<Question, 'onTrouble'>>,
): Promise<string> {
  const { config, clock, settings, skills, onTrouble } = parts;
  const { text: mask } = createRedactor(config.secrets);
  const nonce = clock.createId('data');
  const transcript = mask(await toSessionTranscript(turn, nonce, config));
  const enabled = (await skills.shelf.look()).skills.filter(({ state }) => state === 'enabled');
  const { readSkillText } = await import('../skills/read-skill.ts');
  const known = enabled.flatMap((skill): readonly ReviewedSkill[] => {
    const text = readSkillText(skill);
    return text?.ok === true ? [{ name: skill.name, description: skill.description, text: mask(text.value.body) }] : [];
  });
  const asked = { nonce, maxSkillBytes: settings.maxSkillBytes };
  const { system, user } = toReviewRequest({
    ...{ transcript, skills: known, settings: asked },
    waiting: await listWaiting(parts),
  });
  const { reviewModel } = config.skills;
  const model = await parts.openModel(reviewModel ?? modelOf(turn), config);
  // A scripted model goes on behind the turn's replies where it is the one that played them.
  const replies = reviewModel === null ? stateAtEnd(turn).replies : 0;
  const asks = {
    system,
    text: user,
    maxOutputTokens: MAX_OUTPUT_TOKENS,
    replies,
    replySchema: REVIEW_SCHEMA,
    onTrouble,
  };
  return mask(await listen(model, asks, signal));
}

const MAX_WAITING = 12;

/**
 * What is proposed already, the newest first, so that one lesson does not become two proposals. Nothing that others had a
 * word in: it would speak to the reviewer as if it were clean.
 */
async function listWaiting({ door, settings }: ReviewParts): Promise<readonly WaitingChange[]> {
  const waiting = await door.list({ statuses: ['pending'], limit: settings.maxPending });
  return waiting
    .filter(({ taint }) => taint.length === 0)
    .slice(0, MAX_WAITING)
    .map(({ skill, change }) => ({ skill, text: textOf(change) }));
}

function textOf(change: ProposalChange): string {
  switch (change.kind) {
    case 'create':
    case 'append':
      return change.body;
    case 'replace':
      return change.newText;
    case 'rewrite':
      return change.text;
    case 'files':
      return change.files.map(({ path, text }) => `${path}\n${text}`).join('\n');
  }
}

const modelOf = ({ events, run }: TurnOf): string => readTurn(events, run).model;

function stateAtEnd({ events, run }: TurnOf): ReturnType<typeof foldRun> {
  const end = events.findLastIndex((event) => event.run === run && event.kind === 'run-ended');
  return foldRun(events.slice(0, end + 1));
}

/** The latest turns of the session, as many as there is room for. */
async function toSessionTranscript({ events, run }: TurnOf, nonce: string, config: AppConfig): Promise<string> {
  const sanitize = await openSanitizer({ ...config.sanitize, enabled: true, mode: 'warn' });
  const isSuspicious = (text: string): boolean => sanitize(text).suspicious.length > 0;
  const runs = [...new Set(events.map((event: RunEvent) => event.run))];
  const until = runs.slice(0, runs.indexOf(run) + 1);
  const turns: string[] = [];
  let length = 0;
  for (const one of until.toReversed()) {
    if (length >= MAX_TRANSCRIPT) break;
    const text = toTranscript(readTurn(events, one), { isSuspicious, nonce });
    turns.unshift(text);
    length += text.length;
  }
  return turns.join('\n');
}

async function propose(
  review: Exclude<Review, { action: 'none' }>,
  turn: Reviewing,
  parts: ReviewParts,
): Promise<string> {
  const { run, session, events } = turn;
  const { title, reason } = review;
  const words = { ...(title === undefined ? {} : { title }), ...(reason === undefined ? {} : { reason }) };
  const result = await parts.door.propose(
    { skill: review.skillName, change: toChange(review), apply: true },
    {
      source: 'reviewer',
      by: 'reviewer',
      taint: taintAtEnd(events, run),
      evidence: { session: session.id, run, model: parts.config.skills.reviewModel ?? modelOf(turn) },
      ...words,
    },
  );
  return sayResult(result);
}

function toChange(review: Exclude<Review, { action: 'none' }>): ProposalChange {
  switch (review.action) {
    case 'create':
      return { kind: 'create', description: review.description, body: review.body };
    case 'append':
      return { kind: 'append', section: review.section, body: review.body, description: review.description ?? '' };
    case 'replace':
      return { kind: 'replace', oldText: review.oldText, newText: review.newText };
  }
}
