import type { LanguageModelV4StreamPart, SharedV4ProviderMetadata } from '@ai-sdk/provider';
import * as z from 'zod/mini';

/**
 * The pieces of a reply in their order, with what the provider attached to them: signatures of its thinking, encrypted
 * reasoning, ids. A provider that gets its own reply back without these refuses it or thinks from the beginning. The
 * text itself stands in the message; a piece only knows how many UTF-16 units of it are its own.
 */
const data = z.record(z.string(), z.record(z.string(), z.json()));

const replyParts = z.array(
  z.discriminatedUnion('type', [
    z.object({ type: z.literal('reasoning'), text: z.string(), data }),
    z.object({ type: z.literal('text'), chars: z.int(), data: z.exactOptional(data) }),
    z.object({ type: z.literal('call'), data: z.exactOptional(data) }),
  ]),
);

type ReplyPart = z.infer<typeof replyParts>[number];

export interface PartCollector {
  take(part: LanguageModelV4StreamPart): void;
  /** Everything that has to come back; null when the provider attached nothing. */
  end(): readonly ReplyPart[] | null;
}

interface Piece {
  readonly type: 'reasoning' | 'text' | 'call';
  text: string;
  data: SharedV4ProviderMetadata;
}

export function createPartCollector(): PartCollector {
  const pieces: Piece[] = [];
  const open = new Map<string, Piece>();
  const begin = (type: Piece['type'], key: string): Piece => {
    const piece: Piece = { type, text: '', data: {} };
    pieces.push(piece);
    open.set(key, piece);
    return piece;
  };
  return {
    take(part) {
      const [type, step] = part.type.split('-');
      if (part.type === 'tool-call') attach(begin('call', part.toolCallId), part.providerMetadata);
      if ((type !== 'text' && type !== 'reasoning') || !('id' in part)) return;
      const key = `${type}:${part.id}`;
      const piece = step === 'start' ? begin(type, key) : (open.get(key) ?? begin(type, key));
      if ('delta' in part) piece.text += part.delta;
      if ('providerMetadata' in part) attach(piece, part.providerMetadata);
    },
    end() {
      const kept = pieces.filter((piece) => isKept(piece, pieces)).map(toPart);
      return kept.some((part) => part.data !== undefined) ? kept : null;
    },
  };
}

function attach(piece: Piece, more: SharedV4ProviderMetadata | undefined): void {
  for (const [provider, fields] of Object.entries(more ?? {})) {
    piece.data = { ...piece.data, [provider]: { ...piece.data[provider], ...fields } };
  }
}

/** Reasoning that is neither signed nor sealed is of no use to its provider, and some refuse it. */
function isKept({ type, text, data }: Piece, all: readonly Piece[]): boolean {
  if (type === 'call') return true;
  if (type === 'text') return text !== '' || hasFields(data);
  const item = data['openai']?.['itemId'];
  if (item === undefined) return hasFields(data);
  return all.some(({ data: { openai } }) => openai?.['itemId'] === item && openai['reasoningEncryptedContent'] != null);
}

const hasFields = (data: SharedV4ProviderMetadata): boolean => Object.keys(data).length > 0;

function toPart({ type, text, data }: Piece): ReplyPart {
  // What is stored is JSON; this leaves out the fields that packages set to undefined.
  const plain = JSON.parse(JSON.stringify(data)) as z.infer<typeof replyParts>[number]['data'];
  if (type === 'reasoning') return { type, text, data: plain ?? {} };
  const attached = hasFields(data) && plain !== undefined ? { data: plain } : {};
  return type === 'text' ? { type, chars: text.length, ...attached } : { type, ...attached };
}

/** The pieces out of what was stored, where they fit to the message; else null, and the message goes without. */
export function readReplyParts(stored: unknown, text: string, calls: number): readonly ReplyPart[] | null {
  const parsed = replyParts.safeParse(stored);
  if (!parsed.success) return null;
  const chars = parsed.data.reduce((sum, part) => sum + (part.type === 'text' ? part.chars : 0), 0);
  const named = parsed.data.filter(({ type }) => type === 'call').length;
  return chars === text.length && named === calls ? parsed.data : null;
}
