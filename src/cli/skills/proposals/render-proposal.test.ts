import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createProposal } from '../../../testing/proposal.ts';
import type { ScanFinding } from '../../../vocab/sanitize.ts';
import { createOut } from '../../out.ts';
import { renderProposal } from './render-proposal.ts';

const plain = { fd: 1, isTTY: false };
const out = createOut({ stdout: plain, stderr: plain }, { NO_COLOR: '1', COLUMNS: '40' });
const finding = (rule: string, file: string, line: number): ScanFinding => ({
  ...{ rule, file, line, severity: 'critical' },
  excerpt: `what ${rule} says`,
});

describe('a proposal on a screen', () => {
  it('is whole without colour, and shows what cannot be seen [T211]', () => {
    const text = `One \u202eowt\u202c.\n${'long '.repeat(40)}end\nA\u200bB\u001b[2J\n`;
    const shown = renderProposal(
      createProposal({ title: 'T\u202e\n', reason: 'R\u0007', files: [{ path: 'SKILL.md', text }] }),
      out,
    );
    assert.doesNotMatch(shown, /[\u0000-\u0009\u000b-\u001f\u200b\u202a-\u202e]/);
    for (const part of [
      'One \\u{202e}owt\\u{202c}.',
      `${'long '.repeat(40)}end`,
      'A\\u{200b}B\\u{1b}[2J',
      'T\\u{202e}\\n',
      'R\\u{7}',
    ])
      assert.ok(shown.includes(part), part);
  });

  it('tells every finding once, also of what the difference does not show [T119] [T130]', () => {
    const lines = Array.from({ length: 20 }, (_, at) => `line ${at}\n`);
    const findings = [
      finding('here', 'SKILL.md', 20),
      finding('far', 'SKILL.md', 2),
      finding('named', 'demo', 0),
      finding('told', 'title-and-reason', 1),
    ];
    const shown = renderProposal(
      createProposal({
        from: [{ path: 'SKILL.md', text: lines.join('') }],
        files: [{ path: 'SKILL.md', text: `${lines.slice(0, -1).join('')}other\n` }],
        findings,
      }),
      out,
    );
    for (const { rule, excerpt } of findings) assert.equal(shown.split(`critical ${rule}: ${excerpt}`).length, 2, rule);
    assert.match(
      shown,
      /\+other\n {4}\^ 1 critical here[^]*\nSKILL\.md:2: 2 critical far[^]*\ndemo: 3 critical named[^]*\ntitle-and-reason:1: 4 critical told/,
    );
  });
});
