import type { ConfigFile } from '../../vocab/config.ts';
import type { LayerName, SourceRef } from '../../vocab/policy.ts';

/** A path inside a configuration as one text: names and list positions, joined by a character no key holds. */
export const toPathKey = (path: readonly (string | number)[]): string => path.join('\u0000');

/** One file (or one set of flags) that policy is compiled from: checked content, and where each part of it stands. */
export interface PolicySource {
  readonly layer: LayerName;
  readonly file: string;
  /** False for a project nobody trusted: its allow rules do not count. True for every other layer. */
  readonly trusted: boolean;
  readonly config: ConfigFile;
  /** 1-based lines by {@link toPathKey}. */
  readonly lines: ReadonlyMap<string, number>;
  /** What was put in from variables and files where a key holds a secret; never printed. */
  readonly secrets?: readonly { readonly name: string; readonly value: string }[];
}

/** Where the key stands, or the nearest enclosing one whose line is known. */
export function refOf(
  source: Pick<PolicySource, 'layer' | 'file' | 'lines'>,
  path: readonly (string | number)[],
): SourceRef {
  for (let length = path.length; length > 0; length--) {
    const line = source.lines.get(toPathKey(path.slice(0, length)));
    if (line !== undefined) return { layer: source.layer, file: source.file, line };
  }
  return { layer: source.layer, file: source.file, line: 1 };
}

/** `file:line`, as every message names a place. */
export const showPlace = (ref: { readonly file: string; readonly line: number | null }): string =>
  ref.line === null ? ref.file : `${ref.file}:${ref.line}`;
