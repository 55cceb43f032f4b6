import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { PAPERS } from './own-commands.ts';

const ROOT = join(import.meta.dirname, '../..');
const SOURCES = globSync('src/**/!(*.test).ts', { cwd: ROOT }).map((file) => readFileSync(join(ROOT, file), 'utf8'));

/** The headings of the page: texts of errors, with `<...>` for what differs. */
const TEXTS = [...(PAPERS.get('docs/guide/troubleshooting.md') ?? '').matchAll(/^### `(.+)`$/gm)].map(
  ([, text = '']) => text,
);

/** Whether some string of a source says this: its fixed pieces, in their order and close to each other. */
function isSaid(text: string): boolean {
  const pieces = text.split(/<[^>]+>/).map((piece) => piece.trim().replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const pattern = new RegExp(pieces.filter(Boolean).join('[^\\n]{1,80}?'));
  return SOURCES.some((source) => pattern.test(source));
}

describe('docs/guide/troubleshooting.md', () => {
  it('has errors, each once', () => {
    assert.ok(TEXTS.length > 15);
    assert.equal(new Set(TEXTS).size, TEXTS.length);
  });
  for (const text of TEXTS) it(`${text} is said by the program`, () => assert.ok(isSaid(text)));
  it('would notice a text that nobody says', () => assert.equal(isSaid('The moon is <what>.'), false));
});
