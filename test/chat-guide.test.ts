import assert from 'node:assert/strict';
import { globSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { PAGE_FILE, renderPage } from '../scripts/chat-docs.ts';
import { readSvg } from '../scripts/screen-svg.ts';
import { createApp } from '../src/app/create-app.ts';
import { toWorld } from '../src/app/load-config.ts';
import { readBlocks } from './config/guide.ts';
import { readScreen } from './terminal/match-screen.ts';

const GUIDE = join(import.meta.dirname, '..', 'docs', 'guide');
const PAGE = readFileSync(PAGE_FILE, 'utf8');

describe('the guide of the chat', () => {
  it('names every key and command (node scripts/chat-docs.ts)', () => {
    assert.equal(PAGE, renderPage(PAGE));
  });

  const pictures = globSync('chat-*.svg', { cwd: GUIDE }).toSorted();

  it('shows every picture there is', () => {
    const shown = [...PAGE.matchAll(/\]\((chat-[a-z]+\.svg)\)/g)].map(([, name]) => name);
    assert.deepEqual(new Set(shown), new Set(pictures));
    assert.ok(pictures.length > 3);
  });

  for (const picture of pictures) {
    it(`shows in ${picture} what the journey sees (node scripts/record-chat.ts)`, () => {
      const name = picture.replace(/^chat-(.*)\.svg$/, 'guide-$1');
      assert.equal(readSvg(readFileSync(join(GUIDE, picture), 'utf8')), readScreen(name));
    });
  }
});

it('the settings in the guide of the chat are read as they stand there', async () => {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'bailiwick-guide-')));
  try {
    const [block] = readBlocks('guide/chat.md').filter(({ name }) => name === 'config.yml');
    assert.ok(block !== undefined);
    mkdirSync(join(home, '.bailiwick'));
    writeFileSync(join(home, '.bailiwick', 'config.yml'), block.text);
    const app = await createApp(toWorld({ cwd: home, env: { HOME: home } }));
    assert.deepEqual(
      [app.config.chat.notify, app.config.chat.notifyCommand, app.config.warnings],
      ['both', ['notify-send', 'Bailiwick'], []],
    );
    await app.close();
  } finally {
    rmSync(home, { recursive: true });
  }
});
