import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { matchesText } from '../../testing/policy-source.ts';
import type { LongRule } from '../../vocab/config.ts';
import type { Verdict } from '../../vocab/decision.ts';
import type { LayerName } from '../../vocab/policy.ts';
import { parseExpiry, parsePattern, parseRule, type RuleEntry } from './parse-rule.ts';

const parse = (pattern: string, value: Verdict | LongRule = 'allow', layer: LayerName = 'user') =>
  parseRule({ pattern, value, source: { layer, file: 'f.yml', line: 5 } }, matchesText);

describe('patterns', () => {
  const PATTERNS: readonly (readonly [string, string, string | null, string | null])[] = [
    ['shell git *', 'shell', 'git *', null],
    ['shell', 'shell', null, null],
    ['  read   ~/a b.txt  ', 'read', '~/a b.txt', null],
    ['gr* x', 'gr*', 'x', null],
    ['*', '*', null, null],
    ['grep pattern=pass*', 'grep', 'pass*', 'pattern'],
    ['* path=', '*', '', 'path'],
    ['shell NAME=x', 'shell', 'NAME=x', null],
    ['shell name=x', 'shell', 'name=x', null],
    ['ssh_command a=b', 'ssh_command', 'a=b', null],
    ['http_get https://x/?a=b', 'http_get', 'https://x/?a=b', null],
    ['github__push branch=main', 'github__push', 'main', 'branch'],
    ['', '', null, null],
  ];
  for (const [pattern, tool, argument, key] of PATTERNS) {
    test(JSON.stringify(pattern), () => assert.deepEqual(parsePattern(pattern), { tool, argument, key }));
  }
});

test('a rule holds all that was written, with its place', () => {
  const value: LongRule = {
    action: 'allow',
    because: 'releases',
    except: ['shell git push --force *', 'git push -f *'],
    danger: ['git-force-push'],
    tainted: true,
    expires: '2030-01-31',
  };
  assert.deepEqual(parse('shell git push *', value), {
    ok: true,
    value: {
      layer: 'user',
      file: 'f.yml',
      line: 5,
      text: 'shell git push *',
      action: 'allow',
      tool: 'shell',
      argument: 'git push *',
      key: null,
      because: 'releases',
      except: ['git push --force *', 'git push -f *'],
      danger: ['git-force-push'],
      tainted: true,
      expires: Date.UTC(2030, 0, 31, 23, 59, 59, 999),
    },
  });
});

test('tools of plugins and patterns that fit a tool are known', () => {
  for (const pattern of ['github__create x', 'github__* x', 'gr* x', '*', 'shell_* x'])
    assert.equal(parse(pattern).ok, true, pattern);
});

/** What is refused, with message and hint behind the rule's name. */
const REFUSED: readonly (readonly [string, Verdict | LongRule, string, LayerName?])[] = [
  ['', 'deny', 'it names no tool. (write `<tool> <pattern>`, such as `shell git *`)'],
  ['shel git *', 'deny', 'there is no tool shel. (did you mean shell?)'],
  ['kubectl *', 'deny', 'there is no tool kubectl. (for a shell command write `shell kubectl *`)'],
  ['zz* x', 'deny', 'there is no tool zz*. (for a shell command write `shell zz* *`)'],
  ['Shell ls', 'deny', 'there is no tool Shell. (did you mean shell?)'],
  [
    'read',
    { action: 'deny', danger: ['secret-read'] },
    'danger widens an allow rule only. (leave danger out: ask and deny hold for every class)',
  ],
  [
    'read',
    { action: 'ask', tainted: false },
    'tainted widens an allow rule only. (leave tainted out: ask and deny hold in every turn)',
  ],
  [
    'read',
    { action: 'allow', tainted: true },
    'tainted may not stand in this file. (put the rule into your own config.yml)',
    'project',
  ],
  [
    'read',
    { action: 'allow', tainted: true },
    'tainted may not stand in this file. (put the rule into your own config.yml)',
    'rules',
  ],
  ['read', { action: 'ask', expires: 'soon' }, '"soon" is no date. (write it as 2030-12-31)'],
  [
    'shell a *',
    { action: 'ask', match: ['a b', 'b'] },
    'it does not match its example "b". (mend the pattern or the example)',
  ],
  [
    'shell a *',
    { action: 'ask', not_match: ['a b', 'b'] },
    'it matches its example "a b". (mend the pattern or the example)',
  ],
];
for (const [pattern, value, expected, layer] of REFUSED) {
  test(`refuses ${JSON.stringify(pattern)} ${JSON.stringify(value)}`, () => {
    const parsed = parse(pattern, value, layer);
    assert.deepEqual(
      parsed.ok ? [] : parsed.error.map(({ file, line, message, hint }) => [file, line, `${message} (${hint})`]),
      [['f.yml', 5, `Rule "${pattern}": ${expected}`]],
    );
  });
}

test('tainted: false may stand anywhere beside allow', () => {
  assert.equal(parse('read', { action: 'allow', tainted: false }, 'project').ok, true);
});

test('an example is tried with the tool of the rule, or with one that fits its tool pattern', () => {
  const tried: string[] = [];
  const record = (pattern: string): void => {
    const value: LongRule = { action: 'ask', match: ['x'] };
    const entry: RuleEntry = { pattern, value, source: { layer: 'user', file: 'f', line: 1 } };
    assert.equal(parseRule(entry, (_rule, _example, tool) => tried.push(tool) > 0).ok, true);
  };
  ['read', '* a', 'w* a', 'github__push', 'github__* a'].forEach(record);
  assert.deepEqual(tried, ['read', 'shell', 'write', 'github__push', 'github__*']);
});

test('dates', () => {
  const DATES: readonly (readonly [string, number])[] = [
    ['2030-12-31', Date.UTC(2030, 11, 31, 23, 59, 59, 999)],
    ['2030-12-31T10:00Z', Date.UTC(2030, 11, 31, 10)],
    ['2030-12-31T10:00:05.5+02:00', Date.UTC(2030, 11, 31, 8, 0, 5, 500)],
    ['2028-02-29', Date.UTC(2028, 1, 29, 23, 59, 59, 999)],
    ['2030-02-29', Number.NaN],
    ['2030-13-01', Number.NaN],
    ['2030-12-31T10:00', Number.NaN],
    ['2030-12-31T25:00Z', Number.NaN],
    ['31.12.2030', Number.NaN],
    [' 2030-12-31', Number.NaN],
  ];
  for (const [text, at] of DATES) assert.equal(parseExpiry(text), at, text);
});
