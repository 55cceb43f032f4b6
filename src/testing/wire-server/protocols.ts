import type { IncomingHttpHeaders } from 'node:http';
import { anthropicError, anthropicErrorEvent, toAnthropicEvents } from './anthropic-events.ts';
import { geminiError, geminiErrorEvent, toGeminiEvents } from './gemini-events.ts';
import { openAiError, openAiErrorEvent, toOpenAiEvents } from './openai-events.ts';
import { responsesErrorEvent, toResponsesEvents } from './responses-events.ts';
import type { WireEvent, WireProtocol, WireReply } from './script.ts';

export interface Answer {
  readonly protocol: WireProtocol;
  readonly reply: WireReply;
  readonly model: string;
  /** Counts requests from 1; part of the ids. */
  readonly number: number;
  /** The request asked for a usage chunk (Chat Completions only). */
  readonly withUsage: boolean;
}

interface ProtocolWords {
  /** The path behind `/v1/`; the group, if any, is the model's name. */
  readonly path: RegExp;
  readonly key: (headers: IncomingHttpHeaders) => unknown;
  readonly toEvents: (answer: Answer) => readonly WireEvent[];
  /** The body of an error status. */
  readonly toError: (type: string, message: string, status: number) => string;
  readonly toErrorEvent: (type: string, message: string) => WireEvent;
}

const bearer = ({ authorization }: IncomingHttpHeaders): unknown => authorization?.replace(/^Bearer /, '');

/** How each protocol says the same things. */
export const PROTOCOL_WORDS: Readonly<Record<WireProtocol, ProtocolWords>> = {
  'anthropic': {
    path: /^messages$/,
    key: (headers) => headers['x-api-key'],
    toEvents: ({ reply, model, number }) => toAnthropicEvents(reply, model, number),
    toError: anthropicError,
    toErrorEvent: anthropicErrorEvent,
  },
  'openai': {
    path: /^chat\/completions$/,
    key: bearer,
    toEvents: toOpenAiEvents,
    toError: openAiError,
    toErrorEvent: openAiErrorEvent,
  },
  'openai-responses': {
    path: /^responses$/,
    key: bearer,
    toEvents: ({ reply, model, number }) => toResponsesEvents(reply, model, number),
    toError: openAiError,
    toErrorEvent: responsesErrorEvent,
  },
  'gemini': {
    path: /^models\/([^/:]+):streamGenerateContent\?alt=sse$/,
    key: (headers) => headers['x-goog-api-key'],
    toEvents: ({ reply, model, number }) => toGeminiEvents(reply, model, number),
    toError: (_type, message, status) => geminiError(message, status),
    toErrorEvent: geminiErrorEvent,
  },
};
