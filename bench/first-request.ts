import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { WireProtocol } from '../src/testing/wire-server/script.ts';
import { startWireServer, type WireServer } from '../src/testing/wire-server/start-wire-server.ts';
import { BIN, createGround, type Ground } from './ground.ts';
import { measureInTurn, type Measured } from './median.ts';
import type { Row } from './table.ts';

const GOAL_RATIO = 1.8;
const GOAL_TOKENS = 3000;

/** Start of `prompt` to its first request, against a script with one fetch; and how large that request is. */
export async function measureFirstRequest(rounds: number): Promise<readonly Row[]> {
  const arrived: { at: number } = { at: 0 };
  await using server = await startWireServer(() => {
    arrived.at = performance.now();
    return { say: 'Done.' };
  });
  using ground = createGround();
  const script = join(ground.project, 'fetch.mjs');
  writeFileSync(script, bareScript(server.baseUrl));
  ground.writeConfig(toConfig(server, 'openai'));
  const prompt = [BIN, 'prompt', 'Say that you are done.'];
  const ms = await measureInTurn(
    { bare: toArrival(ground, arrived, [script]), prompt: toArrival(ground, arrived, prompt) },
    rounds,
  );
  const ratio = ms.prompt / ms.bare;
  return [
    {
      what: '`bailiwick prompt ".."` to its first request',
      measured: `${ms.prompt.toFixed(0)} ms`,
      beside: `bare Node script with one fetch, ${ms.bare.toFixed(0)} ms`,
      ratio: `${ratio.toFixed(2)}x`,
      goal: `<= ${GOAL_RATIO}x`,
      met: ratio <= GOAL_RATIO,
    },
    await measureSize(ground, server, 'openai'),
    await measureSize(ground, server, 'anthropic'),
  ];
}

const toConfig = ({ baseUrl }: WireServer, protocol: WireProtocol): string =>
  `model: local:bench\nproviders:\n  local:\n    base_url: ${baseUrl}\n    api_key: none\n    protocol: ${protocol}\n`;

/** From the start of the process until the server has the whole request. */
const toArrival =
  (ground: Ground, arrived: { at: number }, words: readonly string[]): Measured =>
  async () => {
    const started = performance.now();
    await ground.time(words);
    if (arrived.at < started) throw new Error(`${words[0] ?? ''} made no request`);
    return arrived.at - started;
  };

const bareScript = (baseUrl: string): string => `
const reply = await fetch('${baseUrl}/chat/completions', {
  method: 'POST',
  headers: { 'content-type': 'application/json', 'authorization': 'Bearer none' },
  body: JSON.stringify({ model: 'bench', stream: true, max_tokens: 8192, messages: [{ role: 'user', content: 'Say that you are done.' }] }),
});
if (!reply.ok) throw new Error(await reply.text());
for await (const chunk of reply.body) chunk.length;
`;

async function measureSize(ground: Ground, server: WireServer, protocol: WireProtocol): Promise<Row> {
  ground.writeConfig(toConfig(server, protocol));
  const before = server.requests.length;
  await ground.time([BIN, 'prompt', 'Say that you are done.']);
  const bytes = server.requests[before]?.bytes.length ?? 0;
  const tokens = Math.round(bytes / 4);
  return {
    what: `first request, all tools, ${protocol === 'openai' ? 'Chat Completions' : 'Messages'}`,
    measured: `${bytes} bytes`,
    beside: 'bytes / 4',
    ratio: String(tokens),
    goal: `<= ${GOAL_TOKENS}`,
    met: bytes > 0 && tokens <= GOAL_TOKENS,
  };
}
