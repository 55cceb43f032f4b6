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
        const end = await decideOn(id, `${i + 1}/${waiting.length}`, review);
        isStopped = end === 'stop';
        if (end !== 'next') break;
      }
      const left = await door.list({ statuses: WAITING, limit: LIMIT });
      if (waiting.length > 0) out.log(summarize(review.done, left.length));
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
  // What came of the last key stands where the person looks: above the keys.
  let said = '';
  for (;;) {
    const proposal = await door.find(id);
    const choices = CHOICES[proposal.status];
    if (choices === undefined) {
      if (said !== '') out.log(said);
      out.log(`${id} is ${proposal.status} by now, by somebody else.`);
      return 'next';
    }
    out.write(`\n${renderProposal(proposal, out)}`);
    if (said !== '') out.log(`\n${said}`);
    const keys = choices.map(({ key, word }) => `${key} ${word}`).join('  ');
    const prompt = (): void =>
      out.logRaw(`\n${out.paint('bold', `[${place}] ${showOnOneLine(proposal.skill)}: ${keys}`)} `);
    const known = choices.map((choice) => choice.key).join('');
    const onOther = (): void => out.logRaw(`\nOne of the keys ${known.split('').join(' ')}: `);
    const key = await readKey(context, { keys: known, prompt, onOther });
    out.log(key === STOP ? '' : (key ?? ''));
    if (key === STOP) return 'stop';
    if (key === null || key === 'q') return 'leave';
    if (key === 's') return 'next';
    try {
      const done = await act(key, proposal, review);
      if (done.isSettled) {
        out.log(done.said);
        return 'next';
      }
      said = done.said;
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      said = out.paint('red', `${error.message} ${error.hint}`.trim());
    }
    if (context.signal.aborted) return 'leave';
  }
}

interface Done {
  /** The next one can come. */
  readonly isSettled: boolean;
  readonly said: string;
}

const goOn = (said: string): Done => ({ isSettled: false, said });

async function act(key: string, proposal: Proposal, review: Review): Promise<Done> {
  const { app, door, context, out, done } = review;
  const by = localPrincipal().id;
  const { id } = proposal;
  switch (key) {
    case 'a': {
      const result = await door.apply(id, proposal.revision, by);
      if (result.kind !== 'written') return goOn(sayResult(result));
      done.push('accepted');
      return { isSettled: true, said: sayResult(result) };
    }
    case 'r': {
      out.logRaw('Why? Enter rejects, also without a word; Esc and Enter goes back: ');
      const why = await readWords(context);
      if (why === null || why.startsWith('\u001b')) return goOn('It was not rejected.');
      if (await isOther(proposal, door)) return goOn(OTHER);
      await door.reject(id, by, why === '' ? null : why);
      done.push('rejected');
      return { isSettled: true, said: 'Rejected.' };
    }
    case 'w': {
      const waiving = await askWaiver(proposal, review);
      if (waiving === null) return goOn(NO_WAIVER);
      return goOn((await isOther(proposal, door)) ? OTHER : sayResult(await door.waive(id, { ...waiving, by })));
    }
    default: {
      const opened = { app, door, context, out };
      const text = await editText(proposal, opened);
      if (typeof text !== 'string') return goOn(text.why);
      if (await isOther(proposal, door)) return goOn(OTHER);
      return goOn(
        sayResult(await door.revise(id, { change: toRewrite(proposal, text), by, note: 'edited in review' })),
      );
    }
  }
}

/** Somebody changed it while it was looked at. */
const isOther = async ({ id, revision }: Proposal, door: SkillDoor): Promise<boolean> =>
  (await door.find(id)).revision !== revision;

const OTHER = 'Not done: somebody changed it meanwhile; this is how it is now.';

const NO_WAIVER = 'Nothing was waived: it takes the number of the finding and a reason, such as "1 our own mirror".';

/** Null: no finding or no reason was given. Where there is but one the reason is enough. */
async function askWaiver(
  { findings }: Proposal,
  { context, out }: Review,
): Promise<{ readonly finding: string; readonly reason: string } | null> {
  const listed = findings.map(({ rule, severity }, i) => `${i + 1} ${rule} (${severity})`).join(', ');
  const asked =
    findings.length === 1 ? 'Why is it no danger here' : 'Number of the finding, and why it is no danger here';
  out.logRaw(`${asked}? ${listed}: `);
  const said = (await readWords(context)) ?? '';
  const [, number, reason] = /^(\d+)\s+(\S.*)$/.exec(said) ?? [];
  if (number !== undefined && reason !== undefined) return { finding: number, reason };
  return findings.length === 1 && /[^\d\s]/.test(said) ? { finding: '1', reason: said } : null;
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

function summarize(done: readonly string[], left: number): string {
  const of = (word: string): number => done.filter((one) => one === word).length;
  return `${of('accepted')} accepted, ${of('rejected')} rejected, ${left} ${left === 1 ? 'waits' : 'wait'} on.`;
}
