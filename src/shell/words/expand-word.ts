import { parse, type Word as WordNode } from 'unbash';
import type { Word } from '../../vocab/shell-line.ts';
import type { Reader } from '../reader.ts';
import type { Scope } from '../scope.ts';
import { expandBraces } from './braces.ts';
import { Expansion } from './expand.ts';
import { unknownWord } from './fields.ts';

/** Expands one word as bash would: braces, tilde, parameters, substitutions, splitting. May give none or several words. */
export function expandWord(node: WordNode, scope: Scope, reader: Reader): readonly Word[] {
  if (reader.exhausted) return [];
  const words = expandAll(node, scope, reader);
  reader.spend(words.reduce((steps, { prefix }) => steps + 1 + (prefix.length >> 5), 0));
  return words;
}

function expandAll(node: WordNode, scope: Scope, reader: Reader): readonly Word[] {
  const texts = /\{[^]*\}/.test(node.text) ? expandBraces(node.text) : [node.text];
  if (texts?.length === 1 && texts[0] === node.text) return new Expansion(node, scope, reader).fields();
  const choices = texts?.map(reparse) ?? null;
  if (choices === null || choices.includes(null)) return [unknownBraces(node, scope, reader)];
  return choices.flatMap((choice) => {
    const words = choice === null ? [] : new Expansion(choice, scope, reader, 'brace').fields();
    return words.map((word) => ({ ...word, text: node.text, features: [...word.features, 'brace' as const] }));
  });
}

/** Braces that are not followed: what the word starts is recorded, what it gives is not known. */
function unknownBraces(node: WordNode, scope: Scope, reader: Reader): Word {
  const word = new Expansion(node, scope, reader).whole();
  return {
    ...unknownWord(true),
    text: node.text,
    features: [...new Set([...word.features, 'brace' as const])],
    runs: word.runs,
  };
}

function reparse(text: string): WordNode | null {
  const statement = parse(`: ${text}`).commands[0]?.command;
  if (statement?.type !== 'Command' || statement.suffix.length !== 1) return text === '' ? emptyWord : null;
  const argument = statement.suffix[0];
  return argument?.type === 'Word' ? argument : null;
}

const emptyWord: WordNode = { type: 'Word', text: '', value: '', pos: 0, end: 0, parts: [] };
