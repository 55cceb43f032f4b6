import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { readYaml } from '../../src/app/config/read-yaml.ts';
import { loadConfig, toWorld } from '../../src/app/load-config.ts';
import type { JudgePort } from '../../src/app/policy-reports.ts';
import { Fault } from '../../src/base/fault.ts';
import { policyDiff } from '../../src/cli/policy/diff.ts';
import { policyLint } from '../../src/cli/policy/lint.ts';
import { renderFault } from '../../src/cli/render-fault.ts';
import { parseCases } from '../../src/policy/report/cases.ts';
import { matchesText } from '../../src/testing/policy-source.ts';
import { readBlocks } from './guide.ts';

/** Every example of the guide is put where the guide says and run, in the order of the page. */
const home = realpathSync(mkdtempSync(join(tmpdir(), 'bailiwick-guide-')));

const judge: JudgePort = { matches: matchesText, openJudge: () => assert.fail('no example here asks the judge') };
const COMMANDS = { 'policy lint': policyLint(judge), 'policy diff': policyDiff(judge) };

/** What the command of a console block prints, the home written `~`. */
async function run(line: string): Promise<string> {
  const words = line.split(' ');
  const command = Object.entries(COMMANDS).find(([name]) => name === words.slice(2, 4).join(' '))?.[1];
  assert.ok(command !== undefined, line);
  let text = '';
  const write = (part: string): void => void (text += part);
  const context = { cwd: home, env: { HOME: home }, stdin: process.stdin, signal: new AbortController().signal };
  const out = {
    write,
    line: write,
    json: write,
    log: write,
    logRaw: write,
    paint: String,
    resultIsTerminal: false,
    logIsTerminal: false,
  };
  try {
    await command.run(context, { values: {}, positionals: words.slice(4) }, out);
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    text += `${renderFault(error, String)}\n`;
  }
  return text.replaceAll(home, '~');
}

describe('docs/guide/policy.md', () => {
  before(() => mkdirSync(join(home, '.bailiwick')));
  after(() => rmSync(home, { recursive: true }));
  for (const [i, block] of readBlocks('guide/policy.md').entries()) {
    const next = readBlocks('guide/policy.md')[i + 1];
    test(`line ${block.line}: ${block.language} ${block.name}`, async () => {
      if (block.language === 'console') {
        const [prompt = '', ...expected] = block.text.split('\n');
        assert.equal(await run(prompt), expected.join('\n'));
        return;
      }
      assert.equal(block.language, 'yaml');
      const folder = block.name.startsWith('new') ? home : join(home, '.bailiwick');
      writeFileSync(join(folder, block.name), block.text);
      if (block.name === 'policy-tests.yml') {
        const data = readYaml(block.text, block.name);
        assert.ok(data.ok && parseCases(data.value.root, { file: block.name, lines: data.value.lines }).ok);
      } else {
        const isBroken = next?.text.includes('The configuration is broken.') === true;
        const loaded = await loadConfig(toWorld({ cwd: home, env: { HOME: home } }), async () => matchesText);
        assert.equal(loaded.ok, !isBroken, JSON.stringify(loaded));
      }
    });
  }
});
