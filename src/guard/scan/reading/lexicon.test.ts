import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { conceptsOfRun, hasStem, isKnown, phrasesFrom } from './lexicon.ts';
import { MESSAGE_RULES } from '../message-rules.ts';
import { SKILL_RULES } from '../skill-rules.ts';
import { RUN_WORDS, WORDS_BY_START } from './words-by-start.ts';

describe('the tables of words', () => {
  const cases: readonly (readonly [word: string, phrases: readonly string[]])[] = [
    ['forget', ['override: forget']],
    ['disregarding', ['override: disregard*']],
    ['envia', ['send: envia*', 'send: envia*']],
    ['xyzzy', []],
    ['constructor', []],
    ['', []],
  ];
  for (const [word, phrases] of cases) {
    it(`what begins with ${JSON.stringify(word)}`, () => {
      const found = phrasesFrom(word).map(({ words, concept }) => `${concept}: ${words.join(' ')}`);
      assert.deepEqual(found, phrases);
    });
  }

  it('give a whole word before its stems, and of equals the longest phrase first', () => {
    const phrases = phrasesFrom('not').map(({ words }) => words);
    assert.ok(phrases.length > 1);
    const firsts = phrases.map(([first]) => first === 'not');
    assert.deepEqual(
      firsts,
      firsts.toSorted((a, b) => Number(b) - Number(a)),
    );
    const lengths = phrases.filter(([first]) => first === 'not').map(({ length }) => length);
    assert.deepEqual(
      lengths,
      lengths.toSorted((a, b) => b - a),
    );
  });

  it('know words at any place of a phrase, and stems only as stems', () => {
    assert.deepEqual(['forget', 'aside', 'disregard', 'toString'].map(isKnown), [true, true, false, false]);
    assert.deepEqual(
      [hasStem('disregarded', 4), hasStem('disregarded', 10), hasStem('disregar', 4), hasStem('constructor', 4)],
      [true, false, false, false],
    );
  });

  it('know what stands in a run of a script without blanks', () => {
    assert.deepEqual(['忽略', '密码', 'constructor'].map(conceptsOfRun), [['override'], ['secret'], []]);
  });

  it('hold every meaning that a rule asks for', () => {
    const entries = Object.values(WORDS_BY_START).flatMap((text) => text.split('\n'));
    const told = entries.map((entry) => entry.slice(0, entry.indexOf(' ')));
    const concepts = new Set<string>([...told, ...Object.values(RUN_WORDS).flat(), 'address', 'secretPlace', 'sent']);
    const asked = [...MESSAGE_RULES, ...SKILL_RULES].flatMap(({ near = [] }) =>
      near.flatMap(({ all, not }) => [...all, ...not]),
    );
    assert.deepEqual(
      asked.filter((concept) => !concepts.has(concept)),
      [],
    );
  });
});
