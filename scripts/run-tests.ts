import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/**
 * The fast tests in three processes side by side: what lies beside the units, the journeys, and the rest of `test/`. Much
 * of their time is waiting for programs. The first is shown as it runs, each other one when those before it have ended.
 */
const PARTS: readonly (readonly string[])[] = [
  ['src/**/!(*.full).test.ts'],
  ['test/journeys/!(*.full).test.ts'],
  ['test/!(*.full).test.ts', 'test/!(journeys)/**/!(*.full).test.ts'],
];

const root = join(import.meta.dirname, '..');

/** What a part printed while another one was shown; read all the time, or it would wait for its reader. */
interface Part {
  readonly ended: Promise<number>;
  show(): void;
}

function startPart(files: readonly string[]): Part {
  const words = ['--test', '--test-isolation=none', '--test-reporter=./test/reporter.ts', ...files];
  const child = spawn(process.execPath, words, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
  const kept: Buffer[] = [];
  let isShown = false;
  child.stdout.on('data', (chunk: Buffer) => void (isShown ? process.stdout.write(chunk) : kept.push(chunk)));
  return {
    ended: once(child, 'close').then(([code]) => (typeof code === 'number' ? code : 1)),
    show() {
      isShown = true;
      for (const chunk of kept.splice(0)) process.stdout.write(chunk);
    },
  };
}

for (const part of PARTS.map(startPart)) {
  part.show();
  const code = await part.ended;
  if (code !== 0) process.exitCode = code;
}
