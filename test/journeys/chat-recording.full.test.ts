import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { needs } from '../outside.ts';
import { matchScreen } from '../terminal/match-screen.ts';
import { openTerminal } from '../terminal/open-terminal.ts';

type Event = readonly [number, 'o' | 'm', string];

const FILE = join(import.meta.dirname, '..', '..', 'docs', 'guide', 'chat.cast');

describe('the recording in the guide', needs('tmux'), () => {
  const [head = '', ...lines] = readFileSync(FILE, 'utf8').trim().split('\n');
  const { version, width, height } = JSON.parse(head) as Readonly<Record<'version' | 'width' | 'height', number>>;
  const events = lines.map((line) => JSON.parse(line) as Event);
  const marks = events.filter(([, kind]) => kind === 'm');

  it('is an asciicast of the second version, in the order of time', () => {
    assert.equal(version, 2);
    assert.ok(marks.length > 3);
    assert.deepEqual(
      events.map(([at]) => at),
      events.map(([at]) => at).toSorted((a, b) => a - b),
    );
  });

  for (const mark of marks) {
    it(`shows at ${mark[2]} what the journey sees`, async () => {
      const root = mkdtempSync(join(tmpdir(), 'bailiwick-cast-'));
      const folder = join(root, 'project');
      try {
        mkdirSync(folder);
        const shown = events.slice(0, events.indexOf(mark)).filter(([, kind]) => kind === 'o');
        writeFileSync(join(folder, 'bytes'), shown.map(([, , data]) => data).join(''));
        const command = ['sh', '-c', 'stty raw -echo; cat bytes; sleep 1000'];
        const env = { PATH: process.env['PATH'] ?? '' };
        using terminal = openTerminal({ command, cwd: folder, env, columns: width, rows: height });
        await matchScreen(terminal, `guide-${mark[2]}`);
      } finally {
        rmSync(root, { recursive: true });
      }
    });
  }
});
