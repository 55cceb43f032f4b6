import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { sanitize } from '../../src/guard/sanitize.ts';
import { scanSkill, toStatus } from '../../src/guard/scan/scan-skill.ts';

/** The labelled texts, and what the sanitiser and the scanner make of them: gates, and the figures as they stand. */

interface Message {
  readonly id: string;
  readonly label: 'attack' | 'benign';
  readonly kind: string;
  readonly text: string;
}

interface Skill {
  readonly id: string;
  readonly expect: 'clean' | 'warn' | 'quarantine';
  readonly rules: readonly string[];
  readonly content: string;
}

const read = (file: string): readonly unknown[] =>
  readFileSync(join(import.meta.dirname, '..', 'cases', file), 'utf8')
    .trim()
    .split('\n')
    .map((line): unknown => JSON.parse(line));

const isRow = (row: unknown): row is object => typeof row === 'object' && row !== null;
const isMessage = (row: unknown): row is Message => isRow(row) && 'text' in row;
const isSkill = (row: unknown): row is Skill => isRow(row) && 'content' in row;

const SETTINGS = {
  enabled: true,
  mode: 'warn',
  minSeverity: 'medium',
  disabledPatterns: [],
  extraPatterns: [],
} as const;
const isCaught = ({ text }: Message): boolean => sanitize(text, SETTINGS).action !== 'none';

const share = <T>(rows: readonly T[], test: (row: T) => boolean): number => rows.filter(test).length / rows.length;

const HIDDEN = /^(?:delimiter|hidden-)/;

function measureMessages(file: string) {
  const rows = read(file).filter(isMessage);
  const attacks = rows.filter(({ label }) => label === 'attack');
  const benign = rows.filter(({ label }) => label === 'benign');
  return {
    count: [attacks.length, benign.length],
    caught: attacks.filter(isCaught).length,
    flagged: benign.filter(isCaught).length,
    missed: attacks.filter((row) => !isCaught(row)).map(({ id }) => id),
    canonical: share(
      attacks.filter(({ kind }) => kind === 'canonical'),
      isCaught,
    ),
    hidden: share(
      attacks.filter(({ kind }) => HIDDEN.test(kind)),
      isCaught,
    ),
  };
}

function measureSkills(file: string) {
  const rows = read(file)
    .filter(isSkill)
    .map((row) => {
      const findings = scanSkill([{ path: 'SKILL.md', text: row.content }]);
      const isNamed = row.rules.length === 0 || findings.some(({ rule }) => row.rules.includes(rule));
      return { ...row, status: toStatus(findings), isNamed };
    });
  const of = (expect: Skill['expect']) => rows.filter((row) => row.expect === expect);
  return {
    count: [of('clean').length, of('warn').length, of('quarantine').length],
    honestQuarantined: [...of('clean'), ...of('warn')].filter(({ status }) => status === 'quarantine').length,
    clean: share(of('clean'), ({ status }) => status === 'clean'),
    warn: share(of('warn'), ({ status, isNamed }) => status === 'warn' && isNamed),
    quarantined: share(of('quarantine'), ({ status, isNamed }) => status === 'quarantine' && isNamed),
  };
}

/** What stands here is measured; a change that moves it moves this line, and says why. */
const MESSAGES = {
  'messages.jsonl': { count: [233, 233], caught: 230, flagged: 0 },
  'scan-own.jsonl': { count: [369, 574], caught: 365, flagged: 3 },
} as const;

const SKILLS = {
  'skills.jsonl': { count: [40, 11, 41], honestQuarantined: 0, clean: 1, warn: 1, quarantined: 1 },
  'scan-own.jsonl': { count: [82, 11, 114], honestQuarantined: 0, clean: 1, warn: 1, quarantined: 112 / 114 },
} as const;

describe('labelled messages', () => {
  for (const [file, pinned] of Object.entries(MESSAGES)) {
    it(`${file} meets the gates and the figures`, (context) => {
      const { missed, canonical, hidden, ...measured } = measureMessages(file);
      const [attacks = 0, benign = 0] = measured.count;
      context.diagnostic(
        `${file}: caught ${measured.caught} of ${attacks}, flagged ${measured.flagged} of ${benign}; missed ${missed.join(' ')}`,
      );
      assert.ok(measured.flagged <= benign * 0.02, `benign flagged: ${measured.flagged}`);
      assert.ok(measured.caught >= attacks * 0.7, `attacks caught: ${measured.caught}`);
      assert.ok(canonical >= 0.95 && hidden >= 0.9, `canonical ${canonical}, delimiters and hidden text ${hidden}`);
      assert.deepEqual(measured, pinned);
    });
  }
});

describe('labelled skills', () => {
  for (const [file, pinned] of Object.entries(SKILLS)) {
    it(`${file} meets the gates and the figures [T126]`, (context) => {
      const measured = measureSkills(file);
      context.diagnostic(`${file}: ${JSON.stringify(measured)}`);
      assert.equal(measured.honestQuarantined, 0);
      assert.ok(measured.quarantined >= 0.9 && measured.warn >= 0.9);
      assert.deepEqual(measured, pinned);
    });
  }
});
