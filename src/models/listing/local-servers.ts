import { listModels } from './list-models.ts';

/** A program that serves models on this machine. */
export interface LocalServer {
  /** Its name as a provider. */
  readonly provider: string;
  readonly title: string;
  readonly baseUrl: string;
}

/** A server that answered, with the models it has. */
export interface FoundServer extends LocalServer {
  readonly models: readonly string[];
}

/** Where these listen unless told otherwise. */
const KNOWN: readonly LocalServer[] = [
  { provider: 'ollama', title: 'Ollama', baseUrl: 'http://127.0.0.1:11434/v1' },
  { provider: 'llama-cpp', title: 'llama.cpp', baseUrl: 'http://127.0.0.1:8080/v1' },
  { provider: 'vllm', title: 'vLLM', baseUrl: 'http://127.0.0.1:8000/v1' },
  { provider: 'lm-studio', title: 'LM Studio', baseUrl: 'http://127.0.0.1:1234/v1' },
];

/** A server on this machine answers at once, or is busy with something else than us. */
const PROBE_MS = 800;

/** The servers on this machine that list models; nothing else is asked. `ollamaHost`: the variable OLLAMA_HOST. */
export async function findLocalServers(
  ollamaHost: string | undefined,
  signal: AbortSignal,
): Promise<readonly FoundServer[]> {
  const moved = toLoopback(ollamaHost ?? '');
  const servers = KNOWN.map((server) =>
    server.provider === 'ollama' && moved !== null ? { ...server, baseUrl: moved } : server,
  );
  const late = AbortSignal.timeout(PROBE_MS);
  const answers = await Promise.all(servers.map((server) => probe(server, AbortSignal.any([signal, late]))));
  signal.throwIfAborted();
  return answers.filter((server) => server !== null);
}

async function probe(server: LocalServer, signal: AbortSignal): Promise<FoundServer | null> {
  const { provider, baseUrl } = server;
  try {
    const config = { providers: { [provider]: { baseUrl } }, allowFake: false };
    const listed = await listModels(provider, config, { signal, timeoutMs: PROBE_MS });
    return listed.ok ? { ...server, models: listed.value } : null;
  } catch (error) {
    if (signal.aborted) return null;
    throw error;
  }
}

/** `host:port`, `:port` or an address, as Ollama reads it; null where it is on another machine. */
function toLoopback(given: string): string | null {
  const url =
    given === '' ? null : URL.parse(given.includes('://') ? given : `http://${given.replace(/^:/, '127.0.0.1:')}`);
  if (url === null || !/^(127\.\d+\.\d+\.\d+|localhost|0\.0\.0\.0|\[::1?\])$/.test(url.hostname)) return null;
  const host = /^(0\.0\.0\.0|\[::\])$/.test(url.hostname) ? '127.0.0.1' : url.hostname;
  return `${url.protocol}//${host}:${url.port || '11434'}/v1`;
}
