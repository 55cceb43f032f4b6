import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startWireServer, type WireServer } from '../src/testing/wire-server/start-wire-server.ts';
import { BIN, createGround, type Ground } from './ground.ts';
import { medianOf } from './median.ts';
import type { Row } from './table.ts';

/** So many calls of the shell, one after the other, each answered by the next request. */
const CALLS = 50;

/** Runs of each kind; a run is fifty measured calls. */
const RUNS = 5;

interface Turn {
  /** From one request to the next: the reply, the call, and whatever is done about it. */
  readonly gaps: readonly number[];
  readonly wallMs: number;
  readonly cpuMs: number;
  readonly peakMb: number;
}

/** A turn of fifty calls, against the least that Node needs to do the same. */
export async function measureTurns(): Promise<readonly Row[]> {
  const arrivals: number[] = [];
  await using server = await startWireServer(({ body }) => {
    arrivals.push(performance.now());
    const done = countResults(body);
    return done < CALLS ? { calls: [{ tool: 'shell', input: { command: `echo ${done}` } }] } : { say: 'Done.' };
  });
  using ground = createGround();
  const script = join(ground.project, 'loop.mjs');
  writeFileSync(script, bareLoop(server.baseUrl));
  const turns: Record<'bare' | 'off' | 'auto', Turn[]> = { bare: [], off: [], auto: [] };
  for (let run = 0; run <= RUNS; run++) {
    for (const kind of ['bare', 'off', 'auto'] as const) {
      if (kind !== 'bare') ground.writeConfig(toConfig(server, kind));
      const words = kind === 'bare' ? [script] : [BIN, 'prompt', '--max-steps', '100', 'go'];
      arrivals.length = 0;
      const turn = await runTurn(ground, words, arrivals);
      if (run > 0) turns[kind].push(turn);
    }
  }
  return toRows(turns);
}

function toRows({ bare, off, auto }: Readonly<Record<'bare' | 'off' | 'auto', readonly Turn[]>>): readonly Row[] {
  const gap = (all: readonly Turn[]): number => medianOf(all.flatMap(({ gaps }) => gaps));
  const of = (all: readonly Turn[], key: 'wallMs' | 'cpuMs' | 'peakMb'): number =>
    medianOf(all.map((turn) => turn[key]));
  const peak = of(off, 'peakMb');
  return [
    toRow('a tool call, `sandbox: off`', { ms: gap(off), bare: gap(bare), goal: 1.5 }),
    toRow('a tool call, in bubblewrap', { ms: gap(auto), bare: gap(bare), goal: null }),
    toRow(`${CALLS} calls, wall`, { ms: of(off, 'wallMs'), bare: of(bare, 'wallMs'), goal: 2 }),
    toRow(`${CALLS} calls, CPU`, { ms: of(off, 'cpuMs'), bare: of(bare, 'cpuMs'), goal: 2 }),
    {
      what: `${CALLS} calls, peak memory`,
      measured: `${peak.toFixed(0)} MiB`,
      beside: `${of(bare, 'peakMb').toFixed(0)} MiB`,
      ratio: `${(peak / of(bare, 'peakMb')).toFixed(2)}x`,
      goal: '<= 110 MiB',
      met: peak <= 110,
    },
  ];
}

const toRow = (
  what: string,
  { ms, bare, goal }: { readonly ms: number; readonly bare: number; readonly goal: number | null },
): Row => ({
  what,
  measured: `${ms.toFixed(1)} ms`,
  beside: `loop of fetch and spawn, ${bare.toFixed(1)} ms`,
  ratio: `${(ms / bare).toFixed(2)}x`,
  goal: goal === null ? '-' : `<= ${goal}x`,
  met: goal === null || ms / bare <= goal,
});

function countResults(body: unknown): number {
  const messages: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, 'messages') : null;
  return Array.isArray(messages) ? messages.filter((one) => Reflect.get(Object(one), 'role') === 'tool').length : 0;
}

const toConfig = ({ baseUrl }: WireServer, mode: 'off' | 'auto'): string => `
model: local:bench
providers: {local: {base_url: "${baseUrl}", api_key: none, protocol: openai}}
sandbox: {mode: ${mode === 'off' ? '"off"' : 'auto'}}
permissions: {"shell echo *": allow}
`;

/** Runs node with these words; its CPU time is the shell's word, its peak memory the kernel's. */
async function runTurn(ground: Ground, words: readonly string[], arrivals: readonly number[]): Promise<Turn> {
  const line = `TIMEFORMAT='%U %S'; time '${process.execPath}' ${words.map((word) => `'${word}'`).join(' ')} >/dev/null`;
  const startedAt = performance.now();
  const child = spawn('bash', ['-c', line], {
    cwd: ground.project,
    env: ground.env,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => void (said += chunk.toString()));
  let peakMb = 0;
  const look = setInterval(() => {
    peakMb = Math.max(peakMb, peakOf(child.pid ?? 0));
  }, 20);
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  clearInterval(look);
  const times = /([\d.]+) ([\d.]+)\s*$/.exec(said);
  if (code !== 0 || times === null) throw new Error(`${words.join(' ')} ended with ${code}: ${said}`);
  return {
    gaps: arrivals.slice(1).map((at, i) => at - (arrivals[i] ?? at)),
    wallMs: performance.now() - startedAt,
    cpuMs: (Number(times[1]) + Number(times[2])) * 1000,
    peakMb,
  };
}

/** The most memory the first child of this process has had, in MiB; 0 when it is gone. */
function peakOf(pid: number): number {
  try {
    const child = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ')[0] ?? '';
    const [, kb = '0'] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${child}/status`, 'utf8')) ?? [];
    return Number(kb) / 1024;
  } catch {
    return 0;
  }
}

/** Asks, streams, runs the call, asks again: no judge, no store, no check of anything. */
const bareLoop = (baseUrl: string): string => `
import { spawn } from 'node:child_process';
const messages = [{ role: 'user', content: 'go' }];
for (;;) {
  const reply = await fetch('${baseUrl}/chat/completions', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'authorization': 'Bearer none' },
    body: JSON.stringify({ model: 'bench', stream: true, max_tokens: 8192, messages }),
  });
  if (!reply.ok) throw new Error(await reply.text());
  let rest = '', text = '';
  const calls = [];
  for await (const chunk of reply.body.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + chunk).split('\\n');
    rest = lines.pop();
    for (const line of lines) {
      if (!line.startsWith('data: {')) continue;
      const delta = JSON.parse(line.slice(6)).choices?.[0]?.delta ?? {};
      text += delta.content ?? '';
      for (const { index, id, function: part } of delta.tool_calls ?? []) {
        calls[index] ??= { id: '', type: 'function', function: { name: '', arguments: '' } };
        calls[index].id ||= id ?? '';
        calls[index].function.name += part?.name ?? '';
        calls[index].function.arguments += part?.arguments ?? '';
      }
    }
  }
  messages.push({ role: 'assistant', content: text, ...(calls.length > 0 ? { tool_calls: calls } : {}) });
  if (calls.length === 0) break;
  for (const call of calls) {
    const child = spawn('bash', ['-c', JSON.parse(call.function.arguments).command], { stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    child.stdout.on('data', (data) => (output += data));
    await new Promise((resolve) => child.on('close', resolve));
    messages.push({ role: 'tool', tool_call_id: call.id, content: output });
  }
}
`;
