import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
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
  });
});
