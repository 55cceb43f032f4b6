import { spec } from 'node:test/reporters';
import { closeRecord, listNotRun, openRecord } from './outside.ts';

/**
 * Node's own report; before its closing summary one line for each outside program that tests would have needed.
 * In CI nothing may be missing: the run fails.
 */
openRecord();

interface ReportedEvent {
  readonly type: string;
  readonly data: { readonly nesting?: number; readonly message?: string };
}

export default async function* report(source: AsyncIterable<ReportedEvent>): AsyncGenerator<string> {
  const inner = new spec();
  inner.setEncoding('utf8');
  for await (const event of source) {
    if (isStartOfSummary(event)) yield* missingLines();
    inner.write(event);
    for (let chunk: string | null = inner.read(); chunk !== null; chunk = inner.read()) yield chunk;
  }
  inner.end();
  yield* inner;
  closeRecord();
}

const isStartOfSummary = ({ type, data }: ReportedEvent): boolean =>
  type === 'test:diagnostic' && data.nesting === 0 && /^tests \d+$/.test(data.message ?? '');

function* missingLines(): Generator<string> {
  const names = listNotRun();
  for (const name of names) yield `not run here: ${name}\n`;
  if (names.length === 0 || !isCi()) return;
  process.exitCode = 1;
  yield 'failed: in CI every program that the tests need has to be here\n';
}

const isCi = (): boolean => !['', '0', 'false'].includes(process.env['CI'] ?? '');
