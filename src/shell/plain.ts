import type { Script } from 'unbash';

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
  const spans: { pos: number; end: number }[] = [];
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

function collect(element: Element, spans: { pos: number; end: number }[]): string | null {
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

function collectCommand(
  command: { type: string; pos: number; end: number },
  spans: { pos: number; end: number }[],
): string | null {
  if (command.type !== 'Command') return NAMES[command.type] ?? 'a compound command';
  spans.push(command);
  return null;
}

function between(spans: readonly { pos: number; end: number }[], source: string): string | null {
  let from = 0;
  for (const [i, span] of spans.entries()) {
    const gap = source.slice(from, span.pos);
    if (!(i === 0 ? /^[ \t]*$/ : /^[ \t]*(?:\|\|?|&&|;)[ \t]*$/).test(gap)) return nameGap(gap);
    from = span.end;
  }
  const rest = source.slice(from);
  return /^[ \t]*;?[ \t]*$/.test(rest) ? null : nameGap(rest);
}

/** The parser is lenient about brackets that belong to no command; bash refuses them. */
export const STRAY = 'a bracket that belongs to no command';

function nameGap(gap: string): string {
  if (/[()]/.test(gap.replace(/#.*/g, ''))) return STRAY;
  if (gap.includes('#')) return 'a comment';
  if (gap.includes('\n')) return 'more than one line';
  return `the text ${JSON.stringify(gap.trim())} between commands`;
}
