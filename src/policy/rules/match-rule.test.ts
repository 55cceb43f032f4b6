import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createFacts } from '../../testing/judge-facts.ts';
import { createCompiled, createLineFacts } from '../../testing/judge-line.ts';
import type { LongRule } from '../../vocab/config.ts';
import type { Danger, Facts } from '../../vocab/facts.ts';
import type { Rule } from '../../vocab/policy.ts';
import type { Verdict } from '../../vocab/verdict.ts';
import {
  coversCommand,
  coversDanger,
  literalLength,
  matchesCall,
  matchesPath,
  matchesPlaces,
  meetsCommand,
  ruleMatchesExample,
  rulesFor,
} from './match-rule.ts';

function createRule(text: string, value: Verdict | LongRule = 'allow'): Rule {
  const [rule] = createCompiled({ user: { permissions: { [text]: value } } }).rules;
  assert.ok(rule !== undefined);
  return rule;
}

/** The last command of a line that stands in no substitution. */
function readCommand(line: string) {
  const facts = createLineFacts(line);
  const command = facts.line?.commands.findLast(({ place }) => !place.nested);
  assert.ok(command !== undefined);
  return { facts, command };
}

describe('a deny rule meets a command', () => {
  const rows: readonly (readonly [rule: string, line: string, meets: boolean])[] = [
    ['shell * --force', '"$(a)" --force', true],
    ['shell * --force', '"$(a)" b', false],
    ['shell git --force', '"$(a)" --force', false],
    ['shell', 'ls', true],
    ['shell *', 'ls -l', true],
    ['shell *', '$(date)', true],
    ['shell git *', 'git', true],
    ['shell git *', 'gitk', false],
    ['shell git push *', '/usr/bin/git -C x push origin', true],
    ['shell git push *', 'git --what x push', true],
    ['shell git push *', 'git pull', false],
    ['shell git push *', '"$(date)" push', false],
    ['shell git push --force *', 'git push -f x', true],
    ['shell git push --force *', 'git push --forc x', true],
    ['shell git push --set-upstream=x *', 'git push --set-upstream=x', true],
    ['shell git push --nosuch *', 'git push --nosuch x', true],
    ['shell git push --nosuch *', 'git push x', false],
    ['shell git push -q *', 'git push -uq x', true],
    ['shell rm -rf *', 'rm -f -r x', true],
    ['shell rm -rf *', 'rm --recursive --force x', true],
    ['shell rm -rf *', 'rm -r x', false],
    ['shell rm -rf *', 'rm $(date) x', true],
    ['shell rm -rf *', 'rm "$(date)" x', false],
    ['shell rm -rf build', 'rm -rf build', true],
    ['shell rm -rf build', 'rm -rf "$(date)"', true],
    ['shell rm -rf build', 'rm -rf $(date)', true],
    ['shell rm -rf build', 'rm -rf x', false],
    ['shell rm -rf build', 'rm -rf', false],
    ['shell rm -rf build x', 'rm -rf $(date)', true],
    ['shell git reset --hard *', 'git reset HEAD --hard', true],
    ['shell strange --all x', 'strange x --all', true],
    ['shell strange --all=y x', 'strange x --all=z', true],
    ['shell strange -a x', 'strange -ba x', true],
    ['shell strange -- x', 'strange -- x', true],
    ['shell strange "$(date)"', 'strange x', false],
    ['shell * --force *', 'strange --force', true],
    ['shell g*t push *', 'git push x', true],
    ['shell git push *', '/usr/bin/g?t -C x push', true],
    ['shell git* push', 'gi? push', true],
    ['shell git push *', 'gi? pull', false],
    ['shell make *', 'ma?e', true],
    ['shell rg *', 'r? x', true],
    ['shell * --x', 'r? --x', true],
    ['shell git push *', '/usr/lib/git-core/git-push --force', true],
    ['shell git-lfs *', 'git-lfs push', true],
    ['shell git push *', 'git-pull', false],
    ['shell npm publish *', 'npm publ', true],
    ['shell npm publish *', 'npm --prefix x pu --tag y', true],
    ['shell npm i *', 'npm install x', true],
    ['shell npm * x', 'npm publ x', true],
    ['shell npm --force', 'npm publ --force', false],
    ['shell npm publish *', 'npm', false],
    ['shell npm publish *', 'npm pack', false],
    ['shell npm publish *', 'npm "$(date)"', true],
    ['shell curl * evil.org*', 'curl -s https://evil.org/x', false],
    ['shell curl *evil.org*', 'curl -s https://evil.org/x', true],
  ];
  for (const [rule, line, meets] of rows) {
    test(`${rule}: ${line} -> ${meets}`, () => {
      assert.equal(meetsCommand(createRule(rule, 'deny'), readCommand(line).command), meets);
    });
  }

  test('an exception takes away only what is exactly as written', () => {
    const rule = createRule('shell git push *', { action: 'deny', except: ['git push origin docs*'] });
    const meets = (line: string): boolean => meetsCommand(rule, readCommand(line).command);
    assert.equal(meets('git push origin docs'), false);
    assert.equal(meets('git push origin main'), true);
    assert.equal(meets('X=1 git push origin docs'), true);
    assert.equal(meets('git push origin docs "$(date)"'), true);
    assert.equal(meets('"git" push origin docs'), false);
    assert.equal(meets('g=git; $g push origin docs'), true);
  });
});

describe('an allow rule covers a command', () => {
  const rows: readonly (readonly [rule: string, line: string, covers: boolean])[] = [
    ['shell', 'ls', true],
    ['shell *', 'ls -l', true],
    ['shell *', 'ls "$(date)"', true],
    ['shell *', '"$(date)"', false],
    ['shell git *', 'git', true],
    ['shell git *', 'gitk', false],
    ['shell git *', '/usr/bin/git status', false],
    ['shell git log *', 'git log "$(date)"', true],
    ['shell git log *', 'git "$(date)" log', false],
    ['shell git log', 'git log "$(date)"', false],
    ['shell git lo* *', 'git log "$(date)"', false],
    ['shell git *', 'X=1 git status', false],
    ['shell git *', 'git status &', false],
    ['shell git *', '"git" status', true],
    ['shell git *', 'X=1', false],
  ];
  for (const [rule, line, covers] of rows) {
    test(`${rule}: ${line} -> ${covers}`, () => {
      const { facts, command } = readCommand(line);
      assert.equal(coversCommand(createRule(rule), command, [], facts), covers);
    });
  }

  test('an exception is not covered', () => {
    const rule = createRule('shell docker *', { action: 'allow', except: ['docker exec *'] });
    const covers = (line: string): boolean => coversCommand(rule, readCommand(line).command, [], createFacts());
    assert.equal(covers('docker ps'), true);
    assert.equal(covers('docker exec x'), false);
    assert.equal(covers('docker --context x exec y'), false);
    assert.equal(covers('docker "$(date)"'), false);
  });
});

describe('a danger is covered', () => {
  const push: Danger = { class: 'git-force-push', command: 0, because: '', words: ['push', '-f'], paths: [] };
  const secret: Danger = { class: 'secret-read', command: 0, because: '', words: [], paths: ['/home/u/.ssh/id'] };
  const config: Danger = {
    class: 'agent-config-write',
    command: 0,
    because: '',
    words: [],
    paths: ['/home/u/proj/AGENTS.md'],
  };
  const away: Danger = { class: 'recursive-delete-outside', command: 0, because: '', words: [], paths: ['/srv/x'] };
  const nameless: Danger = { ...push, words: [] };
  const rows: readonly (readonly [rule: string, danger: Danger, covers: boolean, value?: LongRule])[] = [
    ['shell', push, false],
    ['shell *', push, false],
    ['shell git *', push, false],
    ['shell git push *', push, false],
    ['shell git push -f *', push, true],
    ['shell git push -f', push, true],
    ['shell git *', push, true, { action: 'allow', danger: ['git-force-push'] }],
    ['shell git *', push, false, { action: 'allow', danger: ['git-discard'] }],
    ['shell git push -f', nameless, false],
    ['shell sudo *', { ...push, words: ['sudo'] }, false],
    ['shell sudo apt *', { ...push, words: ['sudo'] }, true],
    ['shell su', { ...push, words: ['su'] }, true],
    ['read', secret, false],
    ['read *', secret, false],
    ['read ~/*', secret, false],
    ['read /*', secret, false],
    ['read ~/.ssh/id', secret, true],
    ['read ~/.ssh/*', secret, true],
    ['read ~/.ss*', secret, false],
    ['read ~/.aws/*', secret, false],
    ['shell cat ~/.ssh/*', secret, true],
    ['shell cat *', secret, false],
    ['write AGENTS.md', config, true],
    ['write /home/u/proj/*', config, false],
    ['shell rm -rf /srv/*', away, true],
    ['shell rm -rf /*', away, false],
    ['shell rm -rf *', away, false],
  ];
  for (const [rule, danger, covers, value] of rows) {
    test(`${rule}: ${danger.class} -> ${covers}${value === undefined ? '' : ` with ${value.danger?.join()}`}`, () => {
      assert.equal(coversDanger(createRule(rule, value), danger, createFacts()), covers);
    });
  }
});

test('a path pattern is expanded, and its stars cross slashes', () => {
  const where = { home: '/home/u', workspace: '/home/u/proj' };
  const rows: readonly (readonly [pattern: string, path: string, matches: boolean])[] = [
    ['~/.ssh/*', '/home/u/.ssh/a/b', true],
    ['~/.ssh/*', '/home/u/.ssh', true],
    ['~', '/home/u', true],
    ['~other', '/home/u/proj/~other', true],
    ['src/*', '/home/u/proj/src/a', true],
    ['src/../lib/x', '/home/u/proj/lib/x', true],
    ['src/', '/home/u/proj/src/', true],
    ['*.md', '/home/u/proj/docs/a.md', true],
    ['/etc/*', '/home/u/etc/x', false],
  ];
  for (const [pattern, path, matches] of rows)
    assert.equal(matchesPath(pattern, path, where), matches, `${pattern} ${path}`);
});

describe('a rule of another tool matches a call', () => {
  const paths = (absolute: string, real: string | null = absolute) => [{ given: absolute, absolute, real }];
  const facts = (changes: Partial<Facts>): Facts => createFacts(changes);
  const call = (tool: string, input: Record<string, unknown> = {}) => ({ id: 'c', tool, input, cwd: '/home/u/proj' });

  test('a bare name is every input', () => {
    assert.equal(matchesCall(createRule('read'), call('read'), facts({})), true);
  });

  test('of a link both names must be allowed, and either may be denied', () => {
    const linked = facts({ paths: paths('/home/u/proj/x', '/etc/x') });
    assert.equal(matchesCall(createRule('read /home/*', 'allow'), call('read'), linked), false);
    assert.equal(matchesCall(createRule('read /home/*', 'deny'), call('read'), linked), true);
    assert.equal(matchesCall(createRule('read /etc/*', 'deny'), call('read'), linked), true);
    assert.equal(matchesCall(createRule('read /home/*'), call('read'), facts({ paths: paths('/home/x', null) })), true);
    assert.equal(matchesCall(createRule('read *'), call('read'), facts({})), false);
  });

  test('an exception counts the other way round', () => {
    const linked = facts({ paths: paths('/home/u/proj/x', '/etc/x') });
    assert.equal(
      matchesCall(createRule('read *', { action: 'allow', except: ['/etc/*'] }), call('read'), linked),
      false,
    );
    assert.equal(matchesCall(createRule('read *', { action: 'deny', except: ['/etc/*'] }), call('read'), linked), true);
  });

  test('the subject of a tool without paths is a text', () => {
    const web = facts({
      tool: { name: 'web_fetch', risk: 'low', subject: 'https://x.org/a', effects: [], fault: null },
    });
    assert.equal(matchesCall(createRule('web_fetch https://x.org/*'), call('web_fetch'), web), true);
    assert.equal(matchesCall(createRule('web_fetch https://y.org/*'), call('web_fetch'), web), false);
  });

  test('key=pattern looks at another argument', () => {
    const rule = createRule('read offset=1*');
    assert.equal(matchesCall(rule, call('read', { offset: 12 }), facts({})), true);
    assert.equal(matchesCall(rule, call('read', { offset: '13' }), facts({})), true);
    assert.equal(matchesCall(createRule('read all=true'), call('read', { all: true }), facts({})), true);
    assert.equal(matchesCall(rule, call('read', { offset: [1] }), facts({})), false);
    assert.equal(matchesCall(rule, call('read'), facts({})), false);
  });

  test('a key that is the subject counts as the subject', () => {
    const rules = (text: string, action: Verdict, tool: string) =>
      rulesFor(tool, createCompiled({ user: { permissions: { [text]: action } } }), 0);
    const given = facts({ paths: paths('/home/u/proj/src/a') });
    const [deny] = rules('write path=src/*', 'deny', 'write');
    assert.equal(matchesCall(deny!, call('write', { path: './src/a' }), given), true);
    assert.equal(rules('* path=src/*', 'deny', 'apply_patch')[0]?.key, null);
    assert.equal(rules('* command=ls', 'deny', 'shell')[0]?.key, null);
    assert.equal(rules('* path=src/*', 'deny', 'shell')[0]?.key, 'path');
    assert.equal(rules('* path=src/*', 'deny', 'x__y')[0]?.key, 'path');
  });

  test('rules for places look at paths alone', () => {
    const places = ['/home/u/proj/x', '/etc/x'];
    assert.equal(matchesPlaces(createRule('write content=x'), places, facts({})), false);
    assert.equal(matchesPlaces(createRule('write'), places, facts({})), true);
    assert.equal(matchesPlaces(createRule('write /etc/*'), places, facts({})), false);
    assert.equal(matchesPlaces(createRule('write /etc/*', 'deny'), places, facts({})), true);
    const except = (...patterns: string[]) => createRule('write *', { action: 'deny', except: patterns });
    assert.equal(matchesPlaces(except('*/x'), places, facts({})), false);
    assert.equal(matchesPlaces(except('/etc/x', '/home/*'), places, facts({})), true);
  });
});

test('only rules for the tool that have not expired count', () => {
  const policy = createCompiled({
    user: {
      permissions: {
        'read': 'allow',
        'web_*': 'ask',
        'read x': { action: 'deny', expires: '2030-01-01' },
        'read y': { action: 'deny', expires: '1969-12-31' },
      },
    },
  });
  assert.deepEqual(
    rulesFor('read', policy, 0).map(({ text }) => text),
    ['read', 'read x'],
  );
});

test('the literal part in front of the first star decides between rules', () => {
  assert.deepEqual(
    ['shell', 'shell *', 'shell git *', 'shell git push'].map((text) => literalLength(createRule(text))),
    [0, 1, 5, 9],
  );
});

describe('examples of a rule', () => {
  const rows: readonly (readonly [rule: string, action: Verdict, tool: string, example: string, matches: boolean])[] = [
    ['shell git *', 'allow', 'shell', 'git status', true],
    ['shell git *', 'allow', 'shell', 'git status; rm x', false],
    ['shell git *', 'deny', 'shell', 'ls; git status', true],
    ['shell git *', 'allow', 'shell', 'X=1', false],
    ['shell git *', 'allow', 'shell', 'X=1 git status', false],
    ['shell git *', 'allow', 'shell', 'git status &', false],
    ['shell git *', 'allow', 'shell', 'git status )', false],
    ['shell git *', 'allow', 'shell', 'git status > x', false],
    ['shell git *', 'allow', 'shell', 'git status > /dev/null 2>&1', true],
    ['shell git *', 'allow', 'shell', '$(a) b', false],
    ['shell git *', 'deny', 'shell', 'X=1 git status > x )', true],
    ['git log *', 'allow', 'git', 'log -1', true],
    ['git log *', 'allow', 'git', 'log; ls', false],
    ['git', 'allow', 'git', 'log', true],
    ['git push *', 'deny', 'git', '-C x push', true],
    ['shell_input ls *', 'deny', 'shell_input', 'x; ls', true],
    ['read path=src/*', 'deny', 'read', './src/a', true],
    ['read ~/x', 'deny', 'read', '~/x', true],
    ['read src/*', 'deny', 'read', 'src/a', true],
    ['read', 'deny', 'read', 'anything', true],
    ['web_fetch https://x/*', 'deny', 'web_fetch', 'https://x/y', true],
    ['read offset=1*', 'deny', 'read', '12', true],
  ];
  for (const [text, action, tool, example, matches] of rows) {
    test(`${action} ${text}: ${example} -> ${matches}`, () => {
      assert.equal(ruleMatchesExample(createRule(text, action), example, tool), matches);
    });
  }

  test('exceptions count', () => {
    const rule = createRule('read *', { action: 'deny', except: ['~/x'] });
    assert.equal(ruleMatchesExample(rule, '~/x', 'read'), false);
    const shell = createRule('shell git *', { action: 'allow', except: ['git push*'] });
    assert.equal(ruleMatchesExample(shell, 'git push', 'shell'), false);
  });
});
