import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { needs } from '../outside.ts';
import { createChatGround, say } from '../terminal/start-chat.ts';

const HOME_SKILLS = '../home/.bailiwick/skills';
const RELEASE = `---
name: release
description: How to release this project. Use when asked to release or publish.
---

# Release

Run the checks twice before anything is tagged.
`;

describe('skills in the chat', needs('tmux'), () => {
  it('are listed, made active with a chip, loaded by the model, switched off and on', async () => {
    await using ground = await createChatGround([
      { calls: [{ tool: 'skill', input: { name: 'release' } }] },
      { say: 'I know how.' },
      { say: 'With it.' },
      { say: 'Without it.' },
      { say: 'It is gone.' },
    ]);
    ground.write(`${HOME_SKILLS}/release/SKILL.md`, RELEASE);
    ground.write(`.bailiwick/skills/local/SKILL.md`, RELEASE.replace('name: release', 'name: local'));
    using chat = ground.chat({ columns: 110 });
    await chat.until('of 128k');

    say(chat, '/skills');
    await chat.until(/ {2}release +How to release this project\..*\[home\]/);
    await chat.until('nobody trusts the project');

    say(chat, 'release it');
    await chat.until('I know how.');
    assert.match(ground.asked(), /- release: How to release this project/);
    assert.match(ground.asked(), /Skill 'release' loaded:/);

    say(chat, '/skills release');
    await chat.until(/^default · skill release · local:test-model · /m);
    say(chat, 'now');
    await chat.until('With it.');
    assert.match(ground.asked(), /## Active skill: release/);

    say(chat, '/skills none');
    await chat.until('✓ Cleared active skill (was: release).');
    await chat.until(/^default · local:test-model · /m);
    say(chat, 'again');
    await chat.until('Without it.');
    assert.doesNotMatch(ground.asked(), /Active skill/);

    say(chat, '/skills release');
    await chat.until(/^default · skill release · /m);
    say(chat, '/skills disable release');
    await chat.until('✓ release is disabled.');
    await chat.until(/^default · local:test-model · /m);
    say(chat, '/skills release');
    await chat.until('/skills enable release takes it back');
    say(chat, 'and now');
    await chat.until('It is gone.');
    assert.doesNotMatch(ground.asked(), /- release: How/);

    say(chat, '/skills enable release');
    await chat.until('✓ release is enabled.');
    say(chat, '/skills local');
    await chat.until('There is no skill local.');
  });

  it('are offered while they are typed, headed by the entry for none', async () => {
    await using ground = await createChatGround([]);
    ground.write(`${HOME_SKILLS}/release/SKILL.md`, RELEASE);
    using chat = ground.chat({ columns: 100 });
    await chat.until('of 128k');
    chat.type('/skills ');
    await chat.until('✗ none');
    await chat.until('disable release');
    chat.type('rel');
    await chat.until(/→ release/);
  });
});
