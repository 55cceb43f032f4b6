/** Reads the verb, loads only that command, and turns its end into an exit code. */

const words = process.argv.slice(2);

void main();

async function main(): Promise<void> {
  if (words.length === 1 && (words[0] === '--version' || words[0] === '-V')) return printVersion();
  const { start } = await import('./cli/start.ts');
  process.exitCode = await start(words, process, process.env);
}

async function printVersion(): Promise<void> {
  const { readFileSync, writeSync } = await import('node:fs');
  const about: unknown = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  const version = typeof about === 'object' && about !== null && 'version' in about ? String(about.version) : 'unknown';
  try {
    writeSync(1, `${version}\n`);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    if (code === 'EPIPE') return;
    process.stderr.write(`error: The output could not be written (${code}).\n`);
    process.exitCode = 1;
  }
}
