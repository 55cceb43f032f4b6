import type { Command, Script } from 'unbash';

const NAMES: Readonly<Record<string, string>> = {
  Subshell: 'a subshell',
  BraceGroup: 'a group',
  If: 'an if',
  For: 'a loop',
  While: 'a loop',
  ArithmeticFor: 'a loop',
  Select: 'a loop',
  Case: 'a case',
  Function: 'a function definition',
  Coproc: 'a coprocess',
  TestCommand: 'a [[ ]] test',
  ArithmeticCommand: 'arithmetic',
  Redirected: 'a redirected group',
};

/**
 * Why a line is more than simple commands joined by `| && || ;`, which is all that the read-only proof accepts
 * (POLICY 6); null when it is not. Judged by what stands between the commands, so that nothing unnamed slips through.
 */
export function beyondPlain(script: Script, source: string): string | null {
  if (/[\0-\x08\x0b-\x1f\x7f]/.test(source)) return 'a control character';
  const spans: Command[] = [];
  for (const statement of script.commands) {
    if (statement.background === true) return 'a command in the background';
    const elements = statement.command.type === 'AndOr' ? statement.command.commands : [statement.command];
    for (const element of elements) {
      const why = collect(element, spans);
      if (why !== null) return why;
    }
  }
  return between(spans, source);
}

type Element = Extract<Script['commands'][number]['command'], { type: string }>;

function collect(element: Element, spans: Command[]): string | null {
  if (element.type === 'AndOr') return 'a nested list';
  if (element.type !== 'Pipeline') return collectCommand(element, spans);
  if (element.prefixes.length > 0) return element.prefixes[0]?.type === 'Time' ? 'the keyword time' : 'a leading !';
  if (element.operators.includes('|&')) return 'the operator |&';
  for (const command of element.commands) {
    const why = collectCommand(command, spans);
    if (why !== null) return why;
  }
  return null;
}

function collectCommand(command: Exclude<Element, { type: 'AndOr' | 'Pipeline' }>, spans: Command[]): string | null {
  if (command.type !== 'Command') return NAMES[command.type] ?? 'a compound command';
  spans.push(command);
  return null;
}

function between(spans: readonly Command[], source: string): string | null {
  let from = 0;
  for (const [i, span] of spans.entries()) {
    const gap = source.slice(from, span.pos);
    if (!(i === 0 ? /^[ \t]*$/ : /^[ \t]*(?:\|\|?|&&|;)[ \t]*$/).test(gap)) {
      return nameGap(gap, strayIn(spans, source));
    }
    from = span.end;
  }
  const rest = source.slice(from);
  return /^[ \t]*;?[ \t]*$/.test(rest) ? null : nameGap(rest, strayIn(spans, source));
}

/** Whether a bracket stands between commands, outside comments and the bodies of here-documents. */
function strayIn(spans: readonly Command[], source: string): boolean {
  const read = spans.flatMap((span) => [
    span,
    ...span.redirects.flatMap((redirect) =>
      redirect.type === 'HereDoc' ? [{ pos: redirect.body.pos, end: redirect.closing?.end ?? redirect.body.end }] : [],
    ),
  ]);
  let from = 0;
  let gaps = '';
  for (const { pos, end } of read.toSorted((a, b) => a.pos - b.pos)) {
    // What ends a comment is kept: the newline in front of a body belongs to the gap.
    gaps += `${source.slice(from, Math.max(from, pos))} `;
    from = Math.max(from, end);
  }
  return /[()]/.test((gaps + source.slice(from)).replace(/#.*/g, ''));
}

/** The parser is lenient about brackets that belong to no command; bash refuses them. */
export const STRAY = 'a bracket that belongs to no command';

function nameGap(gap: string, stray: boolean): string {
  if (stray) return STRAY;
  if (gap.includes('#')) return 'a comment';
  if (gap.includes('\n')) return 'more than one line';
  return `the text ${JSON.stringify(gap.trim())} between commands`;
}
