import * as z from 'zod/mini';
import type { ToolResult } from '../../ports/tool.ts';
import type { PersonReply } from '../../vocab/approval.ts';
import { defineTool, plainText, refuse } from '../define.ts';

const MAX_OPTIONS = 9;

const args = z.strictObject({
  question: plainText('one question'),
  options: z.optional(z.array(plainText('answer')).check(z.minLength(1), z.maxLength(MAX_OPTIONS))),
});

export const questionTool = defineTool({
  name: 'question',
  title: 'Ask the person',
  description: 'Asks the person you work for. Only for what you cannot find out.',
  args,
  // What was said is stored: a call that left no result says it again.
  repeatable: true,
  subject: ({ question }) => question,
  effects: ({ question }) => [{ kind: 'read', where: 'host', target: question }],
  run: async ({ question }, { reply }) => toResult(question, reply),
});

function toResult(question: string, reply: PersonReply | null): ToolResult {
  if (reply === null) return refuse('Nobody was asked.');
  const { text, by } = reply;
  return { isError: false, text, origin: 'owner', detail: { question, answer: text, by } };
}
