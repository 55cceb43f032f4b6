import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { findLiterals } from './literals.ts';
import { MESSAGE_RULES } from './message-rules.ts';
import { SKILL_RULES } from './skill-rules.ts';

describe('the literals of an expression', () => {
  const cases: readonly (readonly [shape: RegExp, literals: readonly string[] | null])[] = [
    [/\b(?:cancel|void) (?:all|any)/, ['cancel', 'void']],
    [/\brm -rf? \//, ['rm -r']],
    [/curl x|\bwget/, ['curl x', 'wget']],
    [/(?:a b)?cd/, null],
    [/(?:^|\n)\s{0,3}(?:human|user)\s?:/, ['human', 'user']],
    [/[ab]c/, null],
    [/\b(?:your )?(?:real|true)/, null],
    [/\b(?:ab|(?:cd|ef)g)/, ['ab', 'cd', 'ef']],
    [/(?:un)?x\)|\(yz/, null],
    [/ab+/, ['ab']],
  ];
  for (const [shape, literals] of cases) {
    it(`${shape.source}: ${literals === null ? 'none' : literals.join(', ')}`, () => {
      assert.deepEqual(findLiterals(shape.source), literals);
    });
  }

  it('are known for most shapes', () => {
    const shapes = [...MESSAGE_RULES, ...SKILL_RULES].flatMap((rule) => rule.shapes ?? []);
    const known = shapes.filter(({ source }) => findLiterals(source) !== null);
    assert.ok(known.length > shapes.length * 0.7, `${known.length} of ${shapes.length}`);
  });
});
