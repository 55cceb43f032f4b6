import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { rankSkills, type Standing } from './rank.ts';
import type { Indexed } from './registry.ts';
import type { Asked } from './relevance.ts';

const SKILLS: readonly Indexed[] = [
  { name: 'kubernetes-troubleshooting', description: 'Find out why pods in a cluster do not start.' },
  { name: 'postgres-tuning', description: 'Make slow statements fast: plans, indexes, vacuum.' },
  { name: 'contract-review', description: 'Review contracts: clauses, risks, redlines.' },
  { name: 'translation', description: 'Translate texts between languages, keeping their tone.' },
  { name: 'pdf-forms', description: 'Fill in and create forms: fields, check boxes, signatures.' },
  { name: 'cpp-modern', description: 'RAII, move semantics and templates in C++.' },
  { name: 'uebergabe', description: 'Übergabeprotokolle für Wohnungen schreiben und prüfen.' },
];

const NONE: ReadonlyMap<string, Standing> = new Map();

const firstFor = (asked: Asked, skills = SKILLS): string | null => {
  const [first] = rankSkills(skills, asked, NONE);
  return first === undefined || first.relevance === 0 ? null : first.skill.name;
};

const FINDS: readonly (readonly [how: string, text: string, name: string | null])[] = [
  ['a word of the description', 'vacuum never finishes', 'postgres-tuning'],
  ['another form of a word', 'indexing', 'postgres-tuning'],
  ['an abbreviation', 'k8s is down', 'kubernetes-troubleshooting'],
  ['a slip', 'my kuberntes thing', 'kubernetes-troubleshooting'],
  ['a German compound', 'schau dir den Mietvertrag an', 'contract-review'],
  ['another language', '¿puedes traducir esto?', 'translation'],
  ['an error that belongs to it', 'ImagePullBackOff', 'kubernetes-troubleshooting'],
  ['camel case', 'PdfFormFiller', 'pdf-forms'],
  ['signs', 'segfault in c++', 'cpp-modern'],
  ['a description in another language', 'Wohnungsübergabe', 'uebergabe'],
  ['nothing', 'qwrtz', null],
  ['no text', '', null],
];

describe('skills are ranked by what a turn asks', () => {
  for (const [how, text, name] of FINDS) it(`found by ${how}`, () => assert.equal(firstFor({ text }), name));

  it('the turn before counts less than the turn', () => {
    const before = 'why is this postgres query slow';
    assert.equal(firstFor({ text: 'and now?', before }), 'postgres-tuning');
    assert.equal(firstFor({ text: 'translate that', before }), 'translation');
  });

  it('the end of a long text counts as its beginning does', () => {
    const noise = Array.from({ length: 4_000 }, (_, at) => `line${at}`).join(' ');
    assert.equal(firstFor({ text: `${noise} ImagePullBackOff` }), 'kubernetes-troubleshooting');
    assert.equal(firstFor({ text: `ImagePullBackOff ${noise}` }), 'kubernetes-troubleshooting');
  });

  it('any text gives every skill once, and the same order again', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string(), (text, before) => {
        const names = rankSkills(SKILLS, { text, before }, NONE).map(({ skill }) => skill.name);
        assert.deepEqual(names.toSorted(), SKILLS.map(({ name }) => name).toSorted());
        assert.deepEqual(
          rankSkills(SKILLS.toReversed(), { text, before }, NONE).map(({ skill }) => skill.name),
          names,
        );
      }),
    );
  });
});

describe('use and trust', () => {
  const same = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((name) => ({
    name: `skill-${name}${name}`,
    description: 'Translate letters.',
  }));
  const order = (standings: ReadonlyMap<string, Standing>, text = 'translate'): string =>
    rankSkills(same, { text }, standings)
      .map(({ skill }) => skill.name.at(-1))
      .join('');

  it('decide between equals, use before trust, then the name', () => {
    assert.equal(order(NONE), 'abcdefgh');
    assert.equal(order(new Map([['skill-dd', { loads: 0, trust: 1 }]])), 'dabcefgh');
    assert.equal(
      order(
        new Map([
          ['skill-dd', { loads: 0, trust: 1 }],
          ['skill-ff', { loads: 3, trust: 0 }],
        ]),
      ),
      'fdabcegh',
    );
  });

  it('order what has nothing in common with the turn', () => {
    assert.equal(order(new Map([['skill-cc', { loads: 2, trust: 0 }]]), 'qwrtz'), 'cabdefgh');
  });

  it('do not hide what fits', () => {
    const standings = new Map(
      SKILLS.map(({ name }) => [name, { loads: name === 'translation' ? 0 : 1_000, trust: 1 }]),
    );
    assert.equal(rankSkills(SKILLS, { text: 'translate this' }, standings)[0]?.skill.name, 'translation');
  });

  it('every fifth place is for one that was never loaded', () => {
    const loads = new Map(
      ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name) => [`skill-${name}${name}`, { loads: 5, trust: 0 }]),
    );
    assert.equal(order(loads), 'abcdhefg');
    assert.equal(order(loads, 'qwrtz'), 'abcdefgh');
  });
});
