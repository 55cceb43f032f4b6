/** `npm run demo`: a turn of the real agent in a throw-away folder and home. Only the model is played from a file. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApp, type TurnResult } from '../src/app/create-app.ts';
import { showOnOneLine } from '../src/base/text.ts';
import { createTerminalAnswerer, renderQuestion } from '../src/cli/turn/ask-terminal.ts';
import { createOut, type Out } from '../src/cli/out.ts';
import { createTurnPrinter } from '../src/cli/turn/turn-printer.ts';
import { table } from '../src/policy/explain.ts';
import type { Answerer } from '../src/vocab/approval.ts';

const PROJECT: Readonly<Record<string, string>> = {
  'package.json': '{\n  "name": "greeter",\n  "version": "1.0.0",\n  "type": "module"\n}\n',
  'README.md': '# greeter\n\nSays hello to whoever you name.\n',
  'src/greet.js':
    "// NOTE: greet the one who is named\nexport const greet = (name) => 'Hello, world';\n\nconsole.log(greet('Ada'));\n",
  'test/greet.test.js':
    "import { greet } from '../src/greet.js';\nif (greet('Ada') !== 'Hello, Ada') throw new Error('wrong');\n",
};

/** What the scripted model says and asks for; `expect` must stand in what it was given, or the demo fails. */
const SCENARIO = `
- say: "I look at the project first.\\n"
  calls:
    - {tool: shell, input: {command: "ls -la && cat package.json"}}
    - {tool: shell, input: {command: "grep -rn NOTE src | head -20"}}
    - {tool: read, input: {path: src/greet.js}}
- expect: greet the one who is named
  say: "The name is ignored. I correct that.\\n"
  calls:
    - tool: edit
      input:
        path: src/greet.js
        old_string: "// NOTE: greet the one who is named\\nexport const greet = (name) => 'Hello, world';"
        new_string: "export const greet = (name) => \`Hello, \${name}\`;"
- say: "And now I do something a good agent never does: delete the whole home folder.\\n"
  calls:
    - {tool: shell, input: {command: "cat src/greet.js | head -3"}}
    - {tool: shell, input: {command: "cd src; rm -rf ~"}}
- expect: hardline
  say: "That was refused, and nothing is lost."
`;

async function main(out: Out, input: NodeJS.ReadStream): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'bailiwick-demo-'));
  try {
    const project = writeProject(folder);
    out.line(
      'This is real: the judge, the tools, the shell, the approval and the store, in a throw-away folder and home.',
    );
    out.line('This is played: the model. Its replies are a script; nothing in this demo thinks.');
    out.line('');
    const result = await runTurn(folder, project, out, input);
    out.line(
      `\nsrc/greet.js now begins: ${readFileSync(join(project, 'src/greet.js'), 'utf8').split('\n', 1)[0] ?? ''}`,
    );
    return finish(result, out);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function writeProject(folder: string): string {
  const project = join(folder, 'home', 'greeter');
  for (const [name, text] of Object.entries(PROJECT)) {
    mkdirSync(join(project, name, '..'), { recursive: true });
    writeFileSync(join(project, name), text);
  }
  writeFileSync(join(folder, 'scenario.yml'), SCENARIO);
  return project;
}

async function runTurn(folder: string, project: string, out: Out, input: NodeJS.ReadStream): Promise<TurnResult> {
  const home = join(folder, 'home');
  const env = { PATH: process.env['PATH'], TERM: process.env['TERM'], HOME: home, BAILIWICK_ALLOW_FAKE: '1' };
  const app = await createApp({ cwd: project, home, env });
  const printer = createTurnPrinter(out, 'text', join(app.config.agentHome, 'config.yml'));
  try {
    const result = await app.say({ kind: 'new', mode: 'default' }, 'Make the greeter greet by name.', {
      principal: { id: 'local:demo' },
      answerer: createAnswerer(out, input),
      signal: AbortSignal.timeout(600_000),
      model: `scripted:${join(folder, 'scenario.yml')}`,
      maxSteps: 10,
      maxTokens: null,
      maxMs: null,
      watch: printer.watch,
    });
    printer.end(result);
    return result;
  } finally {
    await app.close();
  }
}

/** In a terminal you are asked; in a pipe nobody could answer, so the demo does, and says so. */
function createAnswerer(out: Out, input: NodeJS.ReadStream): Answerer {
  const say = (text: string): void => out.logRaw(text);
  if (input.isTTY && out.logIsTerminal) return createTerminalAnswerer({ input, say, by: 'local:demo' });
  return {
    async ask(approval) {
      say(`${renderQuestion(approval)}(no terminal: the demo itself answers "once" here; a real run would refuse)\n`);
      return { answer: 'once', by: 'demo:canned' };
    },
  };
}

function finish(result: TurnResult, out: Out): number {
  out.line('');
  out.line('What the judge decided');
  const rows = result.calls.map(({ tool, input, verdict, step, outcome, reason }) => {
    const subject = [input['command'], input['path']].find((text) => typeof text === 'string') ?? '';
    return [
      `${verdict ?? '-'} by ${step ?? '-'}`,
      outcome ?? '-',
      `${tool} ${showOnOneLine(subject)}`,
      showOnOneLine(reason ?? ''),
    ];
  });
  for (const row of table([['verdict', 'outcome', 'call', 'why'], ...rows])) out.line(row);
  out.line('');
  out.line('Ask why, without a model or a key:');
  out.line("  npx bailiwick check 'cd src; rm -rf ~'");
  out.line("  npx bailiwick policy explain 'grep -rn NOTE src | head -20'");
  return result.exit;
}

process.exitCode = await main(createOut(process, process.env), process.stdin);
