import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { PAGE_FILE, renderPage } from '../scripts/cli-docs.ts';
import { COMMANDS } from '../src/cli/main-table.ts';
import { FAULTS } from '../src/base/fault.ts';

describe('the reference of the command line', () => {
  it('is what the commands say of themselves (node scripts/cli-docs.ts)', async () => {
    const page = readFileSync(PAGE_FILE, 'utf8');
    assert.equal(page, await renderPage(page));
  });

  it('names the exit code of every fault', () => {
    const page = readFileSync(PAGE_FILE, 'utf8');
    for (const { exit } of Object.values(FAULTS)) assert.match(page, new RegExp(`^\\| ${exit} \\|`, 'm'));
  });

  for (const entry of COMMANDS) {
    it(`has in its table what ${entry.name} says of itself`, async () => {
      const { name, summary, usage, examples, args } = await entry.load();
      assert.deepEqual({ name, summary }, { name: entry.name, summary: entry.summary });
      assert.ok(usage.startsWith(name), usage);
      assert.ok(examples.length > 0 && examples.every((example) => example.includes(`bailiwick ${name}`)), name);
      for (const [flag, { help, value, type }] of Object.entries(args)) {
        assert.ok(/[^.]$/.test(help), `${name} --${flag}: ${help}`);
        assert.equal(value !== undefined, type === 'string', `${name} --${flag} names its value`);
      }
    });
  }
});
