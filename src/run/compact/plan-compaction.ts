import type { Message } from '../../vocab/message.ts';
import { SKILL_TOOL } from '../../vocab/tool-names.ts';
import type { Origin } from '../../vocab/principal.ts';
import { untrustedIn } from '../../guard/envelope.ts';
import type { RunState } from '../run-state.ts';

/** Of the window: from here on the history is shortened, and so much of its end stays as it is. */
const FULL = 0.8;
const TAIL = 0.25;

/** Of the window, for what people said; of it the newest stays whole. */
const WORDS = 0.15;

/** Of the window, for the instructions of skills that were loaded; of each the newest. */
const SKILLS = 0.1;

const CHARS_PER_TOKEN = 4;

/** What a large picture costs with most providers. */
const IMAGE_TOKENS = 1_600;

/** Instructions and tools, where the provider did not count them for us. */
const FIXED_TOKENS = 3_000;

/** What a shortened history keeps word for word, and how much of its beginning it stands for. */
export interface CompactionPlan {
  /** So many messages from the beginning are replaced. */
  readonly upTo: number;
  /** What the person said, what was refused and the skills in use, byte for byte, oldest first. */
  readonly kept: readonly string[];
  /** Where the replaced messages came from, as far as it is untrusted. */
  readonly sources: readonly Origin[];
  readonly isPrivate: boolean;
}

/** About how much of the window the next request takes: what the provider counted last, and what came since. */
export function estimateTokens({ messages, reply, counted }: Pick<RunState, 'messages' | 'reply' | 'counted'>): number {
  const told = reply?.inputTokens ?? null;
  if (told === null || counted === null) return FIXED_TOKENS + tokensOf(messages);
  // Some leave out what they had in a cache: never much less than what stands there.
  return Math.max(told + tokensOf(messages.slice(counted)), tokensOf(messages) / 2);
}

export const tokensOf = (messages: readonly Message[]): number =>
  Math.ceil(messages.reduce((sum, message) => sum + charsOf(message), 0) / CHARS_PER_TOKEN);

const charsOf = (message: Message): number =>
  message.text.length +
  (message.role === 'assistant' ? JSON.stringify(message.calls).length : 0) +
  (message.role === 'user' ? (message.images ?? []).length * IMAGE_TOKENS * CHARS_PER_TOKEN : 0);

/** Null while there is room, and where shortening would bring nothing. */
export function planCompaction(state: RunState): CompactionPlan | null {
  return estimateTokens(state) < state.windowTokens * FULL ? null : planCut(state, state.windowTokens);
}

/** For a person who asks for it, however much room there is. */
export const planAskedCompaction = (state: RunState): CompactionPlan | null =>
  planCut(state, Math.min(state.windowTokens, tokensOf(state.messages)));

function planCut({ messages, windowTokens }: RunState, size: number): CompactionPlan | null {
  const upTo = findCut(messages, size * TAIL);
  if (upTo <= (messages[0]?.role === 'summary' ? 1 : 0)) return null;
  const replaced = messages.slice(0, upTo);
  return {
    upTo,
    kept: [...keepWords(replaced, windowTokens * WORDS), ...keepSkills(replaced, windowTokens * SKILLS)],
    sources: [...new Set(replaced.flatMap(untrustedIn))],
    isPrivate: replaced.some((message) => message.role !== 'assistant' && message.private),
  };
}

/** The end stays as long as it fits; a call is never parted from its result. */
function findCut(messages: readonly Message[], tailTokens: number): number {
  let cut = messages.length;
  let tokens = 0;
  while (cut > 0) {
    const message = messages[cut - 1];
    if (message === undefined || (tokens += tokensOf([message])) > tailTokens) break;
    cut--;
  }
  while (cut < messages.length && messages[cut]?.role === 'tool') cut++;
  // What came last stays in any case, a reply together with its results.
  return Math.min(
    cut,
    messages.findLastIndex(({ role }) => role !== 'tool'),
  );
}

/** The newest words first, as far as they fit; a text stays whole or goes into the summary. */
function keepWords(messages: readonly Message[], maxTokens: number): readonly string[] {
  const kept: string[] = [];
  let left = maxTokens * CHARS_PER_TOKEN;
  for (const text of messages.flatMap(wordsOf).toReversed()) {
    if (kept.includes(text) || text.length > left || SKILL.test(text)) continue;
    left -= text.length;
    kept.unshift(text);
  }
  return kept;
}

/** How the instructions of a skill begin when they are loaded. */
const SKILL = /^Skill '[^'\n]+' loaded:(?=\n)/;

/** What was loaded holds for the rest of the work. */
function keepSkills(messages: readonly Message[], maxTokens: number): readonly string[] {
  const kept = new Map<string, string>();
  let left = maxTokens * CHARS_PER_TOKEN;
  for (const text of messages.flatMap(loadedIn).toReversed()) {
    const name = SKILL.exec(text)?.[0];
    if (name === undefined || kept.has(name) || text.length > left) continue;
    left -= text.length;
    kept.set(name, text);
  }
  return [...kept.values()].toReversed();
}

function loadedIn(message: Message): readonly string[] {
  if (message.role === 'summary') return message.kept;
  return message.role === 'tool' && message.tool === SKILL_TOOL && !message.isError ? [message.text] : [];
}

function wordsOf(message: Message): readonly string[] {
  if (message.role === 'summary') return message.kept;
  if (message.role === 'user') return message.origin === 'owner' ? [message.text] : [];
  return message.role === 'tool' && message.isRefusal === true ? [message.text] : [];
}
