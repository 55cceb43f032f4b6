import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { PlainHeaders } from './plain-headers.ts';
import { PlainResponse } from './plain-response.ts';

const bodyOf = (...chunks: readonly string[]): ReadableStream =>
  ReadableStream.from(chunks.map((chunk) => Buffer.from(chunk)));

const WAYS = ['text', 'json', 'bytes', 'arrayBuffer'] as const;
const STATUSES = [200, 204, 299, 300, 302, 404, 500];

describe('a response without fetch', () => {
  for (const way of WAYS) {
    it(`gives its body as that of fetch: ${way}`, async () => {
      const init = { status: 200, headers: new PlainHeaders() };
      const [ours, theirs] = [new PlainResponse(bodyOf('{"a":', '"ü"}'), init), new Response(bodyOf('{"a":', '"ü"}'))];
      assert.deepEqual(await ours[way](), await theirs[way]());
      assert.equal(await new PlainResponse(bodyOf('{}'), init).blob().then((blob) => blob.text()), '{}');
    });
  }

  it('tells what it is as that of fetch', () => {
    for (const status of STATUSES) {
      const headers = { 'content-type': 'text/plain' };
      const ours = new PlainResponse(null, { status, headers: new PlainHeaders(headers) });
      const theirs = new Response(null, { status, headers });
      for (const key of ['ok', 'status', 'statusText', 'type', 'url', 'redirected', 'bodyUsed', 'body'] as const) {
        assert.deepEqual(ours[key], theirs[key], `${key} of ${status}`);
      }
      assert.deepEqual([...ours.headers], [...theirs.headers]);
    }
  });

  it('has no body text where it has no body', async () => {
    assert.equal(await new PlainResponse(null, { status: 204, headers: new PlainHeaders() }).text(), '');
  });

  it('refuses what a reply of a model is not read for', () => {
    const response = new PlainResponse(null, { status: 200, headers: new PlainHeaders() });
    assert.throws(() => response.clone(), /read once/);
    assert.throws(() => response.formData(), /no form/);
  });
});
