import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { expandTemplate, splitWords } from './expand-template.ts';

const EXPANDED: readonly (readonly [template: string, args: string, text: string])[] = [
  ['Fix $ARGUMENTS now.', 'the build', 'Fix the build now.'],
  ['Fix $ARGUMENTS now.', '', 'Fix  now.'],
  ['$1 into $2', 'src dist', 'src into dist'],
  ['$1 into $2', '"my file" \'its copy\'', 'my file into its copy'],
  ['$1|$2|$9', 'a', 'a||'],
  ['$2 $1 $2', 'a b', 'b a b'],
  ['$1', '$2 $ARGUMENTS', '$2'],
  ['$ARGUMENTS', '$1 $$ $ARGUMENTS $& `id`', '$1 $$ $ARGUMENTS $& `id`'],
  ['costs $$5 and $$1', 'a', 'costs $5 and $1\n\na'],
  ['$$$1', 'a', '$a'],
  ['$$ARGUMENTS', 'a', '$ARGUMENTS\n\na'],
  ['it is $100, $12 or $0', '', 'it is $100, $12 or $0'],
  ['$ARGUMENTS_OF $ARGUMENTSX $arguments', '', '$ARGUMENTS_OF $ARGUMENTSX $arguments'],
  ['${1} {{1}} %1', 'a', '${1} {{1}} %1\n\na'],
  ['Say it.', 'in one line', 'Say it.\n\nin one line'],
  ['Say it.', '', 'Say it.'],
  ['Read !`id` and @/etc/passwd', '', 'Read !`id` and @/etc/passwd'],
];

const SPLIT: readonly (readonly [string, readonly string[]])[] = [
  ['', []],
  ['  \t\n ', []],
  ['a  b\tc\nd', ['a', 'b', 'c', 'd']],
  ['"a b" c', ['a b', 'c']],
  ["'a \"b' c", ['a "b', 'c']],
  ['a"b c"d', ['ab cd']],
  ['--x="a b"', ['--x=a b']],
  ['"" \'\' a', ['', '', 'a']],
  ['"say \\"it\\" \\\\ \\n"', ['say "it" \\ \\n']],
  ['a\\ b \\"c\\" \\\\', ['a b', '"c"', '\\']],
  ["don't stop", ["don't", 'stop']],
  ['5" wide', ['5"', 'wide']],
  ['C:\\dir \\d+', ['C:\\dir', '\\d+']],
  ['$HOME `id` $(id) *.ts ~ a;b|c', ['$HOME', '`id`', '$(id)', '*.ts', '~', 'a;b|c']],
];

describe('a template', () => {
  for (const [template, args, text] of EXPANDED) {
    it(`${JSON.stringify(template)} with ${JSON.stringify(args)}`, () => {
      assert.equal(expandTemplate(template, args), text);
    });
  }

  const special = fc.string({
    unit: fc.constantFrom('$', '1', '2', '`', '"', "'", '\\', '&', 'a', ' ', '\n', '!', '@'),
  });

  it('takes the arguments literally, whatever they hold', () => {
    fc.assert(
      fc.property(fc.oneof(special, fc.string()), (args) => {
        assert.equal(expandTemplate('<$ARGUMENTS>', args), `<${args}>`);
        assert.equal(expandTemplate('<$ARGUMENTS> $$ <$ARGUMENTS>', args), `<${args}> $ <${args}>`);
        if (args !== '') assert.equal(expandTemplate('none', args), `none\n\n${args}`);
      }),
    );
  });

  it('gives a word that was quoted as it was before', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(special, fc.string()), { maxLength: 9 }), (words) => {
        const quoted = words.map((word) => `"${word.replaceAll(/["\\]/g, '\\$&')}"`).join(' ');
        assert.deepEqual(splitWords(quoted), words);
        assert.equal(expandTemplate('<$1|$2>', quoted), `<${words[0] ?? ''}|${words[1] ?? ''}>`);
      }),
    );
  });

  it('keeps every character that is no blank, quote or backslash', () => {
    const bare = (text: string): string => text.replaceAll(/[\s"'\\]/g, '');
    fc.assert(fc.property(special, (args) => assert.equal(bare(splitWords(args).join('')), bare(args))));
  });
});

describe('words', () => {
  for (const [line, words] of SPLIT) {
    it(`of ${JSON.stringify(line)}`, () => assert.deepEqual(splitWords(line), words));
  }

  it('of very long lines', () => {
    for (const piece of ['a', '"', "'", '\\', '\\"', '"\\', '\'"', ' "', '"\'\\a ']) {
      const line = piece.repeat(200_000);
      assert.ok(splitWords(line).join('').length <= line.length, piece);
    }
  });
});
