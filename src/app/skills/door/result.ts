import type { SkillVersion } from '../../../ports/skill-store.ts';
import type { DraftFault } from '../../../skills/compose.ts';
import type { ChangeFault } from '../../../skills/edit/compose-change.ts';
import type { Evidence, Proposal, ProposalSource } from '../../../vocab/proposal.ts';
import type { Origin } from '../../../vocab/principal.ts';
import type { ScanFinding } from '../../../vocab/sanitize.ts';

/** Where a draft comes from. */
export interface DraftOrigin {
  readonly source: ProposalSource;
  readonly by: string;
  /** Who else spoke in what it was made of; with any, a person looks first. */
  readonly taint: readonly Origin[];
  readonly evidence: Evidence;
  /** A person's own doing: nobody else has to look at it first. */
  readonly isOwn?: boolean;
  readonly title?: string;
  readonly reason?: string;
}

export type DoorResult =
  | {
      readonly kind: 'written';
      readonly name: string;
      /** Its SKILL.md, absolute. */
      readonly file: string;
      readonly version: SkillVersion;
      readonly findings: readonly ScanFinding[];
    }
  | { readonly kind: 'pending'; readonly proposal: Proposal; readonly why: WaitsWhy }
  | { readonly kind: 'quarantined'; readonly proposal: Proposal }
  | Refused;

/** Everything that a change would bring is there already. */
export interface Covered {
  readonly kind: 'covered';
  readonly name: string;
}

/** Why a proposal waits: others had a word in it, people decide here, it was to be queued, or it is no skill by itself. */
export type WaitsWhy = 'tainted' | 'policy' | 'queued' | 'plan';

/** Why the door does not do what it was asked to. */
export type RefusalCode =
  | DraftFault['code']
  | ChangeFault['code']
  | 'not-trusted'
  | 'no-finding'
  | 'exists'
  | 'duplicate'
  | 'queue-full'
  | 'not-writable'
  | 'not-pending'
  | 'changed'
  | 'conflicted'
  | 'critical'
  | 'no-version';

export interface Refused {
  readonly kind: 'refused';
  readonly code: RefusalCode;
  /** One phrase for people and models, without a full stop. */
  readonly message: string;
  /** The proposal that stands in the way, or that there is now instead. */
  readonly proposal?: string;
}

export const refuse = (code: RefusalCode, message: string): Refused => ({ kind: 'refused', code, message });

/** Thrown where a transaction is to be undone; the door makes an answer of it. */
export class Refusal extends Error {
  readonly code: RefusalCode;

  constructor(code: RefusalCode, message: string) {
    super(message);
    this.code = code;
  }
}

const MEANINGS: Readonly<Record<string, string>> = {
  EACCES: 'may not be written',
  EPERM: 'may not be written',
  EROFS: 'lies in a file system that is read-only',
  ENOSPC: 'has no space left',
  EDQUOT: 'has no space left',
  ENOTDIR: 'lies in something that is no folder',
  ELOOP: 'lies behind links that lead nowhere',
};

/** The answer to what went wrong while files were written; null for what is no matter of files. */
export function toRefused(error: unknown, place: string): Refused | null {
  if (error instanceof Refusal) return refuse(error.code, error.message);
  if (!(error instanceof Error) || !('code' in error) || !('syscall' in error)) return null;
  const code = String(error.code);
  if (code === 'ENOTEMPTY' || code === 'EEXIST')
    return refuse('exists', `another process made it in ${place} just now`);
  return refuse('not-writable', `${place} ${MEANINGS[code] ?? `could not be written (${error.message})`}`);
}
