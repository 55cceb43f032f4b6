import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { openChecker } from '../../src/app/open-checker.ts';
import type { Decision } from '../../src/vocab/decision.ts';
import { readAttacks, readCases, showQuestion, type Case, type Expectation } from './case-files.ts';
import { createEmptyHome } from './empty-home.ts';

const home = createEmptyHome();
after(() => home[Symbol.dispose]());

const checker = await openChecker(home.world);

interface JudgedCase {
  readonly row: Case;
  readonly decision: Decision;
}

async function judgeAll(rows: readonly Case[]): Promise<readonly JudgedCase[]> {
  const judged: JudgedCase[] = [];
  for (const row of rows) {
    const answer = await checker.checkRow(row);
    assert.ok(answer.ok, `${row.id} is no row`);
    judged.push({ row, decision: answer.value });
  }
  return judged;
}

const judged = await judgeAll(readCases());

/** What each expectation accepts. `ask` is met by a plain or a dangerous question. */
const MEETS: Readonly<Record<Expectation, (decision: Decision) => boolean>> = {
  'allow': ({ verdict }) => verdict === 'allow',
  'allow-readonly': ({ verdict }) => verdict === 'allow',
  'ask': ({ verdict }) => verdict === 'ask',
  'ask-dangerous': ({ verdict, class: danger }) => verdict === 'ask' && danger !== null,
  'deny': ({ verdict }) => verdict === 'deny',
  'deny-control': ({ verdict, step }) => verdict === 'deny' && step === 'control',
  'deny-hardline': ({ verdict, step }) => verdict === 'deny' && step === 'hardline',
};

const show = ({ row, decision }: JudgedCase): string =>
  `${row.id} ${JSON.stringify(showQuestion(row))} wants ${row.expect}${row.dangerClass === undefined ? '' : ` (${row.dangerClass})`}: ` +
  `${decision.verdict} by ${decision.step} (${decision.class ?? 'no class'}): ${decision.reason}`;

/** Names the rows for which a law does not hold. */
const offenders = (of: (row: Case) => boolean, law: (decision: Decision, row: Case) => boolean): readonly string[] =>
  judged.filter(({ row, decision }) => of(row) && !law(decision, row)).map(show);

const startsWith = (...prefixes: readonly string[]) => {
  return ({ id }: Case): boolean => prefixes.some((prefix) => id.startsWith(`${prefix}-`));
};

describe('the judge on the case files, in an empty home', () => {
  test('both files are there', () => {
    assert.equal(judged.length, 920);
    assert.equal(new Set(judged.map(({ row }) => row.id)).size, 920);
  });

  test('nothing that must ask or deny is allowed', () => {
    const strict = ({ expect }: Case): boolean => expect.startsWith('ask') || expect.startsWith('deny');
    assert.deepEqual(
      offenders(strict, ({ verdict }) => verdict !== 'allow'),
      [],
    );
  });

  test('what must be denied is denied', () => {
    assert.deepEqual(
      offenders(
        ({ expect }) => expect.startsWith('deny'),
        ({ verdict }) => verdict === 'deny',
      ),
      [],
    );
  });

  test('what the agent may not do to itself is denied by the step control', () => {
    assert.deepEqual(
      offenders(({ expect }) => expect === 'deny-control', MEETS['deny-control']),
      [],
    );
  });

  test('danger classes are the ones named', () => {
    assert.deepEqual(
      offenders(
        ({ dangerClass }) => dangerClass !== undefined,
        (decision, row) => decision.class === row.dangerClass,
      ),
      [],
    );
  });

  test('the floor denies every floor case', () => {
    assert.deepEqual(offenders(startsWith('hl'), MEETS['deny-hardline']), []);
    assert.deepEqual(
      offenders(({ expect }) => expect === 'deny-hardline', MEETS['deny-hardline']),
      [],
    );
  });

  test('no near miss of the floor and no everyday reading is denied', () => {
    assert.deepEqual(
      offenders(startsWith('nm', 'ro'), ({ verdict }) => verdict !== 'deny'),
      [],
    );
  });

  test('at least 99 of 100 everyday readings run without a question', () => {
    const asked = offenders(startsWith('ro'), ({ verdict }) => verdict === 'allow');
    const all = judged.filter(({ row }) => startsWith('ro')(row)).length;
    assert.ok((all - asked.length) / all >= 0.99, asked.join('\n'));
  });

  test('every row meets its expectation', () => {
    assert.deepEqual(
      offenders(
        () => true,
        (decision, row) => MEETS[row.expect](decision),
      ),
      [],
    );
  });
});

test('lines that try to get past the judge do not', async () => {
  const wrong = (await judgeAll(readAttacks())).filter(
    ({ row, decision }) =>
      !MEETS[row.expect](decision) || (row.dangerClass !== undefined && decision.class !== row.dangerClass),
  );
  assert.deepEqual(wrong.map(show), []);
});
