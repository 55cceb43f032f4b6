import * as z from 'zod/mini';
import type { ToolContext, ToolResult } from '../../ports/tool.ts';
import { findImageType } from '../../vocab/image.ts';
import { defineTool, plainText, refuse, wholeNumber } from '../define.ts';
import { withDiskFaults } from '../files/disk-fault.ts';
import { HEAD_BYTES, findBinaryKind, saySize } from '../files/file-kind.ts';
import { type FileLine, decodeText, linesOf } from '../files/lines.ts';
import { type OpenFile, openFile } from '../files/open-file.ts';
import { showPath, toAbsolute, toEffect } from '../files/place.ts';

const MAX_LINES = 2000;
const MAX_BYTES = 50_000;
const MAX_LINE_BYTES = 2000;

const args = z.strictObject({
  path: plainText('file'),
  offset: wholeNumber(1, 1_000_000_000, 'first line, from 1'),
  limit: wholeNumber(1, MAX_LINES, `number of lines (${MAX_LINES})`),
});
type Args = z.infer<typeof args>;

export const readTool = defineTool({
  name: 'read',
  title: 'Read a file',
  description: 'Reads a text file; each line comes as number, tab, text.',
  args,
  repeatable: true,
  subject: ({ path }) => path,
  effects: ({ path }, place) => [toEffect('read', path, place)],
  run: read,
});

async function read(args: Args, context: ToolContext): Promise<ToolResult> {
  const absolute = toAbsolute(args.path, context);
  const shown = showPath(absolute, context);
  return withDiskFaults(shown, async () => {
    const file = await openFile(absolute, shown);
    if (!file.ok) return refuse(file.error);
    try {
      return (await sayBinary(file.value, shown)) ?? (await readLines(file.value, { ...args, shown }, context.signal));
    } finally {
      await file.value.handle.close();
    }
  });
}

const SHOWN_BY_A_PERSON = '. Pictures are not read: the person can show it to you with bailiwick prompt --image FILE';

async function sayBinary({ handle, stats }: OpenFile, shown: string): Promise<ToolResult | null> {
  const head = Buffer.alloc(HEAD_BYTES);
  const { bytesRead } = await handle.read(head, 0, HEAD_BYTES, 0);
  const kind = findBinaryKind(head.subarray(0, bytesRead));
  if (kind === null) return null;
  return {
    isError: false,
    text: `${shown} is no text: ${kind}, ${saySize(stats.size)}${findImageType(head) === null ? '' : SHOWN_BY_A_PERSON}`,
    detail: { kind, bytes: stats.size },
  };
}

interface Wish extends Args {
  readonly shown: string;
}

async function readLines({ handle }: OpenFile, wish: Wish, signal: AbortSignal): Promise<ToolResult> {
  const from = wish.offset ?? 1;
  const page = createPage(wish.limit ?? MAX_LINES);
  let number = 0;
  for await (const line of linesOf(handle, MAX_LINE_BYTES, signal)) {
    number += 1;
    if (number < from) continue;
    if (!page.add(number, line)) break;
  }
  const notes = page.notes();
  if (page.count() === 0) {
    if (number === 0) return { isError: false, text: `${wish.shown} is empty` };
    return refuse(
      `${wish.shown} has ${number === 1 ? 'one line' : `${number} lines`}; offset ${from} is beyond its end`,
    );
  }
  const text = [page.text(), ...notes.map((note) => `[${note}]`)].join('\n');
  return { isError: false, text, detail: { from, lines: page.count(), notes } };
}

/** Collects numbered lines up to the limits, and what the reader should know of them. */
function createPage(limit: number) {
  const rows: string[] = [];
  const seen = { bytes: 0, cut: 0, dirty: 0, endings: new Set<string>(), mark: false, next: null as number | null };
  return {
    count: () => rows.length,
    text: () => rows.join('\n'),
    /** False when the page is full; the line is then the first that is left out. */
    add(number: number, line: FileLine): boolean {
      if (rows.length >= limit || seen.bytes >= MAX_BYTES) {
        seen.next = number;
        return false;
      }
      const { text, clean } = decodeText(line.bytes, line.droppedBytes > 0);
      seen.mark ||= number === 1 && text.startsWith('\uFEFF');
      if (!clean) seen.dirty += 1;
      if (line.droppedBytes > 0) seen.cut += 1;
      if (line.ending !== '') seen.endings.add(line.ending);
      const rest = line.droppedBytes > 0 ? ` [... ${line.droppedBytes} bytes more]` : '';
      rows.push(`${number}\t${number === 1 ? text.replace(/^\uFEFF/, '') : text}${rest}`);
      seen.bytes += line.bytes.length + 8;
      return true;
    },
    notes(): readonly string[] {
      return [
        seen.next === null ? '' : `more lines follow; go on with offset ${seen.next}`,
        seen.cut > 0 ? `lines longer than ${MAX_LINE_BYTES} bytes are cut` : '',
        seen.dirty > 0 ? `bytes that are not UTF-8 are shown as \uFFFD, on ${seen.dirty} of these lines` : '',
        seen.endings.has('\r\n') ? `lines end in CRLF${seen.endings.has('\n') ? ' and in LF' : ''}` : '',
        seen.mark ? 'the file starts with a byte order mark' : '',
      ].filter(Boolean);
    },
  };
}
