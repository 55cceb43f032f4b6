import { findImageType } from '../../vocab/image.ts';

/** How much of a file is looked at to tell text from other content; ripgrep looks at as much. */
export const HEAD_BYTES = 64 * 1024;

const SIGNATURES: readonly (readonly [string, string])[] = [
  ['25504446', 'PDF document'],
  ['504b0304', 'ZIP archive or office document'],
  ['1f8b', 'gzip archive'],
  ['425a68', 'bzip2 archive'],
  ['fd377a585a00', 'xz archive'],
  ['28b52ffd', 'zstd archive'],
  ['7f454c46', 'ELF program'],
  ['cffaedfe', 'Mach-O program'],
  ['4d5a', 'Windows program'],
  ['53514c69746520666f726d6174203300', 'SQLite database'],
  ['0061736d', 'WebAssembly module'],
  ['cafebabe', 'Java class'],
];

/** What kind of binary the head of a file shows; null when it is text. */
export function findBinaryKind(head: Uint8Array): string | null {
  const hex = Buffer.from(head.subarray(0, 16)).toString('hex');
  if (hex.startsWith('fffe') || hex.startsWith('feff')) return 'UTF-16 text (convert it with iconv)';
  if (!head.subarray(0, HEAD_BYTES).includes(0)) return hex.startsWith('25504446') ? 'PDF document' : null;
  const image = findImageType(head);
  if (image !== null) return `${image.name} image`;
  return SIGNATURES.find(([signature]) => hex.startsWith(signature))?.[1] ?? 'binary data';
}

export function saySize(bytes: number): string {
  if (bytes < 1024) return `${bytes} bytes`;
  if (bytes < 1024 * 1024) return `${(bytes / 1024).toFixed(1)} kB`;
  return `${(bytes / (1024 * 1024)).toFixed(1)} MB`;
}
