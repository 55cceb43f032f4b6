import { toWorld } from '../app/load-config.ts';
import { openChecker, showRule, type Checker } from '../app/open-checker.ts';
import { Fault } from '../base/fault.ts';
import { showOnOneLine } from '../base/text.ts';
import type { Decision, SegmentVerdict, Verdict } from '../vocab/decision.ts';
import { booleanFlag, type Command, type CommandContext, type ParsedArgs } from './command.ts';
import type { Out } from './out.ts';
import { readQuestion } from './question.ts';
import { renderWarning } from './render-warning.ts';

const EXIT: Readonly<Record<Verdict, number>> = { allow: 0, ask: 4, deny: 3 };

/** `check`: the judge's answer to one call, or to many. */
export const command: Command = {
  name: 'check',
  summary: 'Ask the judge about a shell line or a tool call; nothing runs',
  usage: "check [flags] '<line>'",
  examples: [
    "bailiwick check 'git status; rm -rf ~/projects'",
    'bailiwick check --tool write --input \'{"path": "/etc/hosts", "content": ""}\'',
    'bailiwick check --jsonl < questions.jsonl',
  ],
  operands: 1,
  args: {
    tool: { type: 'string', value: 'NAME', help: 'judge a call of this tool instead of a shell line' },
    input: { type: 'string', value: 'JSON', help: 'the arguments of the tool' },
    mode: { type: 'string', value: 'MODE', help: 'the mode of the session: default, plan or yolo' },
    json: { type: 'boolean', help: 'print the whole decision as JSON' },
    jsonl: { type: 'boolean', help: 'read one JSON object a line from standard input, answer each with one' },
  },
  async run(context, args, out) {
    const checker = await openChecker(toWorld(context));
    for (const warning of checker.config.warnings) out.log(`warning: ${renderWarning(warning)}`);
    if (booleanFlag(args, 'jsonl')) return checkLines(checker, context, args, out);
    const decision = await checker.check(readQuestion(args, 'check'));
    if (booleanFlag(args, 'json')) out.json(decision);
    else out.write(renderDecision(decision, out));
    return EXIT[decision.verdict];
  },
};

const COLORS = { allow: 'green', ask: 'yellow', deny: 'red' } as const;

function renderDecision(decision: Decision, out: Out): string {
  const { verdict, step, code, reason, rule, class: danger, segments } = decision;
  const lines = [
    `${out.paint(COLORS[verdict], verdict, 'result')}  by step ${step} (${code})`,
    `reason   ${showOnOneLine(reason)}`,
  ];
  if (rule !== null) lines.push(`rule     ${showOnOneLine(showRule(rule))}`);
  if (danger !== null) lines.push(`class    ${danger}`);
  const concerned =
    verdict === 'allow'
      ? []
      : segments.flatMap((segment, i) =>
          segment.verdict === verdict ? [showSegment(segment, i, segments.length)] : [],
        );
  lines.push(...concerned);
  if (decision.grants.length > 0) lines.push(`lifted by  ${decision.grants.join(', ')}`);
  return `${lines.join('\n')}\n`;
}

const showSegment = ({ text, class: danger }: SegmentVerdict, i: number, count: number): string =>
  `command  ${count > 1 ? `${i + 1} of ${count}: ` : ''}${showOnOneLine(text)}${danger === undefined ? '' : `  [${danger}]`}`;

/** One object a line in, one a line out, in order. A bad line gets an error object, and the rest goes on. */
async function checkLines(checker: Checker, context: CommandContext, args: ParsedArgs, out: Out): Promise<number> {
  if (args.positionals.length > 0)
    throw new Fault('usage', '--jsonl reads its lines from standard input and takes no other.');
  const unheeded = ['mode', 'tool', 'input'].find((name) => args.values[name] !== undefined);
  if (unheeded !== undefined) {
    throw new Fault('usage', `--${unheeded} does not go with --jsonl.`, {
      hint: 'each line says for itself what is judged: {"command": "ls", "policy": {"mode": "plan"}}',
    });
  }
  const { readLines } = await import('./read-lines.ts');
  let exit = 0;
  let number = 0;
  for await (const line of readLines(context.stdin, context.signal)) {
    number++;
    if (line?.trim() === '') continue;
    const answered = line === null ? notUtf8(number) : await checkLine(checker, line, number);
    if ('error' in answered) exit = 2;
    out.json(answered);
  }
  return context.signal.aborted ? 130 : exit;
}

type Answered =
  | { readonly id: unknown; readonly error: { readonly line: number; readonly message: string } }
  | ({ readonly id: unknown } & Decision);

const notUtf8 = (number: number): Answered => ({
  id: number,
  error: { line: number, message: 'the line is no UTF-8 text' },
});

async function checkLine(checker: Checker, text: string, number: number): Promise<Answered> {
  let row: unknown;
  try {
    row = JSON.parse(text);
  } catch (error) {
    return {
      id: number,
      error: { line: number, message: `not JSON: ${error instanceof Error ? error.message : 'unreadable'}` },
    };
  }
  const id = typeof row === 'object' && row !== null && 'id' in row ? row.id : number;
  const answer = await checker.checkRow(row);
  return answer.ok ? { id, ...answer.value } : { id, error: { line: number, message: answer.error } };
}
