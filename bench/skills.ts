import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { toIndexBlock } from '../src/skills/index/index-block.ts';
import { rankSkills } from '../src/skills/rank.ts';
import { medianOf } from './median.ts';
import type { Row } from './table.ts';

const COUNT = 5_000;
const GOAL_MS = 20;

interface Line {
  readonly skill?: string;
  readonly description?: string;
  readonly prompt?: string;
}

const LINES = readFileSync(join(import.meta.dirname, '../test/cases/skill-index.jsonl'), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line): Line => JSON.parse(line));
const SKILLS = LINES.flatMap(({ skill, description }) =>
  skill === undefined || description === undefined ? [] : [{ name: skill, description }],
);
const PROMPTS = LINES.flatMap(({ prompt }) => (prompt === undefined ? [] : [prompt]));

/** The labelled skills again and again, each time with words of another one, and a word that no other has. */
const createSkills = () =>
  Array.from({ length: COUNT }, (_, at) => {
    const [one, other] = [SKILLS[at % SKILLS.length], SKILLS[(at * 7 + Math.floor(at / 300)) % SKILLS.length]];
    const description = `${one?.description ?? ''} ${other?.description.slice(0, 80) ?? ''}`;
    return { name: `${one?.name ?? ''}-${at.toString(36)}`, description };
  });

/** What the index of a turn costs with 5,000 skills: the first time, when the list is new, and in every turn after it. */
export function measureSkills(rounds: number): readonly Row[] {
  const skills = createSkills();
  const standings = new Map(skills.map(({ name }, at) => [name, { loads: at % 17, trust: at % 2 }]));
  const block = (text: string, list = skills) =>
    toIndexBlock({ skills: list, asked: { text }, standings, maxTokens: 1_500 });
  const first = time(() => block('the first question'));
  const fresh = medianOf(Array.from({ length: 5 }, () => time(() => block('a new list', skills.toReversed()))));
  const turns = Array.from({ length: Math.max(rounds, 25) * 4 }, (_, at) => PROMPTS[(at * 11) % PROMPTS.length] ?? '');
  const warm = medianOf(turns.map((text) => time(() => block(text))));
  const ranked = medianOf(turns.map((text) => time(() => rankSkills(skills, { text }, standings))));
  return [
    {
      what: `index of ${COUNT} skills for a turn`,
      measured: `${warm.toFixed(1)} ms`,
      beside: `ranking alone ${ranked.toFixed(1)} ms; another list of the same skills ${fresh.toFixed(0)} ms; first ${first.toFixed(0)} ms`,
      ratio: '',
      goal: `< ${GOAL_MS} ms`,
      met: warm < GOAL_MS,
    },
  ];
}

function time(work: () => unknown): number {
  const started = performance.now();
  work();
  return performance.now() - started;
}
