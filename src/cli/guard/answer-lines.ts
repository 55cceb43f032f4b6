import { Fault } from '../../base/fault.ts';
import type { CommandContext, ParsedArgs } from '../command.ts';
import type { Out } from '../out.ts';
import { readLines } from '../read-lines.ts';

/** A row that was read, and answers or throws a Fault that says what is wrong with it. */
export type AnswerRow = (row: Readonly<Record<string, unknown>>) => object;

/**
 * One JSON object a line in, one a line out, in order, each with the `id` of its row (absent: the line number). A bad
 * line gets `{"id", "error": {"line", "message"}}` and the rest goes on; then the exit code is 2.
 */
export async function answerLines(
  context: CommandContext,
  args: ParsedArgs,
  out: Out,
  answer: AnswerRow,
): Promise<number> {
  if (args.positionals.length > 0)
    throw new Fault('usage', '--jsonl reads its lines from standard input and takes no other.');
  let exit = 0;
  let number = 0;
  for await (const line of readLines(context.stdin, context.signal)) {
    number++;
    if (line?.trim() === '') continue;
    const answered = answerLine(line, number, answer);
    if ('error' in answered) exit = 2;
    out.json(answered);
  }
  return context.signal.aborted ? 130 : exit;
}

function answerLine(line: string | null, number: number, answer: AnswerRow): object {
  let id: unknown = number;
  const bad = (message: string): object => ({ id, error: { line: number, message } });
  if (line === null) return bad('the line is no UTF-8 text');
  let row: unknown;
  try {
    row = JSON.parse(line);
  } catch (error) {
    return bad(`not JSON: ${error instanceof Error ? error.message : 'unreadable'}`);
  }
  if (typeof row !== 'object' || row === null || Array.isArray(row)) return bad('a line must be a JSON object');
  if ('id' in row) id = row.id;
  try {
    return { id, ...answer({ ...row }) };
  } catch (error) {
    if (error instanceof Fault) return bad(error.message);
    throw error;
  }
}
