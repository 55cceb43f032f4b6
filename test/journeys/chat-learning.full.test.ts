import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { needs } from '../outside.ts';
import { createChatGround, say } from '../terminal/start-chat.ts';
import { LEARNED } from './skills-school.ts';

const PATHS = Array.from({ length: 6 }, (_, at) => `${at}.md`);
const ENV = { BAILIWICK_DISTILL_TOOL_THRESHOLD: '' };

/** A provider that plays turns of six calls; what it is asked after a turn it answers when it is let. */
async function createSchool() {
  const leave = Promise.withResolvers<void>();
  const ground = await createChatGround((request) => {
    const body = JSON.stringify(request.body);
    if (body.includes('finished work into a skill')) return { say: LEARNED, after: leave.promise };
    if (body.includes('second message')) return { say: 'Second answer.' };
    if (body.includes('step of 5')) return { say: 'First answer.' };
    return { calls: PATHS.map((path) => ({ tool: 'read', input: { path } })) };
  });
  for (const path of PATHS) ground.write(path, `step of ${path}`);
  return { ground, answer: () => leave.resolve() };
}

describe('a chat learns beside the conversation', needs('tmux'), () => {
  it('of which the next message does not wait, and tells what came of it in a line', async () => {
    const { ground, answer } = await createSchool();
    await using _ = ground;
    using chat = ground.chat({ env: ENV });
    await chat.until('of 128k');
    say(chat, 'cut a release and publish it');
    await chat.until('First answer.');
    say(chat, 'second message');
    await chat.until('Second answer.');
    assert.doesNotMatch(chat.whole(), /learning/);
    answer();
    await chat.until(/learning from a turn: written: Wrote the skill cut-release/);
    using next = ground.chat({ words: ['--continue'] });
    await next.until('Second answer.');
    await next.until(/skill cut-release written to/);
    assert.doesNotMatch(next.whole(), /unfinished/);
  });

  it('line by line too', async () => {
    const { ground, answer } = await createSchool();
    await using _ = ground;
    using chat = ground.chat({ env: ENV, words: ['--plain'] });
    await chat.until('default>');
    say(chat, 'cut a release and publish it');
    await chat.until('First answer.');
    answer();
    await chat.until(/^learning from a turn: written: .*\n(.*\n)*default>$/m);
  });

  it('and what it had not done when the person left is done by a process of its own', async () => {
    const { ground, answer } = await createSchool();
    await using _ = ground;
    using chat = ground.chat({ env: ENV });
    await chat.until('of 128k');
    say(chat, 'cut a release and publish it');
    await chat.until('First answer.');
    chat.press('C-d');
    await chat.until('[exit 0]');
    answer();
    const skill = join(ground.home, '.bailiwick', 'skills', 'cut-release', 'SKILL.md');
    const own = join(ground.project, '.bailiwick', 'skills', 'cut-release', 'SKILL.md');
    for (const end = performance.now() + 20_000; !existsSync(skill) && !existsSync(own); await wait(50))
      assert.ok(performance.now() < end, 'no skill came');
    for (const end = performance.now() + 20_000; ground.working().length > 0; await wait(50))
      assert.ok(performance.now() < end, ground.working().join());
  });
});
