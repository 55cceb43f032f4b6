import { showHidden, showOnOneLine } from '../../base/text.ts';
import type { ListedCommand } from '../../vocab/custom-command.ts';
import { toColumns } from '../columns.ts';

/** Files of commands for people: what it is called, what it does, where it stands, and why it does not run. */
export function renderCommands(commands: readonly ListedCommand[]): readonly string[] {
  const runs = commands.filter(({ state }) => state === 'ready');
  const others = commands.filter(({ state }) => state !== 'ready');
  return [
    ...toColumns(runs.map((one) => [callOf(one), one.text?.description ?? '', one.file].map(showOnOneLine))),
    ...runs.flatMap(({ file, text }) => (text?.notes ?? []).map((note) => showOnOneLine(`note: ${file}: ${note}`))),
    ...(others.length === 0 ? [] : ['Not run:']),
    ...toColumns(others.map((one) => [callOf(one), one.state, placeOf(one)].map(showOnOneLine))),
  ];
}

const callOf = ({ name, text }: ListedCommand): string =>
  name === null ? '-' : `/${name} ${text?.argumentHint ?? ''}`.trim();

const placeOf = ({ file, line, reason }: ListedCommand): string =>
  `${line === null ? file : `${file}:${line}`}  ${reason ?? ''}`;

/** All there is to know of one file, the template last. */
export function renderCommand(command: ListedCommand): string {
  const { name, state, layer, text } = command;
  const rows: (readonly [string, string])[] = [
    ['command', callOf(command)],
    ['file', `${placeOf({ ...command, reason: null }).trim()} (${layer === 'home' ? 'yours' : 'of the project'})`],
    ['state', state === 'ready' ? `runs as /${name}` : `${state}: ${command.reason ?? ''}`],
    ...(text === null ? [] : toRows(text)),
  ];
  const width = Math.max(...rows.map(([key]) => key.length));
  const head = rows.map(([key, value]) => `${key.padEnd(width)}  ${showOnOneLine(value)}\n`).join('');
  return text === null ? head : `${head}\n${showHidden(text.template)}\n`;
}

const toRows = ({ description, model, extra, notes }: NonNullable<ListedCommand['text']>) => [
  ['about', description] as const,
  ...(model === null ? [] : [['model', model] as const]),
  ...Object.entries(extra).map(([key, value]) => [key, `${JSON.stringify(value)} (means nothing here)`] as const),
  ...notes.map((note) => ['note', note] as const),
];
