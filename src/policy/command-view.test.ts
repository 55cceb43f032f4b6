import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLineFacts } from '../testing/judge-line.ts';
import type { SimpleCommand } from '../vocab/shell-line.ts';
import { argsOf, hasWord, headOf, outersOf, subcommandOf, upstreamOf } from './command-view.ts';

const read = (line: string): readonly SimpleCommand[] => createLineFacts(line).line?.commands ?? [];

const last = (line: string): SimpleCommand => {
  const command = read(line).at(-1);
  assert.ok(command !== undefined);
  return command;
};

test('the head is the program without its folder', () => {
  assert.deepEqual(
    ['/bin/ls -l', 'ls', 'X=1', '"$(date)"; $UNSET', 'cd x'].map((line) => headOf(last(line))),
    ['ls', 'ls', null, null, 'cd'],
  );
});

test('arguments that are not known are null', () => {
  const command = last('echo a "$(date)" b');
  assert.deepEqual(argsOf(command), ['a', null, 'b']);
  assert.deepEqual([hasWord(command, 'x', 'b'), hasWord(command, 'echo')], [true, false]);
});

test('a subcommand stands behind the global options of its program', () => {
  const verb = (line: string) => {
    const { verb: found, rest, doubtful } = subcommandOf(last(line));
    return [found, rest.map(({ text }) => text), doubtful];
  };
  assert.deepEqual(verb('git -C x -c a=b push origin'), ['push', ['origin'], false]);
  assert.deepEqual(verb('git --what x push'), ['x', ['push'], true]);
  assert.deepEqual(verb('strange run x'), ['run', ['x'], false]);
  assert.deepEqual(verb('"$(date)" run'), ['run', [], false]);
  assert.deepEqual(verb('git'), [null, [], false]);
});

test('what feeds a command, and what it was unwrapped from', () => {
  const pipe = read('cat x | sort | uniq');
  assert.deepEqual(upstreamOf(pipe[2]!, pipe).map(headOf), ['cat', 'sort']);
  assert.deepEqual(upstreamOf(pipe[0]!, pipe), []);
  const wrapped = read('sudo nice rm x');
  assert.deepEqual(outersOf(wrapped.at(-1)!, wrapped).map(headOf), ['nice', 'sudo']);
});

test('a line that was cut apart names no commands it does not hold', () => {
  const pipe = read('cat x | sort');
  assert.deepEqual(upstreamOf(pipe[1]!, []), []);
  const wrapped = read('sudo rm x');
  assert.deepEqual(outersOf(wrapped[1]!, []), []);
});
