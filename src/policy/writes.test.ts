import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLineFacts } from '../testing/judge-line.ts';
import { changesUnknown, findWrites, isKnownWriter } from './writes.ts';

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
  ['ln -s x/a b', 'content b', 'content b/a', 'link x/a', 'link b/x/a'],
  ['ln x/a b', 'content b', 'content b/a', 'link x/a'],
  ['ln -s a "$(date)"', 'link a'],
  ['ln -t c -s a', 'content c', 'content c/a', 'link a'],
  ['cp -rT a b', 'content b', 'content b/a'],
  ['cp .. b', 'content b'],
  ['ln -s x/a', 'content a', 'link x/a'],
  ['install -m 755 a b', 'content b', 'content b/a'],
  ['sed s/a/b/ x'],
  ['sed "$(date)" x'],
  ['sed "w out" x', 'content out'],
  ['sed -n -e p -e "s/a/b/w out" x', 'content out'],
  ['sed wout x', 'content out'],
  ['sed -e "/a/,/b/{s,a,b,gw out" -e "}" x', 'content out'],
  ['sed "1~2!W out\np" x', 'content out'],
  ["sed 's/w/x/; y/w/x/; \\,w a,d; a w b' x"],
  ["sed '$!N; /w/b; :a w; r w; i\\\nw c' x"],
  ["sed 's/w' x"],
  ["sed '/x/b w; w out' x", 'content out'],
  ["sed '/w/I,+2w out' x", 'content out'],
  ['sed -i s/a/b/ x', 'content x'],
  ['sed -i.bak -e s/a/b/ x', 'content x'],
  ['perl -pi -e s/a/b/ x', 'content -e', 'content s/a/b', 'content x'],
  ['perl -e 1 "$(date)"'],
  ["gawk -i inplace '{print}' x", 'content inplace', 'content {print}', 'content x'],
  ['awk \'{print > "out"; printf x >> "more"}\' x', 'content out', 'content more'],
  ['awk \'$1 > "a" {print}\' x'],
  ['dd if=a of=b "$(date)"', 'content b'],
  ['curl -sSLo a u', 'content a'],
  ['curl --output=a u', 'content a'],
  ['curl u'],
  ['curl --etag-save a --libcurl b --hsts c u', 'content a', 'content b', 'content c'],
  ['wget -O- --save-cookies a --warc-file=b --hsts-file c u', 'content -', 'content a', 'content b', 'content c'],
  ['ssh -E a host rm b', 'content a'],
  ['docker cp x:/y a', 'content a'],
  ['docker save x -o a', 'content a'],
  ['podman export --output=a x', 'content a'],
  ['docker ps -o a'],
  ['rsync -a --log-file=c a b', 'content c', 'content b', 'content b/a'],
  ['scp -P 22 a b', 'content b', 'content b/a'],
  ['uniq a b', 'content b'],
  ['uniq a'],
  ['tree -ao a', 'content a'],
  ['/usr/bin/tree -oa a "$(date)"', 'content a'],
  ['shuf -o a b', 'content a'],
  ['shuf -oa b', 'content a'],
  ['shuf -n 1 --out=a b', 'content a'],
  ['shuf -o'],
  ['less -O a b', 'content a'],
  ['less -N b'],
  ['xmllint --output a b', 'content a'],
  ['xmllint -o a'],
  ['exiftool a', 'content a'],
  ['patch a b', 'content a', 'content b', 'content /home/u/proj'],
  ['patch -d c -r d -o e', 'content d', 'content e', 'content c'],
  ['patch -d "$(date)"'],
  ['curl -O http://x.org/a/b.txt?c=/d', 'content b.txt'],
  ['curl -O --output-dir d "$(date)" http://x.org/b', 'content d', 'content d/b'],
  ['wget http://x.org/a', 'content a'],
  ['wget -P d http://x.org/a#b', 'content d', 'content d/a'],
  ['wget -O a u', 'content a'],
  ['tar -xzf a.tgz -C b', 'content b'],
  ['tar xf a.tgz --directory=b', 'content b'],
  ['tar -cf a.tgz b -C c', 'content a.tgz'],
  ['tar cfC a c b', 'content a'],
  ['tar c'],
  ['tar -x -C "$(date)"'],
  ['tar --create --file=a b', 'content a'],
  ['tar rf a b --remove-files', 'content a', 'remove b'],
  ['tar tf a'],
  ['qemu-img convert a b', 'content b'],
  ['qemu-img create -f raw a', 'content a'],
  ['qemu-img dd if=a of=b', 'content b'],
  ['qemu-img info a'],
  ['aria2c -o a u', 'content a'],
  ['aria2c -d b -o a u', 'content b/a', 'content b'],
  ["curl -w '%output{a}%{http_code}%output{>>b}' u", 'content a', 'content b'],
  ['pv -o a b', 'content a'],
  ['cpio -o --file=a', 'content /home/u/proj', 'content a'],
  ['tar -x -f a -C b -C c', 'content b', 'content b/c'],
  ['tar c -g a b', 'content a'],
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
  ['git log --output a', 'content a'],
  ['git diff --output-indicator-new=a'],
  ['git archive -o a HEAD', 'content a'],
  ['git archive -oa --prefix=b/ HEAD', 'content a'],
  ['git bundle create a HEAD', 'content a', 'content HEAD'],
  ['git bundle verify a'],
  ['git format-patch -o a HEAD~1', 'content a'],
  ['git format-patch HEAD~1 -o'],
  ['git log --output'],
  ['git fast-export --export-marks=a', 'content a'],
  ['git --work-tree=a checkout -f', 'content a'],
  ['GIT_WORK_TREE=a X=y git checkout', 'content a'],
  ['GIT_WORK_TREE=$(date) git checkout'],
  ['git apply --directory=a b', 'content b', 'content a'],
  ['git checkout-index -a --prefix=a/', 'content a'],
  ['git -C d switch b', 'content d'],
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

test('whether a command changes a file that is not known', () => {
  const rows: readonly (readonly [line: string, unknown: boolean])[] = [
    ['echo x > "$(date)"', true],
    ['rm "src/$(date)"', true],
    ['rm x', false],
    ['rm $(date)', true],
    ['ls | xargs rm', true],
    ['ls | xargs -I{} rm src/{}', true],
    ['cp a "$(date)"', true],
    ['curl "$(date)" -o x', false],
    ['curl x -o "$(date)"', true],
    ['sed s/a/b/ "$(date)"', false],
    ['grep x "$(date)"', false],
    ['"$(date)" x', false],
    ['cd "$(date)"; rm x', true],
    ['cd "$(date)"; rm /x', false],
  ];
  for (const [line, unknown] of rows) {
    const command = createLineFacts(line).line?.commands.findLast(({ place }) => !place.nested);
    assert.ok(command !== undefined, line);
    assert.equal(changesUnknown(command), unknown, line);
  }
});
