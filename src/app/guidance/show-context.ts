import { createRedactor } from '../../guard/redact.ts';
import { offeredTools } from '../../run/model/offered-tools.ts';
import { systemPrompt } from '../../run/model/prompt.ts';
import type { Message } from '../../vocab/message.ts';
import type { Mode } from '../../vocab/principal.ts';
import type { PluginSet } from '../plugins/no-plugins.ts';
import { loadTools } from '../turn/create-run-ports.ts';
import type { FoundSession, Guidance } from './find-guidance.ts';

/** What the model would be given for a message; nobody is asked and nothing is stored. */
export interface ShownContext {
  readonly system: string;
  /** The conversation so far, and the message. */
  readonly messages: readonly { readonly role: Message['role']; readonly text: string }[];
  readonly tools: readonly { readonly name: string; readonly description: string; readonly schema: unknown }[];
}

export async function showContext(
  { config, before }: Pick<FoundSession, 'config' | 'before'>,
  { files, skills, plugins }: Guidance & { readonly plugins: Pick<PluginSet, 'tools' | 'guidance'> },
  { text, mode, now }: { readonly text: string; readonly mode: Mode; readonly now: number },
): Promise<ShownContext> {
  const { cwd, workspace, policy, secrets } = config;
  const tools = offeredTools(await loadTools(config, skills, plugins), mode);
  const system = systemPrompt({
    ...{ cwd, workspace, mode, now },
    strict: policy.workspaceStrict,
    tools: tools.map(({ name }) => name),
    instructions: files,
    skills: skills.text + plugins.guidance(),
  });
  const said = (before?.messages ?? []).map(({ role, text: words }) => ({ role, text: words }));
  return createRedactor(secrets).value({
    system,
    messages: [...said, { role: 'user', text }],
    tools: tools.map(({ name, description, schema }) => ({ name, description, schema })),
  });
}
