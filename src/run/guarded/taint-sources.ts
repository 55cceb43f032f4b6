import { isUntrusted } from '../../guard/envelope.ts';
import type { Message, RequestedCall } from '../../vocab/message.ts';
import { isToolName, TOOLS } from '../../vocab/tool-names.ts';

const MAX_SOURCES = 8;

/** What in a prompt came from others, for the person who is asked because of it: `network: shell curl https://…`. */
export function listTaintSources(messages: readonly Message[]): readonly string[] {
  const calls = new Map<string, RequestedCall>();
  const found = new Set<string>();
  for (const message of messages) {
    if (message.role === 'user') {
      for (const { name } of message.images ?? []) found.add(`upload: image ${name}`);
      if (message.suspicious !== undefined) found.add(`upload: a message with ${message.suspicious.join(', ')}`);
    }
    if (message.role === 'assistant') for (const call of message.calls) calls.set(call.callId, call);
    else if (message.role === 'summary')
      for (const source of message.sources) found.add(`${source} (in what was shortened)`);
    else if (isUntrusted(message.origin)) {
      const call = message.role === 'tool' ? calls.get(message.callId) : undefined;
      found.add(call === undefined ? message.origin : `${message.origin}: ${call.tool} ${subjectOf(call)}`.trim());
    }
  }
  const all = [...found];
  const rest = all.length - MAX_SOURCES;
  return rest > 0 ? [...all.slice(0, MAX_SOURCES), `and ${rest} more`] : all;
}

function subjectOf({ tool, input }: RequestedCall): string {
  if (!isToolName(tool) || typeof input !== 'object' || input === null) return '';
  const subject: unknown = Reflect.get(input, TOOLS[tool].subject);
  return typeof subject === 'string' ? subject : '';
}
