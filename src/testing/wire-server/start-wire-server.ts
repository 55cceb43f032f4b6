import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { checkRequest } from './check-request.ts';
import { PROTOCOL_WORDS } from './protocols.ts';
import { WIRE_PROTOCOLS, type WireProtocol, type WireReply } from './script.ts';
import { writeReply } from './write-reply.ts';

/** A request as it came, for tests and for the measure of its size. */
interface WireRequest {
  readonly protocol: WireProtocol;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
  readonly body: unknown;
  /** Settles when the exchange is over: true when the client went before the reply was whole. */
  readonly gone: Promise<boolean>;
}

/** Replies in the order of requests, or a function of the request. */
export type WireScript = readonly WireReply[] | ((request: WireRequest, index: number) => WireReply);

export interface WireServer extends AsyncDisposable {
  readonly requests: readonly WireRequest[];
  /** The base URL to configure, with `/v1`. */
  readonly baseUrl: string;
  close(): Promise<void>;
}

export interface WireServerOptions {
  /** In front of `/v1`, such as `/gateway/models`. */
  readonly basePath?: string;
  /** When given, any other key is answered with 401. */
  readonly key?: string;
  /** What `GET /v1/models` lists, for every protocol at once; without it there is no such route. */
  readonly models?: readonly string[];
}

const MAX_BODY_BYTES = 64 * 1024 * 1024;

/**
 * A provider on 127.0.0.1 that speaks all protocols, plays a script and refuses what the real ones refuse.
 * The caller closes it.
 */
export async function startWireServer(script: WireScript, options: WireServerOptions = {}): Promise<WireServer> {
  const requests: WireRequest[] = [];
  const server = createServer((request, response) => {
    serve(request, response).catch((error: unknown) => {
      response.destroy(error instanceof Error ? error : new Error(String(error)));
    });
  });
  const serve = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (incoming.method === 'GET' && options.models !== undefined) return list(incoming, response, options);
    const protocol = findProtocol(incoming.url ?? '', options.basePath ?? '');
    if (protocol === null || incoming.method !== 'POST') return refuse(response, 'openai', [404, 'no such route']);
    const request = await readRequest(incoming, response, protocol);
    const index = requests.push(request) - 1;
    if (!hasKey(request, options.key)) return refuse(response, protocol, [401, 'invalid key']);
    const problem = checkRequest(protocol, request.body);
    if (problem !== null) return refuse(response, protocol, [400, problem]);
    const reply = typeof script === 'function' ? script(request, index) : script[index];
    if (reply === undefined) return refuse(response, protocol, [500, `the script has no reply ${index + 1}`]);
    await writeReply(response, { protocol, reply, number: index + 1, ...readWishes(request) });
  };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the wire server has no port');
  const close = async (): Promise<void> => {
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  };
  return {
    requests,
    baseUrl: `http://127.0.0.1:${address.port}${options.basePath ?? ''}/v1`,
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** Every known form of a list in one object, as llama.cpp does it. */
function list({ url = '', headers }: IncomingMessage, response: ServerResponse, options: WireServerOptions): void {
  const { models = [], key, basePath = '' } = options;
  if (url.split('?')[0] !== `${basePath}/v1/models`) return refuse(response, 'openai', [404, 'no such route']);
  const isKnown = WIRE_PROTOCOLS.some((protocol) => key === undefined || PROTOCOL_WORDS[protocol].key(headers) === key);
  if (!isKnown) return refuse(response, 'openai', [401, 'invalid key']);
  const gemini = models.map((id) => ({ name: `models/${id}`, supportedGenerationMethods: ['generateContent'] }));
  response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' });
  response.end(JSON.stringify({ object: 'list', data: models.map((id) => ({ id, object: 'model' })), models: gemini }));
}

function findProtocol(path: string, basePath: string): WireProtocol | null {
  const root = `${basePath}/v1/`;
  if (!path.startsWith(root)) return null;
  return WIRE_PROTOCOLS.find((protocol) => PROTOCOL_WORDS[protocol].path.test(path.slice(root.length))) ?? null;
}

/** The model's name, which Gemini has in its path, and the wish for usage. */
function readWishes({ protocol, path, body }: WireRequest): { readonly model: string; readonly withUsage: boolean } {
  const asked = (body ?? {}) as {
    readonly model?: string;
    readonly stream_options?: { readonly include_usage?: boolean };
  };
  const inPath = PROTOCOL_WORDS[protocol].path.exec(path.split('/v1/')[1] ?? '')?.[1];
  return { model: inPath ?? asked.model ?? 'unknown', withUsage: asked.stream_options?.include_usage === true };
}

async function readRequest(
  incoming: IncomingMessage,
  response: ServerResponse,
  protocol: WireProtocol,
): Promise<WireRequest> {
  const gone = new Promise<boolean>((resolve) => {
    response.once('close', () => resolve(!response.writableFinished));
  });
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_BODY_BYTES) throw new Error('the body is too large');
    chunks.push(chunk);
  }
  const bytes = Buffer.concat(chunks);
  return { protocol, path: incoming.url ?? '', headers: incoming.headers, bytes, body: parseBody(bytes), gone };
}

/** A body that is no JSON is recorded as null; `checkRequest` then refuses it. */
function parseBody(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return null;
  }
}

function hasKey({ protocol, headers }: WireRequest, key: string | undefined): boolean {
  if (key === undefined) return true;
  return PROTOCOL_WORDS[protocol].key(headers) === key;
}

function refuse(response: ServerResponse, protocol: WireProtocol, [status, message]: readonly [number, string]): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(PROTOCOL_WORDS[protocol].toError('invalid_request_error', message, status));
}
