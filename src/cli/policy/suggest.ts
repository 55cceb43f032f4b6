import type { SuggestedRule } from '../../app/history/open-archive.ts';
import { showOnOneLine } from '../../base/text.ts';
import { booleanFlag, type Command } from '../command.ts';
import { countFlag } from '../input/flags.ts';
import { showTime } from '../show-time.ts';
import { withArchive } from '../sessions/open.ts';

const MIN = 3;
/** Of the lines behind a suggestion; `--json` names all. */
const MAX_LINES = 5;

/** `policy suggest`: rules to read, and to paste by a person who wants them. */
export const command: Command = {
  name: 'policy suggest',
  summary: 'Suggest rules out of what people approved again and again',
  usage: 'policy suggest [--min N] [--json]',
  examples: ['bailiwick policy suggest', 'bailiwick policy suggest --min 10'],
  operands: 0,
  args: {
    min: { type: 'string', value: 'N', help: `only what was approved at least N times, and never denied (${MIN})` },
    json: { type: 'boolean', help: 'print one JSON array' },
  },
  async run(context, args, out) {
    const min = countFlag(args, 'min') ?? MIN;
    const rules = await withArchive(context, (archive) => archive.suggest(min));
    if (booleanFlag(args, 'json')) out.json(rules);
    else if (rules.length > 0) out.write(renderRules(rules));
    if (rules.length === 0) out.log(`Nothing was approved ${min} times or more without a rule that covers it.`);
    return 0;
  },
};

/** YAML for config.yml, each rule below what speaks for it. */
function renderRules(rules: readonly SuggestedRule[]): string {
  return ['permissions:', ...rules.flatMap(renderRule), ''].join('\n');
}

function renderRule({ pattern, approvals, by, first, last, lines }: SuggestedRule): readonly string[] {
  const shown = lines.slice(0, MAX_LINES).map(({ text, count }) => `  #   ${count}x ${showOnOneLine(text)}`);
  const rest = lines.length > MAX_LINES ? [`  #   and ${lines.length - MAX_LINES} other lines`] : [];
  return [
    `  # approved ${approvals} times by ${showOnOneLine(by.join(', '))}, ${showTime(first)} to ${showTime(last)}, never denied`,
    ...shown,
    ...rest,
    `  ${JSON.stringify(pattern)}: allow`,
  ];
}
