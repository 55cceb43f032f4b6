import { it } from 'node:test';
import { needs } from '../outside.ts';
import { createMainFlow, MAIN_SIZE, playMainFlow } from '../terminal/main-flow.ts';
import { matchScreen } from '../terminal/match-screen.ts';

it('the flow that the guide shows', needs('tmux'), async () => {
  await using ground = await createMainFlow();
  using chat = ground.chat(MAIN_SIZE);
  await playMainFlow(ground, chat, (name) => matchScreen(chat, `guide-${name}`));
});
