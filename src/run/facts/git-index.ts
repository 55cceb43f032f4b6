const GITLINK = 0o160000;
const utf8 = new TextDecoder();

/**
 * The paths of submodules (gitlinks) in git's index file, versions 2 to 4 with SHA-1 or SHA-256 names; null when the
 * bytes are not read to their end as an index. Format: gitformat-index(5).
 */
export function findGitlinks(bytes: Uint8Array): readonly string[] | null {
  if (bytes.length < 12 || utf8.decode(bytes.subarray(0, 4)) !== 'DIRC') return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const version = view.getUint32(4);
  const count = view.getUint32(8);
  if (version < 2 || version > 4) return null;
  return (
    readEntries({ bytes, view, version, count, idBytes: 20 }) ??
    readEntries({ bytes, view, version, count, idBytes: 32 })
  );
}

interface Index {
  readonly bytes: Uint8Array;
  readonly view: DataView;
  readonly version: number;
  readonly count: number;
  readonly idBytes: number;
}

function readEntries(index: Index): readonly string[] | null {
  const { bytes, view, version, count, idBytes } = index;
  const links: string[] = [];
  let at = 12;
  let last: Uint8Array = new Uint8Array();
  for (let i = 0; i < count; i++) {
    const flagsAt = at + 40 + idBytes;
    if (flagsAt + 4 > bytes.length) return null;
    const mode = view.getUint32(at + 24);
    if (!isMode(mode)) return null;
    const extended = version > 2 && (view.getUint16(flagsAt) & 0x4000) !== 0;
    const name = readName(index, flagsAt + (extended ? 4 : 2), last);
    if (name === null) return null;
    last = name.path;
    if (mode === GITLINK) links.push(utf8.decode(name.path));
    at = version === 4 ? name.end : at + Math.ceil((name.end - at) / 8) * 8;
  }
  return endsWell(index, at) ? links : null;
}

/** Behind the entries stand extensions, each with its length, and a checksum; nothing may be left over. */
function endsWell({ bytes, view, idBytes }: Index, from: number): boolean {
  const end = bytes.length - idBytes;
  let at = from;
  while (at < end) {
    if (at + 8 > end || !/^[A-Za-z]{4}$/.test(utf8.decode(bytes.subarray(at, at + 4)))) return false;
    at += 8 + view.getUint32(at + 4);
  }
  return at === end;
}

/** The modes git writes: file, executable, symbolic link, submodule, folder of a sparse index. */
const isMode = (mode: number): boolean => [0o100644, 0o100755, 0o120000, GITLINK, 0o040000].includes(mode);

/** The path and the offset behind its NUL. Version 4 drops what it has in common with the path before. */
function readName(index: Index, from: number, last: Uint8Array): { path: Uint8Array; end: number } | null {
  const { bytes, version } = index;
  let at = from;
  let kept = 0;
  if (version === 4) {
    let drop = (bytes[at] ?? 0) & 0x7f;
    while (((bytes[at++] ?? 0) & 0x80) !== 0) drop = ((drop + 1) << 7) | ((bytes[at] ?? 0) & 0x7f);
    kept = last.length - drop;
    if (kept < 0) return null;
  }
  const end = bytes.indexOf(0, at);
  if (end < 0) return null;
  const path = new Uint8Array(kept + end - at);
  path.set(last.subarray(0, kept));
  path.set(bytes.subarray(at, end), kept);
  return { path, end: end + 1 };
}
