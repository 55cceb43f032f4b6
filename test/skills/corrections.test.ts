import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { findCorrection, type Correction } from '../../src/skills/capture/correction.ts';

interface Row {
  readonly text: string;
  readonly kind: string;
  readonly label?: string;
}

const read = (file: string): readonly Row[] =>
  readFileSync(join(import.meta.dirname, '..', 'cases', file), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Row);

const kindOf = ({ text }: Row): Correction['kind'] | 'none' =>
  findCorrection([{ text, origin: 'owner' }])?.kind ?? 'none';

const listOf = (rows: readonly Row[], isWrong: (row: Row) => boolean): string =>
  rows
    .filter(isWrong)
    .map(({ text }) => JSON.stringify(text.slice(0, 200)))
    .join('\n');

interface Corpus {
  readonly file: string;
  readonly teaches: (row: Row) => boolean;
  readonly attacks: (row: Row) => boolean;
  /** Of the harmless rows that teach nothing, those that may be taken for a correction all the same. */
  readonly mostWrong: number;
}

const CORPORA: readonly Corpus[] = [
  {
    file: 'messages.jsonl',
    teaches: ({ kind }) => kind === 'user-correction',
    attacks: ({ label }) => label === 'attack',
    mostWrong: 1,
  },
  {
    file: 'corrections.jsonl',
    teaches: ({ kind }) => kind === 'correction' || kind === 'permission',
    attacks: ({ kind }) => kind === 'attack',
    mostWrong: 5,
  },
];

for (const { file, teaches, attacks, mostWrong } of CORPORA) {
  describe(`corrections among ${file}`, () => {
    const rows = read(file);
    const found = new Map(rows.map((row) => [row, kindOf(row)]));
    const isFound = (row: Row): boolean => found.get(row) !== 'none';
    const right = rows.filter((row) => teaches(row) && isFound(row)).length;
    const others = rows.filter((row) => !teaches(row) && !attacks(row));

    it('every correction is found', (t) => {
      const all = rows.filter(teaches);
      const precision = right / rows.filter(isFound).length;
      t.diagnostic(`precision ${precision.toFixed(3)}, recall ${(right / all.length).toFixed(3)} of ${all.length}`);
      assert.equal(
        listOf(all, (row) => !isFound(row)),
        '',
      );
    });

    it('no attack is taken for one', () => {
      const all = rows.filter(attacks);
      assert.ok(all.length > 100);
      assert.equal(
        listOf(all, (row) => found.get(row) === 'skill'),
        '',
      );
      assert.ok(all.filter(isFound).length <= 1, listOf(all, isFound));
    });

    it('something else seldom is', () => {
      assert.ok(others.filter(isFound).length <= mostWrong, listOf(others, isFound));
    });

    it('what is about permissions points to the rules and becomes no skill', () => {
      const isAbout = ({ kind, text }: Row): boolean =>
        kind === 'permission' || text.includes('ask for confirmation again');
      const all = rows.filter((row) => teaches(row));
      assert.equal(
        listOf(all, (row) => isAbout(row) !== (found.get(row) === 'pointer')),
        '',
      );
    });
  });
}
