import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { compilePolicy } from '../../policy/compile.ts';
import { LISTS, mergeList, mergeScalar, SCALARS, type ListKey, type ScalarKey } from '../../policy/config/settings.ts';
import type { PolicySource } from '../../policy/config/source.ts';
import { matchesText, toSource } from '../../testing/policy-source.ts';
import type { ConfigFile } from '../../vocab/config.ts';
import { READONLY_PRESETS, type LayerName } from '../../vocab/policy.ts';
import { parseSource } from './read-source.ts';

const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
const words = fc.array(fc.constantFrom('a', 'b', 'c d', ''), { maxLength: 3 });

/** A configuration with any of the settings that layers can disagree about; absent ones are left out. */
const config: fc.Arbitrary<ConfigFile> = fc
  .record({
    tools: fc.record({ workspace_strict: optional(fc.boolean()), shell: optional(fc.boolean()) }),
    security: fc.record({
      confirm_policy: optional(fc.constantFrom('confirm_all' as const, 'dangerous_only' as const, true, false)),
      require_confirmation_for_shell: optional(fc.boolean()),
      ask_rules_hold_in_yolo: optional(fc.boolean()),
      taint: optional(fc.constantFrom('off' as const, 'ask' as const, 'deny' as const)),
      command_allowlist: optional(words),
    }),
    sandbox: fc.record({
      mode: optional(fc.constantFrom('auto' as const, 'off' as const, 'require' as const)),
      network: optional(fc.constantFrom('on' as const, 'off' as const)),
      on_unavailable: optional(fc.constantFrom('warn' as const, 'deny' as const)),
      writable: optional(fc.array(fc.constantFrom('/a', '~/b'), { maxLength: 2 })),
    }),
    approvals: fc.record({
      mode: optional(fc.constantFrom('manual' as const, 'auto' as const, 'skip' as const)),
      auto_allow_readonly: optional(fc.boolean()),
      readonly_presets: optional(fc.array(fc.constantFrom(...READONLY_PRESETS), { maxLength: 2 })),
      wait_timeout_seconds: optional(fc.option(fc.integer({ min: 1, max: 9 }))),
    }),
    permissions: fc.dictionary(
      fc.constantFrom('read x', 'shell a *', 'write'),
      fc.constantFrom('allow', 'ask', 'deny'),
    ),
  })
  .map((value) => JSON.parse(JSON.stringify(value)) as ConfigFile);

const below: fc.Arbitrary<readonly PolicySource[]> = fc.array(
  fc
    .tuple(config, fc.constantFrom<LayerName>('user', 'rules', 'session'))
    .map(([value, layer]) => toSource(value, layer)),
  { maxLength: 3 },
);

const ignore = (): void => undefined;

describe('laws of layers', () => {
  test('no layer below the system file loosens what that file sets', () => {
    const isKept = <T>(key: ScalarKey<T>, system: PolicySource, others: readonly PolicySource[]): boolean => {
      const held = mergeScalar(key, [system], ignore);
      return held.source === null || !key.isLooser(mergeScalar(key, [system, ...others], ignore).value, held.value);
    };
    fc.assert(
      fc.property(config, below, (held, others) => {
        const system = toSource(held, 'system');
        for (const key of Object.values(SCALARS)) assert.ok(isKept(key as ScalarKey<unknown>, system, others), key.key);
        for (const key of Object.values(LISTS)) {
          const isClosed = key.pick(held)?.length === 0;
          const merged = mergeList(key as ListKey<unknown>, [system, ...others], ignore);
          assert.ok(!isClosed || merged.length === 0, key.key);
        }
      }),
    );
  });

  test('a deny of any layer is in every policy, and what a project adds is never an allow', () => {
    fc.assert(
      fc.property(below, config, (others, project) => {
        const sources = [...others, toSource(project, 'project')];
        const policy = compilePolicy(sources, matchesText);
        assert.ok(policy.ok);
        const denies = sources
          .flatMap(({ config }) => Object.values(config.permissions ?? {}))
          .filter((a) => a === 'deny');
        assert.equal(policy.value.rules.filter(({ action }) => action === 'deny').length, denies.length);
        assert.ok(policy.value.rules.every(({ layer, action }) => layer !== 'project' || action !== 'allow'));
      }),
    );
  });

  test('the order of rules and entries has no meaning for the digest', () => {
    fc.assert(
      fc.property(config, (value) => {
        const turned: ConfigFile = {
          ...value,
          permissions: Object.fromEntries(Object.entries(value.permissions ?? {}).toReversed()),
        };
        const digest = (one: ConfigFile) => {
          const policy = compilePolicy([toSource(one)], matchesText);
          return policy.ok && policy.value.digest;
        };
        assert.equal(digest(turned), digest(value));
      }),
    );
  });
});

describe('laws of reading', () => {
  const origin = { layer: 'user', file: '/f.yml' } as const;
  const isSettled = (text: string): void => {
    const source = parseSource(text, origin, { home: '/h', env: {} });
    if (!source.ok) assert.ok(source.error.length > 0 && source.error.every(({ message, hint }) => message && hint));
  };

  test('any text is either a configuration or faults, never an exception', () => {
    const pieces = fc.constantFrom(
      ...[
        'a:',
        ' ',
        '\n',
        '  ',
        '- ',
        '*x',
        '&x',
        '"',
        "'",
        '{',
        '}',
        '[',
        ']',
        ': ',
        '#',
        '!!t',
        '? ',
        '<<',
        '|',
        '>',
        '\t',
      ],
      ...[
        'security:',
        'permissions:',
        '__proto__:',
        '"shell *": ',
        'allow',
        '${A}',
        '{file:x}',
        '\u0000',
        '---',
        '...',
      ],
    );
    const text = fc.array(pieces, { maxLength: 25 }).map((parts) => parts.join(''));
    fc.assert(fc.property(fc.oneof(text, fc.string({ unit: 'binary' })), isSettled), { numRuns: 400 });
  });

  test('what JSON says is read as what it says', () => {
    fc.assert(
      fc.property(config, (value) => {
        assert.deepEqual(parseSource(JSON.stringify(value), origin, { home: '/h', env: {} }), {
          ok: true,
          value: { ...origin, trusted: true, config: value, lines: linesOf(value) },
        });
      }),
    );
  });

  const linesOf = (value: ConfigFile): ReadonlyMap<string, number> => {
    const source = parseSource(JSON.stringify(value), origin, { home: '/h', env: {} });
    assert.ok(source.ok && [...source.value.lines.values()].every((line) => line === 1));
    return source.value.lines;
  };
});
