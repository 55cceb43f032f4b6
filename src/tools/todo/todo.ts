import * as z from 'zod/mini';
import { defineTool, plainText } from '../define.ts';

const MAX_ITEMS = 50;

const STATES = ['pending', 'doing', 'done'] as const;

const args = z.strictObject({
  items: z.array(z.strictObject({ text: plainText('step'), state: z.enum(STATES) })).check(z.maxLength(MAX_ITEMS)),
});
type Args = z.infer<typeof args>;

export const todoTool = defineTool({
  name: 'todo',
  title: 'Keep a list',
  description: 'Your list of steps for a longer task; each call gives the whole list.',
  args,
  subject: ({ items }) => items.map(({ text }) => text).join('; '),
  effects: () => [{ kind: 'read', where: 'host', target: 'todo' }],
  run: ({ items }) => Promise.resolve({ isError: false, text: sayCounts(items), detail: { items } }),
});

function sayCounts(items: Args['items']): string {
  if (items.length === 0) return 'The list is empty';
  const counts = STATES.map((state) => `${items.filter((item) => item.state === state).length} ${state}`);
  return `Noted: ${counts.join(', ')}`;
}
