import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { createSimilar } from './similar.ts';
import { splitWords, toStem, toStems } from './terms.ts';

const SPLITS: readonly (readonly [string, readonly string[]])[] = [
  ['Read a File', ['read', 'a', 'file']],
  ['readFile and read_file', ['read', 'file', 'readfile', 'and', 'read', 'file']],
  ['HTTPServer', ['http', 'server', 'httpserver']],
  ['C++, C# and .NET e-mails', ['cpp', 'csharp', 'and', 'dotnet', 'emails']],
  ['Straße Übung café', ['strasse', 'ubung', 'cafe']],
  ['k8s s3 utf8', ['k8s', 's3', 'utf8']],
  ['Привет мир', ['привет', 'мир']],
  ['翻译文件', ['翻译', '译文', '文件']],
  ['a'.repeat(41), []],
  ['🙂 …', []],
];

const SAME_STEM: readonly (readonly string[])[] = [
  ['deploy', 'deploys', 'deployed', 'deploying', 'deployment', 'deployments'],
  ['test', 'tests', 'testing', 'tested'],
  ['translation', 'translations'],
  ['cache', 'caches', 'caching', 'cached'],
  ['container', 'containers'],
  ['policy', 'policies'],
];

describe('words of a text', () => {
  for (const [text, words] of SPLITS) it(JSON.stringify(text), () => assert.deepEqual(splitWords(text), words));

  it('of one family have one stem', () => {
    for (const family of SAME_STEM) assert.equal(new Set(family.map(toStem)).size, 1, family.map(toStem).join(' '));
  });

  it('that say nothing are left out', () => {
    assert.deepEqual(toStems('How can I please use the Docker? Wie kann ich das machen, por favor, s’il te plaît'), [
      'dock',
      'mach',
    ]);
  });

  it('come from any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        for (const stem of toStems(text)) assert.ok(stem.length > 0);
      }),
    );
  });
});

describe('words that are written almost alike', () => {
  const similar = createSimilar(['kubernete', 'postgresql', 'terraform', 'transform', 'excel']);
  const nearest = (word: string): string | null => similar.find(word, 1)[0]?.[0] ?? null;

  it('are found past a slip, and nothing else is', () => {
    assert.deepEqual(['kuberntes', 'postgressql', 'teraform', 'exel', 'saxophone', 'ex'].map(nearest), [
      'kubernete',
      'postgresql',
      'terraform',
      'excel',
      null,
      null,
    ]);
  });

  it('come with their likeness, the most alike first', () => {
    const found = similar.find('terraform', 3);
    assert.deepEqual(
      found.map(([word]) => word),
      ['terraform', 'transform'],
    );
    assert.equal(found[0]?.[1], 1);
  });
});
