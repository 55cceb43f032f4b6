import { Fault } from '../../base/fault.ts';
import type { SessionRow, Store } from '../../ports/store.ts';
import { findWorkspaceId } from './workspace-id.ts';
import type { SessionChoice } from './turn-options.ts';

/** The session a turn belongs to; null: a new one. Throws a Fault `not-found`. */
export async function findSession(choice: SessionChoice, store: Store, cwd: string): Promise<SessionRow | null> {
  if (choice.kind === 'new') return null;
  if (choice.kind === 'id') {
    const row = await store.sessions.find(choice.id);
    if (row !== null) return row;
    throw new Fault('not-found', `There is no session ${choice.id}.`);
  }
  const workspace = findWorkspaceId(cwd);
  const row = await store.sessions.findNewest(workspace);
  if (row !== null) return row;
  throw new Fault('not-found', `There is no session in ${workspace} to go on with.`, {
    hint: 'leave --continue out to begin one',
  });
}
