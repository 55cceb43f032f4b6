import type { App, SessionChoice } from '../../app/create-app.ts';
import { Fault } from '../../base/fault.ts';
import { showHidden } from '../../base/text.ts';
import type { Out } from '../out.ts';

/** `prompt --show-context`: the instructions, the conversation and the tools as the model would get them. */
export async function showContext(
  app: App,
  session: SessionChoice,
  text: string | null,
  { out, isJson }: { readonly out: Out; readonly isJson: boolean },
): Promise<number> {
  try {
    if (text === null) throw new Fault('usage', '--show-context needs a text.', { hint: 'say what would be asked' });
    const context = await app.context(session, text, null);
    if (isJson) {
      out.json(context);
      return 0;
    }
    const tools = context.tools.map(({ name, description }) => `${name}: ${description}`);
    const said = context.messages.map(({ role, text: words }) => `[${role}]\n${words}`);
    out.write(showHidden([context.system.trimEnd(), '', '[tools]', ...tools, '', ...said, ''].join('\n')));
    return 0;
  } finally {
    await app.close();
  }
}
