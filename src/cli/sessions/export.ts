import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { ShownSession, TranscriptCall, TranscriptEntry } from '../../app/history/open-archive.ts';
import { Fault } from '../../base/fault.ts';
import { showHidden, showOnOneLine } from '../../base/text.ts';
import { booleanFlag, stringFlag, type Command } from '../command.ts';
import { wordFlag } from '../input/flags.ts';
import { showTime } from '../show-time.ts';
import { readOne } from '../input/read-positional.ts';
import { withArchive } from './open.ts';
import { sayAsked, sayVerdict } from './render.ts';

/** `sessions export`: the whole of a session, to keep or to hand on. */
export const command: Command = {
  name: 'sessions export',
  summary: 'Write a whole session as Markdown or JSON; known secrets are masked',
  usage: 'sessions export [--format md|json] [--out FILE] ID',
  examples: [
    'bailiwick sessions export last > session.md',
    'bailiwick sessions export --format json --out s.json 01kc4m',
  ],
  operands: 1,
  args: {
    format: { type: 'string', value: 'FORMAT', help: 'md (the default) for people, json for programs' },
    out: {
      type: 'string',
      value: 'FILE',
      help: 'write a new file, which only you may read, instead of standard output',
    },
    json: { type: 'boolean', help: 'the same as --format json' },
  },
  async run(context, args, out) {
    const given = readOne(args, 'sessions export', 'session');
    const format = wordFlag(args, 'format', ['md', 'json']) ?? (booleanFlag(args, 'json') ? 'json' : 'md');
    const file = stringFlag(args, 'out');
    const shown = await withArchive(context, (archive) => archive.show(given));
    const text = format === 'md' ? renderMarkdown(shown) : `${JSON.stringify(toExport(shown), null, 2)}\n`;
    if (file === undefined) out.write(text);
    else {
      const path = resolve(context.cwd, file);
      writeNew(path, text);
      out.log(`wrote ${path}`);
    }
    return 0;
  },
};

const toExport = ({ session, events, approvals }: ShownSession) => ({
  format: 'bailiwick-session',
  version: 1,
  session,
  events,
  approvals,
});

function writeNew(path: string, text: string): void {
  try {
    writeFileSync(path, text, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null;
    if (code === 'EEXIST') {
      throw new Fault('usage', `${path} is there already.`, { hint: 'name a file that does not exist yet' });
    }
    const why = error instanceof Error ? error.message : String(error);
    throw new Fault('store-failed', `${path} could not be written: ${why}.`, {
      hint: 'name a place where you may write',
      cause: error,
    });
  }
}

/** The session as a document for people. */
export function renderMarkdown({ session, entries }: ShownSession): string {
  const { id, workspace, mode, at, forkOf } = session;
  return [
    `# Session ${id}`,
    '',
    `- begun: ${showTime(at)}`,
    `- workspace: ${showOnOneLine(workspace)}`,
    `- mode: ${mode}`,
    ...(forkOf === null ? [] : [`- forked from ${forkOf.session} at ${forkOf.events}`]),
    ...entries.flatMap((entry) => ['', ...toMarkdown(entry)]),
    '',
  ].join('\n');
}

function toMarkdown(entry: TranscriptEntry): readonly string[] {
  switch (entry.kind) {
    case 'turn':
      return [`## ${showTime(entry.at)}, ${showOnOneLine(entry.model)}`];
    case 'message':
      return [`**${entry.origin === 'owner' ? 'Person' : showOnOneLine(entry.origin)}:**`, '', ...fence(entry.text)];
    case 'reply':
      return [
        `**Model:**${entry.failure === null ? '' : ` (broke off: ${showOnOneLine(entry.failure)})`}`,
        '',
        showHidden(entry.text),
      ];
    case 'call':
      return callToMarkdown(entry);
    case 'end':
      return [`_End: ${entry.reason}${entry.message === '' ? '' : `, ${showOnOneLine(entry.message)}`}_`];
  }
}

const callToMarkdown = (call: TranscriptCall): readonly string[] => [
  `**Call:** ${showOnOneLine(call.tool)}`,
  '',
  ...fence(JSON.stringify(call.input, null, 2)),
  '',
  `- ${sayVerdict(call)}`,
  ...call.asked.map((asked) => `- asked: ${sayAsked(asked)}`),
  `- ${call.outcome ?? 'no result'}${call.durationMs === null ? '' : `, ${call.durationMs} ms`}`,
  ...(call.result === null || call.result === '' ? [] : ['', ...fence(call.result)]),
];

/** In a fence longer than any inside, so that the text cannot end it. */
function fence(text: string): readonly string[] {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const mark = '`'.repeat(longest + 1);
  return [mark, showHidden(text).trimEnd(), mark];
}
