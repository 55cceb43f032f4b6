import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, describe, it } from 'node:test';
import { Fault } from '../../base/fault.ts';
import { createCompletion } from './complete.ts';
import type { ChatDesk } from './chat-desk.ts';
import { runSlash } from './slash.ts';

const root = mkdtempSync(join(tmpdir(), 'bailiwick-slash-'));
after(() => rmSync(root, { recursive: true, force: true }));

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

write('home/commands/review.md', '---\ndescription: Look\nargument-hint: PATH\nmodel: a:once\n---\nLook at $1.');
write('home/commands/odd.md', '---\nmodel: haiku\n---\nOdd.');
write('home/commands/nul.md', '\0');
write('home/commands/mode.md', 'Mine.');
write('project/.bailiwick/commands/deploy.md', 'Deploy.');

/** A desk that only writes down, in a folder with commands. */
function openDesk() {
  const told: string[] = [];
  const desk = {
    app: {
      config: { cwd: join(root, 'project'), agentHome: join(root, 'home') },
      openPlugins: async () => ({ commands: [], tools: [] }),
    },
    conversation: { status: { mode: 'default' }, notice: (text: string) => told.push(text) },
    print: (text: string) => told.push(text),
    send: (text: string, modelOnce: string | null) => told.push(`send ${text} ${modelOnce}`),
  };
  return { told, desk: desk as unknown as ChatDesk };
}

const ODD = 'the model "haiku" is not asked: one is written <provider>:<name>';

const RUNS: readonly (readonly [string, readonly string[]])[] = [
  ['/review "a b" c', ['send Look at a b. a:once']],
  ['/review --preview $1', ['Look at $1.']],
  ['/odd\nand more', [`${root}/home/commands/odd.md: ${ODD}`, 'send Odd.\n\nand more null']],
  ['/mode', ['The mode is default.']],
];

const REFUSED: readonly (readonly [string, RegExp])[] = [
  ['/nul', /\/nul does not run: .*nul\.md:1 does not count \(broken: it holds a NUL byte/],
  ['/deploy', /\/deploy does not run: .*is not trusted\)/],
  ['/reviews', /There is no command \/reviews\. Did you mean \/review\?/],
  ['/etc/hosts is wrong', /There is no command \/etc\/hosts\./],
];

describe('commands of the person', () => {
  for (const [line, wanted] of RUNS) {
    it(`${JSON.stringify(line)} runs`, async () => {
      const { told, desk } = openDesk();
      await runSlash(desk, line);
      assert.deepEqual(told, wanted);
    });
  }

  for (const [line, says] of REFUSED) {
    it(`${JSON.stringify(line)} is refused`, async () => {
      const { told, desk } = openDesk();
      await assert.rejects(runSlash(desk, line), (error) => error instanceof Fault && says.test(error.message));
      assert.deepEqual(told, []);
    });
  }

  it('/commands lists them', async () => {
    const { told, desk } = openDesk();
    await runSlash(desk, '/commands');
    const names = told
      .join('\n')
      .split('\n')
      .map((line) => line.trim().split(/ {2,}/, 2).join(': '));
    assert.deepEqual(names, [
      '/odd: Odd.',
      '/review PATH: Look',
      `note: ${root}/home/commands/odd.md: ${ODD}`,
      'Not run:',
      '/deploy: untrusted',
      '/mode: shadowed',
      '/nul: broken',
    ]);
  });

  it('are completed, also one that was just written', async () => {
    const completion = createCompletion(openDesk().desk);
    const { signal } = new AbortController();
    const offered = async (text: string) =>
      (await completion.getSuggestions([text], 0, text.length, { signal }))?.items.map(({ value, description }) => [
        value,
        description,
      ]);
    assert.deepEqual(await offered('/rev'), [['review', 'PATH — Look']]);
    assert.deepEqual(await offered('/deplo'), undefined);
    write('home/commands/reverse.md', 'Back.');
    assert.equal((await offered('/'))?.filter(([name]) => name === 'reverse').length, 1);
    assert.deepEqual((await offered('/rev'))?.map(([name]) => name).toSorted(), ['reverse', 'review']);
    rmSync(join(root, 'home/commands/reverse.md'));
  });
});
