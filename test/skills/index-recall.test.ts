import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { describe, it } from 'node:test';
import { toIndexBlock } from '../../src/skills/index/index-block.ts';
import { toLine } from '../../src/skills/index/index-lines.ts';
import { rankSkills, type Standing } from '../../src/skills/rank.ts';
import { LABELLED_PROMPTS, LABELLED_SKILLS, type Prompt } from './labelled.ts';

/**
 * Whether the index of 300 skills within 1,500 tokens holds a skill that fits, for every labelled prompt; beside it plain
 * bm25 of SQLite with as many skills, filled up by name, and the same ranking with whole descriptions.
 */
const MAX_TOKENS = 1_500;
/** The lines of a crowded index that have one. */
const DESCRIBED = 16;
/** For words that nobody had in mind, less is asked. */
const LEAST = { tuned: 0.95, held: 0.95, second: 0.95, unseen: 0.9 };
const NONE: ReadonlyMap<string, Standing> = new Map();

type Choose = (prompt: string) => readonly string[];

const shareHeld = (prompts: readonly Prompt[], choose: Choose): number => {
  const held = prompts.filter(({ prompt, fits }) => {
    const names = new Set(choose(prompt));
    return fits.some((name) => names.has(name));
  });
  return held.length / prompts.length;
};

const byIndex =
  (standings = NONE): Choose =>
  (text) =>
    toIndexBlock({ skills: LABELLED_SKILLS, asked: { text }, standings, maxTokens: MAX_TOKENS }).shown;

const WHOLE_BYTES = new Map(LABELLED_SKILLS.map((skill) => [skill.name, Buffer.byteLength(toLine(skill, Infinity))]));

const byWholeLines: Choose = (text) => {
  let left = MAX_TOKENS * 4;
  return rankSkills(LABELLED_SKILLS, { text }, NONE)
    .map(({ skill }) => skill.name)
    .filter((name) => (left -= WHOLE_BYTES.get(name) ?? 0) >= 0);
};

/** What FTS5 finds for any word of the prompt, by bm25. */
function createFts(): Choose {
  const db = new DatabaseSync(':memory:');
  db.exec("CREATE VIRTUAL TABLE skills USING fts5(name, description, tokenize='porter unicode61 remove_diacritics 2')");
  const insert = db.prepare('INSERT INTO skills VALUES (?, ?)');
  for (const { name, description } of LABELLED_SKILLS) insert.run(name, description);
  const find = db.prepare('SELECT name FROM skills WHERE skills MATCH ? ORDER BY bm25(skills)');
  return (text) => {
    const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
    if (words.length === 0) return [];
    return find.all(words.map((word) => `"${word}"`).join(' OR ')).map(({ name }) => String(name));
  };
}

/** What bm25 finds, then the others by name: as many as the index holds. */
const findFilled: Choose = (text) =>
  [...new Set([...findAll(text), ...LABELLED_SKILLS.map(({ name }) => name).toSorted()])].slice(
    0,
    byIndex()(text).length,
  );
const findAll = createFts();

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;

describe('the index of 300 skills within 1,500 tokens', () => {
  it('is measured on 300 skills and 600 prompts, a third of them held out', () => {
    const { tuned, held } = LABELLED_PROMPTS;
    assert.deepEqual([LABELLED_SKILLS.length, tuned.length, held.length], [300, 400, 200]);
    const names = new Set(LABELLED_SKILLS.map(({ name }) => name));
    const unknown = Object.values(LABELLED_PROMPTS).flatMap((prompts) =>
      prompts.flatMap(({ fits }) => fits.filter((name) => !names.has(name))),
    );
    assert.deepEqual(unknown, []);
  });

  for (const name of ['tuned', 'held', 'second', 'unseen'] as const) {
    const prompts = LABELLED_PROMPTS[name];
    it(`holds a fitting skill: ${name}`, (t) => {
      const shares = {
        index: shareHeld(prompts, byIndex()),
        described: shareHeld(prompts, (text) => byIndex()(text).slice(0, DESCRIBED)),
        whole: shareHeld(prompts, byWholeLines),
        fts: shareHeld(prompts, findFilled),
        ftsDescribed: shareHeld(prompts, (text) => findAll(text).slice(0, DESCRIBED)),
        ftsWhole: shareHeld(prompts, (text) => findAll(text).slice(0, 35)),
      };
      t.diagnostic(
        `${name}: ${percent(shares.index)} (FTS5 bm25 filled up by name ${percent(shares.fts)}); ` +
          `with a description ${percent(shares.described)} (${percent(shares.ftsDescribed)}); ` +
          `were all descriptions whole ${percent(shares.whole)} (${percent(shares.ftsWhole)})`,
      );
      assert.ok(shares.index >= LEAST[name], percent(shares.index));
      assert.ok(shares.index > shares.whole, 'shortened descriptions must hold more');
      assert.ok(shares.whole > shares.ftsWhole, 'the ranking must find more than bm25 in as many places');
    });
  }

  it('holds them as well when other skills are used all day', () => {
    const standings = new Map(
      LABELLED_SKILLS.filter((_, at) => at % 7 === 0).map(({ name }, at) => [name, { loads: 10 + at * 5, trust: 1 }]),
    );
    const prompts = [...LABELLED_PROMPTS.tuned, ...LABELLED_PROMPTS.held];
    const share = shareHeld(prompts, byIndex(standings));
    assert.ok(share >= 0.95, percent(share));
  });
});
