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
  if (protocol === 'gemini') return checkGemini(body);
  if (typeof body['model'] !== 'string' || body['model'] === '') return 'model: Field required';
  if (body['stream'] !== true) return 'stream: this server only streams';
  if (protocol === 'openai-responses') return checkResponses(body);
  if (!isLimit(body['max_tokens'] ?? body['max_completion_tokens'])) return 'max_tokens: Field required';
  const messages = listOf(body['messages']);
  if (messages.length === 0) return 'messages: at least one message is required';
  return protocol === 'anthropic' ? checkAnthropic(messages) : checkOpenAi(messages);
}

const isLimit = (value: unknown): boolean => Number.isInteger(value) && Number(value) > 0;

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

/** Items may stand anywhere, but every call has its output; reasoning is useless to the provider without its content. */
function checkResponses(body: Json): string | null {
  if (!isLimit(body['max_output_tokens'])) return 'max_output_tokens: Field required';
  const items = listOf(body['input']);
  if (items.length === 0) return 'input: at least one item is required';
  const bare = items.findIndex(({ type, encrypted_content }) => type === 'reasoning' && !encrypted_content);
  if (bare >= 0 && body['store'] === false) return `input.${bare}: Item with id not found: items are not stored`;
  const idsOf = (wanted: string) => items.filter(({ type }) => type === wanted).map((item) => item['call_id']);
  return comparePairs(idsOf('function_call'), idsOf('function_call_output'), 0);
}

/** All results of a turn's calls stand together in the very next content. */
function checkGemini(body: Json): string | null {
  const config = isJson(body['generationConfig']) ? body['generationConfig'] : {};
  if (!isLimit(config['maxOutputTokens'])) return 'generationConfig.maxOutputTokens: Field required';
  const contents = listOf(body['contents']);
  if (contents[0]?.['role'] !== 'user') return 'contents: must begin with the "user" role';
  for (const [index, content] of contents.entries()) {
    if (listOf(content['parts']).length === 0) return `contents[${index}].parts: must not be empty`;
    const idsOf = (at: number, key: string) =>
      listOf(contents[at]?.['parts']).flatMap((part) => (isJson(part[key]) ? [part[key]['id']] : []));
    const problem = comparePairs(idsOf(index, 'functionCall'), idsOf(index + 1, 'functionResponse'), index);
    if (problem !== null) return problem;
  }
  return null;
}

function comparePairs(asked: readonly unknown[], answered: readonly unknown[], index: number): string | null {
  const open = asked.find((id) => !answered.includes(id));
  if (open !== undefined) return `messages.${index}: tool call ${JSON.stringify(open)} has no result right after it`;
  const loose = answered.find((id) => !asked.includes(id));
  return loose === undefined
    ? null
    : `messages.${index}: result ${JSON.stringify(loose)} answers no tool call before it`;
}
