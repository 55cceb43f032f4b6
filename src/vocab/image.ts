/** The pictures that every provider takes, told by their first bytes. */
const TYPES = [
  { name: 'PNG', mediaType: 'image/png', extension: 'png', head: /^\x89PNG\r\n\x1a\n/ },
  { name: 'JPEG', mediaType: 'image/jpeg', extension: 'jpg', head: /^\xff\xd8\xff/ },
  { name: 'GIF', mediaType: 'image/gif', extension: 'gif', head: /^GIF8[79]a/ },
  { name: 'WebP', mediaType: 'image/webp', extension: 'webp', head: /^RIFF.{4}WEBP/s },
] as const;

export type ImageType = (typeof TYPES)[number];

/** Null for anything that is no such picture, whatever its name says. */
export function findImageType(bytes: Uint8Array): ImageType | null {
  const head = String.fromCharCode(...bytes.subarray(0, 12));
  return TYPES.find((type) => type.head.test(head)) ?? null;
}
