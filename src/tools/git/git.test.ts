import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import type { CommandSpec, Sandbox } from '../../ports/sandbox.ts';
import { readShellLine } from '../../shell/read.ts';
import { createCall, createToolContext } from '../../testing/tool-context.ts';
import { gitTool } from './git.ts';
import { splitWords } from './split-words.ts';

/** Keeps what it is given to run, and runs nothing. */
function createWitness(): Sandbox & { readonly seen: CommandSpec[] } {
  const seen: CommandSpec[] = [];
  return {
    name: 'host',
    seen,
    run(spec) {
      seen.push(spec);
      const output = Buffer.from('abc123 one\n');
      return Promise.resolve({
        exitCode: 0,
        signal: null,
        output,
        droppedBytes: 0,
        end: 'exit',
        durationMs: 1,
        ranIn: 'host',
      });
    },
  };
}

describe('git', () => {
  test('gives git the words, without a shell', async () => {
    const sandbox = createWitness();
    const context = createToolContext('/w', { sandbox });
    const result = await gitTool.run(
      createCall('git', { command: `log --format='%h %s' -1 "a b"c -- 'x*'` }, '/w'),
      context,
    );
    assert.deepEqual([result.text, result.isError], ['abc123 one', false]);
    assert.deepEqual(sandbox.seen[0]?.argv, ['git', 'log', '--format=%h %s', '-1', 'a bc', '--', 'x*']);
  });

  test('asks the floor about the line it stands for', async () => {
    const asked: string[] = [];
    const floor = (line: string): string => {
      asked.push(line);
      return 'no';
    };
    const result = await gitTool.run(
      createCall('git', { command: 'status' }, '/w'),
      createToolContext('/w', { floor }),
    );
    assert.deepEqual([result.text, result.isError, asked], ['refused: no', true, ['git status']]);
  });

  const reads = [
    'log',
    'diff HEAD~1 -- a',
    'show HEAD:a',
    'status -s',
    'blame a',
    'branch',
    'branch -a',
    'tag',
    'stash list',
    'config --get x',
    'remote -v',
    'reflog',
    'show stash@{0}',
    'log --author="A B"',
  ];
  for (const command of reads) test(`reads by ${command}`, () => assert.equal(gitTool.fault({ command }), null));

  const refused: readonly (readonly [string, RegExp])[] = [
    ['push', /begins with a subcommand that reads .*, not "push"; use shell/],
    ['-C x log', /not "-C"/],
    ['', /must not be empty/],
    ['branch -D x', /of branch it runs branch -a/],
    ['branch new', /of branch it runs/],
    ['tag v1', /of tag it runs/],
    ['stash', /of stash it runs stash list, stash show/],
    ['stash drop', /of stash/],
    ['config a b', /of config/],
    ['remote add x y', /of remote/],
    ['constructor', /not "constructor"/],
    ['log; rm -rf x', /";" has a meaning to the shell/],
    ['log | cat', /"\|" has a meaning/],
    ['log > x', /">" has a meaning/],
    ['log $HOME', /"\$" has a meaning/],
    ['log "$HOME"', /"\$" may not stand in these quotes/],
    ['log `id`', /"`" has a meaning/],
    ['log\nid', /"\\n" has a meaning/],
    ["log 'a", /the quote ' is not closed/],
    ['log *.ts', /"\*" has a meaning/],
    ['log ~/x', /~\/x would be expanded/],
    ['log {a,b}', /would be expanded/],
    ['log --x=~', /would be expanded/],
    ['log \\x', /"\\\\" has a meaning/],
  ];
  for (const [command, expected] of refused) {
    test(`refuses ${JSON.stringify(command)}`, () => assert.match(gitTool.fault({ command }) ?? '', expected));
  }
});

test('a line that is split is the line that the judge reads', () => {
  const part = fc.constantFrom(
    'log',
    '-1',
    ' ',
    '  ',
    "'a b'",
    '"c d"',
    "'",
    '"',
    '~',
    '=',
    '{',
    '}',
    ',',
    '..',
    '1',
    '@',
    '^',
    ':',
    '!',
    '%',
    '#',
    '*',
    '?',
    '[a]',
    '$x',
    '\\',
    ';',
    '-',
    '\t',
    '(',
    'é',
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 10 }), (parts) => {
      const command = `log ${parts.join('')}`;
      const words = splitWords(command);
      fc.pre(words.ok);
      const line = readShellLine(`git ${command}`, { cwd: '/w', home: '/h', env: { HOME: '/h' } });
      assert.equal(line.kind, 'line');
      assert.deepEqual(
        line.commands.map((one) => one.words.map(({ value, pattern }) => [value, pattern])),
        [['git', ...words.value].map((word) => [word, null])],
      );
    }),
    { numRuns: 2000 },
  );
});
