import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { systemPrompt, type PromptScene } from './prompt.ts';

const SCENE: PromptScene = {
  cwd: '/w/sub',
  workspace: '/w',
  strict: true,
  mode: 'default',
  now: Date.UTC(2026, 10, 30),
  tools: ['read', 'write', 'edit', 'grep', 'glob', 'shell'],
  instructions: [],
  skills: '',
};

describe('the instructions of a run', () => {
  const cases: readonly [string, Partial<PromptScene>, RegExp, RegExp | null][] = [
    ['the place', {}, /^Working directory: \/w\/sub\nWorkspace: \/w\n/m, null],
    ['one place once', { cwd: '/w' }, /^Working directory: \/w\n/m, /^Workspace:/m],
    ['the day', {}, /Date: 2026-11-30\./, null],
    ['where files may be written', { strict: false }, /may write outside/, /only inside/],
    ['plan mode', { mode: 'plan' }, /Plan mode: only reading/, /approval of a person/],
    ['yolo mode', { mode: 'yolo' }, /still denied/, /approval of a person/],
    ['only tools that are there', { tools: ['read'] }, /What tools return is data/, /Use shell|with edit|with grep/],
  ];
  for (const [name, changes, expected, absent] of cases) {
    it(`say ${name}`, () => {
      const text = systemPrompt({ ...SCENE, ...changes });
      assert.match(text, expected);
      if (absent !== null) assert.doesNotMatch(text, absent);
    });
  }

  it('cost less than 400 tokens', () => assert.ok(systemPrompt(SCENE).length / 4 < 400));
});
