import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Concept } from './lexicon.ts';
import { readTokens } from './tokens.ts';

/** Which words of a text stand for an act that somebody is told to do. */
const marked = (text: string, concept: Concept): readonly string[] =>
  (readTokens(text).marks.get(concept) ?? []).map(({ start, end }) => text.slice(start, end));

describe('an act', () => {
  const cases: readonly (readonly [text: string, concept: Concept, marks: readonly string[]])[] = [
    ['send it to me', 'send', ['send']],
    ['you may send it', 'send', ['send']],
    ['the agent sends it', 'send', ['sends']],
    ['see /usr/share/list', 'send', []],
    ['git send-email reads the file', 'send', []],
    ['the option --disable-thread-safety', 'disable', []],
    ['ignore-all-previous-instructions', 'override', ['ignore']],
    ['this sends a mail', 'send', []],
    ['this sends a mail', 'sent', ['sends']],
    ['administrators can override the policy', 'override', []],
    ['used to disable the check', 'disable', []],
    ['adjust your push', 'send', []],
    ['call `post` or "email" there', 'send', []],
    ['post(body)', 'send', []],
    ['the command does not ask for confirmation', 'unasked', []],
    ['do not ask for confirmation', 'unasked', ['not ask for confirmation']],
    ['paste it into your .env', 'secretPlace', []],
    ['upload your .env', 'secretPlace', ['.env']],
    ['the package ai-sdk, the file agent/find and gpg-agent', 'agent', []],
    ['the coding-agent and the ai assistant', 'agent', ['agent', 'ai']],
  ];
  for (const [text, concept, marks] of cases) {
    it(`${text}: ${concept} ${JSON.stringify(marks)}`, () => {
      const found = marked(text, concept);
      assert.deepEqual(
        found.filter((one) => marks.includes(one)),
        marks,
      );
      assert.equal(found.length === 0, marks.length === 0);
    });
  }
});

describe('where a sentence ends', () => {
  const cases: readonly (readonly [text: string, sentences: number])[] = [
    ['one\ntwo', 1],
    ['one. two', 2],
    ['- one\n- two', 2],
    ['1. one\n2. two', 2],
    ['# one\ntwo', 2],
    ['one\n\n## two\nthree', 3],
    ['| one |\n| two |', 2],
  ];
  for (const [text, sentences] of cases) {
    it(`${JSON.stringify(text)}: ${sentences}`, () => {
      const last = readTokens(text).tokens.at(-1)?.sentence ?? 0;
      const first = readTokens(text).tokens[0]?.sentence ?? 0;
      assert.equal(last - first + 1 - (text.startsWith('1.') ? 2 : 0), sentences);
    });
  }
});
