import type { Script } from 'unbash';
import type { Printed, Reader } from '../reader.ts';
import { copyScope, type Scope } from '../scope.ts';

/** `> >(sh)`: something to write to, like a file, which a command reads as it is written. */
export function openFeed(script: Script, printed: Printed, scope: Scope, reader: Reader): Printed {
  const feed = `/dev/fd/>${reader.feeds.size}`;
  reader.feeds.set(feed, { script, scope: copyScope(scope) });
  return { ...printed, feed };
}

/** What was written to output substitutions is read once more by what stands in them, now that it is known. */
export function runFed(reader: Reader): void {
  for (const [feed, { script, scope }] of reader.feeds) {
    const [text, heard] = [reader.files.get(feed) ?? null, reader.fileParts.get(feed) ?? ''];
    if ((text ?? heard) === '') continue;
    const stdin = { kind: 'text' as const, text, ...(text === null ? { heard } : {}) };
    reader.substitute(script, { ...scope, stdin });
  }
}
