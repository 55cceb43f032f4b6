import type { WireProtocol } from './script.ts';

type Json = Readonly<Record<string, unknown>>;

const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The content of an Anthropic message: a plain text is short for one block. */
const blocksOf = (content: unknown): readonly Json[] =>
  typeof content === 'string' ? [{ type: 'text', text: content }] : listOf(content);

const listOf = (value: unknown): readonly Json[] => (Array.isArray(value) ? value.filter(isJson) : []);

/**
 * What the real provider would refuse about a request, as its 400 message; null when it would take it.
 * Covers what an agent gets wrong: the limit, the order of roles, calls without results and results without calls.
 */
export function checkRequest(protocol: WireProtocol, body: unknown): string | null {
  if (!isJson(body)) return 'the body must be a JSON object';
  if (typeof body['model'] !== 'string' || body['model'] === '') return 'model: Field required';
  if (body['stream'] !== true) return 'stream: this server only streams';
  const limit = body['max_tokens'] ?? body['max_completion_tokens'];
  if (!Number.isInteger(limit) || Number(limit) < 1) return 'max_tokens: Field required';
  const messages = listOf(body['messages']);
  if (messages.length === 0) return 'messages: at least one message is required';
  return protocol === 'anthropic' ? checkAnthropic(messages) : checkOpenAi(messages);
}

function checkAnthropic(messages: readonly Json[]): string | null {
  if (messages[0]?.['role'] !== 'user') return 'messages: first message must use the "user" role';
  for (const [index, message] of messages.entries()) {
    const blocks = blocksOf(message['content']);
    if (blocks.length === 0) return `messages.${index}: all messages must have non-empty content`;
    const hasEmptyText = blocks.some((block) => block['type'] === 'text' && String(block['text']).trim() === '');
    if (hasEmptyText) return 'messages: text content blocks must be non-empty';
    const hasLooseInput = blocks.some((block) => block['type'] === 'tool_use' && !isJson(block['input']));
    if (hasLooseInput) return `messages.${index}: tool_use.input: Input should be a valid dictionary`;
    const asked = blocks.filter((block) => block['type'] === 'tool_use').map((block) => block['id']);
    const answered = blocksOf(messages[index + 1]?.['content'])
      .filter((block) => block['type'] === 'tool_result')
      .map((block) => block['tool_use_id']);
    const problem = comparePairs(asked, answered, index);
    if (problem !== null) return problem;
  }
  return null;
}

function checkOpenAi(messages: readonly Json[]): string | null {
  for (const [index, message] of messages.entries()) {
    if (message['role'] === 'tool') continue;
    const following = messages.slice(index + 1);
    const end = following.findIndex(({ role }) => role !== 'tool');
    const answered = (end === -1 ? following : following.slice(0, end)).map((result) => result['tool_call_id']);
    const asked = listOf(message['tool_calls']).map((call) => call['id']);
    const problem = comparePairs(asked, answered, index);
    if (problem !== null) return problem;
  }
  return messages[0]?.['role'] === 'tool' ? 'messages.0: a tool message must follow an assistant message' : null;
}

function comparePairs(asked: readonly unknown[], answered: readonly unknown[], index: number): string | null {
  const open = asked.find((id) => !answered.includes(id));
  if (open !== undefined) return `messages.${index}: tool call ${JSON.stringify(open)} has no result right after it`;
  const loose = answered.find((id) => !asked.includes(id));
  return loose === undefined
    ? null
    : `messages.${index}: result ${JSON.stringify(loose)} answers no tool call before it`;
}
