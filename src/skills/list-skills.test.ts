import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { listSkills } from './list-skills.ts';

const SKILLS = ['e', 'd', 'c', 'b', 'a'].map((letter) => ({
  name: `${letter}${letter}`,
  description: letter < 'd' ? 'Translate letters.' : 'Paint walls.',
}));

const list = (page: number, query?: string) => {
  const found = listSkills({ skills: SKILLS, page, pageSize: 2, ...(query === undefined ? {} : { query }) });
  return [found.skills.map(({ name }) => name).join(' '), found.page, found.pages, found.total];
};

describe('the pages of a long index', () => {
  it('go by name without a query', () => {
    assert.deepEqual(
      [1, 2, 3].map((page) => list(page)),
      [
        ['aa bb', 1, 3, 5],
        ['cc dd', 2, 3, 5],
        ['ee', 3, 3, 5],
      ],
    );
  });
  it('hold what has something in common with a query', () => {
    assert.deepEqual(
      [1, 2].map((page) => list(page, 'translation')),
      [
        ['aa bb', 1, 2, 3],
        ['cc', 2, 2, 3],
      ],
    );
  });
  it('end where they end', () => {
    assert.deepEqual(list(9), ['ee', 3, 3, 5]);
    assert.deepEqual(list(-1), ['aa bb', 1, 3, 5]);
    assert.deepEqual(list(1, 'qwrtz'), ['', 1, 1, 0]);
    assert.deepEqual(list(1, ' ? '), ['aa bb', 1, 3, 5]);
  });
});
