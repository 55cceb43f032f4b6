import { constants } from 'node:fs';
import { lstat, mkdir, open, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { digestText } from '../../base/digest.ts';
import { Fault } from '../../base/fault.ts';
import { showOnOneLine } from '../../base/text.ts';
import { KEPT_UNTRUSTED } from '../../guard/envelope.ts';
import { findImageType, type ImageType } from '../../vocab/image.ts';
import type { StoredImage } from '../../vocab/message.ts';

/** Anthropic takes 5 MiB in base64, the least of the providers. */
const MAX_BYTES = 3_932_160;

const MAX_IMAGES = 8;

/** A pipe is not waited for, and a terminal not taken. */
const OPEN_FLAGS = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY;

/** A picture as a person gave it, read and checked. */
export interface GivenImage {
  readonly name: string;
  readonly type: ImageType;
  readonly bytes: Uint8Array;
}

/** Reads the pictures of a message. Throws a Fault `usage` that names the first one that is none, or too large. */
export async function readImages(paths: readonly string[]): Promise<readonly GivenImage[]> {
  if (paths.length > MAX_IMAGES) throw new Fault('usage', `A message takes ${MAX_IMAGES} images at most.`);
  const images: GivenImage[] = [];
  for (const path of paths) images.push(await readImage(path));
  return images;
}

async function readImage(path: string): Promise<GivenImage> {
  const shown = showOnOneLine(path);
  const bytes = await readWhole(path, shown);
  const type = findImageType(bytes);
  if (type !== null) return { name: basename(path), type, bytes };
  throw new Fault('usage', `${shown} is no image that models take.`, { hint: 'give a png, jpeg, gif or webp' });
}

async function readWhole(path: string, shown: string): Promise<Uint8Array> {
  try {
    const handle = await open(path, OPEN_FLAGS);
    try {
      const stats = await handle.stat();
      if (!stats.isFile()) throw new Fault('usage', `${shown} is no regular file, so it is no image.`);
      if (stats.size <= MAX_BYTES) return await handle.readFile();
      const size = `${(stats.size / 1_048_576).toFixed(2)} MB`;
      throw new Fault('usage', `${shown} has ${size}; an image may have ${MAX_BYTES / 1_048_576} MB at most.`, {
        hint: 'make it smaller first',
      });
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (error instanceof Fault) throw error;
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    const why = code === 'ENOENT' || code === 'ENOTDIR' ? `There is no image ${shown}.` : null;
    throw new Fault('usage', why ?? `The image ${shown} cannot be read (${code}).`, { cause: error });
  }
}

const folderOf = (agentHome: string, run: string): string => join(agentHome, 'results', run);

/**
 * Puts the pictures where a run's results lie, so that they go when its session is deleted. They are marked as not the
 * owner's: what stands in a picture may be somebody else's words.
 */
export async function keepImages(
  agentHome: string,
  run: string,
  images: readonly GivenImage[],
): Promise<readonly StoredImage[]> {
  const kept: StoredImage[] = [];
  try {
    for (const { name, type, bytes } of images) {
      const digest = digestText(bytes);
      const path = join(folderOf(agentHome, run), `${KEPT_UNTRUSTED}image-${digest.slice(0, 16)}.${type.extension}`);
      await mkdir(folderOf(agentHome, run), { recursive: true, mode: 0o700 });
      await writeFile(path, bytes, { mode: 0o600, flush: true });
      kept.push({ name, path, mediaType: type.mediaType, bytes: bytes.length, digest });
    }
    return kept;
  } catch (error) {
    await dropImages(agentHome, run);
    const said = error instanceof Error ? error.message : String(error);
    throw new Fault('store-failed', `The image could not be kept (${said}).`, { cause: error });
  }
}

/** Of a run that did not begin. */
export const dropImages = (agentHome: string, run: string): Promise<void> =>
  rm(folderOf(agentHome, run), { recursive: true, force: true });

/** The bytes of a kept picture; null when they are gone, or are others. */
export async function loadImage({ path, digest, bytes: size }: StoredImage): Promise<Uint8Array | null> {
  try {
    const stats = await lstat(path);
    if (!stats.isFile() || stats.size !== size) return null;
    const bytes = await readFile(path);
    return digestText(bytes) === digest ? bytes : null;
  } catch {
    return null; // the turn goes on without it, and the model is told
  }
}
