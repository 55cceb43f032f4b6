import { Fault } from '../base/fault.ts';
import { showOnOneLine } from '../base/text.ts';
import type { Clock } from '../ports/clock.ts';
import type { Store } from '../ports/store.ts';
import type { RulesWriter } from '../run/run-ports.ts';
import { isLate, type Approval, type ApprovalState, type PersonAnswer, type PersonReply } from '../vocab/approval.ts';
import type { WrittenRule } from './rules-file.ts';

export type { WrittenRule } from './rules-file.ts';

/** Where people answer questions of any session, and look after the rules that answers wrote. */
export interface ApprovalDesk {
  /** The newest `limit` in this state, oldest first; null: in any. A pending one whose time is over counts as expired. */
  list(state: ApprovalState | null, limit: number): Promise<readonly Approval[]>;
  /** By its id or the beginning of one. Throws a Fault `not-found`. */
  find(id: string): Promise<Approval>;
  /** Stores the answer; the first valid one wins. Throws a Fault when it is late, another's, or not offered. */
  answer(id: string, given: PersonAnswer | PersonReply): Promise<Approval>;
  listRules(): Promise<readonly WrittenRule[]>;
  /** Takes out the rule with this pattern, as it is or as a list shows it. Throws a Fault `not-found`. */
  revokeRule(pattern: string): Promise<WrittenRule>;
}

const MAX_SEARCHED = 10_000;

export function createDesk(agentHome: string, getStore: () => Promise<Store>, clock: Clock): ApprovalDesk {
  const seen = (approval: Approval): Approval =>
    approval.state === 'pending' && isLate(approval, clock.now())
      ? { ...approval, state: 'expired', why: 'late' }
      : approval;
  const find = async (id: string): Promise<Approval> => {
    const store = await getStore();
    const exact = await store.approvals.find(id);
    if (exact !== null) return seen(exact);
    const begun =
      id.length < 6 ? [] : (await store.approvals.list(null, MAX_SEARCHED)).filter((one) => one.id.startsWith(id));
    const [only] = begun;
    if (only !== undefined && begun.length === 1) return seen(only);
    const message = begun.length > 1 ? `${begun.length} approvals begin with ${id}.` : `There is no approval ${id}.`;
    throw new Fault('not-found', message, { hint: 'bailiwick approvals list shows them' });
  };
  const answer = async (approval: Approval, given: PersonAnswer | PersonReply): Promise<Approval> => {
    if (approval.state !== 'pending') throw settledAlready(approval);
    if (!approval.approvers.includes(given.by)) {
      throw new Fault(
        'usage',
        `${approval.id} is for ${approval.approvers.join(', ')} to answer, not for ${given.by}.`,
      );
    }
    const store = await getStore();
    const { answerApproval } = await import('../run/approve.ts');
    const ports = { store, clock, loadRulesWriter: () => loadRulesWriter(agentHome) };
    const events = await answerApproval(approval, given, ports);
    const now = await find(approval.id);
    if (events === null) throw settledAlready(now);
    return now;
  };
  return {
    async list(state, limit) {
      const asked = state === 'expired' ? null : state;
      const rows = (await (await getStore()).approvals.list(asked, limit)).map(seen);
      return state === null ? rows : rows.filter((row) => row.state === state);
    },
    find,
    answer: async (id, given) => answer(await find(id), given),
    async listRules() {
      const { listRules } = await import('./rules-file.ts');
      return listRules(agentHome);
    },
    async revokeRule(pattern) {
      const { listRules, revokeRule } = await import('./rules-file.ts');
      return (await getStore()).exclusively(() => {
        const rule = listRules(agentHome).find((one) => isCalled(one, pattern));
        if (rule === undefined || !revokeRule(agentHome, rule.pattern)) {
          throw new Fault('not-found', `rules.yml has no rule "${showOnOneLine(pattern)}".`, {
            hint: 'bailiwick rules list shows them',
          });
        }
        return rule;
      });
    },
  };
}

/** By its pattern as it is, or as a list shows it. */
const isCalled = (rule: WrittenRule, given: string): boolean =>
  rule.pattern === given || showOnOneLine(rule.pattern) === given;

/** The YAML editor is loaded only for an answer that writes. */
export async function loadRulesWriter(agentHome: string): Promise<RulesWriter> {
  const { addRules } = await import('./rules-file.ts');
  return (rules, origin) => addRules(agentHome, rules, origin);
}

const settledAlready = ({ id, state, answer, by }: Approval): Fault => {
  const how = answer === null ? '' : ` with ${answer} by ${by ?? 'somebody'}`;
  return new Fault('already-settled', `${id} is ${state}${how} already; nothing was changed.`);
};
