import type { ModelImage, ModelMessage } from '../../ports/model.ts';
import type { Message, StoredImage } from '../../vocab/message.ts';
import type { RunPorts } from '../run-ports.ts';

/** Of a whole conversation: what every provider takes in one request, in base64 with room for the text. */
const MAX_BYTES = 12_582_912;
const MAX_IMAGES = 20;

/** Null: the bytes are gone. What is not in it does not fit. */
export type LoadedImages = ReadonlyMap<StoredImage, Uint8Array | null>;

type UserMessage = Extract<Message, { role: 'user' }>;

/** The pictures of a conversation that are sent with a request, the newest that fit. */
export async function loadImages(messages: readonly Message[], load: RunPorts['loadImage']): Promise<LoadedImages> {
  const all = messages.flatMap((message) => (message.role === 'user' ? (message.images ?? []) : []));
  const loaded = new Map<StoredImage, Uint8Array | null>();
  let left = MAX_BYTES;
  for (const image of all.toReversed().slice(0, MAX_IMAGES)) {
    left -= image.bytes;
    if (left < 0) break;
    loaded.set(image, await load(image));
  }
  return loaded;
}

/** A message of a person with its pictures; for one that is not sent a word stands in its place. */
export function toUserMessage({ text, images = [] }: UserMessage, loaded: LoadedImages): ModelMessage {
  const shown: ModelImage[] = [];
  const notes: string[] = [];
  for (const image of images) {
    const bytes = loaded.get(image);
    if (bytes !== undefined && bytes !== null) shown.push({ mediaType: image.mediaType, bytes });
    else notes.push(`[image ${image.name}: ${bytes === null ? 'its file is gone' : 'not sent again, newer ones are'}]`);
  }
  const said = [text, ...notes].join('\n');
  return { role: 'user', text: said, ...(shown.length === 0 ? {} : { images: shown }) };
}
