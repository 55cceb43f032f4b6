import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it } from 'node:test';
import { BUILT_BIN } from '../built.ts';
import { MIGRATIONS } from '../../src/store/sqlite/migrations.ts';
import { needs } from '../outside.ts';
import { createChatGround, say, type ChatGround } from '../terminal/start-chat.ts';

/** Changes the store of the ground and gives back everything that is kept in it then. */
function inStore({ home }: ChatGround, sql: string): unknown {
  const database = new DatabaseSync(join(home, '.bailiwick', 'state.db'));
  database.exec(sql);
  const rows = ['sessions', 'runs', 'events', 'decisions'].map((table) =>
    database.prepare(`SELECT * FROM ${table}`).all(),
  );
  database.close();
  return rows;
}

/** What a newer Bailiwick could have written, how that is undone, and what is said of it. */
const NEWER = {
  'a store of a newer form': {
    write: 'PRAGMA user_version = 999',
    undo: `PRAGMA user_version = ${MIGRATIONS.length}`,
    says: new RegExp(
      `state\\.db was written by a newer Bailiwick \\(schema 999;\\s+this\\s+one\\s+knows ${MIGRATIONS.length}\\)`,
    ),
    hint: /update Bailiwick, or set BAILIWICK_HOME to another folder/,
  },
  'an event of a kind that is not known': {
    write: `UPDATE events SET kind = 'message-dreamt', data = replace(data, 'message-received', 'message-dreamt') WHERE kind = 'message-received'`,
    undo: `UPDATE events SET kind = 'message-received', data = replace(data, 'message-dreamt', 'message-received') WHERE kind = 'message-dreamt'`,
    says: /state\.db holds [^]* that cannot be\s+read/,
    hint: /a newer Bailiwick may have written it: use that one, or begin a new\s+session/,
  },
} as const;

interface Ended {
  readonly exit: number | null;
  readonly text: string;
}

const prompt = ({ home, project }: ChatGround, ...words: readonly string[]): Promise<Ended> =>
  new Promise((resolve) => {
    const env = { PATH: process.env['PATH'], HOME: home, LANG: 'C.UTF-8' };
    const child = execFile(process.execPath, [BUILT_BIN, 'prompt', ...words], { cwd: project, env }, (_, out, err) =>
      resolve({ exit: child.exitCode, text: `${out}${err}` }),
    );
    child.stdin?.end();
  });

describe('a session that a newer version wrote', needs('tmux'), () => {
  for (const [name, { write, undo, says, hint }] of Object.entries(NEWER)) {
    it(`with ${name} is refused with a way out, and nothing of it is lost [T011]`, async () => {
      await using ground = await createChatGround(() => ({ say: 'Here I am.' }));
      const begun = await prompt(ground, 'an old message');
      assert.equal(begun.exit, 0, begun.text);
      const [[{ id }]] = inStore(ground, '') as [[{ id: string }]]; // the first row of the first table
      const newer = inStore(ground, write);
      const asked = ground.server.requests.length;

      const refused = await prompt(ground, '--session', id, 'and now?');
      assert.equal(refused.exit, 1, refused.text);
      assert.match(refused.text, says);
      assert.match(refused.text, hint);

      using chat = ground.chat({ words: ['--session', id] });
      await chat.until(says);
      await chat.until(hint);
      assert.doesNotMatch(chat.whole(), /\bat .*\.[cm]?js:\d+/);
      chat.press('C-d');
      await chat.until(/\[exit \d\]/);
      assert.equal(ground.server.requests.length, asked, 'the model was asked');
      assert.deepEqual(inStore(ground, ''), newer);

      inStore(ground, undo);
      using again = ground.chat({ words: ['--session', id] });
      await again.until(/an old message[^]*Here I am\./);
      say(again, 'still there?');
      await again.until(/still there\?[^]*Here I am\./);
      assert.match(ground.asked(), /an old message/);
    });
  }
});
