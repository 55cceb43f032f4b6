import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { CommandState, ListedCommand } from '../../vocab/custom-command.ts';
import { settleCommands } from './settle-commands.ts';

const file = (name: string | null, path: string, state: CommandState = 'ready'): ListedCommand => ({
  name,
  layer: 'home',
  file: path,
  state,
  reason: state === 'ready' ? null : 'why',
  line: null,
  text: null,
});

it('the nearest file of a name runs, a built-in before all, and what is broken stands in nobody’s way', () => {
  const found = [
    file('b', '/near/b.md'),
    file('c', '/near/c.md', 'broken'),
    file('help', '/near/help.md'),
    file(null, '/near/X.md', 'broken'),
    file('a', '/far/a.md'),
    file('b', '/far/b.md'),
    file('c', '/far/c.md'),
    file('c', '/farther/c.md', 'untrusted'),
  ];
  assert.deepEqual(
    settleCommands(found, new Set(['help'])).map((one) => [one.file, one.state, one.reason]),
    [
      ['/far/a.md', 'ready', null],
      ['/near/b.md', 'ready', null],
      ['/far/b.md', 'shadowed', '/near/b.md is nearer'],
      ['/near/c.md', 'broken', 'why'],
      ['/far/c.md', 'ready', null],
      ['/farther/c.md', 'untrusted', 'why'],
      ['/near/help.md', 'shadowed', '/help is a command of the chat itself'],
      ['/near/X.md', 'broken', 'why'],
    ],
  );
});
