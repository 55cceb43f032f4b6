import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { renderCompletion } from '../src/cli/about/completion-scripts.ts';
import { COMMANDS } from '../src/cli/main-table.ts';
import { needs } from './outside.ts';

const commands = await Promise.all(COMMANDS.map((entry) => entry.load()));
const firsts = [...new Set(commands.map(({ name }) => name.split(' ')[0] ?? ''))];

/** Words typed behind `bailiwick`, the last one unfinished, with what must be offered and what must not. */
const CASES: readonly (readonly [typed: string, offered: readonly string[], not: readonly string[]])[] = [
  ['', [...firsts], ['list']],
  ['comp', ['completion'], ['check']],
  ['config ', ['get', 'set', 'show', 'path'], ['list']],
  ['config s', ['set', 'show'], ['get']],
  ['config set --un', ['--unset'], ['--json']],
  ['sessions list --', ['--all', '--limit', '--json', '--help'], ['--out']],
  ['skills pro', ['proposals'], ['list']],
  ['skills proposals ', ['list', 'show', 'apply', 'reject'], ['proposals', 'history']],
  ['skills proposals sh', ['show'], ['apply']],
  ['skills proposals list --', ['--all', '--json'], ['--revision']],
  ['skills proposals apply --', ['--yes', '--revision'], ['--all']],
  ['skills list --', ['--json'], ['--all']],
  ['trust --', ['--yes', '--json'], ['--all']],
  ['trust list --', ['--json'], ['--yes']],
  ['prompt --mode plan --out', ['--output-format'], ['--json']],
  ['check --json --', ['--tool', '--input'], ['--yes']],
];

function check(offer: (typed: string) => readonly string[]): void {
  for (const [typed, offered, not] of CASES) {
    const found = offer(typed);
    assert.deepEqual(
      offered.filter((word) => !found.includes(word)),
      [],
      `offered for "${typed}": ${found.join(' ')}`,
    );
    assert.deepEqual(
      not.filter((word) => found.includes(word)),
      [],
      `not offered for "${typed}"`,
    );
  }
}

const folder = mkdtempSync(join(tmpdir(), 'bailiwick-completion-'));
after(() => rmSync(folder, { recursive: true }));

/** The script in a file, to be sourced. */
function write(shell: 'bash' | 'zsh' | 'fish'): string {
  const file = join(folder, shell);
  writeFileSync(file, renderCompletion(shell, commands));
  return file;
}

function run(program: string, ...args: readonly string[]): readonly string[] {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' });
  assert.deepEqual([status, stderr], [0, '']);
  return stdout.split('\n').filter(Boolean);
}

const toWords = (typed: string): readonly string[] => ['bailiwick', ...typed.split(' ')];
const quote = (words: readonly string[]): string => words.map((word) => `'${word}'`).join(' ');

describe('completion', () => {
  it('in bash', () => {
    const file = write('bash');
    check((typed) => {
      const words = toWords(typed);
      const ask = `COMP_WORDS=(${quote(words)}); COMP_CWORD=${words.length - 1}; _bailiwick; printf '%s\\n' "\${COMPREPLY[@]}"`;
      return run('bash', '--norc', '--noprofile', '-c', `compopt() { :; }; source ${file}; ${ask}`);
    });
  });

  it('in zsh', needs('zsh'), () => {
    const file = write('zsh');
    // What zsh would show is what these two are given.
    const stubs = `compdef() { :; }; compopt() { :; }
      _describe() { print -l -- \${\${(P)2}%%:*}; }
      _arguments() { shift; print -l -- \${\${@%%\\[*}#\\*}; }`;
    check((typed) => {
      const words = toWords(typed);
      const last = words.at(-1) ?? '';
      const ask = `words=(${quote(words)}); CURRENT=${words.length}; _bailiwick`;
      const all = run('zsh', '-f', '-c', `${stubs}\nsource ${file}\n${ask}`);
      return all.filter((word) => word.startsWith(last));
    });
  });

  it('in fish', needs('fish'), () => {
    const file = write('fish');
    check((typed) =>
      run('fish', '--no-config', '-c', `source ${file}; complete -C ${quote([`bailiwick ${typed}`])}`).map(
        (line) => line.split('\t')[0] ?? '',
      ),
    );
  });

  it('knows no other shell', () => {
    const { status, stderr } = spawnSync(process.execPath, ['src/main.ts', 'completion', 'zhs'], { encoding: 'utf8' });
    assert.equal(status, 2);
    assert.match(stderr, /There is no completion for zhs\. Did you mean zsh\?/);
  });
});
