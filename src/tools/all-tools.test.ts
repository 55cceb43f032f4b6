import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createToolContext } from '../testing/tool-context.ts';
import { TOOLS, isToolName } from '../vocab/tool-names.ts';
import { createTools } from './all-tools.ts';

const INPUTS: Readonly<Record<string, Record<string, unknown>>> = {
  read: { path: 'a' },
  write: { path: 'a', content: '' },
  edit: { path: 'a', old_string: 'x', new_string: 'y' },
  multi_edit: { path: 'a', edits: [{ old_string: 'x', new_string: 'y' }] },
  apply_patch: { patch: '*** Begin Patch\n*** Delete File: a\n*** End Patch' },
  grep: { pattern: 'x', path: 'a' },
  glob: { pattern: 'x', path: 'a' },
  git: { command: 'log -1' },
  shell: { command: 'ls' },
  shell_output: { job: 'job_1' },
  shell_tail: { job: 'job_1' },
  shell_input: { job: 'job_1', text: 'y' },
  shell_kill: { job: 'job_1' },
  question: { question: 'why?' },
  todo: { items: [{ text: 'x', state: 'doing' }] },
  skill: { name: 'a' },
};

describe('the tools', () => {
  const tools = createTools();

  test('are these', () =>
    assert.deepEqual(
      tools.map(({ name }) => name),
      Object.keys(INPUTS),
    ));

  test('cost a model fewer than 1,900 tokens of four bytes', () => {
    const told = tools.map(({ name, description, schema }) => ({ name, description, input_schema: schema }));
    assert.ok(JSON.stringify(told).length / 4 < 1900);
  });

  for (const tool of tools) {
    test(`${tool.name} is as the table of all tools says`, () => {
      assert.ok(isToolName(tool.name));
      const input = INPUTS[tool.name] ?? {};
      assert.equal(tool.fault(input), null);
      assert.equal(tool.risk, TOOLS[tool.name].risk);
      const subject = input[TOOLS[tool.name].subject];
      assert.equal(tool.subject(input), typeof subject === 'string' ? subject : 'x');
      const kinds = tool.effects(input, createToolContext('/work')).map(({ kind }) => kind);
      assert.deepEqual(kinds, [TOOLS[tool.name].effect]);
      assert.equal(tool.schema['type'], 'object');
      assert.equal(tool.schema['additionalProperties'], false);
    });

    test(`${tool.name} runs nothing when its arguments do not fit`, async () => {
      const call = { id: 'call_1', tool: tool.name, input: { nonsense: 1 }, cwd: '/work' };
      const result = await tool.run(call, createToolContext('/work'));
      assert.deepEqual(result, { isError: true, text: tool.fault(call.input) });
    });
  }

  test('a search without a path is about the working folder', () => {
    const grep = tools.find(({ name }) => name === 'grep');
    const effects = grep?.effects({ pattern: 'x' }, createToolContext('/work'));
    assert.equal(grep?.subject({ pattern: 'x' }), '.');
    assert.deepEqual(effects, [{ kind: 'read', where: 'workspace', target: '/work' }]);
  });
});
