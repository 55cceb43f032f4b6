import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Fault } from '../../base/fault.ts';
import { createRedactor } from '../../guard/redact.ts';
import { createId } from '../../base/ids.ts';
import type {
  AuditRow,
  DecisionFilter,
  ForkOrigin,
  KeptStore,
  SearchHit,
  SessionSummary,
} from '../../ports/history.ts';
import type { RunLock, SessionRow } from '../../ports/store.ts';
import { forkEvents } from '../../run/history/fork-session.ts';
import { toTranscript, type TranscriptEntry } from '../../run/history/transcript.ts';
import type { Approval } from '../../vocab/approval.ts';
import type { RunEvent } from '../../vocab/event.ts';
import { loadApp } from '../load-app.ts';
import type { World } from '../load-config.ts';
import { findWorkspaceId } from '../turn/workspace-id.ts';
import { copyResults, removeResults } from './copy-results.ts';
import type { ReplayOptions, ReplayReport, SuggestedRule } from './policy-history.ts';

export type { AuditRow, DecisionFilter, SearchHit, SessionSummary } from '../../ports/history.ts';
export type { DecisionFlip, ReplayReport, SuggestedRule } from './policy-history.ts';
export type { TranscriptCall, TranscriptEntry } from '../../run/history/transcript.ts';

/** Earlier work, for people. A session is named by its id, the beginning of one, or `last`. Known secrets are masked. */
export interface Archive {
  /** Of this workspace, or of all; the newest first. */
  list(options: Extent): Promise<readonly SessionSummary[]>;
  search(phrases: readonly string[], options: Extent): Promise<readonly SearchHit[]>;
  show(session: string): Promise<ShownSession>;
  /** Throws a Fault when a process drives one of its runs. */
  remove(session: string): Promise<{ readonly session: string; readonly runs: readonly string[] }>;
  /** The id that a word names, for a question before something is done with it. */
  resolve(session: string): Promise<string>;
  /** A session that begins with the first `count` events of another (null: all). No grant comes along. */
  fork(session: string, count: number | null): Promise<SessionRow & { readonly forkOf: ForkOrigin }>;
  /** The newest decisions that pass, oldest of them first. */
  audit(filter: AuditFilter): Promise<{ readonly rows: readonly AuditRow[]; readonly more: boolean }>;
  /** Which stored decisions come out otherwise under other files; null when stopped. */
  replay(options: ReplayOptions): Promise<ReplayReport | null>;
  /** Rules for beginnings of commands that people allowed at least `min` times; nothing is written. */
  suggest(min: number): Promise<readonly SuggestedRule[]>;
  close(): Promise<void>;
}

export interface Extent {
  /** Sessions of every workspace. */
  readonly all: boolean;
  readonly limit: number;
}

export interface ShownSession {
  readonly session: SessionRow & { readonly forkOf: ForkOrigin | null };
  readonly entries: readonly TranscriptEntry[];
  readonly approvals: readonly Approval[];
  readonly events: readonly RunEvent[];
}

/** Each null: any. `session` is named as elsewhere. */
export interface AuditFilter extends DecisionFilter {
  readonly tool: string | null;
  readonly verdict: string | null;
  readonly step: string | null;
  readonly class: string | null;
  readonly limit: number;
}

/** How many decisions are read at a time. */
const PAGE = 500;

/** Opens the store of this home. Where there is none, none is made, and everything is empty until somebody makes it. */
export async function openArchive(world: World): Promise<Archive> {
  const config = await loadApp(world);
  const { agentHome } = config;
  let opening: Promise<KeptStore | null> | null = null;
  const store = async (): Promise<KeptStore | null> => {
    const found = await (opening ??= openStoreThere(agentHome));
    if (found === null) opening = null;
    return found;
  };
  await store();
  const { value: mask } = createRedactor(config.secrets);
  const workspaceOf = ({ all }: Pick<Extent, 'all'>): string | null => (all ? null : findWorkspaceId(world.cwd));
  const resolve = async (given: string): Promise<string> =>
    resolveSession(given, await store(), () => workspaceOf({ all: false }));
  return {
    resolve,
    async list(options) {
      return mask(
        (await (await store())?.history.sessions({ workspace: workspaceOf(options), limit: options.limit })) ?? [],
      );
    },
    async search(phrases, options) {
      const filter = { workspace: workspaceOf(options), limit: options.limit };
      return mask((await (await store())?.history.search(phrases, filter)) ?? []);
    },
    show: async (given) => mask(await readSession(need(await store()), await resolve(given))),
    async remove(given) {
      const session = await resolve(given);
      const kept = need(await store());
      const runs = await whileAtRest(kept, session, () => kept.history.remove(session));
      await removeResults(agentHome, runs);
      return { session, runs };
    },
    fork: async (given, count) => forkSession({ store: need(await store()), agentHome }, await resolve(given), count),
    async audit(filter) {
      const kept = await store();
      if (kept === null) return { rows: [], more: false };
      const session = filter.session === null ? null : await resolve(filter.session);
      return mask(await readAudit(kept, { ...filter, session }));
    },
    async replay(options) {
      const { replayDecisions } = await import('./policy-history.ts');
      const session = options.filter.session === null ? null : await resolve(options.filter.session);
      return mask(await replayDecisions(await store(), config, { ...options, filter: { ...options.filter, session } }));
    },
    async suggest(min) {
      const { suggestFromAnswers } = await import('./policy-history.ts');
      return mask(await suggestFromAnswers(await store(), config, min));
    },
    close: async () => (await opening)?.close(),
  };
}

async function openStoreThere(agentHome: string): Promise<KeptStore | null> {
  const path = join(agentHome, 'state.db');
  if (!existsSync(path)) return null;
  const { openStore } = await import('../../store/open-store.ts');
  return openStore(path, () => Date.now());
}

function need(store: KeptStore | null): KeptStore {
  if (store === null)
    throw new Fault('not-found', 'There are no sessions yet.', {
      hint: 'the first message begins one: bailiwick chat',
    });
  return store;
}

const LIST_HINT = 'bailiwick sessions list --all shows them';

async function resolveSession(given: string, kept: KeptStore | null, workspace: () => string | null): Promise<string> {
  const { history } = need(kept);
  if (given === 'last') {
    const [newest] = await history.sessions({ workspace: workspace(), limit: 1 });
    if (newest !== undefined) return newest.id;
    throw new Fault('not-found', 'There is no session of this workspace yet.', { hint: LIST_HINT });
  }
  const prefix = given.startsWith('ses_') ? given : `ses_${given}`;
  const found = await history.matchSessions(prefix, 4);
  const [only, second] = found;
  if (only === undefined) throw new Fault('not-found', `There is no session ${given}.`, { hint: LIST_HINT });
  if (second === undefined || found.includes(prefix)) return found.find((id) => id === prefix) ?? only;
  const named = found.slice(0, 3).join(', ');
  throw new Fault('usage', `${given} may be ${named}${found.length > 3 ? ' or another' : ''}.`, {
    hint: 'give more of the id',
  });
}

async function readSession(store: KeptStore, id: string): Promise<ShownSession> {
  const session = await store.sessions.find(id);
  if (session === null) throw new Fault('not-found', `There is no session ${id}.`, { hint: LIST_HINT });
  const events = await store.log.read(id);
  const approvals = await store.history.approvals(id);
  const forkOf = await store.history.findFork(id);
  return { session: { ...session, forkOf }, entries: toTranscript(events, approvals), approvals, events };
}

/** Does its work while no process can drive one of the runs. Throws a Fault when one does. */
async function whileAtRest<T>(store: KeptStore, session: string, work: () => Promise<T>): Promise<T> {
  const locks: RunLock[] = [];
  let isOver = false;
  try {
    for (const run of await store.history.runs(session)) {
      const lock = await store.locks.take(run);
      if (lock === null) throw new Fault('session-busy', `A process is at work in ${session}: it drives ${run}.`);
      locks.push(lock);
    }
    const done = await work();
    isOver = true;
    return done;
  } finally {
    for (const lock of locks) await lock.release(isOver);
  }
}

async function forkSession(
  { store, agentHome }: { readonly store: KeptStore; readonly agentHome: string },
  from: string,
  count: number | null,
): ReturnType<Archive['fork']> {
  const { session: old, events } = await readSession(store, from);
  const kept = count ?? events.length;
  if (kept > events.length) {
    throw new Fault('usage', `${from} has ${events.length} events, so it cannot be forked at ${kept}.`, {
      hint: 'bailiwick sessions show prints the numbers',
    });
  }
  const now = Date.now();
  const { workspace, cwd, mode, requester } = old;
  const session = { id: createId('ses'), workspace, cwd, mode, requester, at: now };
  const plan = { session: session.id, from, count: kept, now, createRunId: () => createId('run') };
  const origin = { session: from, events: kept };
  const runs = await copyResults(agentHome, forkEvents(events, plan));
  try {
    await store.history.addFork({ session, origin, runs });
  } catch (error) {
    await removeResults(
      agentHome,
      runs.map(({ id }) => id),
    );
    throw error;
  }
  return { ...session, forkOf: origin };
}

async function readAudit(store: KeptStore, filter: AuditFilter): ReturnType<Archive['audit']> {
  const found: AuditRow[] = [];
  for (let before: number | null = null; ;) {
    const page: readonly AuditRow[] = await store.history.decisionsBefore(before, filter, PAGE);
    found.push(...page.filter((row) => passes(row, filter)));
    const last = page.at(-1);
    if (last === undefined || found.length > filter.limit) break;
    before = last.number;
  }
  return { rows: found.slice(0, filter.limit).toReversed(), more: found.length > filter.limit };
}

const passes = ({ call, decision }: AuditRow, { tool, verdict, step, class: danger }: AuditFilter): boolean =>
  (tool === null || call.tool === tool) &&
  (verdict === null || decision.verdict === verdict) &&
  (step === null || decision.step === step) &&
  (danger === null || decision.class === danger);
