import * as z from 'zod/mini';
import type { ToolContext, ToolResult } from '../../ports/tool.ts';
import { defineTool, plainText, refuse } from '../define.ts';
import { withDiskFaults } from '../files/disk-fault.ts';
import { openTarget } from '../files/gate.ts';
import { showPath, toAbsolute, toEffect } from '../files/place.ts';
import { replaceFile } from '../files/replace-file.ts';

const args = z.strictObject({
  path: plainText('file'),
  content: z.string().check(
    z.refine((text) => text.isWellFormed(), 'must not hold half a surrogate pair'),
    z.describe('the whole new content'),
  ),
});
type Args = z.infer<typeof args>;

export const writeTool = defineTool({
  name: 'write',
  title: 'Write a file',
  description: 'Creates or replaces a file with exactly this content, and its folders.',
  args,
  subject: ({ path }) => path,
  effects: ({ path }, place) => [toEffect('write', path, place)],
  run: write,
});

async function write({ path, content }: Args, context: ToolContext): Promise<ToolResult> {
  const shown = showPath(toAbsolute(path, context), context);
  const act = async (): Promise<ToolResult> => {
    const target = await openTarget(path, context, { makeFolders: true });
    if (!target.ok) return refuse(target.error);
    try {
      const bytes = Buffer.from(content, 'utf8');
      const written = await replaceFile(target.value, bytes);
      if (!written.ok) return refuse(written.error);
      const created = target.value.existing === null;
      const before = target.value.existing?.size ?? null;
      const was = before === null ? 'a new file' : `replacing ${before} bytes`;
      const detail = { path: target.value.real, bytes: bytes.length, before, created };
      return { isError: false, text: `Wrote ${bytes.length} bytes to ${shown}, ${was}`, detail };
    } finally {
      await target.value.close();
    }
  };
  return withDiskFaults(shown, act, 'nothing was changed');
}
