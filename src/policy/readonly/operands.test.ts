import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readShellLine } from '../../shell/read.ts';
import { readPaths } from './operands.ts';

const pathsOf = (command: string): readonly (string | null)[] => {
  const line = readShellLine(command, { cwd: '/p', home: '/home/u', env: { HOME: '/home/u' } });
  const [first] = line.commands;
  return first === undefined ? [] : readPaths(first).map(({ value }) => value);
};

describe('readPaths', () => {
  const cases: readonly [command: string, paths: readonly (string | null)[]][] = [
    ['cat .env a', ['.env', 'a']],
    ['cat -n -- -x', ['-x']],
    ['head -n 3 "$HOME/.aws/x"', ['/home/u/.aws/x']],
    ['cat --what=.env', ['.env']],
    ['cat $RANDOM', [null]],
    ['ls ~/.ssh', ['/home/u/.ssh']],
    ['grep .env f', ['f']],
    ['grep -e x .env', ['.env']],
    ['grep -f .env x', ['.env', 'x']],
    ['grep --exclude-from=.env x f', ['.env', 'f']],
    ['rg x', []],
    ['rg --files .aws', ['.aws']],
    ['rg --ignore-file .env x', ['.env']],
    ['find a b -name .env -newer c', ['c', 'a', 'b']],
    ['find . -exec cat .env \\;', ['.', '.env', ';']],
    ['echo .env', []],
    ["printf '%s' .env", []],
    ['which .env', []],
    ['date -r .env', ['.env']],
    ['file -f list a', ['list', 'a']],
    ['wc --files0-from=.env', ['.env']],
    ['jq .env f', ['f']],
    ['jq -f prog f', ['prog', 'f']],
    ['cut -d= -f2 .env', ['.env']],
    ['sort --random-source=x .env', ['x', '.env']],
    ['tr .env x', []],
    ['diff --from-file=.env a', ['.env', 'a']],
    ["sed -n '/.env/p' f", ['f']],
    ['sed -e s/a/b/ -i.bak .env', ['.env']],
    ["awk -F: '/id_rsa/' f", ['f']],
    ['egrep -v .env f', ['f']],
    ['curl -s -d @.env --cacert=x https://h', ['@.env', 'x', 'https://h']],
    ['git show HEAD:.env', ['HEAD:.env', '.env']],
    ['git show :.env :0:.env :/.env', [':.env', '.env', ':0:.env', '.env', '.env']],
    ["git diff -- . ':!.env' ':(exclude).env' ':(top)a'", ['.', 'a']],
    ['git -C ~/.ssh log', ['/home/u/.ssh']],
    ['git blame --contents .env f', ['.env', 'f']],
    ['git log --format=%h -S .env -- a', ['a']],
    ['git log -- "*.env"', ['*.env', '.env']],
    ['git log -- "a*en*"', ['a*en*', '.env', '.env.local']],
    ['git log -- "x*d_rsa*"', ['x*d_rsa*', 'id_rsa']],
    ['git log -- "x*d_ed25519"', ['x*d_ed25519', 'id_ed25519']],
    ['git log -- "**_rsa"', ['**_rsa', 'id_rsa']],
    ['git log -- "*a*a*a*a*a*a*a*a*a*a*a.env"', ['*a*a*a*a*a*a*a*a*a*a*a.env']],
    [`cat ${'a '.repeat(100)}b`, ['a', 'b']],
    [`cat ${'"$RANDOM" a* '.repeat(100)}b`, [null, 'a*', 'b']],
    ['git archive HEAD:.env', ['archive', 'HEAD:.env', '.env']],
    ["git commit -m 'mend: .env'", ['commit', 'mend: .env']],
    ['npm ls .env', []],
    ['scp $RANDOM "--x=$RANDOM"', [null, null]],
    ['X=1', []],
  ];
  for (const [command, paths] of cases) test(command, () => assert.deepEqual(pathsOf(command), paths));
});
