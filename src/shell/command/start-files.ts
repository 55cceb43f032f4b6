import { baseName } from '../../base/path.ts';
import type { Word } from '../../vocab/shell-line.ts';
import type { Reader } from '../reader.ts';
import { lookUp, type Scope } from '../scope.ts';
import { SHELLS } from '../tables/wrappers.ts';
import { inputText, isInputFile, runsText, shellTextOf, type Around, type Inner } from '../unwrap/inner.ts';
import { literalWord } from '../words/fields.ts';

/** `BASH_ENV=/dev/stdin bash x`: a shell that is started reads the file that this names before anything else. */
export function readsAtStart(words: readonly Word[], scope: Scope, around: Around, reader: Reader): readonly Inner[] {
  const [head] = words;
  if (head === undefined || !SHELLS.has(baseName(shellTextOf(head) ?? ''))) return [];
  return ['BASH_ENV', 'ENV'].flatMap((name) => {
    const value = lookUp(name, scope, reader.context);
    if (value.kind !== 'text') return [];
    const file = literalWord(value.text);
    const text = isInputFile(file) ? inputText(around.stdin) : around.contentOf(file);
    return typeof text === 'string' ? [runsText(text)] : [];
  });
}
