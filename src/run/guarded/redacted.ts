import type { Redactor } from '../../guard/redact.ts';
import type { Sandbox } from '../../ports/sandbox.ts';
import type { Store } from '../../ports/store.ts';

/** A store that is never given a known secret value: events, decisions with their facts, approvals, grants and outcomes of jobs. */
export const redactStore = (store: Store, { value }: Redactor): Store => ({
  ...store,
  log: { ...store.log, append: (run, events) => store.log.append(run, value(events)) },
  queue: { ...store.queue, settle: (job, end, at) => store.queue.settle(job, value(end), at) },
  decisions: {
    ...store.decisions,
    save: (row, decided, started) => store.decisions.save(value(row), value(decided), value(started)),
  },
  approvals: {
    ...store.approvals,
    ask: (approval, event) => store.approvals.ask(value(approval), value(event)),
    answer: (settled) => store.approvals.answer(value(settled)),
  },
});

/** A sandbox whose output holds no known secret value, before anybody cuts it into head and tail. */
export const redactOutput = (sandbox: Sandbox, redact: Redactor): Sandbox => ({
  ...sandbox,
  async run(spec) {
    const outcome = await sandbox.run(spec);
    const { output, headBytes } = outcome;
    if (headBytes === undefined) return { ...outcome, output: redact.bytes(output) };
    const head = redact.bytes(output.subarray(0, headBytes));
    const tail = redact.bytes(output.subarray(headBytes));
    return { ...outcome, output: Buffer.concat([head, tail]), headBytes: head.length };
  },
});
