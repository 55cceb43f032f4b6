import type { FileHandle } from 'node:fs/promises';

const CHUNK_BYTES = 65_536;

/**
 * The whole content; null when there is more than `maxBytes`. Never reads further than that: the size that a file
 * below /proc claims says nothing, and some there have no end.
 */
export async function readBounded(handle: FileHandle, maxBytes: number): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  for (let size = 0; size <= maxBytes;) {
    const chunk = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, maxBytes + 1 - size));
    const { bytesRead } = await handle.read(chunk, 0, chunk.length, null);
    if (bytesRead === 0) return Buffer.concat(chunks);
    chunks.push(chunk.subarray(0, bytesRead));
    size += bytesRead;
  }
  return null;
}
