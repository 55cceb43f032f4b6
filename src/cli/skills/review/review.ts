import type { App } from '../../../app/create-app.ts';
import type { Covered, DoorResult, SkillDoor } from '../../../app/skills/door.ts';
import { Fault } from '../../../base/fault.ts';
import { showOnOneLine } from '../../../base/text.ts';
import type { Proposal, ProposalStatus } from '../../../vocab/proposal.ts';
import type { Command, CommandContext } from '../../command.ts';
import { localPrincipal } from '../../local-principal.ts';
import type { Out } from '../../out.ts';
import { editText, toRewrite } from '../../workshop/revise.ts';
import { renderProposal } from '../proposals/render-proposal.ts';
import { withApp } from '../with-app.ts';
import { readKey, readWords, STOP } from './read-key.ts';

const WAITING = ['pending', 'quarantined', 'conflicted'] as const satisfies readonly ProposalStatus[];
const LIMIT = 500;

/** `skills review`: one proposal after the other, one key each. */
export const command: Command = {
  name: 'skills review',
  summary: 'Walk through the proposals that wait: accept, edit, reject or skip each with one key',
  usage: 'skills review',
  examples: ['bailiwick skills review'],
  operands: 0,
  args: {},
  run: (context, _args, out) =>
    withApp(context, async (app) => {
      if (!context.stdin.isTTY || !out.logIsTerminal)
        throw new Fault('usage', 'There is no terminal to review in.', {
          hint: 'bailiwick workshop list, and inspect, apply or reject with --json',
        });
      const door = await app.openDoor();
      const review: Review = { app, door, context, out, done: [] };
      const waiting = (await door.list({ statuses: WAITING, limit: LIMIT })).toReversed();
      if (waiting.length === 0) out.log('No proposal waits.');
      let isStopped = false;
      for (const [i, { id }] of waiting.entries()) {
        const left = await decideOn(id, `${i + 1}/${waiting.length}`, review);
        isStopped = left === 'stop';
        if (left !== 'next') break;
      }
      if (waiting.length > 0) out.log(summarize(review.done, waiting.length));
      return isStopped || context.signal.aborted ? 130 : 0;
    }),
};

interface Review {
  readonly app: App;
  readonly door: SkillDoor;
  readonly context: CommandContext;
  readonly out: Out;
  /** What was done, one word each. */
  readonly done: string[];
}

interface Choice {
  readonly key: string;
  readonly word: string;
}

const LEAVING = [
  { key: 's', word: 'skip' },
  { key: 'q', word: 'quit' },
] as const;

const CHOICES: Readonly<Partial<Record<ProposalStatus, readonly Choice[]>>> = {
  pending: [{ key: 'a', word: 'accept' }, { key: 'e', word: 'edit' }, { key: 'r', word: 'reject' }, ...LEAVING],
  quarantined: [
    { key: 'e', word: 'edit' },
    { key: 'w', word: 'waive a finding' },
    { key: 'r', word: 'reject' },
    ...LEAVING,
  ],
  conflicted: [{ key: 'e', word: 'edit' }, { key: 'r', word: 'reject' }, ...LEAVING],
};

/** Shows it and takes a key, and again where it came out otherwise, until something is settled. */
async function decideOn(id: string, place: string, review: Review): Promise<'next' | 'leave' | 'stop'> {
  const { door, context, out } = review;
  for (;;) {
    const proposal = await door.find(id);
    const choices = CHOICES[proposal.status];
    if (choices === undefined) return 'next'; // settled elsewhere meanwhile
    out.write(`\n${renderProposal(proposal, out)}`);
    const keys = choices.map(({ key, word }) => `${key} ${word}`).join('  ');
    const prompt = (): void =>
      out.logRaw(`\n${out.paint('bold', `[${place}] ${showOnOneLine(proposal.skill)}: ${keys}`)} `);
    const key = await readKey(context, { keys: choices.map((choice) => choice.key).join(''), prompt });
    out.log(key === STOP ? '' : (key ?? ''));
    if (key === STOP) return 'stop';
    if (key === null || key === 'q') return 'leave';
    if (key === 's') return 'next';
    try {
      if (await act(key, proposal, review)) return 'next';
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      out.log(out.paint('red', `${error.message} ${error.hint}`.trim()));
    }
    if (context.signal.aborted) return 'leave';
  }
}

/** True when the proposal is settled and the next one can come. */
async function act(key: string, proposal: Proposal, review: Review): Promise<boolean> {
  const { app, door, context, out, done } = review;
  const by = localPrincipal().id;
  const { id } = proposal;
  switch (key) {
    case 'a': {
      const result = await door.apply(id, proposal.revision, by);
      out.log(sayResult(result));
      if (result.kind === 'written') done.push('accepted');
      return result.kind === 'written';
    }
    case 'r': {
      out.logRaw('Why? Enter rejects, also without a word: ');
      const why = await readWords(context);
      if (why === null) return false;
      await door.reject(id, by, why === '' ? null : why);
      done.push('rejected');
      return true;
    }
    case 'w': {
      const open = proposal.findings.map(({ rule, severity }, i) => `${i + 1} ${rule} (${severity})`).join(', ');
      out.logRaw(`Which finding, and why is it no danger here? ${open}: `);
      const [finding = '', ...why] = ((await readWords(context)) ?? '').split(/\s+/);
      if (finding === '' || why.length === 0) {
        out.log('A waiver needs the number of the finding and a reason: 1 our own mirror');
        return false;
      }
      out.log(sayResult(await door.waive(id, { finding, reason: why.join(' '), by })));
      return false;
    }
    default: {
      const text = await editText(proposal, app, { context, out });
      if (text === null) out.log('Nothing was changed.');
      else
        out.log(sayResult(await door.revise(id, { change: toRewrite(proposal, text), by, note: 'edited in review' })));
      return false;
    }
  }
}

function sayResult(result: DoorResult | Covered): string {
  switch (result.kind) {
    case 'written':
      return `wrote ${showOnOneLine(result.file)} (version ${result.version.number})`;
    case 'covered':
      return 'All of it is in the skill already.';
    case 'refused':
      return `Not done: ${showOnOneLine(result.message)}.`;
    case 'pending':
      return 'It waits in this form now:';
    case 'quarantined':
      return `It is in quarantine: ${showOnOneLine(result.proposal.quarantineReason ?? '')}.`;
  }
}

function summarize(done: readonly string[], count: number): string {
  const of = (word: string): number => done.filter((one) => one === word).length;
  const left = count - done.length;
  return `${of('accepted')} accepted, ${of('rejected')} rejected, ${left} ${left === 1 ? 'waits' : 'wait'} on.`;
}
