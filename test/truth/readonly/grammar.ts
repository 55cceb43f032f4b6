import fc from 'fast-check';
import type { ReadonlyHead } from '../../../src/policy/readonly/head.ts';
import { DEV_HEADS } from '../../../src/policy/readonly/heads/dev.ts';
import { FILE_HEADS } from '../../../src/policy/readonly/heads/files.ts';
import { GIT_PRESET_HEADS } from '../../../src/policy/readonly/heads/git-preset.ts';
import { GIT_HEADS } from '../../../src/policy/readonly/heads/git.ts';
import { SEARCH_HEADS } from '../../../src/policy/readonly/heads/search.ts';
import { SYSTEM_HEADS } from '../../../src/policy/readonly/heads/system.ts';
import { TEXT_HEADS } from '../../../src/policy/readonly/heads/text.ts';

/** A line, where it runs, and whether the opt-in presets are on. */
export interface Candidate {
  readonly line: string;
  readonly cwd: string;
  readonly presets: boolean;
}

type Text = fc.Arbitrary<string>;
type Heads = Readonly<Record<string, ReadonlyHead>>;

/** Every program that the proof may let through; npm, which keeps logs of its own, is left out here. */
export const HEADS: ReadonlySet<string> = new Set([
  ...Object.keys({ ...FILE_HEADS, ...SEARCH_HEADS, ...TEXT_HEADS, ...SYSTEM_HEADS, ...DEV_HEADS }),
  'git',
]);

/** They wait for more by design, which would only make the test slow. */
const ENDLESS = new Set(['-f', '-F', '--follow', '--retry', '--pid', '-s', '--sleep-interval', '--seconds', '--watch']);

const pick = (...texts: readonly string[]): Text => fc.constantFrom(...texts);
const words = (text: string): Text => pick(...text.split(' '));

const path = fc.oneof(
  {
    weight: 6,
    arbitrary: words('README.md src src/main.ts src/util.py data.json . ./src docs new.txt link sub names0'),
  },
  {
    weight: 2,
    arbitrary: pick("'docs/a b.txt'", '"docs/a b.txt"', 'docs/a\\ b.txt', '.gitattributes', '..', '../plain'),
  },
  {
    weight: 1,
    arbitrary: words(
      'missing dangling empty - packed.gz .git/HEAD .git/config bare /etc/hostname /dev/null .env.example',
    ),
  },
  {
    weight: 1,
    arbitrary: pick('*.md', 'src/*', '*', '[a-z]*', '"$HOME"', '$HOME', '~', '$UNSET', '{src,docs}', '"$UNSET"'),
  },
);

const value = fc.oneof(
  { weight: 4, arbitrary: words('1 3 0 10 auto never always name size none all') },
  {
    weight: 3,
    arbitrary: pick('alpha', 'TODO', "'%s %n'", "'%H %an'", "'*.md'", 'iso', '+%F', 'f', 'd', "'a|b'", 'utf-8'),
  },
  { weight: 1, arbitrary: path },
  {
    weight: 1,
    arbitrary: pick("'%G?'", "'%G? %h'", 'made', 'out.txt', '/tmp/made', 'sh', "'sh -c true'", 'HEAD', 'x=y', "''"),
  },
);

/** One use of a flag, in one of the spellings that programs take; sometimes cut short, as getopt allows. */
function useOf(name: string, arity: 0 | 1 | 'attached'): Text {
  const long = name.startsWith('--');
  const cut = fc.integer({ min: 3, max: Math.max(3, name.length) }).map((length) => name.slice(0, length));
  const spelling = long
    ? fc.oneof({ weight: 5, arbitrary: fc.constant(name) }, { weight: 1, arbitrary: cut })
    : fc.constant(name);
  const glue = long ? '=' : '';
  if (arity === 0)
    return fc.oneof(
      { weight: 9, arbitrary: spelling },
      { weight: 1, arbitrary: value.map((text) => `${name}${glue}${text}`) },
    );
  const glued = fc.tuple(spelling, value).map(([flag, text]) => `${flag}${glue}${text}`);
  const apart = fc.tuple(spelling, value).map(([flag, text]) => `${flag} ${text}`);
  return arity === 1 ? fc.oneof(glued, apart) : fc.oneof(spelling, glued);
}

const unknownFlag = pick(
  '--output=made',
  '-o made',
  '--made',
  '-Y',
  '--exec=sh',
  '--pre=sh',
  '-C .',
  '--help',
  '--version',
  '--',
  '-',
);

function flagsOf({ table }: ReadonlyHead): Text {
  const names = Object.keys(table.flags).filter((name) => !ENDLESS.has(name) || table.head !== 'tail');
  if (names.length === 0) return unknownFlag;
  const harmless = names.filter(
    (name) => table.flags[name]?.effect === 'none' || table.flags[name]?.effect === 'reads',
  );
  const some = (of: readonly string[]): Text =>
    fc.constantFrom(...of).chain((name) => useOf(name, table.flags[name]?.arity ?? 0));
  const letters = harmless.filter((name) => /^-[A-Za-z]$/.test(name)).map((name) => name.slice(1));
  const options: { weight: number; arbitrary: Text }[] = [
    { weight: 2, arbitrary: some(names) },
    { weight: 1, arbitrary: unknownFlag },
  ];
  if (harmless.length > 0) options.push({ weight: 20, arbitrary: some(harmless) });
  if (letters.length > 1) {
    const cluster = fc.array(fc.constantFrom(...letters), { minLength: 2, maxLength: 4 });
    options.push({ weight: 6, arbitrary: cluster.map((chosen) => `-${chosen.join('')}`) });
  }
  return fc.oneof(...options);
}

const several = (item: Text, max: number): Text => fc.array(item, { maxLength: max }).map((items) => items.join(' '));
const join = (...parts: readonly Text[]): Text =>
  fc.tuple(...parts).map((texts) => texts.filter((text) => text !== '').join(' '));

const pattern = pick('alpha', 'TODO', "'a.*b'", '"rm -rf"', "'$HOME'", '-e beta', '.');

function commandOf(name: string, spec: ReadonlyHead): Text {
  const operands = spec.files === 'none' ? pick('', '', '', 'README.md', '0') : several(path, 3);
  const first = spec.files === 'behind-pattern' ? pattern : pick('');
  const flags = several(flagsOf(spec), 3);
  return join(pick(name), flags, first, operands, fc.option(flagsOf(spec), { nil: '', freq: 8 }));
}

const commandsOf = (heads: Heads): Text =>
  fc.oneof(...Object.entries(heads).flatMap(([name, spec]) => (name === 'npm' ? [] : [commandOf(name, spec)])));

const revision = words('HEAD HEAD~1 main side v1 HEAD:README.md main..side HEAD^ @ --all -- missing');

const gitOf = (heads: Heads): Text =>
  fc.oneof(
    ...Object.entries(heads).map(([name, spec]) =>
      join(
        pick(
          'git',
          'git',
          'git',
          'git',
          'git',
          'git --no-pager',
          'git -C src',
          'git -C sub',
          'git -P',
          'git -c core.pager=sh',
          'git --git-dir=bare',
        ),
        pick(name),
        several(flagsOf(spec), 3),
        several(revision, 2),
        fc.option(
          several(path, 2).map((text) => `-- ${text}`),
          { nil: '', freq: 3 },
        ),
      ),
    ),
  );

const findTest = fc.oneof(
  {
    weight: 6,
    arbitrary: pick(
      "-name '*.md'",
      '-type f',
      '-maxdepth 2',
      '-print',
      '-not -path ./x',
      '-size +1k',
      '-newer README.md',
      '-ls',
      '-print0',
      '-empty',
      "\\( -name a -o -name 'b*' \\)",
      '! -type d',
      '-prune',
      '-quit',
      "-printf '%p\\n'",
      "-regex '.*md'",
    ),
  },
  {
    weight: 1,
    arbitrary: pick(
      '-delete',
      '-exec rm {} \\;',
      '-exec touch made +',
      '-execdir sh -c true \\;',
      '-ok rm {} \\;',
      '-fprint made',
      '-fls made',
      "-fprintf made '%p'",
      '-fprint0 made',
      '-files0-from names0',
      '-exec cat {} +',
    ),
  },
);

const find = join(
  pick('find'),
  several(pick('-L', '-P', '-H', '-O2', '-D tree'), 1),
  several(path, 2),
  several(findTest, 3),
);

const echo = join(pick('echo'), several(fc.oneof(path, pick('-n', '-e', "'a b'", '"x"', '>made', '`date`')), 3));

const notListed = pick(
  'touch made',
  'cp README.md made',
  'tee made',
  'sed -n 1p README.md',
  'sed -i s/a/b/ README.md',
  'mkdir made',
  'true',
  'env ls',
  'xargs ls',
  './planted',
  'git stash',
  'git checkout side',
  'git fetch',
  'git st',
  'git ls',
  'man ls',
  'less README.md',
  'curl http://127.0.0.1:9',
  'awk 1 README.md',
  'sort -o made README.md',
  'cd src',
  'cd sub',
);

const command = fc.oneof(
  { weight: 8, arbitrary: commandsOf(FILE_HEADS) },
  { weight: 5, arbitrary: commandsOf(SEARCH_HEADS) },
  { weight: 4, arbitrary: commandsOf(TEXT_HEADS) },
  { weight: 2, arbitrary: commandsOf(SYSTEM_HEADS) },
  { weight: 1, arbitrary: commandsOf(DEV_HEADS) },
  { weight: 14, arbitrary: gitOf(GIT_HEADS) },
  { weight: 6, arbitrary: gitOf(GIT_PRESET_HEADS) },
  { weight: 5, arbitrary: find },
  { weight: 3, arbitrary: echo },
  { weight: 1, arbitrary: notListed },
);

const around = fc.oneof(
  { weight: 30, arbitrary: pick('') },
  {
    weight: 4,
    arbitrary: pick(' 2>/dev/null', ' >/dev/null', ' 2>&1', ' < README.md', ' &>/dev/null', ' < /dev/null'),
  },
  {
    weight: 1,
    arbitrary: pick(
      ' > made',
      ' >> made',
      ' 2> made',
      ' >| made',
      ' <> made',
      ' &',
      ' # x',
      ' <<< a',
      ' > "$HOME/made"',
      ' >&made',
    ),
  },
);

const segment = fc.tuple(command, around).map((parts) => parts.join(''));

const whole = fc.oneof(
  { weight: 20, arbitrary: segment },
  {
    weight: 6,
    arbitrary: fc
      .tuple(segment, pick(' | ', ' && ', ' || ', '; ', '|', ' &&\n'), segment)
      .map((parts) => parts.join('')),
  },
  { weight: 2, arbitrary: fc.tuple(segment, segment, segment).map((parts) => parts.join(' | ')) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(pick('cd src && ', 'cd sub && ', 'A=1 ', 'GIT_DIR=bare ', '! ', 'time ', '( ', '$(echo ls) '), segment)
      .map((parts) => parts.join('')),
  },
);

/** One line of eight has a backslash-newline somewhere. */
const continued = fc.tuple(whole, fc.option(fc.nat(200), { freq: 8 })).map(([text, at]) => {
  if (at === null) return text;
  const place = at % (text.length + 1);
  return `${text.slice(0, place)}\\\n${text.slice(place)}`;
});

export const candidates = (folders: readonly string[]): fc.Arbitrary<Candidate> =>
  fc.record({ line: continued, cwd: fc.constantFrom(...folders), presets: fc.boolean() });
