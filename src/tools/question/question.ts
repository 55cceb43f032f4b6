import * as z from 'zod/mini';
import type { ToolContext, ToolResult } from '../../ports/tool.ts';
import { defineTool, plainText, refuse } from '../define.ts';

const MAX_OPTIONS = 9;

const args = z.strictObject({
  question: plainText('one question'),
  options: z.optional(z.array(plainText('answer')).check(z.minLength(1), z.maxLength(MAX_OPTIONS))),
});
type Args = z.infer<typeof args>;

export const questionTool = defineTool({
  name: 'question',
  title: 'Ask the person',
  description: 'Asks the person you work for. Only for what you cannot find out.',
  args,
  subject: ({ question }) => question,
  effects: ({ question }) => [{ kind: 'read', where: 'host', target: question }],
  run: askPerson,
});

async function askPerson({ question, options = [] }: Args, context: ToolContext): Promise<ToolResult> {
  const answer = await context.ask({ question, options });
  if (answer === null) {
    return refuse(
      'Nobody can be asked here, or no answer came. Decide for yourself where you can, and say in your answer what stayed open.',
    );
  }
  return {
    isError: false,
    text: answer.text,
    origin: 'owner',
    detail: { question, answer: answer.text, by: answer.by },
  };
}
