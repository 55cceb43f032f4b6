import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createFacts } from '../../testing/judge-facts.ts';
import {
  findListedInText,
  holdsListedFile,
  isHomeOrAbove,
  isListedFile,
  isUnreadable,
  isWholeHome,
  listedFiles,
} from './listed-files.ts';

const FACTS = createFacts({ agentHome: '/home/u/.bailiwick', workspace: '/w', cwd: '/w', home: '/home/u' });
const inHome = (names: string): readonly string[] => names.split(' ').map((name) => `/home/u/.bailiwick/${name}`);

const FILES = 'config.yml rules.yml trust.json credentials.json state.db state.db-wal state.db-shm';

describe('what steers the judge', () => {
  const listed = [
    ...inHome(`${FILES} security cache tls security/x cache/a/b tls/k`),
    ...inHome('*.yml con* r?les.yml trust.[j]son *.db-wal stat* sec* c*/x t?s/a/b *'),
    '/home/*/.bailiwick/config.yml',
    '/home/u/.bail*/state.db',
    '/w/.bailiwick/config.yml',
    '/w/.bailiwick/plugins',
    '/w/.bailiwick/plugins/a/b',
    '/other/.bailiwick/config.yml',
    '/w/.bailiwick/con*',
    '/w/.bailiwick/plug*/x',
    '/w/.bailiwick/*',
    '/w/.*/config.yml',
  ];
  const free = [
    ...inHome('skills skills/x notes config.yml.bak security.txt cached rules'),
    ...inHome('*.txt sk* notes/* config.yml/x*'),
    '/home/u/.bailiwick',
    '/home/u/config.yml',
    '/w/.bailiwick/skills/x',
    '/w/.bailiwick/config.yml.bak',
    '/w/.bailiwick/pluginsx',
    '/w/config.yml',
    '/w/*.yml',
    '/w/bailiwick/config.yml',
  ];
  for (const path of listed) test(`${path}: listed`, () => assert.equal(isListedFile(path, FACTS), true));
  for (const path of free) test(`${path}: not`, () => assert.equal(isListedFile(path, FACTS), false));

  test('is found by a search in these places', () => {
    assert.deepEqual(listedFiles(FACTS), ['/home/u/.bailiwick', ...inHome(`${FILES} security cache tls`)]);
  });
});

test('what may not even be read', () => {
  const rows: readonly (readonly [path: string, refused: boolean])[] = [
    ...inHome('credentials.json state.db state.db-wal state.db-shm cred* *.db sta?e.db* *').map(
      (path) => [path, true] as const,
    ),
    ...inHome('config.yml rules.yml x/state.db state.db.bak *.yml x/state* ').map((path) => [path, false] as const),
    ['/home/*/.bailiwick/state.db', true],
    ['/w/state.db', false],
    ['/w/state*', false],
    ['/home/u/.bailiwick', false],
  ];
  for (const [path, refused] of rows) assert.equal(isUnreadable(path, FACTS), refused, path);
});

test('what holds a listed file, and what lies above', () => {
  const rows: readonly (readonly [path: string, holds: boolean, above: boolean, whole: boolean])[] = [
    ['/home/u/.bailiwick', true, true, true],
    ['/home/u/.bail*', true, true, true],
    ['/home/*/.bailiwick', true, true, true],
    ['/home/u/*', true, false, false],
    ['/home/u/.*', true, true, true],
    ['/home/u', false, true, false],
    ['/home/*', false, true, false],
    ['/home', false, true, false],
    ['/', false, true, false],
    ['/w/.bailiwick', true, false, false],
    ['/w', false, false, false],
    ['/w/*', false, false, false],
    ['/home/u/.bailiwick/skills', false, false, false],
    ['/home/u/.bailiwick/*', false, false, false],
  ];
  for (const [path, holds, above, whole] of rows)
    assert.deepEqual(
      [holdsListedFile(path, FACTS), isHomeOrAbove(path, FACTS), isWholeHome(path, FACTS)],
      [holds, above, whole],
      path,
    );
});

describe('a listed path inside a text', () => {
  const rows: readonly (readonly [text: string, found: string | null])[] = [
    ["open('/home/u/.bailiwick/rules.yml')", '/home/u/.bailiwick/rules.yml'],
    ["open('~/.bailiwick/rules.yml')", '~/.bailiwick/rules.yml'],
    ['"$HOME/.bailiwick/state.db"', '$HOME/.bailiwick/state.db'],
    ['${HOME}/.bailiwick/state.db', '${HOME}/.bailiwick/state.db'],
    ['.bailiwick/config.yml', '.bailiwick/config.yml'],
    ['./.bailiwick/plugins/x, and more', './.bailiwick/plugins/x'],
    ['see /home/u/.bailiwick/config.yml.', '/home/u/.bailiwick/config.yml.'],
    ['/srv/x and /home/u/.bailiwick/tls/key', '/home/u/.bailiwick/tls/key'],
    ['/home/u/.bailiwick/skills/x', null],
    ['/home/u/.bailiwick', null],
    ['rules.yml', null],
    ['', null],
  ];
  for (const [text, found] of rows)
    test(JSON.stringify(text), () => assert.equal(findListedInText(text, FACTS), found));
});
