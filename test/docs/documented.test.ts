import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { COMMANDS } from '../../src/cli/main-table.ts';
import { CONFIG_KEYS, findConfigKey } from '../../src/policy/config/config-keys.ts';
import { findRefusal, listOwnCommands, PAPERS } from './own-commands.ts';

/** Fenced blocks of shell text; of a console only what was typed. */
function shellBlocks(text: string): readonly string[] {
  return [...text.matchAll(/^```(sh|console)[^\n]*\n([^]*?)^```$/gm)].map(([, language, block = '']) =>
    language === 'sh' ? block : [...block.matchAll(/^\$ (.*)$/gm)].map(([, line = '']) => line).join('\n'),
  );
}

/** Code between backticks outside of fences. */
const spans = (text: string): readonly string[] =>
  [...text.replaceAll(/^```[^]*?^```$/gm, '').matchAll(/`([^`]+)`/g)].map(([, code = '']) =>
    code.replaceAll(/\s+/g, ' '),
  );

/** Whether a span is a command of ours as somebody would type it, and not a pattern or a sentence about one. */
const isTyped = (code: string): boolean => /^(npx )?bailiwick [a-z]/.test(code) && !/[<>|…]|\.\.\./.test(code);

describe('what the papers say of the command line', () => {
  for (const [paper, text] of PAPERS) {
    const lines = [...shellBlocks(text), ...spans(text).filter(isTyped)];
    const calls = lines.flatMap(listOwnCommands);
    if (calls.length === 0) continue;
    it(`${paper}: ${calls.length} commands, each as the table has it`, async () => {
      const refusals = await Promise.all(calls.map(findRefusal));
      assert.deepEqual(
        refusals.filter((refusal) => refusal !== null),
        [],
      );
    });
  }

  it('finds what is wrong', async () => {
    const [call = []] = listOwnCommands('FOO=1 npx bailiwick chek --json "a b" | jq .');
    assert.deepEqual(call, ['chek', '--json', 'a b']);
    assert.match((await findRefusal(call)) ?? '', /There is no command chek\. Did you mean check\?/);
    assert.match((await findRefusal(['check', '--jason', 'x'])) ?? '', /check has no flag --jason/);
  });
});

describe('examples of --help', () => {
  for (const entry of COMMANDS) {
    it(`${entry.name} has some, and each is taken`, async () => {
      const { examples } = await entry.load();
      const calls = examples.flatMap(listOwnCommands);
      const refusals = await Promise.all(calls.map(findRefusal));
      assert.deepEqual(
        refusals.filter((refusal) => refusal !== null),
        [],
      );
      assert.ok(
        calls.some((words) => words.join(' ').startsWith(entry.name)),
        entry.name,
      );
      for (const example of examples) assert.ok(listOwnCommands(example).length > 0, example);
    });
  }
});

describe('what the papers say of flags and keys', () => {
  it('names only flags of a command in the guides, and of programs that are named here', async () => {
    const commands = await Promise.all(COMMANDS.map((entry) => entry.load()));
    const own = new Set(commands.flatMap(({ args }) => Object.keys(args).map((name) => `--${name}`)));
    const others = new Set(['--help', '--version', '--jinja']);
    const unknown = [...PAPERS]
      .filter(([paper]) => paper.startsWith('docs/guide/'))
      .flatMap(([paper, text]) =>
        spans(text)
          .map((code) => /^--[a-z][a-z-]*/.exec(code)?.[0] ?? null)
          .filter((flag) => flag !== null && !own.has(flag) && !others.has(flag))
          .map((flag) => `${paper}: ${flag}`),
      );
    assert.deepEqual(unknown, []);
  });

  it('names only keys that exist', () => {
    const groups = new Set(CONFIG_KEYS.map(({ key }) => key.split('.')[0] ?? ''));
    const unknown = [...PAPERS].flatMap(([paper, text]) =>
      spans(text)
        .map((code) => /^([a-z_]+(?:\.(?:[a-z_]+|<[a-z]+>))+)(?:$|:)/.exec(code)?.[1] ?? '')
        .filter((key) => groups.has(key.split('.')[0] ?? ''))
        .filter((key) => findConfigKey(key.split('.')) === null)
        .map((key) => `${paper}: ${key}`),
    );
    assert.deepEqual(unknown, []);
  });
});
