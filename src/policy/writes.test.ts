import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLineFacts } from '../testing/judge-line.ts';
import { findWrites, isKnownWriter } from './writes.ts';

/** Line and what it changes, relative to `/home/u/proj`: `content`, `remove`, `meta` or `link`, `>` for a redirect. */
const ROWS: readonly (readonly [line: string, ...writes: readonly string[]])[] = [
  ['echo x > a', '> a'],
  ['echo x >> "$(date)"'],
  ['cat < a'],
  ['ls 2>&1'],
  ['> a', '> a'],
  ['ls > /dev/null'],
  ['"$(date)" a'],
  ['ls a'],
  ['tee -a a b', 'content a', 'content b'],
  ['touch -d now a', 'content a'],
  ['truncate --size 0 a', 'content a'],
  ['mkdir -p a/b', 'content a/b'],
  ['rm -rf a "$(date)"', 'remove a'],
  ['chmod -R 777 a', 'meta 777', 'meta a'],
  ['cp a b', 'content b', 'content b/a'],
  ['cp -r a/x b c', 'content c', 'content c/x', 'content c/b'],
  ['cp -t c a', 'content c', 'content c/a'],
  ['cp a "$(date)"'],
  ['cp "$(date)" c', 'content c'],
  ['cp a', 'content a'],
  ['cp -s a b', 'content b', 'content b/a', 'link a'],
  ['mv a b', 'content b', 'content b/a', 'remove a'],
  ['ln -s x/a b', 'link b', 'link b/a', 'link x/a'],
  ['ln -s x/a', 'link a', 'link x/a'],
  ['install -m 755 a b', 'content b', 'content b/a'],
  ['sed s/a/b/ x'],
  ['sed "$(date)" x'],
  ['sed "w out" x', 'content out'],
  ['sed -n -e p -e "s/a/b/w out" x', 'content out'],
  ['sed -i s/a/b/ x', 'content x'],
  ['sed -i.bak -e s/a/b/ x', 'content x'],
  ['perl -pi -e s/a/b/ x', 'content -e', 'content s/a/b', 'content x'],
  ['perl -e 1 "$(date)"'],
  ["gawk -i inplace '{print}' x", 'content inplace', 'content {print}', 'content x'],
  ['dd if=a of=b "$(date)"', 'content b'],
  ['curl -sSLo a u', 'content a'],
  ['curl --output=a u', 'content a'],
  ['curl u'],
  ['curl -O http://x.org/a/b.txt?c=/d', 'content b.txt'],
  ['curl -O --output-dir d "$(date)" http://x.org/b', 'content d', 'content d/b'],
  ['wget http://x.org/a', 'content a'],
  ['wget -P d http://x.org/a#b', 'content d', 'content d/a'],
  ['wget -O a u', 'content a'],
  ['tar -xzf a.tgz -C b', 'content b'],
  ['tar xf a.tgz --directory=b', 'content b'],
  ['tar -cf a.tgz b -C c'],
  ['tar -xf a.tgz', 'content /home/u/proj'],
  ['tar --extract -f "$(date)" -C b', 'content b'],
  ['unzip a.zip -d b', 'content b'],
  ['7z x a -ob', 'content b'],
  ['git checkout -- a "$(date)"', 'content a'],
  ['git mv -f a b', 'content a', 'content b'],
  ['git -C d checkout a', 'content d/a', 'content d'],
  ['git -C d -C ../e rm a', 'content e/a', 'content e'],
  ['git -C "$(date)" checkout a'],
  ['git -C d log a'],
  ['git'],
  ['git config -f x a.b c', 'content x'],
  ['git config --file=x a.b c', 'content x'],
  ['git config "$(date)" x'],
  ['git log --output=a', 'content a'],
  ['git log "$(date)"'],
  ['find a b -delete', 'remove a', 'remove b'],
  ['find a -fprint b', 'content b'],
  ['find a -exec /bin/rm {} +', 'remove a'],
  ['find a -exec sed -i s/a/b/ {} +', 'remove a'],
  ['find -delete', 'remove /home/u/proj'],
  ['find a -exec sed -n p {} +'],
  ['find a -exec'],
  ['find "$(date)" -delete'],
  ['find a -name b'],
  ['vim a', 'content a'],
  ['gzip -9 a', 'content a'],
  ['gunzip a.gz', 'content a.gz', 'content a'],
  ['xxd -r in out', 'content out'],
  ['sort -o a b', 'content a'],
  ['sort a'],
  ['sqlite3 a.db', 'content a.db'],
  ['yq -i .a x.yml', 'content .a', 'content x.yml'],
  ['yq .a x.yml "$(date)"'],
  ['openssl genrsa -out a', 'content a'],
  ['gpg -o a -d b', 'content a'],
  ['rename a b', 'remove a', 'remove b'],
];

test('what a command changes', () => {
  for (const [line, ...writes] of ROWS) {
    const command = createLineFacts(line).line?.commands.findLast(
      ({ place, outer }) => !place.nested && outer === null,
    );
    assert.ok(command !== undefined, line);
    const found = findWrites(command).map(
      ({ place, kind, redirect }) => `${redirect ? '>' : kind} ${place.path.replace('/home/u/proj/', '')}`,
    );
    assert.deepEqual(found, writes, line);
  }
});

test('relative names are not known behind a dynamic cd', () => {
  const lines = [
    'cd "$(date)"; cp a b',
    'cd "$(date)"; dd of=a',
    'cd "$(date)"; git log --output=a',
    'cd "$(date)"; tar x -db',
  ];
  for (const line of lines) {
    const command = createLineFacts(line).line?.commands.at(-1);
    assert.ok(command !== undefined);
    assert.deepEqual(findWrites(command), [], line);
  }
});

test('writers that the tables know', () => {
  assert.deepEqual(['tee', 'git', 'strange'].map(isKnownWriter), [true, true, false]);
});
