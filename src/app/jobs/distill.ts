import { taintOf } from '../../guard/envelope.ts';
import { createRedactor } from '../../guard/redact.ts';
import type { Clock } from '../../ports/clock.ts';
import type { QueuedJob } from '../../ports/job-queue.ts';
import type { Model } from '../../ports/model.ts';
import type { SessionRow, Store } from '../../ports/store.ts';
import { foldRun } from '../../run/fold.ts';
import { gateTurn, gateWork } from '../../skills/distill/gate.ts';
import { readReply } from '../../skills/distill/read-reply.ts';
import { toDistillRequest, type DistillRequest } from '../../skills/distill/request.ts';
import { toTranscript } from '../../skills/distill/transcript.ts';
import { readTurn, type Turn } from '../../skills/distill/turn.ts';
import { MAX_REPLY } from '../../skills/reply/find-objects.ts';
import type { RunEvent } from '../../vocab/event.ts';
import type { Skill, SkillDraft } from '../../vocab/skill.ts';
import { openSanitizer } from '../guard/open-sanitizer.ts';
import type { AppConfig } from '../load-config.ts';
import type { Learning, OpenLearning } from './learning.ts';

export interface DistillParts {
  readonly store: Store;
  readonly clock: Clock;
  /** The configuration in force where the turn was. */
  readonly loadConfig: (cwd: string) => Promise<AppConfig>;
  readonly openModel: (reference: string, config: AppConfig) => Promise<Model>;
  readonly openLearning: OpenLearning;
  /** Whether the job is still this process's; asked before anything is written. */
  readonly isHeld: () => Promise<boolean>;
}

export type Outcome = NonNullable<QueuedJob['outcome']>;

/** Makes a skill of the turn that the job is about, or says why none comes of it. Null: the job is another process's now. */
export async function distill(job: QueuedJob, parts: DistillParts, signal: AbortSignal): Promise<Outcome | null> {
  const { store } = parts;
  const session = await store.sessions.findByRun(job.subject);
  if (session === null) return { code: 'gone', message: 'The turn is not stored any more.' };
  const [config, events] = await Promise.all([parts.loadConfig(session.cwd), store.log.read(session.id)]);
  const turn = readTurn(events, job.subject);
  if (turn.created !== null) return { code: 'written', message: `The skill ${turn.created} was made of it already.` };
  const learning = await parts.openLearning(config, store);
  const skills = (await learning.shelf.look()).skills.filter(({ state }) => state === 'enabled');
  const gate = [gateTurn(turn, config.skills), gateWork(turn.request, skills)].find((code) => code !== 'pass');
  if (gate !== undefined) return { code: gate, message: 'By now there is nothing to be learned from it.' };
  const work: Work = { run: job.subject, session, config, events, turn, learning, parts };
  const read = readReply(await askModel(work, skills, signal));
  if (read.kind === 'nothing') return { code: read.code, message: read.message };
  return (await parts.isHeld()) ? write(read.draft, work) : null;
}

interface Work {
  readonly run: string;
  readonly session: SessionRow;
  readonly config: AppConfig;
  readonly events: readonly RunEvent[];
  readonly turn: Turn;
  readonly learning: Learning;
  readonly parts: DistillParts;
}

/** One call. What is secret here and now is not told, and not heard. */
async function askModel(work: Work, skills: readonly Skill[], signal: AbortSignal): Promise<string> {
  const { config, turn, parts } = work;
  const { text: mask } = createRedactor(config.secrets);
  const sanitize = await openSanitizer({ ...config.sanitize, enabled: true, mode: 'warn' });
  const isSuspicious = (text: string): boolean => sanitize(text).suspicious.length > 0;
  const transcript = toTranscript(turn, { isSuspicious, nonce: parts.clock.createId('data') });
  const request = toDistillRequest(mask(transcript), turn.request, skills);
  const { distillModel } = config.skills;
  const model = await parts.openModel(distillModel ?? turn.model, config);
  // A scripted model goes on behind the turn's replies where it is the one that played them.
  const replies = distillModel === null ? stateAtEnd(work).replies : 0;
  return mask(await listen(model, { ...request, replies }, signal));
}

async function listen(
  model: Model,
  { system, text, maxOutputTokens, replies }: DistillRequest & { readonly replies: number },
  signal: AbortSignal,
): Promise<string> {
  const request = { system, messages: [{ role: 'user', text }], tools: [], maxOutputTokens, replies } as const;
  let heard = '';
  for await (const delta of model.stream(request, signal)) {
    if (delta.kind === 'text') heard += delta.text;
    if (heard.length > MAX_REPLY) break;
  }
  return heard;
}

async function write(draft: SkillDraft, work: Work): Promise<Outcome> {
  const { run, session, config, turn, learning, parts } = work;
  const { name } = draft;
  const taint = taintOf(stateAtEnd(work).messages);
  const result = await learning.door.create(draft, {
    source: 'distill',
    by: 'distill',
    taint,
    evidence: { session: session.id, run, model: config.skills.distillModel ?? turn.model },
    title: `Learned from a turn: ${name}`,
    reason: `The turn made ${turn.calls.length} calls, and no skill covered it.`,
  });
  const tell = (message: string): Outcome => ({ code: result.kind, message });
  switch (result.kind) {
    case 'written':
      await parts.store.log.append(run, [{ kind: 'skill-created', name: result.name, file_path: result.file }]);
      return tell(`Wrote the skill ${result.name}: ${result.file}`);
    case 'pending':
      return tell(
        `The skill ${name} waits as ${result.proposal.id}: others had a word in the turn (${taint.join(', ')}).`,
      );
    case 'quarantined':
      return tell(`The skill ${name} is in quarantine as ${result.proposal.id}: the scanner objects to it.`);
    case 'refused':
      return { code: result.code, message: `The skill ${name} was not written: ${result.message}.` };
  }
}

/** The run as it ended: what was in its prompt is where the skill comes from. */
function stateAtEnd({ events, run }: Work): ReturnType<typeof foldRun> {
  const end = events.findLastIndex((event) => event.run === run && event.kind === 'run-ended');
  return foldRun(events.slice(0, end + 1));
}
