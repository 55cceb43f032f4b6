import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Message, StoredImage } from '../../vocab/message.ts';
import { loadImages, toUserMessage } from './load-images.ts';

const image = (name: string, bytes: number): StoredImage => ({
  name,
  path: `/r/${name}`,
  mediaType: 'image/png',
  bytes,
  digest: name,
});

const message = (...images: readonly StoredImage[]): Extract<Message, { role: 'user' }> => ({
  role: 'user',
  text: 'look',
  images,
  origin: 'owner',
  private: false,
});

const BYTES = Uint8Array.of(1);
const loadAll = async (): Promise<Uint8Array> => BYTES;

/** What is sent of each message: the number of its pictures, and its text. */
async function send(
  messages: readonly ReturnType<typeof message>[],
  load: (of: StoredImage) => Promise<Uint8Array | null>,
) {
  const loaded = await loadImages(messages, load);
  return messages.map((one) => {
    const sent = toUserMessage(one, loaded);
    return [sent.role === 'user' ? (sent.images ?? []).length : 0, sent.text];
  });
}

describe('the pictures of a request', () => {
  it('are all of them while they fit', async () => {
    assert.deepEqual(await send([message(image('a', 1), image('b', 1)), message()], loadAll), [
      [2, 'look'],
      [0, 'look'],
    ]);
  });

  it('are the newest where not all fit, and a word stands for the others', async () => {
    const large = 5_000_000;
    const messages = [message(image('a', large)), message(image('b', large)), message(image('c', large))];
    assert.deepEqual(await send(messages, loadAll), [
      [0, 'look\n[image a: not sent again, newer ones are]'],
      [1, 'look'],
      [1, 'look'],
    ]);
    const many = Array.from({ length: 21 }, (_, i) => message(image(`${i}`, 1)));
    assert.deepEqual(
      (await send(many, loadAll)).map(([count]) => count),
      [0, ...Array.from({ length: 20 }, () => 1)],
    );
  });

  it('that are gone are said to be', async () => {
    assert.deepEqual(
      await send([message(image('a', 1), image('b', 1))], async ({ name }) => (name === 'a' ? null : BYTES)),
      [[1, 'look\n[image a: its file is gone]']],
    );
  });
});
