import * as z from 'zod/mini';
import type { SkillAnswer, SkillLibrary } from '../../ports/skills.ts';
import type { Tool, ToolResult } from '../../ports/tool.ts';
import { defineTool, refuse } from '../define.ts';

const MAX_PAGE = 9_999;

const text = () => z.optional(z.string());

const args = z.strictObject({
  action: z.optional(z.enum(['load', 'create', 'list'])),
  name: text(),
  file_path: text(),
  description: z.optional(z.string().check(z.describe('what it is for and when it applies'))),
  body: z.optional(z.string().check(z.describe('Markdown'))),
  query: text(),
  page: z.optional(z.int().check(z.gte(1), z.lte(MAX_PAGE))),
});
type Args = z.infer<typeof args>;

/** Loads skills, lists what the index leaves out, and makes new ones. */
export const createSkillTool = (library: SkillLibrary): Tool =>
  defineTool({
    name: 'skill',
    title: 'Use a skill',
    description:
      'Loads the instructions of a skill, or one of its files. list: finds skills by a query. create (kebab-case name): keeps a procedure that proved itself and will be needed again.',
    args,
    subject: ({ name, query }) => name ?? query ?? '',
    // What may not be written at once is kept as a proposal: taint needs no question here.
    effects: ({ action, name = '' }) => [
      { kind: action === 'create' ? 'write' : 'read', where: 'workspace', target: `skill ${name}` },
    ],
    run: async (given, { taint }) => toResult(await answer(given, library, taint)),
  });

const isRefusal = (one: SkillAnswer | string): one is string => typeof one === 'string';

const toResult = (one: SkillAnswer | string): ToolResult => (isRefusal(one) ? refuse(one) : one);

async function answer(
  { action = 'load', name, file_path: path, description, body, query, page }: Args,
  library: SkillLibrary,
  taint: Parameters<SkillLibrary['create']>[1],
): Promise<SkillAnswer | string> {
  if (action === 'list') return library.list(query ?? null, page ?? 1);
  if (name === undefined || name.trim() === '') return `action "${action}" needs a name`;
  if (action === 'create') return library.create({ name, description: description ?? '', body: body ?? '' }, taint);
  return path === undefined ? library.load(name) : library.readFile(name, path);
}

const NONE = Promise.resolve({ isError: true, text: 'No skills can be used here.' } as const);

/** Where tools are judged and listed, and none runs. */
export const NO_SKILLS: SkillLibrary = {
  load: () => NONE,
  readFile: () => NONE,
  list: () => NONE,
  create: () => NONE,
};
