import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Fault } from '../base/fault.ts';
import type { Command, CommandContext, ParsedArgs } from './command.ts';
import type { Out } from './out.ts';
import { renderFault, toFault } from './render-fault.ts';
import { findCommand, runCommand, type TableEntry } from './run-command.ts';

const COMMAND: Command = {
  name: 'check',
  summary: 'Judge a line',
  usage: "check [flags] '<line>'",
  examples: ["bailiwick check 'ls'"],
  operands: 2,
  args: {
    json: { type: 'boolean', help: 'print JSON' },
    tool: { type: 'string', short: 't', value: 'NAME', help: 'the tool' },
  },
  run: async () => 4,
};

const TABLE: readonly TableEntry[] = ['check', 'prompt', 'policy show', 'policy lint'].map((name) => ({
  name,
  summary: name,
  load: async () => ({ ...COMMAND, name }),
}));

function createPage(): { readonly out: Out; readonly page: string[] } {
  const page: string[] = [];
  const write = (text: string): void => void page.push(text);
  const out: Out = {
    write,
    line: write,
    json: (value) => write(JSON.stringify(value)),
    log: write,
    logRaw: write,
    paint: (_, text) => text,
    resultIsTerminal: false,
    logIsTerminal: false,
  };
  return { out, page };
}

const noContext = (): Promise<CommandContext> => Promise.resolve({} as CommandContext);

const messageOf = async (work: () => unknown): Promise<string> => {
  try {
    await work();
  } catch (error) {
    assert.ok(error instanceof Fault && error.code === 'usage' && error.exit === 2, String(error));
    return `${error.message} | ${error.hint}`;
  }
  return assert.fail('nothing was thrown');
};

describe('the verb', () => {
  const cases: readonly [readonly string[], string, readonly string[]][] = [
    [['check', 'ls', '--json'], 'check', ['ls', '--json']],
    [['policy', 'show'], 'policy show', []],
    [['policy', 'lint', 'x'], 'policy lint', ['x']],
  ];
  for (const [words, name, rest] of cases) {
    it(`of "${words.join(' ')}" is ${name}`, () => {
      const found = findCommand(words, TABLE);
      assert.deepEqual([found.entry.name, found.rest], [name, rest]);
    });
  }

  const refused: readonly [readonly string[], string][] = [
    [['chekc'], 'There is no command chekc. Did you mean check? | bailiwick --help lists every command'],
    [['zzzzzzzz'], 'There is no command zzzzzzzz. | bailiwick --help lists every command'],
    [['policy'], 'bailiwick policy needs one of show, lint. | bailiwick --help lists every command'],
    [['policy', '--help'], 'bailiwick policy needs one of show, lint. | bailiwick --help lists every command'],
    [
      ['policy', 'shwo'],
      'There is no command policy shwo. Did you mean policy show? | bailiwick --help lists every command',
    ],
  ];
  for (const [words, expected] of refused) {
    it(`of "${words.join(' ')}" is refused`, async () => {
      assert.equal(await messageOf(() => findCommand(words, TABLE)), expected);
    });
  }
});

describe('a command', () => {
  const run = async (words: readonly string[], command: Partial<Command> = {}) => {
    const { out, page } = createPage();
    const entry = { name: 'check', summary: '', load: async () => ({ ...COMMAND, ...command }) };
    return { exit: await runCommand({ entry, rest: words }, noContext, out), page: page.join('') };
  };

  it('gets its flags and words, and its exit code is the exit code', async () => {
    let seen: ParsedArgs | null = null;
    const { exit } = await run(['-t', 'shell', '--json', 'ls', '--', '-x'], {
      run: async (_, args) => {
        seen = { values: { ...args.values }, positionals: args.positionals };
        return 3;
      },
    });
    assert.equal(exit, 3);
    assert.deepEqual(seen, { values: { tool: 'shell', json: true }, positionals: ['ls', '-x'] });
  });

  it('refuses a word that it would not read', async () => {
    assert.match(
      await messageOf(() => run(['a', 'b', 'c'])),
      /^check takes 2 arguments; "c" is one too many, .* quotes\. \| usage/,
    );
    assert.match(
      await messageOf(() => run(['x'], { operands: 0, usage: 'check' })),
      /^check takes no argument; "x" is/,
    );
    assert.match(await messageOf(() => run(['-la'])), /has no flag -l\. \| put the whole line into quotes/);
    assert.match(
      await messageOf(() => run(['-t', '-1'])),
      /^The value of -t begins with a dash; write it behind the long name/,
    );
    assert.match(await messageOf(() => run(['-t'])), /^(?:-t|--tool) needs a value\./);
  });

  it('prints its help without being run', async () => {
    const { exit, page } = await run(['--help'], { run: () => assert.fail('it ran') });
    assert.equal(exit, 0);
    assert.equal(
      page,
      [
        'Judge a line.',
        '',
        "Usage: bailiwick check [flags] '<line>'",
        '',
        'Flags:',
        '  --json           print JSON',
        '  -t, --tool NAME  the tool',
        '  -h, --help       show this',
        '',
        'Examples:',
        "  bailiwick check 'ls'",
        '',
      ].join('\n'),
    );
  });

  const wrong: readonly [readonly string[], RegExp][] = [
    [['--jsno'], /^check has no flag --jsno. Did you mean --json\? \| bailiwick check --help$/],
    [['--quite-other'], /^check has no flag --quite-other. \|/],
    [['--tool'], /--tool/],
    [['--json=yes'], /--json/],
  ];
  for (const [words, expected] of wrong) {
    it(`refuses ${words.join(' ')}`, async () => assert.match(await messageOf(() => run(words)), expected));
  }
});

describe('a failure is shown', () => {
  const cases: readonly [string, Fault, readonly string[]][] = [
    ['with its way out', new Fault('usage', 'No text.', { hint: 'give one' }), ['error: No text.', '  hint: give one']],
    [
      'with its place on a line of its own',
      new Fault('config-invalid', '/h/config.yml:3: no such key.', { hint: 'mend it' }),
      ['error: no such key.', '  at /h/config.yml:3', '  hint: mend it'],
    ],
    [
      'with a place that is given as it was named',
      new Fault('config-invalid', 'sub dir/a.yml:3: no such key.', { hint: 'mend it' }),
      ['error: no such key.', '  at sub dir/a.yml:3', '  hint: mend it'],
    ],
    [
      'and an address is no place',
      new Fault('model-failed', '127.0.0.1:8080: refused', { hint: 'h' }),
      ['error: 127.0.0.1:8080: refused', '  hint: h'],
    ],
    [
      'with every further line',
      new Fault('config-invalid', 'The configuration is broken.\n/a:1: x\n/a:2: y', { hint: 'mend it' }),
      ['error: The configuration is broken.', '  /a:1: x', '  /a:2: y', '  hint: mend it'],
    ],
    [
      'without steering the terminal',
      new Fault('usage', 'no \u001b[2J file', { hint: 'h' }),
      ['error: no \\u{1b}[2J file', '  hint: h'],
    ],
  ];
  for (const [name, error, expected] of cases) {
    it(name, () => assert.deepEqual(renderFault(error, (text) => text).split('\n'), expected));
  }

  it('as a bug when it is none we know', () => {
    assert.match(
      renderFault(toFault(new TypeError('oops')), (text) => text),
      /^error: TypeError: oops[^]*hint: this is a bug/,
    );
  });
});
