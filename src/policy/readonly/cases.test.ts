import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { readShellLine } from '../../shell/read.ts';
import { createFacts, createPolicy } from '../../testing/judge-facts.ts';
import type { ReadonlyPreset } from '../../vocab/policy.ts';
import { proveReadonly } from './prove.ts';

interface Row {
  readonly id: string;
  readonly command?: string;
  readonly expect: string;
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly policy?: Readonly<Record<string, unknown>>;
}

const rows = ['commands.jsonl', 'commands-2.jsonl'].flatMap((name) => {
  const text = readFileSync(new URL(`../../../test/cases/${name}`, import.meta.url), 'utf8');
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Row);
});

const texts = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];

function isProven(row: Row, command: string): boolean {
  const env = row.env ?? { HOME: '/home/u', PATH: '/usr/bin:/bin' };
  const line = readShellLine(command, { cwd: row.cwd ?? '/home/u/proj', home: '/home/u', env });
  if (line.kind !== 'line') return false;
  const proof = proveReadonly(
    line,
    createFacts({ line }),
    createPolicy({
      autoAllowReadonly: row.policy?.['approvals.auto_allow_readonly'] !== false,
      readonlyCommands: texts(row.policy?.['approvals.readonly_commands']).map((entry) => entry.split(' ')),
      readonlyPresets: texts(row.policy?.['approvals.readonly_presets']) as readonly ReadonlyPreset[],
    }),
  );
  return proof.line === null && proof.covered.every(Boolean);
}

/**
 * The rows that speak of this proof alone. A plain `ask` is one where no rule stands in front; where a danger class or
 * the floor answers (`ask-dangerous`, `deny-...`), the proof may say either.
 */
describe('the proof agrees with the cases', () => {
  for (const row of rows) {
    const { command, expect } = row;
    if (command === undefined || (expect !== 'allow-readonly' && expect !== 'ask')) continue;
    if (expect === 'ask' && row.policy?.['permissions'] !== undefined) continue;
    test(`${row.id} ${JSON.stringify(command)}`, () => {
      assert.equal(isProven(row, command), expect === 'allow-readonly');
    });
  }
});
