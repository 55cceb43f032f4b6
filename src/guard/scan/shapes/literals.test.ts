import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { toView } from '../fold.ts';
import { findLiterals } from './literals.ts';
import { MESSAGE_RULES } from '../message-rules.ts';
import { SKILL_RULES } from '../skill-rules.ts';

const SHAPES = [...MESSAGE_RULES, ...SKILL_RULES].flatMap((rule) => rule.shapes ?? []);

describe('the literals of an expression', () => {
  const cases: readonly (readonly [shape: RegExp, groups: readonly string[]])[] = [
    [/\b(?:cancel|void) (?:every|none)/, ['cancel|void', 'every|none']],
    [/\brm -rf? \//, ['rm -r', ' /']],
    [/curl x|\bwget/, ['curl x|wget']],
    [/(?:a b)?cd/, ['cd']],
    [/(?:^|\n)\s{0,3}(?:human|user)\s?:/, ['human|user']],
    [/[ab]c/, ['c']],
    [/\b(?:your )?(?:real|true)/, ['real|true']],
    [/\b(?:ab|(?:cd|ef)g)/, ['ab|cd|ef']],
    [/(?:un)?x\)|\(yz/, ['x)|(yz']],
    [/ab+/, ['ab']],
    [/ab+c?d{4,5}e/, ['dddd']],
    [/a{0,2}bc*?d/, ['b']],
    [/[[\]a]|\[\]/, []],
    [/(?:a|[bc])/, []],
    [/(?=abc)de(?!fgh)(?<!ijk)l/, ['del']],
    [/x\u{41}\x42\p{L}yz\n/u, ['yz\n']],
    [/aBcd/, ['cd']],
    [/\d\w|a?/, []],
  ];
  for (const [shape, groups] of cases) {
    it(`${shape.source}: ${JSON.stringify(groups)}`, () => {
      assert.deepEqual(
        findLiterals(shape.source).map((group) => group.join('|')),
        groups,
      );
    });
  }

  it('are known for nearly every shape', () => {
    const unknown = SHAPES.filter(({ source }) => findLiterals(source).length === 0);
    assert.ok(unknown.length < SHAPES.length * 0.05, `${unknown.length} of ${SHAPES.length}`);
  });

  it('stand in everything that a shape matches', () => {
    const folder = join(import.meta.dirname, '../../../../test/cases');
    const lines = ['messages.jsonl', 'skills.jsonl'].flatMap((file) =>
      readFileSync(join(folder, file), 'utf8').split('\n'),
    );
    const texts = lines.filter(Boolean).flatMap((line) => Object.values(JSON.parse(line) as object).map(String));
    const text = texts.map((one) => toView(one).text).join('\n\n');
    const counts = SHAPES.map((shape) => {
      const groups = findLiterals(shape.source);
      const found = [...text.matchAll(new RegExp(shape.source, `${shape.flags}g`))];
      for (const [match] of found) {
        assert.ok(
          groups.every((group) => group.some((one) => match.includes(one))),
          `${shape.source}: ${match}`,
        );
      }
      return found.length;
    });
    assert.ok(counts.filter((count) => count > 0).length > SHAPES.length / 2);
  });
});
