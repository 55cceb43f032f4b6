import type { PlainHeaders } from './plain-headers.ts';

/** The `Response` of fetch without fetch, for the same reason as `PlainHeaders`. Its body is read once, as a whole or as a stream. */
export class PlainResponse implements Response {
  readonly body: ReadableStream | null;
  readonly headers: Headers;
  readonly status: number;
  readonly statusText = '';
  readonly type = 'default';
  readonly url = '';
  readonly redirected = false;

  constructor(body: ReadableStream | null, init: { readonly status: number; readonly headers: PlainHeaders }) {
    this.body = body;
    this.status = init.status;
    this.headers = init.headers;
  }

  get ok(): boolean {
    return this.status >= 200 && this.status < 300;
  }

  get bodyUsed(): boolean {
    return this.body?.locked === true;
  }

  async bytes(): Promise<Uint8Array<ArrayBuffer>> {
    const chunks: Uint8Array[] = [];
    for await (const chunk of this.body ?? []) if (chunk instanceof Uint8Array) chunks.push(chunk);
    return new Uint8Array(Buffer.concat(chunks));
  }

  async arrayBuffer(): Promise<ArrayBuffer> {
    return (await this.bytes()).buffer;
  }

  async text(): Promise<string> {
    return new TextDecoder().decode(await this.bytes());
  }

  async json(): Promise<unknown> {
    return JSON.parse(await this.text());
  }

  async blob(): Promise<Blob> {
    return new Blob([await this.bytes()]);
  }

  formData(): Promise<FormData> {
    throw new TypeError('the reply of a model is no form');
  }

  clone(): Response {
    throw new TypeError('the reply of a model is read once');
  }
}
