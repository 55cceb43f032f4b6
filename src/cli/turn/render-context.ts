import type { App } from '../../app/create-app.ts';
import { Fault } from '../../base/fault.ts';
import { showHidden } from '../../base/text.ts';

/** The instructions, the conversation and the tools as the model would get them. */
export function renderContext({ system, messages, tools }: Awaited<ReturnType<App['context']>>): string {
  const offered = tools.map(({ name, description }) => `${name}: ${description}`);
  const said = messages.map(({ role, text }) => `[${role}]\n${text}`);
  return showHidden([system.trimEnd(), '', '[tools]', ...offered, '', ...said, ''].join('\n'));
}

export function toAsked(text: string | null): string {
  if (text !== null) return text;
  throw new Fault('usage', '--show-context needs a text.', { hint: 'say what would be asked' });
}
