import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { validate } from 'skills-ref';
import { scanSkill } from '../../src/guard/scan/scan-skill.ts';
import { decodeSkill, parseSkill } from '../../src/skills/parse-skill.ts';
import { findNameFault, MAX_DESCRIPTION } from '../../src/skills/names.ts';
import { readPages, ROOT, SKILLS } from './built-in-pages.ts';

const MOST_LINES = 300;
/** Some thousand tokens, counted as UTF-8 bytes / 4. */
const MOST_BYTES = 4_000;

const parse = (bytes: Uint8Array) => {
  const text = decodeSkill(bytes);
  return text.ok ? parseSkill(text.value) : text;
};

it('the package brings its skills', () => {
  assert.deepEqual(SKILLS, ['skill-author', 'typescript-expert']);
  const { files } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { readonly files: unknown };
  assert.ok(Array.isArray(files) && files.includes('skills'));
});

for (const skill of SKILLS) {
  const folder = join(ROOT, 'skills', skill);
  const pages = readPages(skill);
  const references = globSync('references/*', { cwd: folder }).toSorted();
  const [main] = pages.filter(({ path }) => path.endsWith('/SKILL.md'));

  describe(`the built-in skill ${skill}`, () => {
    it('is valid by the validator of the standard', async () => assert.deepEqual(await validate(folder), []));

    it('is read without a note', () => {
      const read = parse(readFileSync(join(folder, 'SKILL.md')));
      assert.ok(read.ok);
      const { name, description, notes, extra, allowedTools } = read.value;
      assert.deepEqual({ name, notes, extra, allowedTools }, { name: skill, notes: [], extra: {}, allowedTools: [] });
      assert.equal(findNameFault(skill), null);
      assert.ok(description.length <= MAX_DESCRIPTION && /\buse\b.*\bwhen/i.test(description), description);
    });

    it('gives the scanner nothing to find, not even a note', () => {
      const files = globSync('**/*.*', { cwd: folder }).map((path) => ({
        path,
        text: readFileSync(join(folder, path), 'utf8'),
      }));
      assert.deepEqual(scanSkill(files), []);
    });

    it('names every reference, and no other', () => {
      const named = [...(main?.text ?? '').matchAll(/\breferences\/[\w-]+\.md\b/g)].map(([path]) => path);
      assert.deepEqual([...new Set(named)].toSorted(), references);
      for (const { path, text } of pages) {
        if (path !== main?.path) assert.doesNotMatch(text, /\]\((?!https:)/, `${path} links on`);
      }
    });

    it('has fences that are tried: none is indented, and each says what it holds or is not code', () => {
      for (const { path, text, blocks } of pages) {
        assert.doesNotMatch(text, /^[ \t]+(```|~~~)|^(~~~|````)/m, path);
        const opened = text.match(/^```\w.*$/gm) ?? [];
        assert.equal(blocks.length, opened.length, path);
      }
    });

    it('is short', () => {
      assert.ok((main?.text.split('\n').length ?? Infinity) < MOST_LINES);
      const long = pages.filter(({ path, text }) => path !== main?.path && Buffer.byteLength(text) > MOST_BYTES);
      assert.deepEqual(
        long.map(({ path, text }) => `${path} has ${Buffer.byteLength(text)} bytes`),
        [],
      );
    });
  });
}

it('the TypeScript skill has references for at least ten subjects', () => {
  assert.ok(globSync('skills/typescript-expert/references/*.md', { cwd: ROOT }).length >= 10);
});
